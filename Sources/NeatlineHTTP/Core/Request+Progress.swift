public import Dispatch
public import Foundation
internal import NeatlineFoundation

extension Request {
    /// A closure that receives the progress of a body.
    public typealias ProgressHandler = @Sendable (_ progress: Progress) -> Void

    /// The closure and the queue that were last given to ``uploadProgress(queue:closure:)``.
    public var uploadProgressHandler: (handler: ProgressHandler, queue: DispatchQueue)? {
        lock.withLock { progress?.uploadHandler.map { ($0.closure, $0.queue) } }
    }

    /// The closure and the queue that were last given to ``downloadProgress(queue:closure:)``.
    public var downloadProgressHandler: (handler: ProgressHandler, queue: DispatchQueue)? {
        lock.withLock { progress?.downloadHandler.map { ($0.closure, $0.queue) } }
    }

    /// The progress of sending the request's body. It is updated while the request runs, and may be observed.
    public var uploadProgress: Progress { withProgress { $0.uploadProgress } }

    /// The progress of receiving the response's body. It is updated while the request runs, and may be observed.
    public var downloadProgress: Progress { withProgress { $0.downloadProgress } }

    /// Calls a closure whenever bytes of the request's body were sent. A second call of this function replaces the
    /// closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - closure: A closure that receives a `Progress` of its own, which is not updated later.
    /// - Returns: The request.
    @discardableResult
    public func uploadProgress(
        queue: DispatchQueue = .main, closure: @escaping ProgressHandler
    ) -> Self {
        withProgress { $0.uploadHandler = RequestProgress.Handler(queue: queue, closure: closure) }
        return self
    }

    /// Calls a closure whenever bytes of the response's body were received. A second call of this function replaces the
    /// closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - closure: A closure that receives a `Progress` of its own, which is not updated later.
    /// - Returns: The request.
    @discardableResult
    public func downloadProgress(
        queue: DispatchQueue = .main, closure: @escaping ProgressHandler
    ) -> Self {
        withProgress { $0.downloadHandler = RequestProgress.Handler(queue: queue, closure: closure) }
        return self
    }

    /// Updates the observed `Progress` objects after the counts have changed. Called with the lock held; the lock is
    /// released during the update.
    func progressChanged() {
        if progress?.isWatched == true { enqueueSteps(.updateProgress) }
    }

    /// Updates the `Progress` objects. Called without the lock, by one thread at a time, like all steps.
    func updateProgress() { lock.withLock { progress?.update }?() }

    private func withProgress<Result>(_ body: (RequestProgress) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        let progress = progress ?? RequestProgress(attempt)
        self.progress = progress
        return body(progress)
    }
}
