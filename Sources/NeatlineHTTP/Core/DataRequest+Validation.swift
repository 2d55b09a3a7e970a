public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension DataRequest {
    /// A closure that decides whether a response is valid.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ data: Data?) -> ValidationResult

    /// Fails the request unless a closure accepts the response.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get").validate { request, response, data in
    ///     data?.isEmpty == false ? .success(()) : .failure(EmptyBodyError())
    /// }
    /// ```
    ///
    /// Validators run when the response is complete, in the order in which they were added, until one fails, before
    /// retriers and response serializers. An `AFError` is used as it is; any other error is wrapped in
    /// `AFError.responseValidationFailed(reason: .customValidationFailed(error:))`.
    ///
    /// - Parameter validation: The closure. It is called on the session's serialization queue, or on a thread of the
    ///   pool if the session was created without such a queue.
    /// - Returns: The request.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(
            ResponseValidator(isQuick: false) { subject in
                guard let response = subject.head.response else { return nil }
                guard case .failure(let error) = validation(subject.request, response, subject.data) else { return nil }
                return error
            })
    }
}
