/// The features of a transport.
public struct TransportCapabilities: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `TransportTask.pause()` pauses the transfer, so that a slow reader needs no memory.
    public static let backpressure = TransportCapabilities(rawValue: 1 << 0)
    /// Timings contain the phases: name resolution, connecting, TLS, sending and waiting.
    public static let phaseTimings = TransportCapabilities(rawValue: 1 << 1)
    /// HTTP/2 is supported, at least over TLS.
    public static let http2 = TransportCapabilities(rawValue: 1 << 2)
    /// The body of a request may be created while it is sent.
    public static let bodyStreams = TransportCapabilities(rawValue: 1 << 3)
    /// IPv6 addresses are supported in URLs, such as `http://[::1]/`.
    public static let ipv6Literals = TransportCapabilities(rawValue: 1 << 4)
    /// Servers that listen on a Unix domain socket are supported.
    public static let unixSockets = TransportCapabilities(rawValue: 1 << 5)
    /// Proxies can be configured, in addition to those of the process's environment.
    public static let proxies = TransportCapabilities(rawValue: 1 << 6)
    /// Certificate authorities, pinned keys, client certificates and TLS versions can be configured.
    public static let tlsSettings = TransportCapabilities(rawValue: 1 << 7)
    /// No response can terminate the process, whether it has trailers, a truncated head or header lines without a
    /// space.
    public static let hostileServers = TransportCapabilities(rawValue: 1 << 8)
    /// For large bodies, the end of the bytes that were received together is reported with
    /// `TransportReceiver.transportDidReceiveBatch()`.
    public static let batches = TransportCapabilities(rawValue: 1 << 9)
    /// A session's `ServerTrustManager` is supported. Without it, requests to hosts that have an evaluator fail before
    /// anything is sent.
    public static let serverTrust = TransportCapabilities(rawValue: 1 << 10)
    /// Fields can be sent behind a body; those behind a response's body, and those of responses 103, are reported.
    public static let interimFields = TransportCapabilities(rawValue: 1 << 11)
}
