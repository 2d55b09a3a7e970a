public import Foundation
internal import NeatlineSystem

/// Events of a request, as asynchronous sequences. They end when the request is finished.
extension Request {
    /// Returns the progress of sending the request's body, as it changes.
    ///
    /// - Parameter bufferingPolicy: How values are buffered that are not read yet.
    public func uploadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> {
        stream(bufferingPolicy) { [self] continuation in
            uploadProgress(queue: underlyingQueue) { continuation.yield($0) }
            return nil
        }
    }

    /// Returns the progress of receiving the response's body, as it changes.
    ///
    /// - Parameter bufferingPolicy: How values are buffered that are not read yet.
    public func downloadProgress(
        bufferingPolicy: StreamOf<Progress>.BufferingPolicy = .unbounded
    ) -> StreamOf<Progress> {
        stream(bufferingPolicy) { [self] continuation in
            downloadProgress(queue: underlyingQueue) { continuation.yield($0) }
            return nil
        }
    }

    /// Returns the `URLRequest` of each attempt.
    ///
    /// - Parameter bufferingPolicy: How values are buffered that are not read yet.
    public func urlRequests(
        bufferingPolicy: StreamOf<URLRequest>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLRequest> {
        stream(bufferingPolicy) { [self] continuation in
            let (made, key) = mutableState.withLock { state in
                (state.attempt?.original, state.requireOptions().requestObservers.add { continuation.yield($0) })
            }
            if let made { continuation.yield(made) }
            return removal(of: key, from: \.requestObservers)
        }
    }

    /// Returns the task of each attempt, as it is created.
    ///
    /// - Parameter bufferingPolicy: How values are buffered that are not read yet.
    public func urlSessionTasks(
        bufferingPolicy: StreamOf<URLSessionTask>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLSessionTask> {
        stream(bufferingPolicy) { [self] continuation in
            let (made, key) = mutableState.withLock { state in
                (lastTask(in: state), state.requireOptions().taskObservers.add { continuation.yield($0) })
            }
            if let made { continuation.yield(made) }
            return removal(of: key, from: \.taskObservers)
        }
    }

    /// Returns the curl command of each attempt.
    ///
    /// - Parameter bufferingPolicy: How values are buffered that are not read yet.
    public func cURLDescriptions(
        bufferingPolicy: StreamOf<String>.BufferingPolicy = .unbounded
    ) -> StreamOf<String> {
        stream(bufferingPolicy) { [self] continuation in
            let (isMade, key) = mutableState.withLock { state in
                let key = state.requireOptions().requestObservers.add { [unowned self] _ in
                    continuation.yield(cURLDescription())
                }
                return (state.attempt != nil, key)
            }
            if isMade { continuation.yield(cURLDescription()) }
            return removal(of: key, from: \.requestObservers)
        }
    }

    func stream<Element>(
        _ bufferingPolicy: StreamOf<Element>.BufferingPolicy,
        _ begin: @escaping @Sendable (StreamOf<Element>.Continuation) -> (@Sendable () -> Void)?
    ) -> StreamOf<Element> {
        StreamOf(bufferingPolicy: bufferingPolicy) { continuation in
            let stop = begin(continuation)
            // On the queue of the reports, so that none of them comes too late.
            let forget = self.onFinish { [queue = self.underlyingQueue] in queue.async { continuation.finish() } }
            continuation.onTermination = { _ in
                stop?()
                forget()
            }
        }
    }

    // MARK: - Heads

    /// Returns the response of each attempt, when its status and header fields were received.
    ///
    /// - Parameter bufferingPolicy: How values are buffered that are not read yet.
    public func httpResponses(
        bufferingPolicy: StreamOf<HTTPURLResponse>.BufferingPolicy = .unbounded
    ) -> StreamOf<HTTPURLResponse> {
        stream(bufferingPolicy) { [self] continuation in
            onHTTPResponse(on: underlyingQueue) { response in
                continuation.yield(response)
            }
            return nil
        }
    }

    /// Calls a closure with the status and header fields of each response. The body is received only after the closure
    /// has returned `.allow`.
    ///
    /// A closure that is set later replaces it.
    ///
    /// - Parameter handler: Called in a new task for each response. Returns whether to receive the body or to cancel the
    ///   request.
    @preconcurrency @discardableResult @_disfavoredOverload
    public func onHTTPResponse(
        perform handler: @escaping @Sendable (_ response: HTTPURLResponse) async -> ResponseDisposition
    ) -> Self {
        onHTTPResponse(on: underlyingQueue) { response, completionHandler in
            Task { completionHandler(await handler(response)) }
        }
        return self
    }

    /// Calls a closure with the status and header fields of each response. The body is received after the closure has
    /// returned.
    ///
    /// A closure that is set later replaces it.
    ///
    /// - Parameter handler: Called in a new task for each response.
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
