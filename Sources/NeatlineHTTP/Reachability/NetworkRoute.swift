internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The way that the system would send a packet to an address.
enum NetworkRoute: Equatable {
    /// There is none.
    case none
    /// The system could not be asked, for want of descriptors for instance.
    case unknown
    /// It leaves from this address.
    case from(NetworkAddress)

    /// Asks the system for the way to an address.
    ///
    /// Connecting a socket of UDP sends nothing: it only looks up the route and gives the socket the address from which
    /// its packets would leave.
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
            // SAFETY: an address of this type has the bytes of a whole structure; arrays have the alignment of 16 that
            // is more than it needs, and the system copies the bytes.
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
            // SAFETY: a `sockaddr_storage` has room for every address and may be read as one, and the system writes no
            // more than `length` bytes.
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &length) == 0 ? NetworkAddress(address, length: Int(length)) : nil
            }
        }
        self = found.map(NetworkRoute.from) ?? .unknown
    }
}
