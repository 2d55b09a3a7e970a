import Dispatch
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Work that blocks", .ownThreads, .hangLimit)
struct WorkPoolTests {
    let time = ManualTime()

    @Test("No more than its width runs at once while works end")
    func width() async {
        let pool = WorkPool(width: 2, deadlines: time.makeDeadlines())
        let (started, ended) = (EventLog<Int>(), EventLog<Int>())
        let gates = (0..<6).map { _ in DispatchSemaphore(value: 0) }
        for (number, gate) in gates.enumerated() {
            pool.run {
                started.append(number)
                gate.wait()
                ended.append(number)
            }
        }
        for number in 0..<6 {
            await started.wait(count: min(number + 2, 6))
            expectEqual(started.count, min(number + 2, 6))
            gates[started.all[number]].signal()
            await ended.wait(count: number + 1)
        }
        expect(started.all == [0, 1, 2, 3, 4, 5] || started.all == [1, 0, 2, 3, 4, 5])
    }

    @Test("Works that block keep others waiting for a few moments, up to the limit")
    func blocked() async {
        let deadlines = time.makeDeadlines()
        let pool = WorkPool(width: 2, deadlines: deadlines)
        let gate = DispatchSemaphore(value: 0)
        let started = EventLog<Int>()
        for number in 0..<WorkPool.limit + 10 {
            pool.run {
                started.append(number)
                gate.wait()
                gate.signal()
            }
        }
        var expected = 2
        while true {
            await started.wait(count: expected)
            expectEqual(started.count, expected)
            if expected == WorkPool.limit { break }
            time.pass(0.011)
            expected = min(2 * expected, WorkPool.limit)
        }
        time.pass(1)
        expectEqual(started.count, WorkPool.limit)
        gate.signal()
        await started.wait(count: WorkPool.limit + 10)
        time.pass(1)
        expectEqual(deadlines.count, 0)
    }

    @Test("More processors than the limit of threads", .hangLimit)
    func wide() async {
        let deadlines = time.makeDeadlines()
        let width = WorkPool.limit + 2
        let pool = WorkPool(width: width, deadlines: deadlines)
        let gate = DispatchSemaphore(value: 0)
        let started = EventLog<Int>()
        for number in 0..<width + 1 {
            pool.run {
                started.append(number)
                gate.wait()
                gate.signal()
            }
        }
        await started.wait(count: width)
        time.pass(1)
        expectEqual(started.count, width)
        gate.signal()
        await started.wait(count: width + 1)
    }

    @Test("A closure whose release gives the pool work, as a session's does")
    func released() async {
        let pool = WorkPool(width: 1, deadlines: time.makeDeadlines())
        let ended = EventLog<Int>()
        for number in 0..<3 {
            let last = Releasing { pool.run { ended.append(number) } }
            pool.run { [last] in withExtendedLifetime(last) {} }
        }
        await ended.wait(count: 3)
        expectEqual(ended.all.sorted(), [0, 1, 2])
    }

    private final class Releasing: Sendable {
        private let action: @Sendable () -> Void
        init(_ action: @escaping @Sendable () -> Void) { self.action = action }
        deinit { action() }
    }

    @Test("Serializers that block hold up no other request", arguments: [true, false])
    func serializers(isAwaited: Bool) async throws {
        let gate = DispatchSemaphore(value: 0)
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .json("[1]"))
        let session = Session(transport: transport)
        let (started, ended) = (EventLog<Void>(), EventLog<Void>())
        let blocking = ClosureResponseSerializer<Int> { _, _, _, _ in
            started.append(())
            gate.wait()
            gate.signal()
            return .success(7)
        }
        for _ in 0..<40 {
            let request = session.request("https://example.com/")
            if isAwaited {
                Task {
                    await expectEqual(request.serializingResponse(using: blocking).response.value, 7)
                    ended.append(())
                }
            } else {
                request.response(queue: .global(), responseSerializer: blocking) { _ in ended.append(()) }
            }
        }
        await started.wait(count: 40)
        await expectEqual(session.request("https://example.com/").serializingString().response.value, "[1]")
        let other: String? = await withCheckedContinuation { continuation in
            session.request("https://example.com/").validate { _, _, _ in .success(()) }
                .responseString(queue: .global()) { continuation.resume(returning: $0.value) }
        }
        expectEqual(other, "[1]")
        expectEqual(ended.count, 0)
        gate.signal()
        await ended.wait(count: 40)
    }
}
