/// When what happened to one hop, and how much was moved.
///
/// Times are nanoseconds since ``start``; nil is what did not happen (a reused connection is not connected anew) or what
/// the transport cannot see.
public struct TransportTimings: Sendable, Hashable {
    /// The version of HTTP that the server answered in.
    public enum ProtocolVersion: Sendable, Hashable {
        /// HTTP/1.0 and the others that are called by their numbers.
        case http1_0, http1_1, http2, http3
    }

    /// Nanoseconds of the system's real-time clock since 1970.
    public var start: Int64 = 0
    /// The host's address was known.
    public var lookupEnd: Int64?
    /// The connection stood, without TLS.
    public var connectEnd: Int64?
    /// TLS was agreed on.
    public var secureConnectionEnd: Int64?
    /// The request was ready to be sent.
    public var requestStart: Int64?
    /// The first byte of the response came.
    public var responseStart: Int64?
    /// All was over.
    public var end: Int64 = 0
    /// Nil without a response.
    public var protocolVersion: ProtocolVersion?
    /// Whether the connection had carried a request before.
    public var isReusedConnection = false
    /// Whether a proxy was asked instead of the host.
    public var isProxyConnection = false
    /// Bytes of the request's head.
    public var headerBytesSent: Int64 = 0
    /// Bytes of the request's body.
    public var bodyBytesSent: Int64 = 0
    /// Bytes of all heads, those of interim responses included.
    public var headerBytesReceived: Int64 = 0
    /// As they came, before content codings were decoded.
    public var bodyBytesReceived: Int64 = 0
    /// The connection's own end, as text without a port.
    public var localAddress: String?
    /// The connection's own port.
    public var localPort: Int?
    /// The connection's other end, as text without a port.
    public var remoteAddress: String?
    /// The port of the other end.
    public var remotePort: Int?

    /// Nothing has happened.
    public init() {}
}
