import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Tapes on several threads")
struct TapeThreadTests {
    /// What `body` returns on a thread of its own.
    private func onNewThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let outcome = Outcome<Value>()
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            outcome.value = body()
            end.signal()
        }
        thread.start()
        end.wait()
        return outcome.value!
    }

    /// Unchecked Sendable, because it is read when the thread that writes it has said that it is done.
    private final class Outcome<Value>: @unchecked Sendable {
        var value: Value?
    }

    @Test("A tape may be freed by another thread than its own")
    func otherThreads() throws {
        let text = "[" + (0..<500).map(String.init).joined(separator: ",") + "]"
        let documents = try (0..<20).map { _ in try JSON(parsing: text) }
        DispatchQueue.concurrentPerform(iterations: documents.count) { number in
            let sum = documents[number].arrayValue.reduce(0) { $0 + $1.intValue }
            expectEqual(sum, 124_750)
        }
        let more = try JSON(parsing: text)
        expectEqual(more[499].int, 499)
    }

    @Test("Texts that are refused leave nothing to the next one")
    func refused() {
        let text = Array(("[" + String(repeating: "1,", count: 500)).utf8)
        let good = Array(("[" + String(repeating: "1,", count: 500) + "2]").utf8)
        let sums = onNewThread {
            (0..<5).map { _ in
                #expect(throws: JSONError.self) { try JSON(parsing: text) }
                return (try? JSON(parsing: good))?.arrayValue.reduce(0) { $0 + $1.intValue }
            }
        }
        expectEqual(sums, [502, 502, 502, 502, 502])
    }
}
