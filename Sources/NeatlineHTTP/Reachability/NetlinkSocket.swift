#if os(Linux)
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The kernel's socket on which it tells of changed interfaces, addresses and routes (rtnetlink(7)).
///
/// The headers `linux/netlink.h` and `linux/rtnetlink.h` are not in the modules that Swift has of the C libraries. Their
/// numbers are part of the kernel's interface and do not change.
enum NetlinkSocket {
    /// What reading brought.
    enum Reading: Equatable {
        /// What was there is read.
        case done
        /// The socket cannot be read.
        case failed
    }

    /// `NETLINK_ROUTE`.
    private static let routes: Int32 = 0
    /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `RTMGRP_IPV4_ROUTE`, `RTMGRP_IPV6_IFADDR`, `RTMGRP_IPV6_ROUTE`.
    private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

    /// A socket that does not block and hears of changes; nil if the process may not have one.
    static func open() -> Int32? {
        #if canImport(Glibc)
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        #else
        let kind = SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK
        #endif
        let descriptor = socket(AF_NETLINK, kind, routes)
        guard descriptor >= 0 else { return nil }
        // A `sockaddr_nl`: the family and two bytes of zero, the port's number (0: the kernel chooses), the groups.
        var address = [UInt32](repeating: 0, count: 3)
        let isBound = address.withUnsafeMutableBytes { bytes -> Bool in
            // SAFETY: there are 12 bytes, the family takes the first two.
            bytes.storeBytes(of: UInt16(AF_NETLINK), as: UInt16.self)
            bytes.storeBytes(of: groups, toByteOffset: 8, as: UInt32.self)
            // SAFETY: the kernel reads the 12 bytes of a `sockaddr_nl`, and looks at the family first.
            let pointer = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, pointer, socklen_t(bytes.count)) == 0
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Reads what has come. What it says does not matter: the status is looked at anew in any case, also when the kernel
    /// had to drop something (`ENOBUFS`).
    static func drain(_ descriptor: Int32) -> Reading {
        // A storm of changes must not keep the queue for ever; what is left calls again.
        for _ in 0..<1024 {
            var byte: UInt8 = 0
            // SAFETY: the kernel writes at most one byte, and throws the rest of the message away.
            let count = SystemCall.repeated { recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) }
            if count >= 0 || errno == ENOBUFS { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .done : .failed
        }
        return .done
    }
}
#endif
