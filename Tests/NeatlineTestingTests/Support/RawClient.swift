import Foundation
import NeatlineTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A client that sends and receives bytes as a test says. It waits for twenty minutes at most, so
/// only if something hangs.
///
/// It waits on a thread of its own, because the few that run tasks are needed for what it waits for.
///
/// Unchecked Sendable, because a test makes one call at a time.
final class RawClient: @unchecked Sendable {
    struct Failure: Error { let message: String }

    private let queue = DispatchQueue(label: "RawClient")
    private var descriptor: Int32
    private var pending: [UInt8] = []

    init(_ server: LoopbackServer) throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        switch server.address {
        case .ipv4:
            descriptor = socket(AF_INET, kind, 0)
            var endpoint = sockaddr_in()
            endpoint.sin_family = sa_family_t(AF_INET)
            endpoint.sin_port = in_port_t(server.port).bigEndian
            endpoint.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try open(&endpoint)
        case .ipv6:
            descriptor = socket(AF_INET6, kind, 0)
            var endpoint = sockaddr_in6()
            endpoint.sin6_family = sa_family_t(AF_INET6)
            endpoint.sin6_port = in_port_t(server.port).bigEndian
            endpoint.sin6_addr = in6addr_loopback
            try open(&endpoint)
        case .unixSocket(let path):
            descriptor = socket(AF_UNIX, kind, 0)
            var endpoint = sockaddr_un()
            endpoint.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &endpoint.sun_path) { $0.copyBytes(from: path.utf8) }
            try open(&endpoint)
        }
        var limit = timeval(tv_sec: 1200, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close() }

    func close() {
        if descriptor >= 0 { _ = systemClose(descriptor) }
        descriptor = -1
    }

    /// Says that no more will be sent.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        try await onQueue {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { systemSend(self.descriptor, $0.baseAddress, $0.count) }
                if count <= 0 { throw Failure(message: "send: \(String(cString: strerror(errno)))") }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// One response, whose body has a `Content-Length` or is chunked; one without both ends with its head.
    func response(toHead: Bool = false) async throws -> String {
        while true {
            if let end = responseEnd(toHead: toHead) {
                defer { pending.removeFirst(end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            guard let bytes = try await receive() else {
                throw Failure(message: "ended after '\(String(decoding: pending, as: UTF8.self))'")
            }
            pending += bytes
        }
    }

    /// So many bytes.
    func bytes(_ count: Int) async throws -> [UInt8] {
        while pending.count < count {
            guard let bytes = try await receive() else { throw Failure(message: "ended after \(pending.count) bytes") }
            pending += bytes
        }
        defer { pending.removeFirst(count) }
        return Array(pending[..<count])
    }

    /// All that comes until the server closes the connection.
    func rest() async throws -> [UInt8] {
        while let bytes = try await receive() { pending += bytes }
        defer { pending = [] }
        return pending
    }

    /// Whether the connection ends by a reset.
    func isReset() async -> Bool {
        while true {
            do {
                if try await receive() == nil { return false }
            } catch {
                return (error as? Failure)?.message == "recv: \(String(cString: strerror(ECONNRESET)))"
            }
        }
    }

    private func receive() async throws -> [UInt8]? {
        try await onQueue {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = buffer.withUnsafeMutableBytes { recv(self.descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0 { throw Failure(message: "recv: \(String(cString: strerror(errno)))") }
            return count == 0 ? nil : Array(buffer[..<count])
        }
    }

    private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    private func open<Endpoint>(_ endpoint: inout Endpoint) throws {
        let failed = withUnsafePointer(to: &endpoint) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Endpoint>.size)) != 0
            }
        }
        if failed { throw Failure(message: "connect: \(String(cString: strerror(errno)))") }
    }

    private func responseEnd(toHead: Bool) -> Int? {
        guard let headEnd = pending.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
        if toHead { return headEnd }
        let lines = String(decoding: pending[..<headEnd], as: UTF8.self).lowercased().split(separator: "\r\n")
        if lines.contains("transfer-encoding: chunked") {
            let tail = pending[headEnd...]
            if tail.starts(with: "0\r\n".utf8) { return tail.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound }
            guard let last = tail.firstRange(of: Array("\r\n0\r\n".utf8)) else { return nil }
            return pending[(last.upperBound - 2)...].firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
        }
        let length = lines.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        return pending.count >= headEnd + length ? headEnd + length : nil
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
