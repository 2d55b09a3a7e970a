import Foundation
import NeatlineHTTP

/// Whether a process that has made some requests grows with 10,000 more: in descriptors, threads and memory.
///
/// It prints what was added, and takes more than ``allowance`` for a wrong answer. There are no peers, and no times.
enum HTTPGrowthTask: BenchmarkTask {
    static let name = "http-growth"

    /// What a process may hold more of without leaking: Dispatch makes and ends threads as it likes, and memory that was
    /// given back to the allocator is not given back to the system at once.
    private static let allowance = Holding(descriptors: 0, sockets: 0, threads: 4, residentBytes: 4 << 20)
    /// Requests in flight. As many connections are kept, but nothing says that all of them are needed at once in the first
    /// 10,000 requests.
    private static let width = 16

    /// What the process holds.
    private struct Holding {
        var descriptors: Int
        /// Those of the descriptors that are sockets.
        var sockets: Int
        var threads: Int
        var residentBytes: Int

        static func now() -> Holding? {
            let files = FileManager.default
            guard let descriptors = try? files.contentsOfDirectory(atPath: "/proc/self/fd"),
                let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task"),
                let residentBytes = ResidentSet.current()
            else { return nil }
            let sockets = descriptors.filter {
                (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix("socket:") == true
            }
            return Holding(
                descriptors: descriptors.count, sockets: sockets.count, threads: threads.count,
                residentBytes: residentBytes)
        }

        static func - (after: Holding, before: Holding) -> Holding {
            Holding(
                descriptors: after.descriptors - before.descriptors, sockets: after.sockets - before.sockets,
                threads: after.threads - before.threads, residentBytes: after.residentBytes - before.residentBytes)
        }

        /// - Parameter missing: How many connections were still to be made.
        func isWithinAllowance(missing: Int) -> Bool {
            descriptors - sockets <= allowance.descriptors && sockets <= missing && threads <= allowance.threads
                && residentBytes <= allowance.residentBytes
        }

        var text: String { "\(descriptors) descriptors, \(threads) threads, \(residentBytes / 1_024) KB" }
    }

    static func run(in session: Session) throws {
        let file = HTTPServer.File.note
        let server = try HTTPServer([file])
        let client = HTTPNeatline.peer(server.url(of: file), width: width)
        do {
            let idle = Holding.now()
            _ = try client.cost(of: 10_000, bytes: file.bytes)
            guard let idle, let before = Holding.now() else {
                return session.report.note("\(name): skipped, there is no /proc")
            }
            _ = try client.cost(of: 10_000, bytes: file.bytes)
            guard let after = Holding.now() else { return }
            let growth = after - before
            session.report.note("\(name): \(before.text); with 10,000 requests more: \(growth.text)")
            let missing = max(allowance.sockets, width - (before.sockets - idle.sockets))
            if !growth.isWithinAllowance(missing: missing) {
                session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: growth.text)
            }
        } catch {
            session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: "\(error)")
        }
    }
}
