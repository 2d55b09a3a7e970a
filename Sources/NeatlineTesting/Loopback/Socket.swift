internal import Foundation
internal import NeatlineSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Functions for stream sockets that never block and never raise a signal.
enum Socket {
    /// The result of a system call on a connection.
    enum Transfer: Equatable {
        case bytes(Int)
        /// The call would block.
        case wouldBlock
        /// The peer has closed its side; only returned when receiving.
        case ended
        /// The connection is broken.
        case failed
    }

    /// Opens a listening socket.
    static func listen(on address: LoopbackAddress) throws -> (socket: Int32, port: Int) {
        let family =
            switch address {
            case .ipv4: AF_INET
            case .ipv6: AF_INET6
            case .unixSocket: AF_UNIX
            }
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = socket(family, kind, 0)
        if descriptor < 0 { throw lastError(of: "socket") }
        do {
            try prepare(descriptor)
            try bind(descriptor, to: address)
            if systemListen(descriptor, 1024) != 0 { throw lastError(of: "listen") }
            return (descriptor, try port(of: descriptor, address))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Accepts the next pending connection; returns `nil` if there is none.
    static func accept(_ listener: Int32) -> Int32? {
        while true {
            let descriptor = SystemCall.repeated { systemAccept(listener, nil, nil) }
            if descriptor < 0 {
                if errno == ECONNABORTED { continue }
                return nil
            }
            guard (try? prepare(descriptor)) != nil else {
                close(descriptor)
                continue
            }
            // Without this option, a small second write would wait for the acknowledgement of the first one. Unix
            // domain sockets do not support it.
            setFlag(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            return descriptor
        }
    }

    /// Receives bytes into `buffer`.
    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        // SAFETY: the system writes at most `count` bytes, which is the size of the buffer.
        let count = buffer.withUnsafeMutableBytes { bytes in
            SystemCall.repeated { recv(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
        if count > 0 { return .bytes(count) }
        if count == 0 { return .ended }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
    }

    /// Sends as many bytes of a range, which is not empty, as the system accepts.
    static func send(_ descriptor: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> Transfer {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        // SAFETY: rebasing checks that the range is within the bytes.
        let count = bytes.withUnsafeBytes { buffer in
            let part = UnsafeRawBufferPointer(rebasing: buffer[range])
            return SystemCall.repeated { systemSend(descriptor, part.baseAddress, part.count, flags) }
        }
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
    }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Closes a connection at once, also while a process is spawned, which has a copy of the descriptor until it executes
    /// its program.
    static func end(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Closes a connection with a reset.
    static func reset(_ descriptor: Int32) {
        var setting = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    static func removeFile(_ path: String) { _ = unlink(path) }

    /// Creates a pipe whose ends do not block.
    static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        if systemPipe(&ends) != 0 { throw lastError(of: "pipe") }
        do {
            for end in ends { try setNonBlocking(end) }
            return (ends[0], ends[1])
        } catch {
            for end in ends { close(end) }
            throw error
        }
    }

    static func write(_ byte: UInt8, to pipe: Int32) {
        var byte = byte
        _ = systemWrite(pipe, &byte, 1)
    }

    /// Reads and discards the contents of a pipe.
    static func drain(_ pipe: Int32, with buffer: inout [UInt8]) {
        // SAFETY: the system writes at most `count` bytes, which is the size of the buffer.
        while buffer.withUnsafeMutableBytes({ read(pipe, $0.baseAddress, $0.count) }) == buffer.count {}
    }

    static func lastError(of function: String) -> LoopbackServerError {
        let code = errno
        return LoopbackServerError(function: function, code: code, message: SystemError(code: code).description)
    }

    private static func prepare(_ descriptor: Int32) throws {
        try setNonBlocking(descriptor)
        #if canImport(Darwin)
        setFlag(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    private static func setNonBlocking(_ descriptor: Int32) throws {
        let flags = fcntl(descriptor, F_GETFL)
        if flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0 { throw lastError(of: "fcntl") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func setFlag(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
        var on: Int32 = 1
        _ = setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func bind(_ descriptor: Int32, to address: LoopbackAddress) throws {
        var failed = false
        switch address {
        case .ipv4:
            var socketAddress = sockaddr_in()
            socketAddress.sin_family = sa_family_t(AF_INET)
            socketAddress.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            failed = bind(descriptor, &socketAddress)
        case .ipv6:
            var socketAddress = sockaddr_in6()
            socketAddress.sin6_family = sa_family_t(AF_INET6)
            socketAddress.sin6_addr = in6addr_loopback
            failed = bind(descriptor, &socketAddress)
        case .unixSocket(let path):
            var socketAddress = sockaddr_un()
            socketAddress.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            let fits = withUnsafeMutableBytes(of: &socketAddress.sun_path) { room in
                if bytes.isEmpty || bytes.count >= room.count { return false }
                room.copyBytes(from: bytes)
                return true
            }
            if !fits {
                throw LoopbackServerError(
                    function: "bind", code: ENAMETOOLONG, message: "a socket cannot have the path '\(path)'")
            }
            failed = bind(descriptor, &socketAddress)
        }
        if failed { throw lastError(of: "bind") }
    }

    /// Binds a descriptor to an address; returns whether that failed.
    private static func bind<SocketAddress>(_ descriptor: Int32, _ socketAddress: inout SocketAddress) -> Bool {
        // SAFETY: all socket addresses begin like `sockaddr`, and the whole size is passed.
        withUnsafePointer(to: &socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemBind(descriptor, $0, socklen_t(MemoryLayout<SocketAddress>.size)) != 0
            }
        }
    }

    private static func port(of descriptor: Int32, _ address: LoopbackAddress) throws -> Int {
        if case .unixSocket = address { return 0 }
        // The port is at the same offset in both families, and the larger structure has room for either.
        var socketAddress = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // SAFETY: the system writes at most `size` bytes, which is the size of `socketAddress`.
        let failed = withUnsafeMutablePointer(to: &socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) != 0 }
        }
        if failed { throw lastError(of: "getsockname") }
        return Int(UInt16(bigEndian: socketAddress.sin6_port))
    }
}

// System calls with the names of methods of `Socket`, which would hide them there.

func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    bind(descriptor, address, size)
}

func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

func systemAccept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 {
    accept(descriptor, address, size)
}

func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
