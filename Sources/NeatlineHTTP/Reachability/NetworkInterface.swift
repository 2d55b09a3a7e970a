internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One address of a network interface of this machine.
struct NetworkInterface: Sendable {
    var name: String
    var address: NetworkAddress
    /// Whether it is up and has a carrier: a cable that is plugged in, an access point.
    var isRunning: Bool

    /// Whether it leads to other machines, as far as it is known.
    var isOfNetwork: Bool { isRunning && !address.isLoopback }

    /// All addresses of all interfaces; empty if the system does not say.
    static func all() -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var interfaces: [NetworkInterface] = []
        var next = list
        while let node = next {
            // SAFETY: the list is the system's until `freeifaddrs`; its names end with a zero, and its addresses are as
            // long as their families say.
            let entry = node.pointee
            if let pointer = entry.ifa_addr, let address = NetworkAddress(pointer) {
                // An address of IPv4 may have a label, which is the interface's name and more behind a colon.
                let name = String(cString: entry.ifa_name).prefix { $0 != ":" }
                interfaces.append(
                    NetworkInterface(
                        name: String(name), address: address, isRunning: entry.ifa_flags & UInt32(IFF_RUNNING) != 0))
            }
            next = entry.ifa_next
        }
        return interfaces
    }

    /// Whether an interface is a modem's.
    ///
    /// Drivers of modems say so (`DEVTYPE=wwan`). Some do not, so there are the names that Linux (`wwan`), its dialling
    /// (`ppp`), Android (`rmnet`, `ccmni`) and iOS (`pdp_ip`) give.
    ///
    /// - Parameters:
    ///   - name: The interface's name.
    ///   - properties: What the system says of the interface of this name: lines of `KEY=value`.
    static func isCellular(_ name: String, properties: (String) -> String? = properties(of:)) -> Bool {
        if ["wwan", "ppp", "rmnet", "ccmni", "pdp_ip"].contains(where: name.hasPrefix) { return true }
        return properties(name)?.split(separator: "\n").contains("DEVTYPE=wwan") ?? false
    }

    private static func properties(of name: String) -> String? {
        #if os(Linux)
        try? String(contentsOfFile: "/sys/class/net/\(name)/uevent", encoding: .utf8)
        #else
        nil
        #endif
    }
}
