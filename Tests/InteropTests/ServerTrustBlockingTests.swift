#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Synchronization
import Testing

/// Evaluators that take their time hold up nothing but the connection of the server that they evaluate.
@Suite("Evaluators that block", .enabled(if: Servers.areStarted, Servers.comment), .timeLimit(.minutes(1)))
struct ServerTrustBlockingTests: EvaluatesServers {
    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    /// Blocks in its first calls until it is released, and says that it has been called.
    final class Blocked: ServerTrustEvaluating {
        let calls: AsyncStream<Void>
        private let called: AsyncStream<Void>.Continuation
        private let released = DispatchSemaphore(value: 0)
        private let blocking: Mutex<Int>
        let refuses: Bool

        init(times: Int = 1, refuses: Bool = false) {
            (calls, called) = AsyncStream.makeStream()
            blocking = Mutex(times)
            self.refuses = refuses
        }

        func evaluate(_ trust: ServerTrust, forHost host: String) throws {
            called.yield()
            let blocks = blocking.withLock { count in
                count -= 1
                return count >= 0
            }
            if blocks { released.wait() }
            if refuses { throw Refusal() }
            try trust.af.performValidation(forHost: host)
        }

        func release() { released.signal() }

        func wait() async { for await _ in calls { return } }
    }

    @Test(
        "Requests to other servers, and to the same one, go on; the request has its response when the evaluator has answered",
        arguments: [CurlTransport.HTTPVersion.automatic, .http1_1])
    func others(version: CurlTransport.HTTPVersion) async throws {
        let evaluator = Blocked()
        let session = try session(["localhost": evaluator, "127.0.0.1": DefaultTrustEvaluator()]) {
            $0.httpVersion = version
        }
        async let first = response(session, servers.secure)
        await evaluator.wait()
        for server in [numeric, servers.plain, servers.secure] { expectGreeting(await response(session, server)) }
        evaluator.release()
        expectGreeting(await first)
        // Its connection stays, as any other.
        let last = await response(session, servers.secure)
        expectGreeting(last)
        expectEqual(last.metrics?.transactionMetrics.first?.isReusedConnection, true)
    }

    @Test("A refusal that comes late is the error of the request")
    func refusal() async throws {
        let evaluator = Blocked(refuses: true)
        let session = try session(["localhost": evaluator], all: false)
        async let first = response(session, servers.secure)
        await evaluator.wait()
        expectGreeting(await response(session, servers.plain))
        evaluator.release()
        guard case .customEvaluationFailed(let error) = try reason(await first) else {
            Issue.record("another error")
            return
        }
        expect(error is Refusal)
    }

    @Test("An evaluator may wait for requests of the same session")
    func requests() async throws {
        let box = Mutex<Session?>(nil)
        let url = servers.plain + "/hello.json"
        let evaluator = CountingEvaluator { _ in
            let done = DispatchSemaphore(value: 0)
            let length = Mutex(0)
            box.withLock { $0 }?.request(url).responseData(queue: .global()) { response in
                length.withLock { $0 = response.value?.count ?? 0 }
                done.signal()
            }
            done.wait()
            if length.withLock({ $0 }) != 17 { throw Refusal() }
        }
        let session = try session(["localhost": evaluator], all: false)
        box.withLock { $0 = session }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { expectGreeting(await response(session, servers.secure)) } }
        }
        box.withLock { $0 = nil }
    }

    @Test("Requests that are cancelled while the evaluator blocks end at once")
    func cancelled() async throws {
        let evaluator = Blocked(times: 2)
        let session = try session(["localhost": evaluator])
        let request = session.request(servers.secure + "/hello.json")
        async let first = request.serializingData().response
        await evaluator.wait()
        request.cancel()
        await expectEqual(first.error?.isExplicitlyCancelledError, true)
        // The same when its handshake has been given up.
        let second = session.request(servers.secure + "/hello.json")
        async let response = second.serializingData().response
        await evaluator.wait()
        expectGreeting(await self.response(session, servers.secure))
        second.cancel()
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
        evaluator.release()
        evaluator.release()
        expectGreeting(await self.response(session, servers.secure))
    }

    @Test("A hundred requests at once, whose evaluators all block")
    func many() async throws {
        let evaluator = Blocked(times: .max)
        let session = try session(["localhost": evaluator]) { $0.httpVersion = .http1_1 }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { expectGreeting(await response(session, servers.secure)) } }
            var calls = 0
            for await _ in evaluator.calls {
                calls += 1
                if calls == 100 { break }
            }
            for _ in 0..<200 { evaluator.release() }
        }
    }

    @Test("A WebSocket waits for its evaluator", arguments: [false, true])
    func webSocket(refuses: Bool) async throws {
        let evaluator = Blocked(refuses: refuses)
        let session = try session(["localhost": evaluator], all: false)
        let request = session.webSocketRequest(to: servers.secureSockets + "/echo")
        request.send(.string("abc"))
        async let isEchoed: Bool = {
            for await event in request.webSocketTask().streamingMessageEvents() {
                guard let message = event.message else { continue }
                event.close(sending: .normalClosure)
                if case .string("abc") = message { return true }
            }
            return false
        }()
        await evaluator.wait()
        expectGreeting(await response(session, servers.plain))
        evaluator.release()
        await expectEqual(isEchoed, !refuses)
        expectEqual(request.error?.isServerTrustEvaluationError ?? false, refuses)
    }
}
#endif
