internal import Foundation
public import NeatlineFoundation

/// The address of a ``LoopbackServer``. None of these can be reached from another machine.
public enum LoopbackAddress: Sendable, Hashable {
    /// `127.0.0.1`, on a port that the system chooses.
    case ipv4
    /// `::1`, on a port that the system chooses.
    case ipv6
    /// A Unix domain socket at a path of at most about 100 bytes, which is removed when the server stops.
    case unixSocket(path: String)
}

/// The error of a ``LoopbackServer`` that could not start.
public struct LoopbackServerError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// The system call that failed, such as `bind`.
    public let function: String
    /// The value of `errno`, such as `EADDRINUSE`.
    public let code: Int32
    /// The system's message for the value.
    public let message: String

    /// A description, for example `bind: Address already in use (98)`.
    public var description: String { "\(function): \(message) (\(code))" }
}
