public import Foundation

extension DownloadRequest {
    /// Ends the download as ``Request/cancel()`` does, and leaves ``resumeData`` if that is wanted and can be.
    ///
    /// The resume data is there when the handlers are called, in their responses, too.
    @discardableResult
    public func cancel(producingResumeData shouldProduceResumeData: Bool) -> Self {
        shouldProduceResumeData ? cancelResumably(nil) : cancel()
    }

    /// Ends the download as ``Request/cancel()`` does, and leaves resume data if that can be.
    ///
    /// - Parameter completionHandler: Called once, on ``Session/rootQueue``, before the handlers: with the same as ``resumeData``
    ///   says, which is nil if the download cannot be resumed, or was over before.
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

    /// Calls those who wait for the resume data. Called on the root queue.
    func tellOfResumeData() {
        let (handlers, data) = lock.withLock {
            let handlers = download.resumeDataHandlers
            download.resumeDataHandlers = []
            return (handlers, download.resumeData)
        }
        for handler in handlers { handler(data) }
    }
}
