#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension DataStreamRequest {
    /// Says of a response's head whether it is as it should be.
    public typealias Validation = @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse) -> ValidationResult

    /// Fails the request unless a closure finds its response valid. It is asked when the body has been handed on.
    ///
    /// Validators run in the order they were added, until one fails, before retriers are asked. An `AFError` stays what it
    /// is; any other error goes into `AFError.responseValidationFailed(reason: .customValidationFailed(error:))`.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(
            ResponseValidator(isQuick: false) { subject in
                guard let response = subject.head.response else { return nil }
                guard case .failure(let error) = validation(subject.request, response) else { return nil }
                return error
            })
    }
}
