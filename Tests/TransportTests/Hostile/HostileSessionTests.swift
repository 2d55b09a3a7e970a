#if os(Linux)
import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// The same servers, asked through a session.
@Suite("Hostile servers: sessions", .ownThreads, .serialized, .hangLimit)
struct HostileSessionTests {
    private static let bodiless = Set(200..<1000)

    private static func outcome(of request: DataRequest) async -> Outcome {
        let response = await request.serializingData(emptyResponseCodes: bodiless).response
        switch response.result {
        case .success(let data):
            return .whole(response.response?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        case .failure(let error):
            let below = (error.underlyingError as? URLError)?.userInfo[NSUnderlyingErrorKey] as? TransportError
            let body = String(decoding: response.data ?? Data(), as: UTF8.self)
            return .failed(
                error.isExplicitlyCancelledError ? .cancelled : below?.code ?? .other, response.response?.statusCode,
                body)
        }
    }

    /// Which of the servers' answers: a test's argument is printed whole, and theirs are megabytes.
    enum Answers: CaseIterable {
        case toleratedHeads, refusedHeads, lengths, chunks

        var all: [HostileAnswer] {
            switch self {
            case .toleratedHeads: HostileHeadTests.tolerated
            case .refusedHeads: HostileHeadTests.refused
            case .lengths: HostileBodyTests.lengths
            case .chunks: HostileBodyTests.chunked
            }
        }
    }

    @Test("A session ends each request as its transport does", arguments: Answers.allCases)
    func sameOutcome(_ kind: Answers) async throws {
        let answers = kind.all
        let server = try LoopbackServer()
        for (number, answer) in answers.enumerated() { server.on(.get, "/\(number)") { _ in .script(answer.steps) } }
        let session = Session()
        for (number, answer) in answers.enumerated() {
            let outcome = await Self.outcome(of: session.request(server.url("/\(number)")))
            expect(answer.outcomes.contains(outcome), "\(answer.name): \(outcome)")
        }
    }

    @Test("Each of many requests with faults among them ends once, as it should")
    func manyFaults() async throws {
        let server = try FaultyServer.make()
        let completions = Counter()
        let queue = DispatchQueue(label: "completions")
        var session: Session? = Session()
        let workers = 32
        let rounds = TestScale.rounds(50_000) / workers + 1
        await withTaskGroup { group in
            for worker in 0..<workers {
                group.addTask { [session] in
                    guard let session else { return }
                    var random = SeededGenerator(seed: UInt64(2000 + worker))
                    for _ in 0..<rounds {
                        let fault = FaultyServer.faults[Int.random(in: 0..<FaultyServer.faults.count, using: &random)]
                        let request = session.request(
                            server.url(fault.path), method: random.oneIn(4) ? .post : .get
                        ).response(queue: queue) { _ in completions.add() }
                        let outcome = await Self.outcome(of: request)
                        expect(fault.outcomes.contains(outcome), "\(fault.path): \(outcome)")
                    }
                }
            }
        }
        // Each was handed to the queue before its task was served.
        queue.sync {}
        expectEqual(completions.count, workers * rounds)
        session = nil
        try await FaultyServer.waitUntilAllAreClosed(server)
    }

    @Test("Requests that are cancelled at any moment end once")
    func cancels() async throws {
        let server = try FaultyServer.make()
        let completions = Counter()
        let queue = DispatchQueue(label: "completions")
        var session: Session? = Session()
        let workers = 32
        let rounds = TestScale.rounds(20_000) / workers + 1
        let paths = FaultyServer.faults.map(\.path) + ["/stall", "/stall-body", "/endless"]
        await withTaskGroup { group in
            for worker in 0..<workers {
                group.addTask { [session] in
                    guard let session else { return }
                    var random = SeededGenerator(seed: UInt64(3000 + worker))
                    for _ in 0..<rounds {
                        let path = paths[Int.random(in: 0..<paths.count, using: &random)]
                        let request = session.request(server.url(path)).response(queue: queue) { _ in completions.add()
                        }
                        let task = request.serializingData(emptyResponseCodes: Self.bodiless)
                        let reader = Task { await task.response }
                        for _ in 0..<Int.random(in: 0..<60, using: &random) { await Task.yield() }
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0: request.cancel()
                        case 1: reader.cancel()
                        case 2: task.cancel()
                        default:
                            await withTaskGroup { group in
                                for _ in 0..<3 { group.addTask { request.cancel() } }
                            }
                        }
                        let response = await reader.value
                        if let error = response.error, error.isExplicitlyCancelledError { expect(request.isCancelled) }
                    }
                }
            }
        }
        // Each was handed to the queue before its task was served.
        queue.sync {}
        expectEqual(completions.count, workers * rounds)
        session = nil
        try await FaultyServer.waitUntilAllAreClosed(server)
    }

    @Test("Requests of a session that is let go end as cancelled ones do")
    func dropped() async throws {
        let server = try FaultyServer.make()
        var session: Session? = Session()
        let requests = try (0..<20).map { number in
            try #require(session).request(server.url(number % 2 == 0 ? "/stall" : "/endless"))
        }
        let tasks = requests.map { request in Task { await Self.outcome(of: request) } }
        await server.waitForRequests(20)
        session = nil
        for task in tasks {
            switch await task.value {
            case .failed: break
            case let other: Issue.record("\(other)")
            }
        }
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("A redirect that leads to itself ends")
    func loops() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/loop") { _ in .redirect(to: "/loop") }
        server.on(.get, "/a") { _ in .redirect(to: "/b", status: 307) }
        server.on(.get, "/b") { _ in .redirect(to: "/a", status: 308) }
        let session = Session()
        for path in ["/loop", "/a"] {
            let response = await session.request(server.url(path)).serializingData().response
            let error = response.error?.underlyingError as? URLError
            expectEqual(error?.code, .httpTooManyRedirects, "\(path): \(response)")
        }
    }
}

/// Counts from any thread.
///
/// Unchecked Sendable, because the count is only reached while the lock is held.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    var count: Int { lock.withLock { value } }
    func add() { lock.withLock { value += 1 } }
}
#endif
