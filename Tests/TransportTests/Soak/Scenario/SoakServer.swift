#if os(Linux)
import Foundation
import NeatlineTesting

/// The server that a soak asks: one that breaks requests, with a proxy for HTTP/2 in front of it if there is one.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class SoakServer: @unchecked Sendable {
    let isHTTP2: Bool
    /// What it does to requests. The first of it is nothing.
    let faults: [FaultyServer.Fault]
    let origin: LoopbackServer
    private let root: URL

    private let lock = NSLock()
    private var posted: Set<String> = []
    private var postedAgain: [String] = []

    /// - Parameter proxy: Starts a proxy for the server, which speaks HTTP/2 over TLS, and says where it is.
    init(behind proxy: ((LoopbackServer) throws -> URL)? = nil) throws {
        origin = try FaultyServer.make()
        isHTTP2 = proxy != nil
        root = try proxy?(origin) ?? origin.url
        // A proxy may take what is no HTTP/1 for the body of a response of HTTP/0.9.
        faults = isHTTP2 ? FaultyServer.faults.filter { $0.path != "/garbage" } : FaultyServer.faults
        origin.onHead { [weak self] request in
            if request.method == "POST" { self?.note(post: request.target) }
            return nil
        }
    }

    func url(_ path: String) -> URL { URL(string: path, relativeTo: root)?.absoluteURL ?? root }

    /// The POST requests that arrived more than once.
    func doubled() -> [String] { lock.withLock { postedAgain } }

    private func note(post target: String) {
        lock.withLock {
            if !posted.insert(target).inserted { postedAgain.append(target) }
        }
    }
}
#endif
