internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An IPv4 or IPv6 address, as the system's `sockaddr_in` or `sockaddr_in6`.
struct NetworkAddress: Sendable, Equatable {
    /// The bytes of the structure.
    let bytes: [UInt8]
    let family: Int32

    /// Creates an address from a structure of the system.
    ///
    /// - Parameters:
    ///   - address: A pointer to the structure.
    ///   - length: The length of the structure in bytes; `nil` for that of its family.
    /// - Returns: `nil` if the family is another one, or the structure is too short.
    init?(_ address: UnsafePointer<sockaddr>, length: Int? = nil) {
        // SAFETY: the caller guarantees that the pointer is to at least a `sockaddr`.
        family = Int32(address.pointee.sa_family)
        let size: Int
        switch family {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        if let length, length < size { return nil }
        // SAFETY: the length was checked, or is that of the family of a structure that the system has created.
        bytes = Array(UnsafeRawBufferPointer(start: address, count: size))
    }

    /// Parses the text of an address; returns `nil` for names.
    init?(numeric text: String) {
        guard case .found(let addresses) = Self.resolve(text, flags: AI_NUMERICHOST), let first = addresses.first else {
            return nil
        }
        self = first
    }

    /// Resolves a name, which may take many seconds.
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
        // Some systems need a port; 9 is that of the discard protocol, and nothing is sent to it.
        let code = getaddrinfo(name, "9", &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else { return code == EAI_NONAME ? .noSuchName : .failed }
        var addresses: [NetworkAddress] = []
        var next = list
        while let node = next {
            // SAFETY: the list is valid until `freeaddrinfo`, and each node contains the length of its address.
            if let pointer = node.pointee.ai_addr,
                let address = NetworkAddress(pointer, length: Int(node.pointee.ai_addrlen))
            {
                addresses.append(address)
            }
            next = node.pointee.ai_next
        }
        return addresses.isEmpty ? .noSuchName : .found(addresses)
    }

    /// The 4 or 16 bytes of the address itself, without port and scope.
    var host: ArraySlice<UInt8> {
        family == AF_INET
            ? bytes[(MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4)...].prefix(4)
            : bytes[(MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8)...].prefix(16)
    }

    /// Whether this is a loopback address: 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        family == AF_INET ? host.first == 127 : host.last == 1 && host.dropLast().allSatisfy { $0 == 0 }
    }
}

/// A host as users write it: a name or an address.
struct NetworkHost: Sendable, Equatable {
    /// The name to resolve; `nil` if the addresses are known.
    let name: String?
    let target: NetworkTarget

    /// Parses a host; returns `nil` if it is neither a name nor an address.
    init?(_ text: String) {
        var host = text[...]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let isHost = host.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                && !"/?#@[]".unicodeScalars.contains(scalar)
        }
        guard isHost, !host.isEmpty else { return nil }
        if let address = NetworkAddress(numeric: String(host)) {
            self = NetworkHost(name: nil, target: .addresses([address]))
        } else if host.contains(":") {
            return nil
        } else if Self.isLocalhost(host) {
            self = NetworkHost(name: nil, target: .addresses(Self.loopback))
        } else {
            self = NetworkHost(name: String(host), target: .unresolvedHost)
        }
    }

    private static let loopback = ["127.0.0.1", "::1"].compactMap(NetworkAddress.init(numeric:))

    /// Returns whether a name refers to this machine regardless of name servers (RFC 6761, section 6.3).
    private static func isLocalhost(_ name: Substring) -> Bool {
        let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return (labels.last == "" ? labels.dropLast() : labels[...]).last == "localhost"
    }

    /// Returns the target, with the addresses that are known of the name.
    func target(in paths: some NetworkPaths) -> NetworkTarget {
        let known = name.map(paths.knownAddresses) ?? []
        return known.isEmpty ? target : .addresses(known)
    }

    private init(name: String?, target: NetworkTarget) {
        self.name = name
        self.target = target
    }
}
