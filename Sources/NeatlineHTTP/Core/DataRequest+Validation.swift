public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Looks at a response and says what is wrong with it.
struct ResponseValidator: Sendable {
    /// What is looked at.
    struct Subject {
        let request: URLRequest?
        let head: ResponseHead
        let data: Data?
    }

    /// Whether it calls no code of users and takes no time to speak of.
    let isQuick: Bool
    let error: @Sendable (Subject) -> (any Error)?
}

extension DataRequest {
    /// Says of a response whether it is as it should be.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ data: Data?) -> ValidationResult

    /// Fails the request unless its status is one of these.
    @discardableResult
    public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable {
        add(
            ResponseValidator(isQuick: true) {
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
                    hasBody: $0.data?.isEmpty == false)
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
                    hasBody: subject.data?.isEmpty == false)
            })
    }

    /// Fails the request unless a closure finds it valid.
    ///
    /// Validators run in the order they were added, until one fails, before retriers and serializers. An `AFError` stays
    /// what it is; any other error goes into `AFError.responseValidationFailed(reason: .customValidationFailed(error:))`.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(
            ResponseValidator(isQuick: false) { subject in
                guard let response = subject.head.response else { return nil }
                guard case .failure(let error) = validation(subject.request, response, subject.data) else { return nil }
                return error
            })
    }

    private func add(_ validator: ResponseValidator) -> Self {
        withOptions { $0.validators.append(validator) }
        return self
    }

    func firstValidationError() -> AFError? {
        let (validators, request, head, data) = lock.withLock {
            (options?.validators ?? [], lastMade, attempt?.head, bodyData)
        }
        guard let head else { return nil }
        for validator in validators {
            let found = validator.error(ResponseValidator.Subject(request: request, head: head, data: data))
            if let listener, let response = head.response {
                listener.request(
                    self, didValidateRequest: request, response: response, data: data,
                    withResult: found.map { .failure($0) } ?? .success(()))
            }
            if let found {
                return found.asAFError(or: .responseValidationFailed(reason: .customValidationFailed(error: found)))
            }
        }
        return nil
    }
}
