/// The head of a response: its status, and its header lines as they came.
public struct TransportResponseHead: Sendable {
    /// The status code, 200 to 999.
    public var status: Int
    /// The version of the status line.
    public var version: TransportTimings.ProtocolVersion
    /// The header lines, without the status line and the empty one, each with its line break.
    public var lines: [UInt8]

    /// A head of these lines.
    public init(status: Int, version: TransportTimings.ProtocolVersion = .http1_1, lines: [UInt8]) {
        self.status = status
        self.version = version
        self.lines = lines
    }
}
