import Foundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Sessions: an orderly end", .ownThreads, .hangLimit)
struct SessionFinishTests {
    private let gate = TestGate()
    private let transport = MockTransport()
    private let session: Session

    init() {
        session = Session.patient(transport: transport)
        transport.on(.get, "https://example.com/quick", respond: .script([.head(200), .bytes("done")]))
        transport.on(
            .get, "https://example.com/slow", respond: .script([.head(200), .waitUntil(gate), .bytes("done")]))
        transport.on(.get, "https://example.com/never", respond: .never)
    }

    private func start(_ path: String) -> (request: DataRequest, task: DataTask<String>) {
        let request = session.request("https://example.com/\(path)")
        return (request, request.serializingString())
    }

    @Test("A session without requests finishes immediately, and takes no more")
    func idle() async throws {
        let unstarted = session.request("https://example.com/quick")
        await expectEqual(session.finish(within: .seconds(3600)), .completed)
        for request in [unstarted, session.request("https://example.com/quick")] {
            let error = await request.serializingString().response.error
            expectEqual(error?.isSessionInvalidatedError, true)
            expect(error?.underlyingError is SessionFinished)
        }
        expect(transport.requests.isEmpty)
        await expectEqual(session.finish(within: .zero), .completed)
    }

    @Test("Requests under way are waited for, and their retries are sent")
    func underWay() async throws {
        transport.on(.get, "https://example.com/fails", times: 1, respond: .script([.waitUntil(gate), .head(503)]))
        transport.on(.get, "https://example.com/fails", respond: .script([.head(200), .bytes("done")]))
        let retried = session.request(
            "https://example.com/fails",
            interceptor: Retrier { _, _, _, completion in completion(.retry) }
        ).validate().serializingString()
        let slow = start("slow").task
        expect(await eventually { transport.requests.count == 2 })
        let end = Task { await session.finish(within: .seconds(3600)) }
        expect(await eventually { session.core.isFinishing })
        await expectEqual(start("quick").task.response.error?.isSessionInvalidatedError, true)
        gate.open()
        await expectEqual(end.value, .completed)
        await expectEqual(slow.response.value, "done")
        await expectEqual(retried.response.value, "done")
    }

    @Test("What is left after the time is cancelled")
    func timeIsOver() async throws {
        let (never, task) = start("never")
        expect(await eventually { transport.requests.count == 1 })
        await expectEqual(session.finish(within: .milliseconds(1)), .cancelled(1))
        expect(never.isCancelled)
        await expectEqual(task.response.error?.isExplicitlyCancelledError, true)
    }

    @Test("Cancelling the task that waits cancels the requests")
    func taskIsCancelled() async throws {
        let (never, _) = start("never")
        expect(await eventually { transport.requests.count == 1 })
        let end = Task { await session.finish(within: .seconds(3600)) }
        end.cancel()
        await expectEqual(end.value, .cancelled(1))
        expect(never.isCancelled)
    }

    @Test("A session with a transport of its own closes its connections")
    func connections() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        let session = Session.patient()
        expect(await session.request(server.url).serializingData().response.error == nil)
        await expectEqual(session.finish(within: .seconds(3600)), .completed)
        await server.waitForOpenConnections(atMost: 0)
    }
}

@Suite("Sessions: the budget for retries", .ownThreads, .hangLimit)
struct RetryBudgetTests {
    @Test("Retries are a fraction of the requests of the window, and some for each second")
    func account() {
        let time = ManualTime()
        let deadlines = time.makeDeadlines()
        let account = RetryAccount(
            RetryBudget(fraction: 0.2, minimumPerSecond: 0.1, window: .seconds(10)), deadlines: deadlines)
        expect(account.takeRetry(), "One is always allowed in ten seconds")
        expect(!account.takeRetry())
        for _ in 0..<10 { account.addRequest() }
        expect(account.takeRetry() && account.takeRetry() && !account.takeRetry())
        time.pass(9)
        expect(!account.takeRetry())
        time.pass(2)
        expect(account.takeRetry() && !account.takeRetry(), "The requests and retries are older than the window")
        time.pass(1_000_000)
        expect(account.takeRetry() && !account.takeRetry())
    }

    @Test(
        "Numbers that make no sense do not trap",
        arguments: [
            RetryBudget(fraction: -1, minimumPerSecond: -1, window: .zero),
            RetryBudget(fraction: .nan, minimumPerSecond: 0, window: .seconds(-5)),
            RetryBudget(fraction: 0, minimumPerSecond: 0, window: .seconds(Int64.max)),
        ])
    func nonsense(_ budget: RetryBudget) {
        let account = RetryAccount(budget, deadlines: .shared)
        account.addRequest()
        expect(!account.takeRetry())
    }

    @Test("A retry counts when it begins, not while it waits; one that is cancelled does not")
    func waiting() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .status(503))
        let asked = EventLog<Int>()
        let session = Session(
            interceptor: Retrier { _, _, _, completion in
                completion(.retryWithDelay(3600))
                asked.append(1)
            }, transport: transport, retryBudget: RetryBudget(fraction: 1, minimumPerSecond: 0, window: .seconds(3600)))
        let request = session.request("https://example.com/").validate()
        async let response = request.serializingData().response
        await asked.wait(count: 1)
        expect(await eventually { request.mutableState.withLock { $0.machine.phase == .waiting } })
        request.cancel()
        expect(await response.error != nil)
        let account = try #require(session.core.retryAccount)
        expect(account.takeRetry() && !account.takeRetry())
    }

    @Test("A retry for a handler's error that the budget does not allow is that handler's error")
    func handlers() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .json("broken"))
        let session = Session(
            startRequestsImmediately: false, interceptor: Retrier { _, _, _, completion in completion(.retry) },
            transport: transport, retryBudget: RetryBudget(fraction: 0, minimumPerSecond: 0))
        let request = session.request("https://example.com/")
        let (decoded, text) = (request.serializingDecodable([Int].self), request.serializingString())
        request.resume()
        guard case .requestRetryFailed(let retryError, let originalError) = await decoded.response.error else {
            Issue.record("another error")
            return
        }
        expect(retryError is RetryBudgetExhausted)
        expectEqual(originalError.asAFError?.isResponseSerializationError, true)
        await expectEqual(text.response.value, "broken")
        expect(request.error == nil && transport.requests.count == 1)
    }

    @Test("A request that would exceed the budget fails with an error that says so")
    func exhausted() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .status(503))
        let budget = RetryBudget(fraction: 2, minimumPerSecond: 0, window: .seconds(3600))
        let session = Session(
            interceptor: Retrier { _, _, _, completion in completion(.retry) }, transport: transport,
            retryBudget: budget)
        let response = await session.request("https://example.com/").validate().serializingData().response
        guard case .requestRetryFailed(let retryError, let originalError) = response.error else {
            Issue.record("\(String(describing: response.error))")
            return
        }
        expect(retryError as? RetryBudgetExhausted == RetryBudgetExhausted(budget: budget))
        expectEqual(originalError.asAFError?.responseCode, 503)
        expectEqual(transport.requests.count, 3)
    }
}
