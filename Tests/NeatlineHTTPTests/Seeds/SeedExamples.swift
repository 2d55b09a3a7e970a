import Foundation
import NeatlineSystem
import NeatlineTesting

/// A suite of examples from Alamofire's documents, as a user has them after changing the import: they ask a server on
/// this machine that answers as httpbin.org does, and what they print is kept.
protocol SeedExamples: Sendable {
    var server: LoopbackServer { get }
    var printout: Printout { get }
}

extension SeedExamples {
    /// What stands for `https://httpbin.org`.
    var httpbin: String { String(server.url.absoluteString.dropLast()) }

    /// Replaces Swift's function in the examples.
    func print(_ items: Any...) {
        printout.add(items.map { "\($0)" }.joined(separator: " "))
    }

    /// Replaces Swift's function in the examples.
    func debugPrint(_ items: Any...) {
        printout.add(items.map { String(reflecting: $0) }.joined(separator: " "))
    }

    /// The requests that the server got: method and target.
    var asked: [String] { server.requests.map { "\($0.method) \($0.target)" } }
}

/// What an example has printed.
final class Printout: Sendable {
    private struct State {
        var texts: [String] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    /// What was printed by each call.
    var texts: [String] { state.withLock { $0.texts } }
    /// All of it.
    var text: String { texts.joined(separator: "\n") }

    func add(_ text: String) {
        let due = state.withLock { state in
            state.texts.append(text)
            let due = state.waiting.filter { $0.count <= state.texts.count }.map(\.continuation)
            state.waiting.removeAll { $0.count <= state.texts.count }
            return due
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns when so many calls have printed.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.texts.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
    }
}
