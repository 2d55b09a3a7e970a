#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Synchronization
import Testing

@Suite("Server trust with nginx", .enabled(if: Servers.areStarted, Servers.comment))
struct ServerTrustTests: EvaluatesServers {
    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    @Test("The default evaluation trusts the transport's authorities, over HTTP/2 and HTTP/1.1")
    func trusted() async throws {
        let evaluator = DefaultTrustEvaluator()
        let response = await response(try session(["localhost": evaluator]), servers.secure)
        expectGreeting(response)
        expectEqual(response.metrics?.transactionMetrics.first?.networkProtocolName, "h2")
        expectGreeting(
            await self.response(try session(["localhost": evaluator]) { $0.httpVersion = .http1_1 }, servers.secure))
        expectGreeting(await self.response(try session(["LOCALHOST": evaluator]), servers.secure))
    }

    @Test("The default evaluation does not trust strangers, expired certificates, and those nobody signed")
    func untrusted() async throws {
        let evaluators = ["localhost": DefaultTrustEvaluator()]
        let stranger = await response(try session(evaluators, authority: "stranger.pem"), servers.secure)
        guard case .defaultEvaluationFailed(let output) = try reason(stranger) else { throw stranger.error! }
        expectEqual(output.host, "localhost")
        expect(!output.verdict.isTrusted)
        expectEqual(
            stranger.error?.errorDescription,
            "Server localhost was not trusted by the default evaluation: \(output.verdict.message).")
        expectEqual(stranger.error?.isServerTrustEvaluationError, true)
        let expired = await response(try session(evaluators), servers.expired)
        guard case .defaultEvaluationFailed(let output) = try reason(expired) else { throw expired.error! }
        expectEqual(output.verdict.message, "certificate has expired")
        let own = await response(try session(evaluators), servers.selfSigned)
        guard case .defaultEvaluationFailed = try reason(own) else { throw own.error! }
    }

    @Test("A session that checks no certificates evaluates all the same")
    func evaluatedThoughUnverified() async throws {
        let evaluators = ["localhost": DefaultTrustEvaluator()]
        let response = await response(
            try session(evaluators, authority: "stranger.pem") { $0.tls.verifiesCertificates = false }, servers.secure)
        guard case .defaultEvaluationFailed = try reason(response) else { throw response.error! }
    }

    @Test("A pinned certificate: the server's, its authority's, and another one")
    func pinnedCertificates() async throws {
        for name in ["server.pem", "authority.pem"] {
            let evaluator = PinnedCertificatesTrustEvaluator(certificates: try certificates(name))
            expectGreeting(await response(try session(["localhost": evaluator]), servers.secure))
        }
        let pinned = try certificates("stranger.pem") + certificates("client.pem")
        let evaluator = PinnedCertificatesTrustEvaluator(certificates: pinned)
        let refused = await response(try session(["localhost": evaluator]), servers.secure)
        guard case .certificatePinningFailed(let host, let trust, pinned, let found) = try reason(refused) else {
            throw refused.error!
        }
        expectEqual(host, "localhost")
        expectEqual(trust.sentCertificates, try certificates("server.pem"))
        expectEqual(found, try certificates("server.pem") + certificates("authority.pem"))
        expectEqual(refused.error?.errorDescription?.contains(servers.pin), true)
        let none = await response(
            try session(["localhost": PinnedCertificatesTrustEvaluator(certificates: [])]), servers.secure)
        guard case .noCertificatesFound = try reason(none) else { throw none.error! }
    }

    @Test("A pinned key: the server's, and another one")
    func pinnedKeys() async throws {
        let key = try #require(certificates("server.pem").first).publicKey
        expectEqual(key.pin, servers.pin)
        expectGreeting(
            await response(try session(["localhost": PublicKeysTrustEvaluator(keys: [key])]), servers.secure))
        let other = try #require(certificates("stranger.pem").first).publicKey
        let refused = await response(
            try session(["localhost": PublicKeysTrustEvaluator(keys: [other])]), servers.secure)
        guard case .publicKeyPinningFailed("localhost", _, [other], let found) = try reason(refused) else {
            throw refused.error!
        }
        expectEqual(found.first, key)
    }

    @Test("A certificate that nobody signed is accepted only if that is said")
    func selfSigned() async throws {
        let pinned = try certificates("self-signed.pem")
        let strict = PinnedCertificatesTrustEvaluator(certificates: pinned)
        let refused = await response(try session(["localhost": strict]), servers.selfSigned)
        guard case .defaultEvaluationFailed = try reason(refused) else { throw refused.error! }
        let lax = PinnedCertificatesTrustEvaluator(certificates: pinned, acceptSelfSignedCertificates: true)
        expectGreeting(await response(try session(["localhost": lax]), servers.selfSigned))
        // The pinned one is trusted instead of the authorities, not besides.
        let other = await response(try session(["localhost": lax]), servers.secure)
        guard case .defaultEvaluationFailed = try reason(other) else { throw other.error! }
        let unchecked = PinnedCertificatesTrustEvaluator(
            certificates: pinned, performDefaultValidation: false, validateHost: false)
        expectGreeting(await response(try session(["localhost": unchecked]), servers.selfSigned))
        let wrong = await response(try session(["localhost": unchecked]), servers.secure)
        guard case .certificatePinningFailed = try reason(wrong) else { throw wrong.error! }
    }

    @Test("A certificate for another host is accepted only if that is said")
    func otherHost() async throws {
        let port = try #require(URL(string: servers.secure)?.port)
        func known(_ configuration: inout CurlTransport.Configuration) {
            configuration.resolvedHosts = [.init(host: "elsewhere.test", port: port, addresses: ["127.0.0.1"])]
        }
        let url = "https://elsewhere.test:\(port)"
        let strict = await response(try session(["elsewhere.test": DefaultTrustEvaluator()], known), url)
        guard case .hostValidationFailed(let output) = try reason(strict) else { throw strict.error! }
        expectEqual(output.host, "elsewhere.test")
        expectEqual(
            strict.error?.errorDescription,
            "Server elsewhere.test was not trusted, because its certificate is not valid for this host: localhost, 127.0.0.1 "
                + "(\(servers.pin)).")
        let lax = DefaultTrustEvaluator(validateHost: false)
        expectGreeting(await response(try session(["elsewhere.test": lax], known), url))
        // Not evaluated, and so checked as usual, name and all.
        let usual = await response(try session(["localhost": lax], all: false, known), url)
        expectEqual(usual.error?.isSessionTaskError, true)
        expectGreeting(await response(try session(["127.0.0.1": DefaultTrustEvaluator()]), numeric))
    }

    @Test("Without evaluation everything is accepted")
    func disabled() async throws {
        for server in [servers.secure, servers.selfSigned, servers.expired] {
            let session = try session(["localhost": DisabledTrustEvaluator()], authority: "stranger.pem")
            expectGreeting(await response(session, server))
        }
    }

    @Test("Of several evaluators each must trust")
    func composite() async throws {
        let key = try #require(certificates("server.pem").first).publicKey
        let other = try #require(certificates("stranger.pem").first).publicKey
        let good: [any ServerTrustEvaluating] = [DefaultTrustEvaluator(), PublicKeysTrustEvaluator(keys: [key])]
        expectGreeting(
            await response(
                try session(["localhost": CompositeTrustEvaluator(evaluators: good)]), servers.secure))
        let bad = CompositeTrustEvaluator(evaluators: good + [PublicKeysTrustEvaluator(keys: [other])])
        let refused = await response(try session(["localhost": bad]), servers.secure)
        guard case .publicKeyPinningFailed = try reason(refused) else { throw refused.error! }
    }

    @Test("A host without an evaluator is refused before it is asked, unless that is allowed")
    func noEvaluator() async throws {
        let strict = try session(["example.com": DisabledTrustEvaluator()])
        let refused = await response(strict, servers.secure)
        guard case .noRequiredEvaluator("localhost") = try reason(refused) else { throw refused.error! }
        expect(refused.metrics?.transactionMetrics.isEmpty != false)
        // Without TLS there is nothing to evaluate.
        expectGreeting(await response(strict, servers.plain))
        let lax = try session(["example.com": DisabledTrustEvaluator()], all: false)
        expectGreeting(await response(lax, servers.secure))
        let unknown = await response(
            try session(["example.com": DisabledTrustEvaluator()], all: false, authority: "stranger.pem"),
            servers.secure)
        expectEqual(unknown.error?.isSessionTaskError, true)
    }

    @Test("An own evaluator's error reaches handlers and awaiting code")
    func customError() async throws {
        let evaluator = CountingEvaluator { _ in throw Refusal() }
        let session = try session(["localhost": evaluator])
        let response = await response(session, servers.secure)
        guard case .customEvaluationFailed(let error) = try reason(response) else { throw response.error! }
        expect(error is Refusal)
        expect(response.error?.underlyingError is Refusal)
        expectEqual(evaluator.hosts.withLock { $0 }, ["localhost"])
        await #expect {
            try await session.request(servers.secure + "/hello.json").serializingString().value
        } throws: {
            ($0.asAFError?.underlyingError as? Refusal) == Refusal()
        }
        let isRefused = await withCheckedContinuation { continuation in
            session.request(servers.secure + "/hello.json").response { response in
                continuation.resume(returning: response.error?.isServerTrustEvaluationError == true)
            }
        }
        expect(isRefused)
        let file = await session.download(servers.secure + "/hello.json").serializingData().response
        expectEqual(file.error?.isServerTrustEvaluationError, true)
        // Whoever waited for the same connection tries one of its own.
        let errors = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await self.response(session, servers.secure).error?.isServerTrustEvaluationError == true
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(errors, Array(repeating: true, count: 8))
    }

    @Test("An evaluator sees what the server sent, and what the system says of it")
    func trust() async throws {
        let seen = Mutex<[ServerTrust]>([])
        let evaluator = CountingEvaluator { trust in seen.withLock { $0.append(trust) } }
        expectGreeting(await response(try session(["localhost": evaluator]), servers.secure))
        expectGreeting(await response(try session(["localhost": evaluator]), servers.selfSigned))
        let trusts = seen.withLock { $0 }
        try #require(trusts.count == 2)
        expectEqual(trusts[0].verdict, ServerTrust.Verdict(isTrusted: true))
        expectEqual(trusts[0].af.certificates, try certificates("server.pem") + certificates("authority.pem"))
        expect(trusts[0].isNamed("localhost") && trusts[0].isNamed("127.0.0.1") && !trusts[0].isNamed("example.com"))
        expect(!trusts[1].verdict.isTrusted)
        // It can be evaluated in other ways long after the handshake.
        expect(trusts[1].anchored(to: trusts[1].sentCertificates).verdict.isTrusted)
        expect(!trusts[1].anchored(to: trusts[0].certificates).verdict.isTrusted)
    }

    @Test("A stapled response shows that a certificate is not revoked; without one the server is not trusted")
    func revocation() async throws {
        let evaluators = ["localhost": RevocationTrustEvaluator()]
        expectGreeting(await response(try session(evaluators), servers.stapled))
        let composite: any ServerTrustEvaluating = .composite(evaluators: [.revocationChecking])
        expectGreeting(await response(try session(["localhost": composite]), servers.stapled))
        for server in [servers.revoked, servers.secure] {
            let refused = await response(try session(evaluators), server)
            guard case .revocationCheckFailed(let output, .any) = try reason(refused) else { throw refused.error! }
            expectEqual(output.host, "localhost")
            expect(!output.verdict.message.isEmpty)
        }
        let lists = RevocationTrustEvaluator(options: [.crl])
        let refused = await response(try session(["localhost": lists]), servers.stapled)
        guard case .revocationPolicyCreationFailed = try reason(refused) else { throw refused.error! }
        let inner = CountingEvaluator { try RevocationTrustEvaluator().evaluate($0, forHost: "localhost") }
        let hidden = await response(try session(["localhost": inner]), servers.stapled)
        guard case .revocationPolicyCreationFailed = try reason(hidden) else { throw hidden.error! }
    }

    @Test("Version 4's policies")
    func policies() async throws {
        let policies: [String: ServerTrustPolicy] = [
            "localhost": .pinCertificates(
                certificates: try certificates("self-signed.pem"), validateCertificateChain: true, validateHost: true)
        ]
        let manager = SessionManager(serverTrustPolicyManager: ServerTrustPolicyManager(policies: policies))
        expectGreeting(await response(manager, servers.selfSigned))
        await expectEqual(response(manager, servers.secure).error?.isServerTrustEvaluationError, true)
        let custom = SessionManager(
            serverTrustPolicyManager: ServerTrustPolicyManager(policies: [
                "localhost": .customEvaluation { trust, host in host == "localhost" && !trust.verdict.isTrusted }
            ]))
        expectGreeting(await response(custom, servers.selfSigned))
    }
}
#endif
