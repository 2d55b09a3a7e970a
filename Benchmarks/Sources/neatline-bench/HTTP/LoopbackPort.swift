import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Ports of 127.0.0.1.
enum LoopbackPort {
    /// A port that was free a moment ago.
    static func free() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw PeerFailure.unexpectedShape }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Returns when a connection to the port is accepted.
    static func waitUntilSomebodyListens(at port: Int) throws {
        for _ in 0..<500 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isConnected { return }
            usleep(10_000)
        }
        throw PeerFailure.unexpectedShape
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
