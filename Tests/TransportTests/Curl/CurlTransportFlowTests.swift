#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

@Suite("CurlTransport: pausing and cancelling", .ownThreads)
struct CurlTransportFlowTests {
    let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    @Test("While a request is paused, no more than what is on its way comes, and the rest afterwards")
    func backpressure() async throws {
        let piece = [UInt8](repeating: 0x61, count: 65_536)
        let total = 24 << 20
        let server = try LoopbackServer { _ in
            .script([.head(200, headers: ["Content-Length": "\(total)"]), .repeat(piece, count: total / 65_536)])
        }
        let paused = PausingReceiver(pauseAfter: 100_000)
        let task = transport.start(TransportRequest(url: server.url("/")), receiver: paused)
        paused.task = task
        await paused.hasPaused()
        // Other requests take as long as it takes the server to fill all buffers, and longer.
        let other = try LoopbackServer { _ in LoopbackResponse(body: [UInt8](repeating: 1, count: 1 << 20)) }
        for _ in 0..<20 { _ = await transport.run(TransportRequest(url: other.url("/"))) }
        expect(paused.log.bodyCount < 300_000)
        expect(!paused.log.isComplete)
        task.resume()
        await paused.log.completion()
        expect(paused.log.error == nil)
        expectEqual(paused.log.bodyCount, total)
        expect(paused.log.isInOrder)
    }

    @Test("A coded body that grows a thousandfold waits while its request is paused, and comes whole")
    func backpressureOfCodedBodies() async throws {
        let total = 160 << 20
        let coded = try Array(ZlibLibrary.system.get().compress(Data(count: total)))
        let server = try LoopbackServer { _ in
            LoopbackResponse(headers: ["Content-Encoding": "deflate"], body: coded)
        }
        let paused = PausingReceiver(pauseAfter: 100_000)
        let task = transport.start(
            TransportRequest(url: server.url("/"), expectsLargeBody: true), receiver: paused)
        paused.task = task
        await paused.hasPaused()
        let other = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
        for _ in 0..<20 { await expectEqual(transport.run(TransportRequest(url: other.url("/"))).text, "fine") }
        expect(paused.log.bodyCount < 1_000_000)
        expect(!paused.log.isComplete)
        task.resume()
        await paused.log.completion()
        expect(paused.log.error == nil)
        expectEqual(paused.log.bodyCount, total)
        expect(paused.log.isInOrder)
    }

    @Test("Pausing and resuming at every piece loses nothing", arguments: [false, true])
    func stepByStep(isCoded: Bool) async throws {
        let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let server = try LoopbackServer { _ in
            isCoded
                ? LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: LoopbackCoding.gzip.encode(content))
                : LoopbackResponse(body: content)
        }
        let stepping = SteppingReceiver()
        let task = transport.start(TransportRequest(url: server.url("/")), receiver: stepping)
        stepping.begin(task)
        await stepping.log.completion()
        expect(stepping.log.error == nil)
        expectEqual(stepping.log.body, content)
        expect(stepping.log.isInOrder)
    }

    @Test("A request that is paused before it begins brings its head and waits with its body")
    func pausedFromTheStart() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        let gate = TestGate()
        let slow = try LoopbackServer { _ in
            .script([.waitUntil(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")])
        }
        let log = TransportLog()
        let task = transport.start(TransportRequest(url: slow.url("/")), receiver: log)
        task.pause()
        gate.open()
        await log.head()
        for _ in 0..<10 { _ = await transport.run(TransportRequest(url: server.url("/"))) }
        expectEqual(log.bodyCount, 0)
        expect(!log.isComplete)
        task.resume()
        await log.completion()
        expectEqual(log.text, "abc")
    }

    @Test("Cancelling ends a request at any moment: waiting, in the head, in the body, paused, sending")
    func cancelMoments() async throws {
        let gate = TestGate()
        for steps in [
            [], [.send("HTTP/1.1 200 OK\r\nA: b")], [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")],
        ] as [[LoopbackStep]] {
            let gate = TestGate()
            let server = try LoopbackServer { _ in .script(steps + [.waitUntil(gate), .stall]) }
            for isPaused in [false, true] {
                let log = TransportLog()
                let task = transport.start(TransportRequest(url: server.url("/")), receiver: log)
                await gate.reached(isPaused ? 2 : 1)
                if isPaused { task.pause() }
                task.cancel()
                task.cancel()
                await expectEqual(log.completion().error, TransportError(.cancelled, "cancelled"))
                expect(log.isInOrder)
                await server.waitForOpenConnections(atMost: 0)
            }
        }
        let server = try LoopbackServer { _ in .script([.waitUntil(gate)]) }
        let stream = PieceStream(["abc"], isOpen: true)
        let log = TransportLog()
        let task = transport.start(
            TransportRequest(url: server.url("/"), method: "PUT", body: .stream(stream, length: nil)), receiver: log)
        await stream.hasWaited()
        task.cancel()
        await expectEqual(log.completion().error?.code, .cancelled)
        stream.end()
    }

    @Test("Cancelling within a receiver's methods ends the request", arguments: TransportLog.Event.interim)
    func cancelWithin(event: TransportLog.Event) async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in
            // So the task is known before anything happens.
            .script([.waitUntil(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .stall])
        }
        let box = TaskBox()
        let log = TransportLog(onEvent: { if $0 == event { box.task?.cancel() } })
        box.task = transport.start(
            TransportRequest(url: server.url("/"), method: "POST", body: .bytes(Data(count: 10))), receiver: log)
        gate.open()
        await log.completion()
        expectEqual(log.error?.code, .cancelled)
        expect(log.isInOrder)
        if event != .body { expectEqual(log.bodyCount, 0) }
    }

    @Test("Requests that are cancelled from other threads at any time end once each")
    func racingCancels() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abcdefgh") }
        let rounds = TestScale.rounds(20_000)
        var generator = SeededGenerator(seed: 6)
        var cancelled = 0
        for first in stride(from: 0, to: rounds, by: 50) {
            let count = min(50, rounds - first)
            let logs = (0..<count).map { _ in TransportLog() }
            let spins = (0..<count).map { _ in Int.random(in: 0..<4000, using: &generator) }
            let tasks = logs.map { transport.start(TransportRequest(url: server.url("/")), receiver: $0) }
            DispatchQueue.concurrentPerform(iterations: count) { index in
                var sum = 0
                for step in 0..<spins[index] { sum &+= step }
                if sum >= 0 { tasks[index].cancel() }
                if index % 3 == 0 { tasks[index].pause() }
                if index % 5 == 0 { tasks[index].cancel() }
                tasks[index].resume()
            }
            for log in logs {
                await log.completion()
                expect(log.isInOrder)
                if log.error == nil {
                    expectEqual(log.text, "abcdefgh")
                } else {
                    expectEqual(log.error?.code, .cancelled)
                    cancelled += 1
                }
            }
        }
        expect(cancelled > 0)
        await expectEqual(transport.run(TransportRequest(url: server.url("/"))).text, "abcdefgh")
    }
}

/// Pauses its task when it has got so many bytes.
private final class PausingReceiver: TransportReceiver, @unchecked Sendable {
    let log = TransportLog(keepsBody: false)
    private let limit: Int
    private let lock = NSLock()
    private var kept: (any TransportTask)?
    private var isOver = false
    private var continuation: CheckedContinuation<Void, Never>?

    private let hasTask = DispatchSemaphore(value: 0)

    init(pauseAfter limit: Int) { self.limit = limit }

    /// What this pauses. No byte is received before it is set, however late that is.
    var task: (any TransportTask)? {
        get { lock.withLock { kept } }
        set {
            lock.withLock { kept = newValue }
            hasTask.signal()
        }
    }

    func hasPaused() async {
        await withCheckedContinuation { continuation in
            lock.withLock { self.continuation = continuation }
            pauseIfOver()
        }
    }

    private func pauseIfOver() {
        let (task, waiting) = lock.withLock {
            guard isOver, let kept else {
                return (nil as (any TransportTask)?, nil as CheckedContinuation<Void, Never>?)
            }
            defer { continuation = nil }
            return (kept, continuation)
        }
        task?.pause()
        waiting?.resume()
    }

    func transportDidSend(totalBytes: Int64) { log.transportDidSend(totalBytes: totalBytes) }
    func transportDidReceive(_ head: TransportResponseHead) { log.transportDidReceive(head) }
    func transportDidComplete(_ completion: TransportCompletion) { log.transportDidComplete(completion) }

    func transportDidReceive(_ bytes: RawSpan) {
        hasTask.wait()
        hasTask.signal()
        log.transportDidReceive(bytes)
        guard !lock.withLock({ isOver }), log.bodyCount >= limit else { return }
        lock.withLock { isOver = true }
        pauseIfOver()
    }
}

/// Pauses at each piece, and lets another thread resume.
private final class SteppingReceiver: TransportReceiver, @unchecked Sendable {
    let log = TransportLog()
    private let lock = NSLock()
    private var task: (any TransportTask)?

    func begin(_ task: any TransportTask) {
        lock.withLock { self.task = task }
        task.resume()
    }

    func transportDidSend(totalBytes: Int64) { log.transportDidSend(totalBytes: totalBytes) }
    func transportDidReceive(_ head: TransportResponseHead) { log.transportDidReceive(head) }
    func transportDidComplete(_ completion: TransportCompletion) { log.transportDidComplete(completion) }

    func transportDidReceive(_ bytes: RawSpan) {
        log.transportDidReceive(bytes)
        guard let task = lock.withLock({ task }) else { return }
        task.pause()
        DispatchQueue.global().async { task.resume() }
    }
}

private final class TaskBox: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: (any TransportTask)?

    var task: (any TransportTask)? {
        get { lock.withLock { kept } }
        set { lock.withLock { kept = newValue } }
    }
}
#endif
