import Foundation
import NeatlineHTTP

/// Whether a process that has made some requests grows with 10,000 more: in descriptors, threads and memory.
///
/// It prints what was added, and takes more than ``allowance`` for a wrong answer. There are no peers, and no times.
enum HTTPGrowthTask: BenchmarkTask {
    static let name = "http-growth"

    /// What a process may hold more of without leaking: Dispatch makes and ends threads as it likes, and memory that was
    /// given back to the allocator is not given back to the system at once.
    private static let allowance = ProcessHolding(descriptors: 0, sockets: 0, threads: 4, residentBytes: 4 << 20)
    /// Requests in flight. As many connections are kept, but nothing says that all of them are needed at once in the first
    /// 10,000 requests.
    private static let width = 16

    static func run(in session: Session) throws {
        let file = HTTPServer.File.note
        let server = try HTTPServer([file])
        let client = HTTPNeatline.peer(server.url(of: file), width: width)
        do {
            let idle = ProcessHolding.now()
            _ = try client.cost(of: 10_000, bytes: file.bytes)
            guard let idle, let before = ProcessHolding.now() else {
                return session.report.note("\(name): skipped, there is no /proc")
            }
            _ = try client.cost(of: 10_000, bytes: file.bytes)
            guard let after = ProcessHolding.now() else { return }
            let growth = after - before
            session.report.note("\(name): \(before.text); with 10,000 requests more: \(growth.text)")
            let missing = max(allowance.sockets, width - (before.sockets - idle.sockets))
            if !growth.isWithin(allowance, missingSockets: missing) {
                session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: growth.text)
            }
        } catch {
            session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: "\(error)")
        }
    }
}
