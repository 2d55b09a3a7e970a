#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension DataStreamRequest {
    /// A closure that decides whether the head of a response is valid.
    public typealias Validation = @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse) -> ValidationResult

    /// Fails the request unless a closure accepts the response. It is called after the body was delivered.
    ///
    /// Validators run in the order in which they were added, until one fails, before retriers. An `AFError` is used as
    /// it is; any other error is wrapped in `AFError.responseValidationFailed(reason:
    /// .customValidationFailed(error:))`.
    ///
    /// - Parameter validation: The closure. It is called on the session's serialization queue, or on a thread of a pool
    ///   if the session was created without such a queue.
    /// - Returns: The request.
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
