internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Looks at a response and says what is wrong with it.
struct ResponseValidator: Sendable {
    /// What is looked at.
    struct Subject {
        let request: URLRequest?
        let head: ResponseHead
        /// The body, if it is kept.
        let data: Data?
        /// Whether there is a body, or may be one.
        let hasBody: Bool
        /// Where the body is, if it is in a file.
        var fileURL: URL?
    }

    /// Whether it calls no code of users and takes no time to speak of.
    let isQuick: Bool
    let error: @Sendable (Subject) -> (any Error)?
}

extension Request {
    /// Fails the request unless its status is one of these.
    @discardableResult
    public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable {
        add(
            ResponseValidator(isQuick: ResponseValidation.isQuick(S.self)) {
                ResponseValidation.error(ofStatusCode: $0.head.status, acceptable: acceptableStatusCodes)
            })
    }

    /// Fails the request unless its body is empty or of one of these content types, in which `*` stands for any type or
    /// subtype.
    @discardableResult
    public func validate<S: Sequence>(
        contentType acceptableContentTypes: @escaping @Sendable @autoclosure () -> S
    ) -> Self where S.Iterator.Element == String, S: SendableMetatype {
        add(
            ResponseValidator(isQuick: false) {
                ResponseValidation.error(
                    ofContentType: $0.head.value(of: "content-type"), acceptable: acceptableContentTypes(),
                    hasBody: $0.hasBody)
            })
    }

    /// Fails the request unless its status is from 200 to 299 and its content type one that its `Accept` names.
    @discardableResult
    public func validate() -> Self {
        add(
            ResponseValidator(isQuick: true) {
                ResponseValidation.error(
                    ofStatusCode: $0.head.status, acceptable: ResponseValidation.acceptableStatusCodes)
            }
        ).add(
            ResponseValidator(isQuick: true) { subject in
                ResponseValidation.error(
                    ofContentType: subject.head.value(of: "content-type"),
                    acceptable: ResponseValidation.acceptableContentTypes(of: subject.request),
                    hasBody: subject.hasBody)
            })
    }

    @discardableResult
    func add(_ validator: ResponseValidator) -> Self {
        withOptions { $0.validators.append(validator) }
        return self
    }

    /// Whether there is anything to validate. Called with the lock held.
    var hasValidators: Bool { options?.validators.isEmpty == false }

    /// Whether validation is quick and calls no code of users. Called with the lock held.
    var hasOnlyQuickValidators: Bool {
        !hasListener && options?.validators.allSatisfy(\.isQuick) != false
    }

    /// Runs the validators, until one finds an error. Called without the lock, when a response is whole.
    func validationError() -> AFError? {
        let (validators, subject) = lock.withLock {
            let body = bodyToValidate
            return (
                options?.validators ?? [],
                attempt?.head.map {
                    ResponseValidator.Subject(
                        request: lastMade, head: $0, data: body.data, hasBody: body.isThere,
                        fileURL: fileToValidate)
                }
            )
        }
        guard let subject else { return nil }
        for validator in validators {
            let found = validator.error(subject)
            if let listener, let response = subject.head.response {
                announceValidation(subject, response, found.map { .failure($0) } ?? .success(()), to: listener)
            }
            if let found {
                return found.asAFError(or: .responseValidationFailed(reason: .customValidationFailed(error: found)))
            }
        }
        return nil
    }
}
