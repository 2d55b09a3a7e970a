public import Foundation

/// One request as it goes over the wire: all that a transport needs to know.
public struct TransportRequest: Sendable {
    /// Absolute, percent-encoded.
    public var url: URL
    /// As it is sent: upper case by custom.
    public var method: String
    /// As they are sent. `Host`, `Content-Length` and `Transfer-Encoding` are the transport's own unless given.
    public var headers: HTTPHeaders
    /// What is sent behind the headers.
    public var body: TransportBody
    /// Whether the transport offers the content codings it knows and decodes the body, which is the case unless
    /// `headers` has an `Accept-Encoding` of `identity`.
    public var decodesContent: Bool
    /// Whether a large body is expected, for which large buffers pay.
    public var expectsLargeBody: Bool
    /// How much a user waits for it, from 0 (least) to 1 (most).
    public var priority: Float
    /// Who decides whether the server is trusted; nil for the transport's own settings.
    var serverTrust: ServerTrustCheck?

    /// A request of these parts.
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
}

/// What a request carries.
public enum TransportBody: Sendable {
    /// No body, and no `Content-Length` unless the method asks for one (`POST`, `PUT` and `PATCH` then say 0).
    case none
    /// Bytes that are all there.
    case bytes(Data)
    /// Bytes that are made while they are sent. Without a length they go in chunks (HTTP/1.1) or frames (HTTP/2).
    case stream(any TransportBodyStream, length: Int64?)
}

/// Makes a body while it is sent. The transport calls it on a thread of its own, one call at a time.
public protocol TransportBodyStream: AnyObject, Sendable {
    /// The next bytes, at most `limit` of them.
    ///
    /// - Throws: What makes the request fail, with `TransportError.Code.bodyStreamFailed` around it.
    func next(limit: Int) throws -> TransportBodyPiece

    /// Begins anew, because the request is sent again.
    ///
    /// - Throws: If that cannot be done; the request then fails.
    func rewind() throws

    /// Keeps what is to be called, on any thread, when there are bytes after `.pending`.
    func whenReady(_ wake: @escaping @Sendable () -> Void)
}

/// What a body stream answers.
public enum TransportBodyPiece: Sendable {
    /// At least one byte.
    case bytes(Data)
    /// None yet: the stream calls what ``TransportBodyStream/whenReady(_:)`` gave it when there are some.
    case pending
    /// No more will come.
    case end
}
