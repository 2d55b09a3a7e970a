import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Tapes that threads keep")
struct ThreadTapeTests {
    /// What `body` returns on a thread of its own, which keeps nothing yet.
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

    /// The address of a buffer for so many words, which is given back.
    private static func address(_ words: Int) -> UInt {
        let buffer = TapeBuffer(estimatedWords: words)
        defer { buffer.release() }
        #expect(buffer.capacity >= words)
        for word in 0..<buffer.capacity { buffer.words[word] = .max }
        return UInt(bitPattern: buffer.words)
    }

    @Test("The one that was freed last is the next one of its size, up to half of it")
    func again() {
        let addresses = onNewThread {
            let first = Self.address(400)
            // Somebody else would get the memory if it had gone back to the allocator.
            let other = TapeBuffer(estimatedWords: 500)
            defer { other.release() }
            return [first, Self.address(400), Self.address(399), Self.address(200)]
        }
        #expect(Set(addresses).count == 1)
    }

    @Test("A larger one, a much smaller one, and one in use are other memory")
    func others() {
        let isSame = onNewThread {
            let first = TapeBuffer(estimatedWords: 400)
            first.release()
            let larger = TapeBuffer(estimatedWords: 401)
            let smaller = TapeBuffer(estimatedWords: 199)
            let same = TapeBuffer(estimatedWords: 400)
            let second = TapeBuffer(estimatedWords: 400)
            defer { for buffer in [larger, smaller, same, second] { buffer.release() } }
            return [larger, smaller, same, second].map { $0.words == first.words }
        }
        #expect(isSame == [false, false, true, false])
    }

    @Test("Of two that are about the same the larger one is kept, else the one that was freed last")
    func twoSizes() {
        let isKept = onNewThread {
            let buffers = [400, 300, 150, 500].map { TapeBuffer(estimatedWords: $0) }
            for buffer in buffers[...1] { buffer.release() }
            let larger = TapeBuffer(estimatedWords: 300)
            larger.release()
            buffers[2].release()
            let smaller = TapeBuffer(estimatedWords: 150)
            smaller.release()
            buffers[3].release()
            let largest = TapeBuffer(estimatedWords: 500)
            defer { largest.release() }
            return [
                larger.words == buffers[0].words, smaller.words == buffers[2].words, largest.words == buffers[3].words,
            ]
        }
        #expect(isKept == [true, true, true])
    }

    @Test("A tape may be freed by another thread than its own")
    func otherThreads() throws {
        let text = "[" + (0..<500).map(String.init).joined(separator: ",") + "]"
        let documents = try (0..<20).map { _ in try JSON(parsing: text) }
        DispatchQueue.concurrentPerform(iterations: documents.count) { number in
            let sum = documents[number].arrayValue.reduce(0) { $0 + $1.intValue }
            #expect(sum == 124_750)
        }
        let more = try JSON(parsing: text)
        #expect(more[499].int == 499)
    }

    @Test("Texts that are refused leave it for the next one")
    func refused() {
        let text = Array(("[" + String(repeating: "1,", count: 500)).utf8)
        let good = Array(("[" + String(repeating: "1,", count: 500) + "2]").utf8)
        let sums = onNewThread {
            (0..<5).map { _ in
                #expect(throws: JSONError.self) { try JSON(parsing: text) }
                return (try? JSON(parsing: good))?.arrayValue.reduce(0) { $0 + $1.intValue }
            }
        }
        #expect(sums == [502, 502, 502, 502, 502])
    }
}
