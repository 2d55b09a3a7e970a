/// What a transport can do.
public struct TransportCapabilities: OptionSet, Sendable, Hashable {
    /// The bits of the members.
    public let rawValue: UInt32

    /// The set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `TransportTask.pause()` stops the flow, so a slow reader costs no memory.
    public static let backpressure = TransportCapabilities(rawValue: 1 << 0)
    /// Timings have the phases: name lookup, connecting, TLS, sending, waiting.
    public static let phaseTimings = TransportCapabilities(rawValue: 1 << 1)
    /// HTTP/2, at least over TLS.
    public static let http2 = TransportCapabilities(rawValue: 1 << 2)
    /// A body may be made while it is sent.
    public static let bodyStreams = TransportCapabilities(rawValue: 1 << 3)
    /// Addresses such as `http://[::1]/`.
    public static let ipv6Literals = TransportCapabilities(rawValue: 1 << 4)
    /// Servers that listen on a unix socket.
    public static let unixSockets = TransportCapabilities(rawValue: 1 << 5)
    /// Proxies set for this transport, not only by the process's environment.
    public static let proxies = TransportCapabilities(rawValue: 1 << 6)
    /// Own certificate authorities, pinned keys, client certificates, TLS versions.
    public static let tlsSettings = TransportCapabilities(rawValue: 1 << 7)
    /// No answer of a server can end the process: trailers, heads cut anywhere, header lines without a space.
    public static let hostileServers = TransportCapabilities(rawValue: 1 << 8)
    /// Of a large body it says when the bytes that came together were all told, by
    /// `TransportReceiver.transportDidReceiveBatch()`.
    public static let batches = TransportCapabilities(rawValue: 1 << 9)
    /// A session's `ServerTrustManager` decides which servers are trusted. With a transport that lacks it, requests to
    /// hosts that have an evaluator fail before anything is sent.
    public static let serverTrust = TransportCapabilities(rawValue: 1 << 10)
}
