#if os(Linux)
import Foundation

/// A socket that listens, takes no connections, and whose queue is full: who connects gets no answer.
final class BlockedListener {
    struct Failure: Error {}

    let port: Int
    private var descriptors: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (isBound, isNamed) = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (bind(listener, $0, length) == 0 && listen(listener, 0) == 0, getsockname(listener, $0, &length) == 0)
            }
        }
        guard listener >= 0, isBound, isNamed else { throw Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        // With a queue of nothing the system still takes one or two.
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(client)
            _ = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, length) }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
#endif
