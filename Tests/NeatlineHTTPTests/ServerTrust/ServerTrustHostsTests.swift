import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Evaluators by hosts", .ownThreads, .hangLimit)
struct ServerTrustHostsTests {
    private func isMissing(_ manager: ServerTrustManager, _ host: String) -> Bool {
        do {
            _ = try manager.serverTrustEvaluator(forHost: host)
            return false
        } catch AFError.serverTrustEvaluationFailed(reason: .noRequiredEvaluator(let found)) {
            return found == host
        } catch { return false }
    }

    @Test("An evaluator is found by its host, however that is spelled")
    func lookup() throws {
        let evaluator = DisabledTrustEvaluator()
        let manager = ServerTrustManager(evaluators: ["Example.com": evaluator, "127.0.0.1": evaluator])
        expect(manager.allHostsMustBeEvaluated)
        expectEqual(manager.evaluators.keys.sorted(), ["127.0.0.1", "Example.com"])
        for host in ["example.com", "EXAMPLE.COM", "example.com.", "127.0.0.1", "127.1"] {
            expect(try manager.serverTrustEvaluator(forHost: host) as? DisabledTrustEvaluator === evaluator)
        }
        expect(isMissing(manager, "www.example.com"))
        expect(isMissing(manager, "com"))
    }

    @Test("A host without an evaluator is checked as usual, if that is allowed")
    func optional() throws {
        let manager = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: [:])
        expect(try manager.serverTrustEvaluator(forHost: "example.com") == nil)
    }

    @Test("A session names its manager")
    func member() {
        let manager = ServerTrustManager(evaluators: [:])
        expect(Session(serverTrustManager: manager, transport: MockTransport()).serverTrustManager === manager)
        expect(Session(serverTrustManager: manager).serverTrustManager === manager)
        expect(Session(transport: MockTransport()).serverTrustManager == nil)
        expect(SessionManager(serverTrustPolicyManager: nil).serverTrustManager == nil)
    }

    private func error(_ manager: ServerTrustManager, _ url: String) async -> AFError? {
        let transport = MockTransport()
        transport.on(.get, "http://example.com/") { _ in .status(204) }
        transport.on(.get, "https://example.com/") { _ in .status(204) }
        transport.on(.get, "http://example.com/away") { _ in
            .redirect(to: "https://example.com/")
        }
        let session = Session(serverTrustManager: manager, transport: transport)
        let response = await session.request(url).serializingData(emptyResponseCodes: [204]).response
        if response.error != nil { expect(!transport.requests.contains { $0.url.scheme == "https" }) }
        return response.error
    }

    @Test("Where the transport cannot have servers evaluated, a host with an evaluator is not asked")
    func incapable() async {
        expect(!MockTransport().capabilities.contains(.serverTrust))
        let manager = ServerTrustManager(
            allHostsMustBeEvaluated: false, evaluators: ["example.com": DisabledTrustEvaluator()])
        for url in ["https://example.com/", "https://EXAMPLE.com/", "https://example.com./", "http://example.com/away"]
        {
            await expectEqual(
                error(manager, url)?.errorDescription,
                "Server example.com was sent no request, because its certificate cannot be evaluated: the transport lacks the "
                    + "capability `serverTrust`")
        }
        expect(await error(manager, "http://example.com/") == nil)
        expect(
            await error(ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: [:]), "https://example.com/")
                == nil)
        await expectEqual(
            error(ServerTrustManager(evaluators: [:]), "https://example.com/")?.errorDescription,
            "Server was not trusted, because no evaluator is set for its host: example.com")
    }

    /// Matches by domains.
    private final class Domains: ServerTrustManager, @unchecked Sendable {
        struct Unknown: Error {}

        override func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
            guard host.hasSuffix(".test") else { throw Unknown() }
            return nil
        }
    }

    @Test("A subclass decides by itself, and its own errors are told as such")
    func subclass() async {
        guard
            case .serverTrustEvaluationFailed(reason: .customEvaluationFailed(let found)) = await error(
                Domains(evaluators: [:]), "https://example.com/")
        else {
            Issue.record("another error, or none")
            return
        }
        expect(found is Domains.Unknown)
    }

    #if os(Linux)
    @Test("Foundation on Linux lacks it")
    func foundation() async {
        let transport = URLSessionTransport()
        expect(!transport.capabilities.contains(.serverTrust))
        let session = Session(
            serverTrustManager: ServerTrustManager(evaluators: ["localhost": DefaultTrustEvaluator()]),
            transport: transport)
        let error = await session.request("https://localhost:1/").serializingData().response.error
        expectEqual(error?.isServerTrustEvaluationError, true)
    }
    #endif
}
