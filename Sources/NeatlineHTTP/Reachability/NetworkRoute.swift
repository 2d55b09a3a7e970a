internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

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
