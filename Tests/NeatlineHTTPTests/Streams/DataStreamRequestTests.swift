import Dispatch
import Foundation
import NeatlineSystem
@testable import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Requests whose body comes in pieces", .ownThreads)
struct DataStreamRequestTests {
    private struct Point: Codable, Equatable { let x: Int }
    private final class Counter: Sendable {
        private let count = Locked(0)
        var value: Int { count.withLock { $0 } }
        func add(_ more: Int) { count.withLock { $0 += more } }
    }

    private struct Refusal: Error {}

    /// Without a limit of time, for a machine that has much to do.
    private let session: Session = {
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = .infinity
        return Session(configuration: configuration)
    }()

    /// A server that sends these pieces, each when the one before was read.
    private func server(_ pieces: [String], status: Int = 200) throws -> (LoopbackServer, [TestGate]) {
        let gates = pieces.indices.dropFirst().map { _ in TestGate() }
        let server = try LoopbackServer { _ in
            var steps: [LoopbackStep] = [.head(status, headers: ["Transfer-Encoding": "chunked"])]
            for (index, piece) in pieces.enumerated() {
                if index > 0 { steps.append(.waitUntil(gates[index - 1])) }
                steps.append(.chunk(piece))
            }
            return .script(steps + [.lastChunk()])
        }
        return (server, gates)
    }

    @Test("A task reads each piece as it comes, then the end")
    func pieces() async throws {
        let (server, gates) = try server(["one", "two", "three"])
        var read: [String] = []
        var end: DataStreamRequest.Completion?
        for await event in session.streamRequest(server.url).streamTask().streamingStrings() {
            switch event.event {
            case .stream(.success(let text)):
                read.append(text)
                if read.count <= gates.count { gates[read.count - 1].open() }
            case .complete(let completion): end = completion
            }
        }
        expectEqual(read, ["one", "two", "three"])
        expect(end?.error == nil)
        expectEqual(end?.response?.statusCode, 200)
        expect(end?.metrics != nil)
        expectEqual(end?.request?.url, server.url)
    }

    @Test("Closures are told of each piece and of the end, each on its queue")
    func closures() async throws {
        let (server, gates) = try server([#"{"x":1}"#, #"{"x":2}"#])
        let queue = DispatchQueue(label: "here")
        let events: [String] = await withCheckedContinuation { continuation in
            let events = Locked<[String]>([])
            session.streamRequest(server.url).responseStreamDecodable(of: Point.self, on: queue) { stream in
                dispatchPrecondition(condition: .onQueue(queue))
                switch stream.event {
                case .stream(let result):
                    events.withLock { $0.append("\((try? result.get().x) ?? -1)") }
                    gates[0].open()
                case .complete: continuation.resume(returning: events.withLock { $0 + ["end"] })
                }
            }
        }
        expectEqual(events, ["1", "2", "end"])
    }

    @Test("Several readers get the same pieces")
    func severalReaders() async throws {
        let body = String(repeating: "0123456789", count: 50_000)
        let server = try LoopbackServer { _ in LoopbackResponse(text: body) }
        let counts: [Int] = await withCheckedContinuation { continuation in
            let counts = Locked<[Int]>([])
            let request = session.streamRequest(server.url, shouldAutomaticallyResume: false)
            for _ in 0..<3 {
                let count = Counter()
                request.responseStream(on: .global()) { stream in
                    if let bytes = stream.value { return count.add(bytes.count) }
                    let all = counts.withLock {
                        $0.append(count.value)
                        return $0
                    }
                    if all.count == 3 { continuation.resume(returning: all) }
                }
            }
            request.resume()
        }
        expectEqual(counts, [500_000, 500_000, 500_000])
    }

    @Test("A slow reader holds the server instead of filling memory")
    func backpressure() async throws {
        let megabyte = [UInt8](repeating: 7, count: 1 << 20)
        let sent = Locked(0)
        let server = try LoopbackServer { _ in
            var steps: [LoopbackStep] = [.head(200, headers: ["Content-Length": "\(100 << 20)"])]
            for _ in 0..<100 {
                steps.append(.send(megabyte))
                steps.append(.perform { sent.withLock { $0 += 1 } })
            }
            return .script(steps)
        }
        var iterator = session.streamRequest(server.url).streamTask().streamingData().makeAsyncIterator()
        let first = await iterator.next()
        var read = try #require(first?.value).count
        var largestLead = 0
        while let event = await iterator.next() {
            read += event.value?.count ?? 0
            largestLead = max(largestLead, (sent.withLock { $0 } << 20) - read)
        }
        expectEqual(read, 100 << 20)
        // What waits here, what libcurl keeps, and what the sockets' buffers take.
        expect(largestLead < 40 << 20)
    }

    @Test("Ending the iteration cancels the request")
    func earlyEnd() async throws {
        let endless = try LoopbackServer { _ in
            .script([.head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("a"), .stall])
        }
        let request = session.streamRequest(endless.url)
        for await _ in request.streamTask().streamingData() { break }
        expect(request.isCancelled)
        await endless.waitForOpenConnections(atMost: 0)
    }

    @Test("Cancelling the task that reads ends the iteration and the request")
    func cancelledTask() async throws {
        let gate = TestGate()
        let endless = try LoopbackServer { _ in
            .script([.head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("a"), .waitUntil(gate), .stall])
        }
        let request = session.streamRequest(endless.url)
        let reader = Task {
            var count = 0
            for await _ in request.streamTask().streamingData() { count += 1 }
            return count
        }
        await gate.reached()
        reader.cancel()
        expect(await reader.value <= 1)
        expect(request.isCancelled)
    }

    @Test("Cancelling the task that reads does not wait for the thread that hands on pieces", .hangLimit)
    func cancellingDoesNotWait() async throws {
        let gate = TestGate()
        let endless = try LoopbackServer { _ in
            .script([.head(200, headers: ["Transfer-Encoding": "chunked"]), .waitUntil(gate), .stall])
        }
        let request = session.streamRequest(endless.url)
        let reader = Task {
            for await _ in request.streamTask().streamingData() {}
        }
        await gate.reached()
        // Pieces are handed on with the request's lock held, and resume the task.
        request.mutableState.withLock { _ in reader.cancel() }
        await reader.value
        expect(request.isCancelled)
    }

    @Test("A token ends the stream")
    func token() async throws {
        let endless = try LoopbackServer { _ in
            .script([.head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("a"), .stall])
        }
        let error: AFError? = await withCheckedContinuation { continuation in
            session.streamRequest(endless.url).responseStream(on: .global()) { stream in
                switch stream.event {
                case .stream: stream.cancel()
                case .complete(let completion): continuation.resume(returning: completion.error)
                }
            }
        }
        expectEqual(error?.isExplicitlyCancelledError, true)
    }

    @Test("What a closure throws ends the request with that error")
    func throwingClosure() async throws {
        let endless = try LoopbackServer { _ in
            .script([.head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("a"), .stall])
        }
        let error: AFError? = await withCheckedContinuation { continuation in
            session.streamRequest(endless.url).responseStreamString(on: .global()) { stream in
                switch stream.event {
                case .stream: throw Refusal()
                case .complete(let completion): continuation.resume(returning: completion.error)
                }
            }
        }
        expect(error?.underlyingError is Refusal)
    }

    @Test("A piece that cannot be decoded is an error, and the end if that is wanted", arguments: [false, true])
    func undecodable(cancels: Bool) async throws {
        let (server, gates) = try server([#"{"x":"#, #"{"x":2}"#])
        let task = session.streamRequest(server.url, automaticallyCancelOnStreamError: cancels).streamTask()
        var values: [Int?] = []
        var end: DataStreamRequest.Completion?
        for await event in task.streamingDecodables(Point.self) {
            if let result = event.result { values.append(try? result.get().x) }
            gates[0].open()
            end = event.completion ?? end
        }
        expectEqual(values, cancels ? [nil] : [nil, 2])
        expectEqual(end?.error?.isExplicitlyCancelledError, cancels ? true : nil)
    }

    @Test("Validation fails the stream at its end")
    func validation() async throws {
        let (server, _) = try server(["no"], status: 500)
        var end: DataStreamRequest.Completion?
        var text = ""
        for await event in session.streamRequest(server.url).validate().streamTask().streamingStrings() {
            text += event.value ?? ""
            end = event.completion ?? end
        }
        expectEqual(text, "no")
        expectEqual(end?.error?.responseCode, 500)
    }

    @Test("The head can be looked at before the body is let through")
    func heads() async throws {
        let (server, _) = try server(["body"])
        let request = session.streamRequest(server.url).onHTTPResponse(on: .global()) { response, decide in
            decide(response.statusCode == 200 ? .cancel : .allow)
        }
        var end: DataStreamRequest.Completion?
        for await event in request.streamTask().streamingStrings() {
            expect(event.value == nil)
            end = event.completion ?? end
        }
        expectEqual(end?.error?.isExplicitlyCancelledError, true)
    }

    @Test("An invalid URL is told at the end")
    func invalidURL() async {
        var end: DataStreamRequest.Completion?
        for await event in session.streamRequest("").streamTask().streamingData() { end = event.completion ?? end }
        expectEqual(end?.error?.isInvalidURLError, true)
    }
}
