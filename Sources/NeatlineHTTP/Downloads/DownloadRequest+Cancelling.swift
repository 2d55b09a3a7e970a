public import Foundation
internal import NeatlineFoundation

extension DownloadRequest {
    /// Cancels the download, and optionally produces ``resumeData``.
    ///
    /// The resume data, if the download can be resumed, is available when response handlers are called, also in their
    /// responses.
    ///
    /// - Parameter shouldProduceResumeData: Whether to produce resume data; if `false`, this is the same as
    ///   ``Request/cancel()``.
    /// - Returns: The request.
    @discardableResult
    public func cancel(producingResumeData shouldProduceResumeData: Bool) -> Self {
        shouldProduceResumeData ? cancelResumably(nil) : cancel()
    }

    /// Cancels the download and produces resume data.
    ///
    /// ```swift
    /// request.cancel { data in
    ///     if let data { AF.download(resumingWith: data).responseURL { print($0) } }
    /// }
    /// ```
    ///
    /// - Parameter completionHandler: A closure that receives ``resumeData``, or `nil` if the download cannot be
    ///   resumed or had finished before. Called once, on ``Session/rootQueue``, before response handlers are called.
    /// - Returns: The request.
    @preconcurrency @discardableResult
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (_ data: Data?) -> Void) -> Self {
        cancelResumably(completionHandler)
    }

    private func cancelResumably(_ completionHandler: (@Sendable (Data?) -> Void)?) -> Self {
        lock.lock()
        if machine.state != .cancelled && machine.state != .finished { download.wantsResumeData = true }
        if let completionHandler { download.resumeDataHandlers.append(completionHandler) }
        let isOver = machine.phase == .done
        lock.unlock()
        if isOver { core.rootQueue.async { self.tellOfResumeData() } }
        process(.cancel)
        return self
    }

    /// Calls the closures that wait for the resume data. Called on the root queue.
    func tellOfResumeData() {
        let (handlers, data) = lock.withLock {
            let handlers = download.resumeDataHandlers
            download.resumeDataHandlers = []
            return (handlers, download.resumeData)
        }
        for handler in handlers { handler(data) }
    }
}
