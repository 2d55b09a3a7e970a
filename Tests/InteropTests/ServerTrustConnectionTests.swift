#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Synchronization
import Testing

@Suite("Server trust of connections to nginx", .enabled(if: Servers.areStarted, Servers.comment))
struct ServerTrustConnectionTests: EvaluatesServers {
    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    @Test("A redirect to another host is evaluated by that host's evaluator")
    func redirect() async throws {
        let first = CountingEvaluator()
        let second = CountingEvaluator { _ in throw Refusal() }
        let refused = await response(
            try session(["localhost": first, "127.0.0.1": second]), servers.secure, "/away")
        guard case .customEvaluationFailed = try reason(refused) else { throw refused.error! }
        expect(first.count == 1 && second.count == 1)
        let third = CountingEvaluator()
        expectGreeting(
            await response(try session(["localhost": first, "127.0.0.1": third]), servers.secure, "/away"))
        expectEqual(third.hosts.withLock { $0 }, ["127.0.0.1"])
        let unknown = await response(try session(["localhost": first]), servers.secure, "/away")
        guard case .noRequiredEvaluator("127.0.0.1") = try reason(unknown) else { throw unknown.error! }
    }

    @Test("A connection is evaluated once, and used again", arguments: [CurlTransport.HTTPVersion.automatic, .http1_1])
    func reuse(version: CurlTransport.HTTPVersion) async throws {
        let evaluator = CountingEvaluator()
        let session = try session(["localhost": evaluator]) { $0.httpVersion = version }
        for round in 0..<5 {
            let response = await response(session, servers.secure)
            expectGreeting(response)
            expectEqual(response.metrics?.transactionMetrics.first?.isReusedConnection, round > 0)
        }
        expectEqual(evaluator.count, 1)
    }

    @Test("Each new connection is evaluated anew: nothing is resumed")
    func noResumption() async throws {
        let evaluator = CountingEvaluator()
        let session = try session(["localhost": evaluator]) { $0.idleConnectionLifetime = 0 }
        for _ in 0..<4 { expectGreeting(await response(session, servers.secure)) }
        expectEqual(evaluator.count, 4)
    }

    @Test("A process can end while servers are evaluated", arguments: 0..<20)
    func exits(round: Int) async {
        await #expect(processExitsWith: .success) {
            let servers = try #require(Servers.started)
            let isEvaluated = DispatchSemaphore(value: 0)
            let evaluator = CountingEvaluator { _ in isEvaluated.signal() }
            let session = try Session.curl(
                serverTrustManager: ServerTrustManager(evaluators: ["localhost": evaluator])
            ) {
                $0.tls.authorities = .file(servers.certificate("authority.pem"))
                $0.httpVersion = .http1_1
            }
            for _ in 0..<40 { session.request(servers.secure + "/hello.json").response { _ in } }
            isEvaluated.wait()
            exit(0)
        }
    }

    @Test("Sessions of one transport share no connection that was made under other rules")
    func apart() async throws {
        var configuration = CurlTransport.Configuration()
        configuration.tls.authorities = .file(servers.certificate("stranger.pem"))
        let transport = try CurlTransport(configuration: configuration)
        func session(_ evaluator: (any ServerTrustEvaluating)?) -> Session {
            Session(
                serverTrustManager: evaluator.map { ServerTrustManager(evaluators: ["localhost": $0]) },
                transport: transport)
        }
        let lax = session(DisabledTrustEvaluator())
        expectGreeting(await response(lax, servers.secure))
        let strict = session(DefaultTrustEvaluator())
        let refused = await response(strict, servers.secure)
        guard case .defaultEvaluationFailed = try reason(refused) else { throw refused.error! }
        let usual = session(nil)
        await expectEqual(response(usual, servers.secure).error?.isSessionTaskError, true)
        expectGreeting(await response(lax, servers.secure))
        // Who invalidates the transport means all that came of it.
        transport.invalidate()
        expect(await response(lax, servers.secure).error != nil)
    }

    /// Gives one evaluator after another, which a manager should not do.
    final class Fickle: ServerTrustManager, @unchecked Sendable {
        let answers = Mutex<[(any ServerTrustEvaluating)?]>([DisabledTrustEvaluator(), nil])

        init() { super.init(evaluators: [:]) }

        override func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
            answers.withLock { $0.removeFirst() }
        }
    }

    @Test("A connection that was evaluated is not used for what is checked as usual")
    func fickle() async throws {
        let session = try session(Fickle(), "stranger.pem")
        expectGreeting(await response(session, servers.secure))
        await expectEqual(response(session, servers.secure).error?.isSessionTaskError, true)
    }

    @Test("An HTTPS proxy's certificate could not be told from the server's, so nothing is sent")
    func secureProxy() async throws {
        let session = try session(["localhost": DisabledTrustEvaluator()]) {
            $0.proxy = .url("https://localhost:\(URL(string: servers.secure)?.port ?? 0)", except: ["nowhere.test"])
        }
        let refused = await response(session, servers.secure)
        guard case .evaluationUnavailable("localhost", let reason) = try reason(refused) else { throw refused.error! }
        expectEqual(reason, "requests go through an HTTPS proxy, whose certificate could not be told from the server's")
    }

    @Test("A client that is asked for its certificate evaluates the server's all the same")
    func clientCertificate() async throws {
        func identify(_ configuration: inout CurlTransport.Configuration) {
            configuration.tls.identity = .files(
                certificate: servers.certificate("client.pem"), key: servers.certificate("client.key"))
        }
        let evaluator = DefaultTrustEvaluator()
        expectGreeting(await response(try session(["localhost": evaluator], identify), servers.mutual))
        let refused = await response(
            try session(["localhost": evaluator], authority: "stranger.pem", identify), servers.mutual)
        guard case .defaultEvaluationFailed = try reason(refused) else { throw refused.error! }
    }

    @Test("A transport's pinned keys hold besides")
    func besides() async throws {
        let session = try session(["localhost": DisabledTrustEvaluator()]) {
            $0.tls.pinnedKeys = [Data(repeating: 7, count: 32).base64EncodedString()]
        }
        await expectEqual(response(session, servers.secure).error?.isSessionTaskError, true)
    }

    @Test("A session that goes while its server is evaluated asks nobody any more")
    func deinitialised() async throws {
        for _ in 0..<20 {
            let box = Mutex<Session?>(nil)
            let evaluator = CountingEvaluator { _ in box.withLock { $0 = nil } }
            var configuration = CurlTransport.Configuration()
            configuration.tls.authorities = .file(servers.certificate("authority.pem"))
            let transport = try CurlTransport(configuration: configuration)
            // The evaluator waits for the lock, so the box has the session, and only the box, when it is asked.
            let task = box.withLock { box in
                let session = Session(
                    serverTrustManager: ServerTrustManager(evaluators: ["localhost": evaluator]), transport: transport)
                box = session
                return session.request(servers.secure + "/hello.json").serializingData()
            }
            guard case .sessionDeinitialized = await task.response.error else {
                Issue.record("the session is still there")
                return
            }
            expect(evaluator.count <= 1)
        }
    }

    /// Says when it goes.
    final class Mortal: ServerTrustEvaluating {
        let gone: AsyncStream<Void>.Continuation

        let refuses: Bool

        init(_ gone: AsyncStream<Void>.Continuation, refuses: Bool) { (self.gone, self.refuses) = (gone, refuses) }

        deinit { gone.finish() }

        func evaluate(_ trust: ServerTrust, forHost host: String) throws {
            gone.yield()
            if refuses { throw Refusal() }
        }
    }

    @Test("Evaluators go with their session and its connections", .timeLimit(.minutes(1)), arguments: [false, true])
    func release(refuses: Bool) async throws {
        let (calls, gone) = AsyncStream.makeStream(of: Void.self)
        do {
            let session = Session(
                serverTrustManager: ServerTrustManager(evaluators: ["localhost": Mortal(gone, refuses: refuses)]),
                transport: try CurlTransport(
                    configuration: {
                        var configuration = CurlTransport.Configuration()
                        configuration.httpVersion = .http1_1
                        configuration.tls.authorities = .file(servers.certificate("authority.pem"))
                        return configuration
                    }()))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        expectEqual(await response(session, servers.secure).error != nil, refuses)
                    }
                }
            }
        }
        // Ends with the last of what keeps the evaluator: the session, and the connections of its transport.
        var count = 0
        for await _ in calls { count += 1 }
        expect((1...4).contains(count))
    }
}
#endif
