internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An address of a network interface of this machine.
struct NetworkInterface: Sendable {
    var name: String
    var address: NetworkAddress
    /// Whether the interface is up and has a carrier, such as a plugged-in cable or an access point.
    var isRunning: Bool

    /// Whether the interface leads to other machines.
    var isOfNetwork: Bool { isRunning && !address.isLoopback }

    /// Returns all addresses of all interfaces; empty if the system cannot list them.
    static func all() -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var interfaces: [NetworkInterface] = []
        var next = list
        while let node = next {
            // SAFETY: the list is valid until `freeifaddrs`; its names end with a zero byte, and its addresses have the
            // length of their families.
            let entry = node.pointee
            if let pointer = entry.ifa_addr, let address = NetworkAddress(pointer) {
                // An IPv4 address may have a label: the interface's name, a colon and a suffix.
                let name = String(cString: entry.ifa_name).prefix { $0 != ":" }
                interfaces.append(
                    NetworkInterface(
                        name: String(name), address: address, isRunning: entry.ifa_flags & UInt32(IFF_RUNNING) != 0))
            }
            next = entry.ifa_next
        }
        return interfaces
    }

    /// Returns whether an interface is cellular.
    ///
    /// Most drivers report it (`DEVTYPE=wwan`). For the others there are the names that Linux (`wwan`), its dial-up
    /// (`ppp`), Android (`rmnet`, `ccmni`) and iOS (`pdp_ip`) use.
    ///
    /// - Parameters:
    ///   - name: The interface's name.
    ///   - properties: Returns the system's properties of an interface, as lines of `KEY=value`.
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
