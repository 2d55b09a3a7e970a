public import Dispatch
public import Foundation

/// Handlers and tasks that leave the file on the disk.
extension DownloadRequest {
    /// Calls a closure with the URL of the file.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - completionHandler: Called once, whether the request succeeds or fails.
    /// - Returns: The request.
    @preconcurrency @discardableResult
    public func responseURL(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        response(queue: queue, responseSerializer: URLResponseSerializer(), completionHandler: completionHandler)
    }

    /// Returns a task whose value is the file's URL.
    ///
    /// - Parameter shouldAutomaticallyCancel: Whether the request is cancelled when a task that awaits it is cancelled.
    public func serializingDownloadedFileURL(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<URL> {
        serializingDownload(using: URLResponseSerializer(), automaticallyCancelling: shouldAutomaticallyCancel)
    }
}
