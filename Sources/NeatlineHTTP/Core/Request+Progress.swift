public import Dispatch
public import Foundation

extension Request {
    /// Is told how far a body is.
    public typealias ProgressHandler = @Sendable (_ progress: Progress) -> Void

    /// What ``uploadProgress(queue:closure:)`` was given last.
    public var uploadProgressHandler: (handler: ProgressHandler, queue: DispatchQueue)? {
        lock.withLock { progress?.uploadHandler.map { ($0.closure, $0.queue) } }
    }

    /// What ``downloadProgress(queue:closure:)`` was given last.
    public var downloadProgressHandler: (handler: ProgressHandler, queue: DispatchQueue)? {
        lock.withLock { progress?.downloadHandler.map { ($0.closure, $0.queue) } }
    }

    /// How much of the request's body was sent. It changes while the request runs.
    public var uploadProgress: Progress { withProgress { $0.uploadProgress } }

    /// How much of the response's body has come. It changes while the request runs.
    public var downloadProgress: Progress { withProgress { $0.downloadProgress } }

    /// Calls a closure while the request's body is sent. The closure that is set last counts.
    ///
    /// Each call gets a `Progress` of its own, which nobody changes any more.
    @discardableResult
    public func uploadProgress(
        queue: DispatchQueue = .main, closure: @escaping ProgressHandler
    ) -> Self {
        withProgress { $0.uploadHandler = RequestProgress.Handler(queue: queue, closure: closure) }
        return self
    }

    /// Calls a closure while the response's body comes. The closure that is set last counts.
    ///
    /// Each call gets a `Progress` of its own, which nobody changes any more.
    @discardableResult
    public func downloadProgress(
        queue: DispatchQueue = .main, closure: @escaping ProgressHandler
    ) -> Self {
        withProgress { $0.downloadHandler = RequestProgress.Handler(queue: queue, closure: closure) }
        return self
    }

    /// The counts have changed. Called with the lock held, which is not held meanwhile if somebody watches a `Progress`.
    func progressChanged() {
        if progress?.isWatched == true { enqueueSteps(.updateProgress) }
    }

    /// Called without the lock, by one thread at a time, like all steps.
    func updateProgress() { lock.withLock { progress?.update }?() }

    private func withProgress<Result>(_ body: (RequestProgress) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        let progress = progress ?? RequestProgress(attempt)
        self.progress = progress
        return body(progress)
    }
}
