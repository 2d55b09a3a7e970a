import Foundation
import NeatlineHTTP

/// Whether a process that has made some requests grows with 10,000 more: in descriptors, threads and memory.
///
/// It prints what was added, and takes more than ``allowance`` for a wrong answer. There are no peers, and no times.
enum HTTPGrowthTask: BenchmarkTask {
    static let name = "http-growth"

    /// What a process may hold more of without leaking: Dispatch makes and ends threads as it likes, and memory that was
    /// given back to the allocator is not given back to the system at once.
    private static let allowance = Holding(descriptors: 0, threads: 4, residentBytes: 4 << 20)

    /// What the process holds.
    private struct Holding {
        var descriptors: Int
        var threads: Int
        var residentBytes: Int

        static func now() -> Holding? {
            let files = FileManager.default
            guard let descriptors = try? files.contentsOfDirectory(atPath: "/proc/self/fd"),
                let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task"),
                let residentBytes = ResidentSet.current()
            else { return nil }
            return Holding(descriptors: descriptors.count, threads: threads.count, residentBytes: residentBytes)
        }

        static func - (after: Holding, before: Holding) -> Holding {
            Holding(
                descriptors: after.descriptors - before.descriptors, threads: after.threads - before.threads,
                residentBytes: after.residentBytes - before.residentBytes)
        }

        var isWithinAllowance: Bool {
            descriptors <= allowance.descriptors && threads <= allowance.threads
                && residentBytes <= allowance.residentBytes
        }

        var text: String { "\(descriptors) descriptors, \(threads) threads, \(residentBytes / 1_024) KB" }
    }

    static func run(in session: Session) throws {
        let file = HTTPServer.File.note
        let server = try HTTPServer([file])
        let client = HTTPNeatline.peer(server.url(of: file), width: 16)
        do {
            _ = try client.cost(of: 10_000, bytes: file.bytes)
            guard let before = Holding.now() else {
                return session.report.note("\(name): skipped, there is no /proc")
            }
            _ = try client.cost(of: 10_000, bytes: file.bytes)
            guard let after = Holding.now() else { return }
            let growth = after - before
            session.report.note("\(name): \(before.text); with 10,000 requests more: \(growth.text)")
            if !growth.isWithinAllowance {
                session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: growth.text)
            }
        } catch {
            session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: "\(error)")
        }
    }
}
