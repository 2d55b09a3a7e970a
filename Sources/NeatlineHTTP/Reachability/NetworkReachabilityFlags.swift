/// The flags of the route to a host or the internet, with the values of Apple's `SCNetworkReachabilityFlags`.
///
/// Apple's other flags, which concern connections that must be dialled first, are never set.
public struct NetworkReachabilityFlags: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The bits of the set.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is a route.
    public static let reachable = NetworkReachabilityFlags(rawValue: 1 << 1)
    /// The destination is this machine.
    public static let isLocalAddress = NetworkReachabilityFlags(rawValue: 1 << 16)
    /// The route leads through a cellular interface.
    public static let isWWAN = NetworkReachabilityFlags(rawValue: 1 << 18)

    /// The names of the flags, such as `[reachable, isWWAN]`.
    public var description: String {
        let names: [(NetworkReachabilityFlags, String)] = [
            (.reachable, "reachable"), (.isLocalAddress, "isLocalAddress"), (.isWWAN, "isWWAN"),
        ]
        return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
    }
}

extension NetworkReachabilityManager.NetworkReachabilityStatus {
    /// Creates the status for flags; unknown if they are `nil`.
    init(_ flags: NetworkReachabilityFlags?) {
        guard let flags else {
            self = .unknown
            return
        }
        guard flags.contains(.reachable) else {
            self = .notReachable
            return
        }
        self = .reachable(flags.contains(.isWWAN) ? .cellular : .ethernetOrWiFi)
    }
}
