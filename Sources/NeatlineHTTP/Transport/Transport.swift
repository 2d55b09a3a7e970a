/// A type that sends requests, one hop each, and reports their events.
///
/// A transport makes no decisions: redirects, cookies, authentication, timeouts, retries and caching are implemented
/// above it, so that they are the same with every transport. It sends a request unchanged, reports the response, and
/// declares its features as ``capabilities``.
///
/// A `Session` creates the default transport of the platform. For tests, `NeatlineTesting` contains one without a
/// network.
public protocol Transport: AnyObject, Sendable {
    /// The features of the transport.
    var capabilities: TransportCapabilities { get }

    /// Starts a request, and reports its progress to the receiver.
    ///
    /// Returns immediately. The receiver's methods are called one at a time, in the order that ``TransportReceiver``
    /// defines, on a thread of the transport, possibly before this function returns.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Receives the events of the request.
    /// - Returns: The running request.
    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask

    /// Closes idle connections and refuses new requests with `TransportError.Code.invalidated`; running requests
    /// continue.
    ///
    /// May be called more than once, on any thread.
    func invalidate()
}

/// A running request of a transport. Each method may be called on any thread, at any time, any number of times.
public protocol TransportTask: AnyObject, Sendable {
    /// Cancels the request. The receiver is informed of its completion, with `TransportError.Code.cancelled` unless it
    /// has already completed.
    func cancel()

    /// Pauses the transfer of both bodies until ``resume()``. Bytes that are already in transit may still be sent or
    /// received.
    ///
    /// Does nothing if the transport's capabilities do not contain `.backpressure`.
    func pause()

    /// Resumes the transfer after ``pause()``.
    func resume()
}

/// A type that receives the events of one request of a transport:
///
/// ```
/// (didSend | didReceiveHeadBytes | didReceive(hints))*  didReceive(head)?  (didReceive(bytes)+  didReceiveBatch?)*  didComplete
/// ```
///
/// Bytes may still be sent while the response is received. Completion is always reported, once, as the last event. The
/// methods must return quickly, because other requests wait for them.
public protocol TransportReceiver: AnyObject, Sendable {
    /// Called when bytes of the request's body were sent.
    ///
    /// - Parameter totalBytes: The number of bytes that were sent so far. It starts again when the transport sends the body again,
    ///   as on another connection; a total that is not larger than the one before says so.
    func transportDidSend(totalBytes: Int64)

    /// Called when bytes of a head were received, that of a response 100 to 199 or of the final one: the connection is
    /// alive.
    ///
    /// Called at most once for bytes that were received together. The default implementation does nothing.
    func transportDidReceiveHeadBytes()

    /// Called when the head of a response 103 was received: fields that the final response will probably have (RFC 8297).
    /// It may be called several times before the final response, and never by transports without the capability
    /// `.interimFields`. The default implementation does nothing.
    ///
    /// - Parameter hints: The head.
    func transportDidReceive(hints: TransportResponseHead)

    /// Called when the complete head of the final response was received. Heads of other responses 100 to 199 are not
    /// reported.
    ///
    /// - Parameter head: The head.
    func transportDidReceive(_ head: TransportResponseHead)

    /// Called when bytes of the body were received.
    ///
    /// - Parameter bytes: The bytes, with content codings decoded unless the request has disabled that.
    func transportDidReceive(_ bytes: RawSpan)

    /// Called after the last of several events for bytes that were received together; the transport waits for more. A
    /// receiver that collects bytes should deliver them now.
    ///
    /// Called by transports with the capability `.batches`, for requests that expect a large body. The default
    /// implementation does nothing.
    func transportDidReceiveBatch()

    /// Called when the request has completed.
    ///
    /// - Parameter completion: The outcome. Without an error the response is complete.
    func transportDidComplete(_ completion: TransportCompletion)
}

extension TransportReceiver {
    /// Does nothing, unless the type implements it.
    public func transportDidReceiveHeadBytes() {}

    /// Does nothing, unless the type implements it.
    public func transportDidReceive(hints: TransportResponseHead) {}

    /// Does nothing, unless the type implements it.
    public func transportDidReceiveBatch() {}
}

/// The outcome of a request.
public struct TransportCompletion: Sendable {
    /// The error of the request; `nil` if the response is complete.
    public var error: TransportError?
    /// The timing of the request, and the numbers of transferred bytes.
    public var timings: TransportTimings
    /// The fields behind the body (RFC 9110, section 6.5), if the response is complete.
    public var trailers: HTTPHeaders

    /// Creates the outcome of a request.
    ///
    /// - Parameters:
    ///   - error: The error of the request; `nil` if the response is complete.
    ///   - timings: The timing of the request.
    ///   - trailers: The fields behind the body.
    public init(
        error: TransportError? = nil, timings: TransportTimings = TransportTimings(),
        trailers: HTTPHeaders = HTTPHeaders()
    ) {
        self.error = error
        self.timings = timings
        self.trailers = trailers
    }
}
