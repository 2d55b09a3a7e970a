public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What happens to a request, as streams. They end when the request is finished.
extension Request {
    /// How much of the request's body was sent, again and again.
    ///
    /// - Parameter bufferingPolicy: What happens to values that come faster than they are read.
    public func uploadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> {
        stream(bufferingPolicy) { [self] continuation in
            uploadProgress(queue: underlyingQueue) { continuation.yield($0) }
        }
    }

    /// How much of the response's body has come, again and again.
    ///
    /// - Parameter bufferingPolicy: What happens to values that come faster than they are read.
    public func downloadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> {
        stream(bufferingPolicy) { [self] continuation in
            downloadProgress(queue: underlyingQueue) { continuation.yield($0) }
        }
    }

    /// Each `URLRequest` that is sent: one for each attempt.
    ///
    /// - Parameter bufferingPolicy: What happens to values that come faster than they are read.
    public func urlRequests(
        bufferingPolicy: StreamOf<URLRequest>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLRequest> {
        stream(bufferingPolicy) { [self] continuation in
            let made = withOptions { options in
                options.requestObservers.append { continuation.yield($0) }
                return attempt?.original
            }
            if let made { continuation.yield(made) }
        }
    }

    /// The task of each attempt, as it begins.
    ///
    /// - Parameter bufferingPolicy: What happens to values that come faster than they are read.
    public func urlSessionTasks(
        bufferingPolicy: StreamOf<URLSessionTask>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLSessionTask> {
        stream(bufferingPolicy) { [self] continuation in
            withOptions { $0.taskObservers.append { continuation.yield($0) } }
            if let task = self.task { continuation.yield(task) }
        }
    }

    /// The curl command of each attempt.
    ///
    /// - Parameter bufferingPolicy: What happens to values that come faster than they are read.
    public func cURLDescriptions(
        bufferingPolicy: StreamOf<String>.BufferingPolicy = .unbounded
    ) -> StreamOf<String> {
        stream(bufferingPolicy) { [self] continuation in
            let isMade = withOptions { options in
                options.requestObservers.append { [unowned self] _ in continuation.yield(cURLDescription()) }
                return attempt != nil
            }
            if isMade { continuation.yield(cURLDescription()) }
        }
    }

    func stream<Element>(
        _ bufferingPolicy: StreamOf<Element>.BufferingPolicy,
        _ begin: @escaping @Sendable (StreamOf<Element>.Continuation) -> Void
    ) -> StreamOf<Element> {
        StreamOf(bufferingPolicy: bufferingPolicy) { continuation in
            begin(continuation)
            // On the queue of the reports, so that none of them comes too late.
            self.onFinish { [queue = self.underlyingQueue] in queue.async { continuation.finish() } }
        }
    }

    // MARK: - Heads

    /// The head of each attempt's response.
    ///
    /// - Parameter bufferingPolicy: What happens to values that come faster than they are read.
    public func httpResponses(
        bufferingPolicy: StreamOf<HTTPURLResponse>.BufferingPolicy = .unbounded
    ) -> StreamOf<HTTPURLResponse> {
        stream(bufferingPolicy) { [self] continuation in
            onHTTPResponse(on: underlyingQueue) { response in
                continuation.yield(response)
            }
        }
    }

    /// Asks a closure about the head of each response, whether the body is to come, which waits until then.
    ///
    /// The closure that is set last counts.
    @preconcurrency @discardableResult @_disfavoredOverload
    public func onHTTPResponse(
        perform handler: @escaping @Sendable (_ response: HTTPURLResponse) async -> ResponseDisposition
    ) -> Self {
        onHTTPResponse(on: underlyingQueue) { response, completionHandler in
            Task { completionHandler(await handler(response)) }
        }
        return self
    }

    /// Calls a closure with the head of each response; the body waits until it is done.
    ///
    /// The closure that is set last counts.
    @preconcurrency @discardableResult
    public func onHTTPResponse(perform handler: @escaping @Sendable (_ response: HTTPURLResponse) async -> Void) -> Self
    {
        onHTTPResponse { response async -> ResponseDisposition in
            await handler(response)
            return .allow
        }
        return self
    }
}
