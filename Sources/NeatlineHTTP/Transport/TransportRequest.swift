public import Foundation

/// A request of one hop, with all values that a transport needs.
public struct TransportRequest: Sendable {
    /// The absolute, percent-encoded URL of this hop.
    public var url: URL
    /// The method, as it is sent.
    public var method: String
    /// The header fields, as they are sent. The transport adds `Host`, `Content-Length` and `Transfer-Encoding` unless
    /// they are given.
    public var headers: HTTPHeaders
    /// The body to send; `none` by default.
    public var body: TransportBody
    /// Whether the transport offers the content codings that it supports and decodes the body. It does unless `headers`
    /// contain the `Accept-Encoding` `identity`.
    public var decodesContent: Bool
    /// Whether a large body is expected, for which large buffers are used.
    public var expectsLargeBody: Bool
    /// The priority, from 0 (lowest) to 1 (highest).
    public var priority: Float
    /// The HTTP version; `nil` for the transport's. A transport that cannot send requests with a version fails them with
    /// `TransportError.Code.unsupportedVersion`.
    public var httpVersion: HTTPVersion?
    /// Returns the fields that are sent behind the body, which is sent in chunks then; `nil` for none. Called at the end of
    /// the body, on a thread of the transport. Needs the capability `.interimFields`. Sent
    /// with HTTP/1.1.
    public var trailers: (@Sendable () -> HTTPHeaders)?
    /// The evaluation of the server; `nil` for the transport's own settings.
    var serverTrust: ServerTrustCheck?
    /// The channel of the WebSocket that the request opens; `nil` for an ordinary request.
    var webSocket: WebSocketChannel?
    /// Whether ``LocalTransport`` answers the request.
    private(set) var isLocal = false

    /// Creates a request for one hop. The parameters are the properties of the same names.
    public init(
        url: URL, method: String = "GET", headers: HTTPHeaders = HTTPHeaders(), body: TransportBody = .none,
        decodesContent: Bool = true, expectsLargeBody: Bool = false, priority: Float = 0.5
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.decodesContent = decodesContent
        self.expectsLargeBody = expectsLargeBody
        self.priority = priority
    }

    /// Returns the request for a `file:` or `data:` URL.
    static func local(_ url: URL, method: String) -> TransportRequest {
        var request = TransportRequest(url: url, method: method)
        request.isLocal = true
        return request
    }
}

/// The body of a request.
public enum TransportBody: Sendable {
    /// No body. No `Content-Length` is sent unless the method requires one: for `POST`, `PUT` and `PATCH` it is 0.
    case none
    /// Data in memory, which can be sent again.
    case bytes(Data)
    /// Bytes that are created while they are sent. Without a length they are sent in chunks (HTTP/1.1) or frames
    /// (HTTP/2).
    case stream(any TransportBodyStream, length: Int64?)

    /// Whether there is a body.
    var isPresent: Bool { if case .none = self { false } else { true } }
}

/// A type that creates a body while it is sent. The transport calls it on a separate thread, one call at a time.
public protocol TransportBodyStream: AnyObject, Sendable {
    /// Returns the next bytes of the body.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: Bytes, the end, or that there are none yet.
    /// - Throws: Any error, with which the request fails with `TransportError.Code.bodyStreamFailed`.
    func next(limit: Int) throws -> TransportBodyPiece

    /// Returns to the beginning of the body, because the request is sent again.
    ///
    /// - Throws: Any error if this is not possible; the request fails.
    func rewind() throws

    /// Stores a closure that is called, on any thread, when there are bytes after `.pending`.
    ///
    /// - Parameter wake: The closure.
    func whenReady(_ wake: @escaping @Sendable () -> Void)
}

/// The result of reading a body stream.
public enum TransportBodyPiece: Sendable {
    /// The next bytes: at least one.
    case bytes(Data)
    /// There are no bytes yet: the stream calls the closure of ``TransportBodyStream/whenReady(_:)`` when there are
    /// some.
    case pending
    /// The end of the body.
    case end
}

/// A body stream that knows the error of creating the body, and is told when no more of it is needed.
protocol FailingBody: TransportBodyStream {
    /// The error of creating the body; `nil` if there is none.
    var failure: (any Error)? { get }
    /// Whether the transport has taken all bytes up to the end of the body.
    var isExhausted: Bool { get }

    /// Called when the body is not needed any longer, unless it is rewound.
    func end()
}
