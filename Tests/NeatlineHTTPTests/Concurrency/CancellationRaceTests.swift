import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers each request at once, from any thread, in pieces.
private final class RacingTransport: Transport {
    let capabilities: TransportCapabilities = []

    private final class Running: TransportTask, @unchecked Sendable {
        let lock = NSLock()
        var isCancelled = false
        func cancel() { lock.withLock { isCancelled = true } }
        func pause() {}
        func resume() {}
    }

    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let task = Running()
        DispatchQueue.global().async {
            receiver.transportDidReceive(
                TransportResponseHead(status: 200, lines: Array("Content-Length: 3\r\n\r\n".utf8)))
            for byte in [UInt8]("abc".utf8) {
                if task.lock.withLock({ task.isCancelled }) {
                    return receiver.transportDidComplete(
                        TransportCompletion(error: TransportError(.cancelled, "cancelled")))
                }
                receiver.transportDidReceive([byte].span.bytes)
            }
            receiver.transportDidComplete(TransportCompletion())
        }
        return task
    }

    func invalidate() {}
}

@Suite("Races", .ownThreads, .hangLimit)
struct CancellationRaceTests {
    private static func isPlausible(_ response: AFDataResponse<Data>) -> Bool {
        switch response.result {
        case .success(let data): data == Data("abc".utf8)
        case .failure(let error): error.isExplicitlyCancelledError || error.isSessionDeinitializedError
        }
    }

    @Test("Cancelling, suspending and resuming at any moment leads to exactly one completion")
    func steering() async {
        let session = Session(transport: RacingTransport())
        var random = SeededGenerator(seed: 6)
        let count = TestScale.rounds(20_000)
        let completions = EventLog<Bool>()
        for _ in 0..<count {
            let request = session.request("https://example.com/")
            let choice = random.next()
            let steer: @Sendable () -> Void = {
                for _ in 0..<(choice >> 8 & 7) { _ = request.state }
                if choice & 1 == 0 { request.suspend().resume() }
                request.cancel()
            }
            if choice & 2 == 0 { DispatchQueue.global().async(execute: steer) }
            request.responseData(queue: .global()) { completions.append(Self.isPlausible($0)) }
            if choice & 2 != 0 { DispatchQueue.global().async(execute: steer) }
        }
        await completions.wait(count: count)
        expect(await eventually { session.activeRequestCount == 0 })
        expectEqual(completions.count, count)
        expect(!completions.all.contains(false))
    }

    @Test("Cancelling awaiting tasks at any moment resumes each of them once")
    func awaiting() async {
        let session = Session(transport: RacingTransport())
        var random = SeededGenerator(seed: 7)
        let count = TestScale.rounds(20_000)
        let plausible = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                let choice = random.next()
                group.addTask {
                    let task = Task {
                        let data = session.request("https://example.com/\(number)").serializingData()
                        if choice & 1 == 0 { await Task.yield() }
                        return await data.response
                    }
                    if choice & 2 == 0 { await Task.yield() }
                    if choice & 12 != 0 { task.cancel() }
                    return Self.isPlausible(await task.value)
                }
                if number % 64 == 63 { _ = await group.next() }
            }
            return await group.allSatisfy { $0 }
        }
        expect(plausible)
    }

    @Test("Sessions that are dropped at any moment complete each request once")
    func droppedSessions() async {
        let count = TestScale.rounds(2_000)
        let completions = EventLog<Bool>()
        for number in 0..<count {
            let session = Session(transport: RacingTransport())
            for _ in 0..<(number % 4) {
                session.request("https://example.com/").responseData(queue: .global()) {
                    completions.append(Self.isPlausible($0))
                }
            }
        }
        let expected = (0..<count).map { $0 % 4 }.reduce(0, +)
        await completions.wait(count: expected)
        expect(completions.all.allSatisfy { $0 })
    }

    @Test("A closure and a stream that are added while the task is created receive it once")
    func taskObservers() async {
        let session = Session(requestQueue: .global(), transport: RacingTransport())
        let queue = DispatchQueue(label: "hooks")
        for _ in 0..<TestScale.rounds(1_000) {
            let request = session.request("https://example.com/")
            let calls = EventLog<Int>()
            var streams: [StreamOf<URLSessionTask>.Iterator] = []
            let response = request.serializingData()
            repeat {
                let number = streams.count
                request.onURLSessionTaskCreation(on: queue) { _ in calls.append(number) }
                streams.append(request.urlSessionTasks().makeAsyncIterator())
            } while request.task == nil && streams.count < 1_000
            expect(await Self.isPlausible(response.response))
            await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
            expectEqual(Set(calls.all).count, calls.count)
            for index in streams.indices {
                var tasks: [URLSessionTask] = []
                while let task = await streams[index].next() { tasks.append(task) }
                expect(tasks.count == 1 && tasks.first === request.task)
            }
        }
    }
}
