/// The head of a response: its status and its header lines, as they were received.
public struct TransportResponseHead: Sendable {
    /// The status code, 200 to 999.
    public var status: Int
    /// The version in the status line.
    public var version: TransportTimings.ProtocolVersion
    /// The header lines, without the status line and the empty line, each with its line break.
    public var lines: [UInt8]

    /// Creates a head from its lines.
    ///
    /// - Parameters:
    ///   - status: The status code, 200 to 999.
    ///   - version: The version in the status line.
    ///   - lines: The header lines, each with its line break.
    public init(status: Int, version: TransportTimings.ProtocolVersion = .http1_1, lines: [UInt8]) {
        self.status = status
        self.version = version
        self.lines = lines
    }
}
