import CPeers
import Foundation
import NeatlineHTTP
import NeatlineTesting

/// The soak: many requests of all kinds, with faults and cancels from several threads, over HTTP/1.1 and over HTTP/2.
///
/// A request that ends twice, or as its path does not allow, a POST that arrives twice, a hang, and growth of descriptors,
/// threads or memory count as wrong answers. There are no peers, and no times. HTTP/2 needs nginx and is left out without.
enum HTTPSoakTask: BenchmarkTask {
    static let name = "http-soak"

    /// What the second half of the requests may add. Dispatch makes and ends threads as it likes, and the allocator keeps
    /// memory that is free.
    private static let allowance = ProcessHolding(
        descriptors: 0, sockets: 0, threads: 16, residentBytes: 16 << 20)
    private static let parts = 4

    static func run(in session: Session) throws {
        #if os(Linux)
        let count = session.arguments.soakRequests ?? (session.arguments.isQuick ? 5_000 : 100_000)
        try run(SoakServer(), "HTTP/1.1", count / 2, session.report)
        guard let proxy = try HTTP2Proxy() else {
            return session.report.note("\(name), HTTP/2: skipped, nginx or openssl is not installed")
        }
        let server = try SoakServer { try proxy.start(before: $0.port) }
        try run(server, "HTTP/2", count / 2, session.report)
        withExtendedLifetime(proxy) {}
        #else
        session.report.note("\(name): skipped, it asks libcurl")
        #endif
    }

    #if os(Linux)
    private static func run(_ server: SoakServer, _ version: String, _ count: Int, _ report: Report) throws {
        let folder = try TemporaryFolder()
        let soak = try Soak(server, folder: URL(fileURLWithPath: folder.path(of: "")))
        var held: [ProcessHolding] = []
        for part in 0..<parts where !soak.result.isHanging {
            let start = Date()
            let before = soak.result
            let numbers = count * part / parts..<count * (part + 1) / parts
            try Blocking.run {
                await soak.send(numbers, seed: 1)
                await soak.finish()
            }
            let result = soak.result
            // What the allocator keeps would look like growth.
            peer_trim_memory()
            let holding = ProcessHolding.now()
            held.append(contentsOf: holding.map { [$0] } ?? [])
            report.note(
                """
                \(name), \(version): \(result.count - before.count) requests in \
                \(String(format: "%.1f", Date().timeIntervalSince(start))) s: \
                \(result.whole - before.whole) whole, \(result.failed - before.failed) failed, \
                \(result.cancelled - before.cancelled) cancelled; \(holding?.text ?? "")
                """)
        }
        let result = soak.result
        func complain(_ text: String) {
            report.wrongAnswer(task: name, corpus: version, peer: Peer.neatline, mismatch: text)
        }
        for fault in result.faults.prefix(20) { complain(fault) }
        if result.faultCount > 20 { complain("and \(result.faultCount - 20) more") }
        if result.count != count { complain("\(count) requests were sent, and \(result.count) have ended") }
        if held.count == parts {
            let growth = held[parts - 1] - held[parts / 2 - 1]
            // Connections are kept, and how many were open at a time differs.
            if !growth.isWithin(allowance, missingSockets: 2 * Soak.width) { complain("grew by \(growth.text)") }
        }
    }
    #endif
}
