/// The timing of one hop, and the numbers of transferred bytes.
///
/// Times are in nanoseconds since ``start``. A time is `nil` if the event did not happen (a reused connection is not
/// established again) or the transport cannot observe it.
public struct TransportTimings: Sendable, Hashable {
    /// The HTTP version of the response.
    public enum ProtocolVersion: Sendable, Hashable {
        /// The HTTP version of the response: 1.0, 1.1, 2 or 3.
        case http1_0, http1_1, http2, http3
    }

    /// The start of the hop in nanoseconds since 1970, of the system's real-time clock.
    public var start: Int64 = 0
    /// The time when the host name was resolved.
    public var lookupEnd: Int64?
    /// The time when the connection was established, without TLS.
    public var connectEnd: Int64?
    /// The time when the TLS handshake was complete.
    public var secureConnectionEnd: Int64?
    /// The time when the request was ready to be sent.
    public var requestStart: Int64?
    /// The time when the first byte of the response was received.
    public var responseStart: Int64?
    /// The time when the hop had ended.
    public var end: Int64 = 0
    /// The HTTP version of the response; `nil` if there was none.
    public var protocolVersion: ProtocolVersion?
    /// Whether the connection had been used by another request.
    public var isReusedConnection = false
    /// Whether a proxy was used.
    public var isProxyConnection = false
    /// The size of the request's head in bytes.
    public var headerBytesSent: Int64 = 0
    /// The number of bytes of the request's body that were sent.
    public var bodyBytesSent: Int64 = 0
    /// The size of all heads in bytes, including those of interim responses.
    public var headerBytesReceived: Int64 = 0
    /// The number of bytes of the body that were received, before content codings were decoded.
    public var bodyBytesReceived: Int64 = 0
    /// The local address, without a port.
    public var localAddress: String?
    /// The local port; `nil` if there was no connection.
    public var localPort: Int?
    /// The remote address, without a port.
    public var remoteAddress: String?
    /// The remote port; `nil` if there was no connection.
    public var remotePort: Int?

    /// Creates timings without any events.
    public init() {}
}
