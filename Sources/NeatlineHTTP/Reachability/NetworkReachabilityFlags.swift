/// What is known of the way to a host or to the internet, in the terms of Apple's `SCNetworkReachabilityFlags`, whose values
/// these are.
///
/// Apple's other flags, which are about connections that have to be dialled first, are never set here.
public struct NetworkReachabilityFlags: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Flags from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is a way to it.
    public static let reachable = NetworkReachabilityFlags(rawValue: 1 << 1)
    /// It is this machine itself.
    public static let isLocalAddress = NetworkReachabilityFlags(rawValue: 1 << 16)
    /// The way leaves this machine by a modem.
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
    /// The status that the flags say; unknown if there are none.
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
