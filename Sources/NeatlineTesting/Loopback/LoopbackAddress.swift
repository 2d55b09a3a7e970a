internal import Foundation
public import NeatlineFoundation

/// Where a ``LoopbackServer`` listens. None of these can be reached from another machine.
public enum LoopbackAddress: Sendable, Hashable {
    /// `127.0.0.1`, on a port that the system chooses.
    case ipv4
    /// `::1`, on a port that the system chooses.
    case ipv6
    /// A socket in the file system, which is removed when the server stops. A path is at most about 100 bytes long.
    case unixSocket(path: String)
}

/// Why a ``LoopbackServer`` could not begin.
public struct LoopbackServerError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// The system's function that failed, such as `bind`.
    public let function: String
    /// The system's number of the error, such as `EADDRINUSE`.
    public let code: Int32
    /// What the system says about the number.
    public let message: String

    /// For example `bind: Address already in use (98)`.
    public var description: String { "\(function): \(message) (\(code))" }
}
