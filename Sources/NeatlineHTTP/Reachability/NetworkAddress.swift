internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An address of IPv4 or IPv6, as the system writes it down: a `sockaddr_in` or a `sockaddr_in6`.
struct NetworkAddress: Sendable, Equatable {
    /// The whole structure.
    let bytes: [UInt8]
    let family: Int32

    /// Takes a structure of the system.
    ///
    /// - Parameters:
    ///   - address: Where it stands.
    ///   - length: How many bytes of it there are; nil for as many as its family has.
    /// - Returns: Nil if its family is another, or there are too few bytes.
    init?(_ address: UnsafePointer<sockaddr>, length: Int? = nil) {
        // SAFETY: the caller has at least a `sockaddr` there.
        family = Int32(address.pointee.sa_family)
        let size: Int
        switch family {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        if let length, length < size { return nil }
        // SAFETY: the length was checked, or the system gave the structure, which is as long as its family says.
        bytes = Array(UnsafeRawBufferPointer(start: address, count: size))
    }

    /// The address that a text writes out; nil for names.
    init?(numeric text: String) {
        guard case .found(let addresses) = Self.resolve(text, flags: AI_NUMERICHOST), let first = addresses.first else {
            return nil
        }
        self = first
    }

    /// Looks up a name, which may take many seconds.
    static func lookUp(_ name: String) -> NameLookup { resolve(name, flags: 0) }

    private static func resolve(_ name: String, flags: Int32) -> NameLookup {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_flags = flags | AI_NUMERICSERV
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        #else
        hints.ai_socktype = SOCK_DGRAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        // A port is needed by some systems; 9 is that of the protocol "discard", and nothing is sent to it.
        let code = getaddrinfo(name, "9", &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else { return code == EAI_NONAME ? .noSuchName : .failed }
        var addresses: [NetworkAddress] = []
        var next = list
        while let node = next {
            // SAFETY: the list is the system's until `freeaddrinfo`, and each node says how long its address is.
            if let pointer = node.pointee.ai_addr,
                let address = NetworkAddress(pointer, length: Int(node.pointee.ai_addrlen))
            {
                addresses.append(address)
            }
            next = node.pointee.ai_next
        }
        return addresses.isEmpty ? .noSuchName : .found(addresses)
    }

    /// The four or sixteen bytes that are the address itself, without port and scope.
    var host: ArraySlice<UInt8> {
        family == AF_INET
            ? bytes[(MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4)...].prefix(4)
            : bytes[(MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8)...].prefix(16)
    }

    /// Whether it is of this machine alone: 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        family == AF_INET ? host.first == 127 : host.last == 1 && host.dropLast().allSatisfy { $0 == 0 }
    }
}
