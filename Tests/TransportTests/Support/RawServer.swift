#if os(Linux)
import Foundation
import NeatlineTesting
import Synchronization

/// A server that knows nothing of HTTP: what happens on a connection is written by a test, which has a thread for each.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class RawServer: @unchecked Sendable {
    struct Failure: Error {}

    let port: Int
    private let tls: RawTLS?
    private let listener: Int32
    private let lock = NSLock()
    private var open: [Int: RawConnection] = [:]
    private var count = 0

    /// - Parameters:
    ///   - tls: The versions of TLS that it speaks; `nil` for none.
    ///   - play: Called for each connection, on a thread of its own; the connection is closed when it has returned.
    init(_ tls: RawTLS? = nil, play: @escaping @Sendable (RawConnection) -> Void) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 1024) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard descriptor >= 0, isListening else { throw Failure() }
        listener = descriptor
        self.tls = tls
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, let self else {
                    if connection >= 0 { close(connection) }
                    // Not before, so that no other listener has its number while this thread may still accept on it.
                    close(descriptor)
                    return
                }
                begin(connection, play)
            }
        }.start()
    }

    deinit {
        for connection in open.values { connection.interrupt() }
        // Ends the wait for connections, and with it the listener.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var connectionCount: Int { lock.withLock { count } }

    func url(_ path: String) -> URL {
        URL(string: "\(tls == nil ? "http" : "https")://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: "/")
    }

    private func begin(_ descriptor: Int32, _ play: @escaping @Sendable (RawConnection) -> Void) {
        let connection = lock.withLock {
            count += 1
            let connection = RawConnection(descriptor, number: count)
            open[count] = connection
            return connection
        }
        let tls = tls
        Thread { [weak self] in
            Self.ignoreBrokenPipes()
            if tls == nil || connection.begin(tls) { play(connection) }
            connection.close()
            self?.lock.withLock { self?.open[connection.number] = nil }
        }.start()
    }

    private static func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// A connection of a ``RawServer``. All functions wait.
///
/// Unchecked Sendable, because only its thread uses it, but for `interrupt`, which locks.
final class RawConnection: @unchecked Sendable {
    let number: Int
    private let lock = NSLock()
    private var descriptor: Int32
    private var session: OpaquePointer?
    private var input: [UInt8] = []

    fileprivate init(_ descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        self.number = number
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Begins TLS. `false` if that fails.
    func begin(_ tls: RawTLS?) -> Bool {
        session = tls?.accept(descriptor)
        return session != nil
    }

    /// Ends what the connection waits for.
    fileprivate func interrupt() {
        lock.withLock { if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Returns when the bytes have left; those to a client on this machine have reached it then. `false` if it is gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
                if let session { return Int(RawTLS.write(session, rest.baseAddress, Int32(rest.count))) }
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// Says that nothing more is sent, by TLS if it is used; the connection stays open.
    func endSending() {
        if let session { RawTLS.notify(session) } else { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// The next bytes; none at the end.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { memory in
            if let session { return Int(RawTLS.read(session, memory.baseAddress, Int32(memory.count))) }
            return recv(descriptor, memory.baseAddress, memory.count, 0)
        }
        guard count > 0 else { return false }
        input += buffer[..<count]
        return true
    }

    /// The lines of the next head; `nil` at the end.
    func head() -> [String]? {
        while true {
            if let end = input.firstRange(of: Array("\r\n\r\n".utf8)) {
                let text = String(decoding: input[..<end.lowerBound], as: UTF8.self)
                input.removeFirst(end.upperBound)
                return text.components(separatedBy: "\r\n")
            }
            guard receive() else { return nil }
        }
    }

    /// The next line; `nil` at the end.
    func line() -> String? {
        while true {
            if let end = input.firstRange(of: Array("\r\n".utf8)) {
                defer { input.removeFirst(end.upperBound) }
                return String(decoding: input[..<end.lowerBound], as: UTF8.self)
            }
            guard receive() else { return nil }
        }
    }

    /// So many bytes; `nil` at the end.
    func bytes(_ count: Int) -> [UInt8]? {
        while input.count < count { guard receive() else { return nil } }
        defer { input.removeFirst(count) }
        return Array(input[..<count])
    }

    /// All bytes up to the end.
    func rest() -> [UInt8] {
        while receive() {}
        return input
    }

    func reset() {
        var setting = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
        end(notifies: false)
    }

    func close() { end(notifies: true) }

    private func end(notifies: Bool) {
        lock.withLock {
            if let session { RawTLS.end(session, notifies: notifies) }
            session = nil
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }
}
#endif
