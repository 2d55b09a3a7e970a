internal import Foundation
internal import NeatlineSystem

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

/// The route that the system uses for packets to an address.
enum NetworkRoute: Equatable {
    /// There is no route.
    case none
    /// The system could not be queried, for example because there are no free descriptors.
    case unknown
    /// The route begins at this local address.
    case from(NetworkAddress)

    /// Queries the route to an address.
    ///
    /// Connecting a UDP socket sends nothing: it only determines the route, and binds the socket to the local address
    /// of its packets.
    init(to address: NetworkAddress) {
        #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        #elseif canImport(Musl)
        let kind = SOCK_DGRAM | SOCK_CLOEXEC
        #else
        let kind = SOCK_DGRAM
        #endif
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else {
            self = errno == EAFNOSUPPORT ? .none : .unknown
            return
        }
        defer { close(descriptor) }
        let code = address.bytes.withUnsafeBytes { bytes -> Int32 in
            // SAFETY: `bytes` contains a whole structure; arrays are aligned to 16 bytes, which is enough for it, and
            // the system copies the bytes.
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return SystemCall.repeated { connect(descriptor, pointer, socklen_t(bytes.count)) }
        }
        guard code == 0 else {
            self = .none
            return
        }
        var local = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &local) { storage -> NetworkAddress? in
            // SAFETY: a `sockaddr_storage` has room for every address and may be accessed as one, and the system writes
            // at most `length` bytes.
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &length) == 0 ? NetworkAddress(address, length: Int(length)) : nil
            }
        }
        self = found.map(NetworkRoute.from) ?? .unknown
    }
}
