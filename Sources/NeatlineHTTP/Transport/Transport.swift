/// Moves the bytes of requests, one hop each, and reports what happens to them.
///
/// A transport decides nothing: redirects, cookies, authentication, timeouts, retries and caching are made above it, so
/// that they are the same with each. It sends a request as it stands, answers with the response to it, and says by
/// ``capabilities`` what it can do.
///
/// `Session` makes the default one of the platform by itself. For tests there is one without a network in
/// `NeatlineTesting`.
public protocol Transport: AnyObject, Sendable {
    /// What requests may ask of this transport.
    var capabilities: TransportCapabilities { get }

    /// Begins to move a request.
    ///
    /// It returns at once. The receiver's methods are called one at a time, in the order that ``TransportReceiver``
    /// draws, on a thread of the transport's choice, possibly before this returns.
    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask

    /// Ends idle connections and refuses new requests with `TransportError.Code.invalidated`; running ones go on.
    ///
    /// May be called more than once.
    func invalidate()
}

/// A request that a transport moves. Each method may be called on any thread, at any time, any number of times.
public protocol TransportTask: AnyObject, Sendable {
    /// Ends the request: `receiver` is told of its completion, with `TransportError.Code.cancelled` unless it was
    /// complete before.
    func cancel()

    /// Asks that no more body bytes come, nor go, until ``resume()``. Some that are on their way may still come or go.
    ///
    /// Does nothing with a transport whose capabilities lack `.backpressure`.
    func pause()

    /// Takes ``pause()`` back.
    func resume()
}

/// What a transport tells of one request:
///
/// ```
/// (didSend | didReceiveHeadBytes)*  didReceive(head)?  (didReceive(bytes)+  didReceiveBatch?)*  didComplete
/// ```
///
/// Bytes may still be sent while the response comes. Completion comes once, always, and last. The methods must return
/// soon: other requests wait for them.
public protocol TransportReceiver: AnyObject, Sendable {
    /// So many bytes of the request's body are out, all in all.
    func transportDidSend(totalBytes: Int64)

    /// Some bytes of a head have come, that of a response 100 to 199 or of the final one: the connection is alive.
    ///
    /// It comes at most once for bytes that came together. The default does nothing.
    func transportDidReceiveHeadBytes()

    /// The final response's head has come, whole. Heads of responses 100 to 199 are not reported.
    func transportDidReceive(_ head: TransportResponseHead)

    /// Some bytes of the body, decoded as `Content-Encoding` says unless the request asked for none of that.
    func transportDidReceive(_ bytes: RawSpan)

    /// The bytes that came together were all told; the transport waits for more. Who collects bytes hands them on now.
    ///
    /// Transports with `.batches` among their capabilities say so, of requests that expect a large body. The default does
    /// nothing.
    func transportDidReceiveBatch()

    /// All is over. Without an error the response is whole.
    func transportDidComplete(_ completion: TransportCompletion)
}

extension TransportReceiver {
    /// Does nothing.
    public func transportDidReceiveHeadBytes() {}

    /// Does nothing.
    public func transportDidReceiveBatch() {}
}

/// How a request ended.
public struct TransportCompletion: Sendable {
    /// Why the response is not whole, or nil.
    public var error: TransportError?
    /// When what happened, and how much was moved.
    public var timings: TransportTimings

    /// An end with an error, or a good one.
    public init(error: TransportError? = nil, timings: TransportTimings = TransportTimings()) {
        self.error = error
        self.timings = timings
    }
}
