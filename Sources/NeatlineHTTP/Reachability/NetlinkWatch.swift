internal import Dispatch
internal import Foundation
internal import NeatlineSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

#if os(Linux)
/// A watch that calls its closure when the kernel reports a change.
///
/// Unchecked Sendable because the only use of the Dispatch source is to cancel it, which is allowed on any thread.
final class NetlinkWatch: NetworkWatch, @unchecked Sendable {
    private struct State {
        var isCancelled = false
        var substitute: (any NetworkWatch)?
    }

    private let source: any DispatchSourceRead
    private let state = Locked(State())

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which is closed with the watch.
    ///   - queue: The queue on which the closures are called.
    ///   - changed: Called after each change.
    ///   - substitute: Creates the watch that replaces this one if the socket breaks.
    init(
        descriptor: Int32, on queue: DispatchQueue, changed: @escaping @Sendable () -> Void,
        substitute: @escaping @Sendable () -> any NetworkWatch
    ) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            if NetlinkSocket.drain(descriptor) == .failed { self?.replace(by: substitute) }
            changed()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    func cancel() {
        source.cancel()
        let substitute = state.withLock { state in
            state.isCancelled = true
            return state.substitute
        }
        substitute?.cancel()
    }

    private func replace(by substitute: () -> any NetworkWatch) {
        source.cancel()
        let isCancelled = state.withLock { $0.isCancelled || $0.substitute != nil }
        if isCancelled { return }
        let made = substitute()
        let isLate = state.withLock { state in
            state.substitute = made
            return state.isCancelled
        }
        if isLate { made.cancel() }
    }
}

/// The netlink socket on which the kernel reports changes of interfaces, addresses and routes (rtnetlink(7)).
///
/// The headers `linux/netlink.h` and `linux/rtnetlink.h` are not in Swift's modules of the C libraries. Their constants
/// are part of the kernel's interface and do not change.
enum NetlinkSocket {
    /// The result of reading.
    enum Reading: Equatable {
        /// All messages were read.
        case done
        /// The socket is broken.
        case failed
    }

    /// `NETLINK_ROUTE`.
    private static let routes: Int32 = 0
    /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `RTMGRP_IPV4_ROUTE`, `RTMGRP_IPV6_IFADDR`, `RTMGRP_IPV6_ROUTE`.
    private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

    /// Opens a non-blocking socket for changes; returns `nil` if the process may not have one.
    static func open() -> Int32? {
        #if canImport(Glibc)
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        #else
        let kind = SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK
        #endif
        let descriptor = socket(AF_NETLINK, kind, routes)
        guard descriptor >= 0 else { return nil }
        // A `sockaddr_nl`: the family and two zero bytes, the port (0: the kernel chooses), the groups.
        var address = [UInt32](repeating: 0, count: 3)
        let isBound = address.withUnsafeMutableBytes { bytes -> Bool in
            // SAFETY: the buffer has 12 bytes, of which the family takes the first two.
            bytes.storeBytes(of: UInt16(AF_NETLINK), as: UInt16.self)
            bytes.storeBytes(of: groups, toByteOffset: 8, as: UInt32.self)
            // SAFETY: the kernel reads the 12 bytes of a `sockaddr_nl` and checks the family first.
            let pointer = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, pointer, socklen_t(bytes.count)) == 0
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Reads and discards all messages. Their contents do not matter, because the status is determined again in any
    /// case, also when the kernel had to drop messages (`ENOBUFS`).
    static func drain(_ descriptor: Int32) -> Reading {
        // Many messages must not occupy the queue forever; the source reports the remaining ones again.
        for _ in 0..<1024 {
            var byte: UInt8 = 0
            // SAFETY: the kernel writes at most one byte, and discards the rest of the message.
            let count = SystemCall.repeated { recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) }
            if count >= 0 || errno == ENOBUFS { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .done : .failed
        }
        return .done
    }
}
#endif
