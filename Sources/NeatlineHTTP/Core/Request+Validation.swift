internal import Foundation
internal import NeatlineSystem

/// A function that inspects a response and returns the error it finds, if any.
struct ResponseValidator: Sendable {
    /// The response to inspect.
    struct Subject {
        let request: URLRequest?
        let head: ResponseHead
        /// The body, if it is kept in memory.
        let data: Data?
        /// Whether the response has a body, or may have one.
        let hasBody: Bool
        /// The file that contains the body, if there is one.
        var fileURL: URL?
    }

    /// Whether the function returns quickly and calls no users' code.
    let isQuick: Bool
    let error: @Sendable (Subject) -> (any Error)?
}

extension Request {
    /// Fails the request unless the response's status code is acceptable.
    ///
    /// Validators run when the response is complete, in the order in which they were added, until one fails, before
    /// retriers and response serializers. The error is `AFError.responseValidationFailed(reason:
    /// .unacceptableStatusCode(code:))`.
    ///
    /// - Parameter acceptableStatusCodes: The acceptable status codes.
    @discardableResult
    public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable {
        add(
            ResponseValidator(isQuick: ResponseValidation.isQuick(S.self)) {
                ResponseValidation.error(ofStatusCode: $0.head.status, acceptable: acceptableStatusCodes)
            })
    }

    /// Fails the request unless the response's body is empty or has an acceptable content type.
    ///
    /// The error is `AFError.responseValidationFailed` with the reason `unacceptableContentType`, or
    /// `missingContentType` if the response has no `Content-Type`, which only `*/*` accepts.
    ///
    /// - Parameter acceptableContentTypes: Returns the acceptable content types, in which `*` is any type or subtype.
    ///   Evaluated on the session's serialization queue when the response is complete.
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

    /// Fails the request unless the status code is in 200..<300 and the content type matches the request's `Accept`
    /// field.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/status/404").validate().response { response in
    ///     print(response.error?.responseCode ?? 200) // 404
    /// }
    /// ```
    ///
    /// The error is `AFError.responseValidationFailed`, with the reason `unacceptableStatusCode`,
    /// `unacceptableContentType` or `missingContentType`. A request without `Accept` accepts every content type, and an
    /// empty body has none to check.
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

    /// Adds a validator that calls a closure of users.
    func add(
        validation: @escaping @Sendable (ResponseValidator.Subject, HTTPURLResponse) -> ValidationResult
    ) -> Self {
        add(
            ResponseValidator(isQuick: false) { subject in
                guard let response = subject.head.response else { return nil }
                return validation(subject, response).error
            })
    }

    @discardableResult
    func add(_ validator: ResponseValidator) -> Self {
        withOptions { $0.validators.append(validator) }
        return self
    }

    /// Runs the validators until one returns an error. Called when the response is complete.
    func validationError() -> AFError? {
        let (validators, subject) = mutableState.withLock { state in
            let body = state.body.content
            return (
                state.options?.validators ?? [],
                state.attempt?.head.map {
                    ResponseValidator.Subject(
                        request: state.lastRequest, head: $0, data: body.data, hasBody: !body.isEmpty,
                        fileURL: body.fileURL)
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
