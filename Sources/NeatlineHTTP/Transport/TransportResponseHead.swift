/// The head of a response: its status, and its header lines as they came.
public struct TransportResponseHead: Sendable {
    public var status: Int
    public var version: TransportTimings.ProtocolVersion
    /// The header lines, without the status line and the empty one, each with its line break.
    public var lines: [UInt8]

    public init(status: Int, version: TransportTimings.ProtocolVersion = .http1_1, lines: [UInt8]) {
        self.status = status
        self.version = version
        self.lines = lines
    }
}
