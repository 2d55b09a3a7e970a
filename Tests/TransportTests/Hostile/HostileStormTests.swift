#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// Many requests at once to a server that does to each what its path says.
@Suite("Hostile servers: many at once", .ownThreads, .serialized, .hangLimit)
struct HostileStormTests {
    @Test("Each of many requests with faults among them ends once, as it should")
    func manyFaults() async throws {
        let server = try FaultyServer.make()
        var transport: CurlTransport? = try CurlTransport()
        let workers = 32
        let rounds = TestScale.rounds(50_000) / workers + 1
        await withTaskGroup { group in
            for worker in 0..<workers {
                group.addTask { [transport] in
                    guard let transport else { return }
                    var random = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<rounds {
                        let fault = FaultyServer.faults[Int.random(in: 0..<FaultyServer.faults.count, using: &random)]
                        let receiver = RecordingReceiver()
                        _ = transport.start(
                            TransportRequest(
                                url: server.url(fault.path), method: random.oneIn(4) ? "POST" : "GET",
                                body: random.oneIn(3) ? .bytes(Data("some body".utf8)) : .none),
                            receiver: receiver)
                        let outcome = await HostileServer.outcome(of: receiver)
                        expect(fault.outcomes.contains(outcome), "\(fault.path): \(outcome)")
                    }
                }
            }
        }
        transport = nil
        try await FaultyServer.waitUntilAllAreClosed(server)
    }

    @Test("Requests that are cancelled at any moment, from anywhere, end once")
    func cancels() async throws {
        let server = try FaultyServer.make()
        var transport: CurlTransport? = try CurlTransport()
        let workers = 32
        let rounds = TestScale.rounds(20_000) / workers + 1
        let paths = FaultyServer.faults.map(\.path) + FaultyServer.endlessPaths + ["/endless"]
        await withTaskGroup { group in
            for worker in 0..<workers {
                group.addTask { [transport] in
                    guard let transport else { return }
                    var random = SeededGenerator(seed: UInt64(1000 + worker))
                    for _ in 0..<rounds {
                        let path = paths[Int.random(in: 0..<paths.count, using: &random)]
                        await Self.cancelSomehow(
                            transport, TransportRequest(url: server.url(path)), using: &random)
                    }
                }
            }
        }
        transport = nil
        try await FaultyServer.waitUntilAllAreClosed(server)
    }

    private static func cancelSomehow(
        _ transport: CurlTransport, _ request: TransportRequest, using random: inout SeededGenerator
    ) async {
        let moment = Int.random(in: 0..<7, using: &random)
        let receiver = CancellingReceiver(onHead: moment == 0, onBytes: moment == 1, onCompletion: moment == 2)
        let task = transport.start(request, receiver: receiver)
        receiver.cancels(task)
        switch moment {
        case 3: task.cancel()
        case 4:
            await withTaskGroup { group in
                for _ in 0..<3 { group.addTask { task.cancel() } }
            }
        case 5:
            task.pause()
            for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
            task.resume()
            task.cancel()
        case 6: for _ in 0..<Int.random(in: 0..<200, using: &random) { await Task.yield() }
        default: break
        }
        // What the server never ends, or what was to be cancelled at an event that did not come.
        if moment > 2 || ["/stall", "/stall-body", "/endless"].contains(request.url.path) {
            if moment == 0 || moment == 1 { await Task.yield() }
            task.cancel()
        }
        let completion = await receiver.recorder.completion()
        task.cancel()
        task.resume()
        expectEqual(receiver.recorder.state.completionCount, 1)
        expectEqual(receiver.recorder.violations, [])
        if completion.error == nil { expect(receiver.recorder.head != nil) }
    }
}

extension FaultyServer {
    /// Returns when no connection is open but one of its own.
    ///
    /// Connections whose clients have gone may still wait to be accepted; this one stands behind them.
    static func waitUntilAllAreClosed(_ server: LoopbackServer) async throws {
        let transport = try CurlTransport()
        let receiver = RecordingReceiver()
        _ = transport.start(TransportRequest(url: server.url("/fine")), receiver: receiver)
        await expectEqual(HostileServer.outcome(of: receiver), .whole(200, "fine"))
        await server.waitForOpenConnections(atMost: 1)
    }
}

/// Cancels its request while it is told something.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
private final class CancellingReceiver: TransportReceiver, @unchecked Sendable {
    let recorder = RecordingReceiver(keepsBody: false)
    private let lock = NSLock()
    private var task: (any TransportTask)?
    private let onHead: Bool
    private let onBytes: Bool
    private let onCompletion: Bool

    init(onHead: Bool, onBytes: Bool, onCompletion: Bool) {
        self.onHead = onHead
        self.onBytes = onBytes
        self.onCompletion = onCompletion
    }

    func cancels(_ task: any TransportTask) { lock.withLock { self.task = task } }

    private func cancel(_ isTime: Bool) {
        if isTime { lock.withLock { task }?.cancel() }
    }

    func transportDidSend(totalBytes: Int64) { recorder.transportDidSend(totalBytes: totalBytes) }

    func transportDidReceive(_ head: TransportResponseHead) {
        recorder.transportDidReceive(head)
        cancel(onHead)
    }

    func transportDidReceive(_ bytes: RawSpan) {
        recorder.transportDidReceive(bytes)
        cancel(onBytes)
    }

    func transportDidComplete(_ completion: TransportCompletion) {
        cancel(onCompletion)
        recorder.transportDidComplete(completion)
        lock.withLock { task = nil }
    }
}
#endif
