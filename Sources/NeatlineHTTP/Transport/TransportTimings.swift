/// When what happened to one hop, and how much was moved.
///
/// Times are nanoseconds since ``start``; nil is what did not happen (a reused connection is not connected anew) or what
/// the transport cannot see.
public struct TransportTimings: Sendable, Hashable {
    public enum ProtocolVersion: Sendable, Hashable {
        case http1_0, http1_1, http2, http3
    }

    /// Nanoseconds of the system's real-time clock since 1970.
    public var start: Int64 = 0
    public var lookupEnd: Int64?
    public var connectEnd: Int64?
    public var secureConnectionEnd: Int64?
    /// The request was ready to be sent.
    public var requestStart: Int64?
    /// The first byte of the response came.
    public var responseStart: Int64?
    public var end: Int64 = 0
    public var protocolVersion: ProtocolVersion?
    public var isReusedConnection = false
    public var isProxyConnection = false
    public var headerBytesSent: Int64 = 0
    public var bodyBytesSent: Int64 = 0
    public var headerBytesReceived: Int64 = 0
    /// As they came, before content codings were decoded.
    public var bodyBytesReceived: Int64 = 0
    public var localAddress: String?
    public var localPort: Int?
    public var remoteAddress: String?
    public var remotePort: Int?

    public init() {}
}
