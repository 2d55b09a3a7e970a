import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing

@Suite("Lock", .ownThreads)
struct LockTests {
    /// A number that is only touched while the lock is held.
    private final class Guarded: @unchecked Sendable {
        let lock = Lock()
        var value = 0
    }

    @Test("Of several threads one at a time holds it")
    func exclusion() {
        let guarded = Guarded()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 {
                guarded.lock.withLock {
                    let before = guarded.value
                    guarded.value = before + 1
                }
            }
        }
        expectEqual(guarded.value, 16_000)
    }

    @Test("What the closure returns or throws comes out, and the lock is free again")
    func outcomes() {
        struct Refusal: Error, Equatable {}
        let guarded = Guarded()
        expectEqual(guarded.lock.withLock { 7 }, 7)
        #expect(throws: Refusal()) {
            try guarded.lock.withLock { () throws(Refusal) in throw Refusal() }
        }
        guarded.lock.lock()
        guarded.value += 1
        guarded.lock.unlock()
        expectEqual(guarded.lock.withLock { guarded.value }, 1)
    }
}
