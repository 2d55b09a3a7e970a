public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension DownloadRequest {
    /// A closure that decides whether a response is valid. The file has already been moved to its destination.
    public typealias Validation =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse, _ fileURL: URL?
        ) -> ValidationResult

    /// Fails the request unless a closure accepts the response. The file is not removed.
    ///
    /// Validators run when the download is complete, in the order in which they were added, until one fails, before
    /// retriers and response serializers. An `AFError` is used as it is; any other error is wrapped in
    /// `AFError.responseValidationFailed(reason: .customValidationFailed(error:))`.
    ///
    /// - Parameter validation: The closure. It is called on the session's serialization queue, or on a thread of a pool
    ///   if the session was created without such a queue.
    /// - Returns: The request.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(
            ResponseValidator(isQuick: false) { subject in
                guard let response = subject.head.response else { return nil }
                guard case .failure(let error) = validation(subject.request, response, subject.fileURL) else {
                    return nil
                }
                return error
            })
    }
}
