import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("HTTP Strict Transport Security")
struct TransportSecurityTests {
    @Test(
        "The field's value, with the examples of RFC 6797, section 6.2",
        arguments: [
            ("max-age=31536000", 31_536_000, false), ("max-age=15768000 ; includeSubDomains", 15_768_000, true),
            ("max-age=\"31536000\"", 31_536_000, false), ("max-age=0", 0, false),
            ("max-age=0; includeSubDomains", 0, true), ("MAX-AGE=1;INCLUDESUBDOMAINS", 1, true),
            (" ; max-age = 5 ;; preload; x=y; z=\"a;b\\\"c\" ;", 5, false), ("includeSubDomains;max-age=7", 7, true),
            ("max-age=99999999999999999999", 3_155_760_000, false), ("max-age=\"\\1\"", 1, false),
            // Ignored as a whole.
            ("", nil, false), ("includeSubDomains", nil, false), ("max-age", nil, false), ("max-age=", nil, false),
            ("max-age=-1", nil, false), ("max-age=1.5", nil, false), ("max-age=1 2", nil, false),
            ("max-age=1; max-age=1", nil, false), ("max-age=1; includeSubDomains; includeSubdomains", nil, false),
            ("max-age=1; preload; PRELOAD", nil, false), ("max-age=1, max-age=2", nil, false),
            ("max-age=1; includeSubDomains=1", nil, false), ("max-age=\"1", nil, false), ("max-age=\"1\\", nil, false),
            ("=1; max-age=1", nil, false), ("max-age=1; ä", nil, false),
        ] as [(String, Double?, Bool)])
    func values(value: String, seconds: Double?, includesSubdomains: Bool) {
        let directives = SecureHosts.directives(value)
        expectEqual(directives?.seconds, seconds)
        expect(directives?.includesSubdomains ?? false == includesSubdomains && directives != nil || seconds == nil)
    }

    @Test("No prefix of a value, and no byte in it, traps")
    func anyBytes() {
        let value = "max-age=\"1\\2\"; includeSubDomains; x=\"\\\"\""
        for end in value.utf8.indices { _ = SecureHosts.directives(String(value[..<end])) }
        for index in value.utf8.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = Array(value.utf8)
                bytes[value.utf8.distance(from: value.startIndex, to: index)] = byte
                _ = SecureHosts.directives(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    @Test("Which hosts a demand is for, and until when")
    func hosts() {
        var hosts = SecureHosts()
        expectEqual(hosts.note("max-age=10", from: "Example.ORG.", now: 100), true)
        expectEqual(hosts.note("max-age=20; includeSubDomains", from: "sub.test", now: 100), true)
        let table: [(String, Double, Bool)] = [
            ("example.org", 100, true), ("EXAMPLE.org.", 109.9, true), ("example.org", 110, false),
            ("a.example.org", 100, false), ("org", 100, false), ("notexample.org", 100, false),
            ("sub.test", 119, true), ("a.sub.test", 119, true), ("a.b.SUB.test.", 119, true), ("test", 100, false),
            ("asub.test", 100, false), ("a.sub.test", 120, false),
        ]
        for (host, now, isSecure) in table {
            expectEqual(hosts.contains(host, now: now), isSecure, "\(host) at \(now)")
        }
        // A subdomain's own demand does not end that of its domain.
        expectEqual(hosts.note("max-age=0", from: "a.sub.test", now: 100), false)
        expect(hosts.contains("a.sub.test", now: 101))
        // The last demand counts, also one without subdomains.
        expectEqual(hosts.note("max-age=20", from: "sub.test", now: 101), true)
        expect(!hosts.contains("a.sub.test", now: 102) && hosts.contains("sub.test", now: 102))
        expectEqual(hosts.note("max-age=21", from: "sub.test", now: 102), false)
        expectEqual(hosts.note("nonsense", from: "sub.test", now: 102), false)
        expectEqual(hosts.note("max-age=0", from: "SUB.test", now: 102), true)
        expect(!hosts.contains("sub.test", now: 102))
    }

    @Test(
        "A demand that is renewed all the time is stored before the stored one ends",
        arguments: [(60.0, 300.0), (3600, 86_400), (3600, 2_592_000)])
    func renewals(interval: Double, lifetime: Double) {
        var hosts = SecureHosts()
        var storedEnd = 0.0
        var stores = 0
        for count in 0..<1000 {
            let now = Double(count) * interval
            if hosts.note("max-age=\(Int(lifetime))", from: "a.test", now: now) {
                storedEnd = now + lifetime
                stores += 1
            }
            expect(storedEnd > now && storedEnd + 86_400 > now + lifetime)
        }
        expect(stores <= Int(1000 * interval / min(lifetime, 86_400)) + 1)
    }

    @Test(
        "Addresses demand nothing, however they are written",
        arguments: ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "::1", "[::1]", "1.2.3.4."])
    func addresses(host: String) {
        var hosts = SecureHosts()
        expectEqual(hosts.note("max-age=10; includeSubDomains", from: host, now: 0), false)
        expect(hosts.isEmpty)
    }

    @Test("The number of hosts is limited: those that end first are forgotten")
    func limit() {
        var hosts = SecureHosts()
        for number in 0..<SecureHosts.limit + 10 {
            _ = hosts.note("max-age=\(1000 + number)", from: "h\(number).test", now: 0)
        }
        expectEqual(hosts.policies.count, SecureHosts.limit)
        expect(!hosts.contains("h9.test", now: 0) && hosts.contains("h10.test", now: 0))
    }

    @Test(
        "The URL of a host that demands TLS: RFC 6797, section 8.3",
        arguments: [
            ("http://a.test", "https://a.test"), ("http://a.test/p%20q?x=y#z", "https://a.test/p%20q?x=y#z"),
            ("http://a.test:80/", "https://a.test/"), ("http://a.test:8080/", "https://a.test:8080/"),
            ("HTTP://A.test/", "https://A.test/"), ("http://u:p@a.test/", "https://u:p@a.test/"),
            ("https://a.test/", nil), ("ftp://a.test/", nil), ("http://b.test/", nil), ("file:///a.test", nil),
        ] as [(String, String?)])
    func upgrades(text: String, expected: String?) throws {
        var hosts = SecureHosts()
        _ = hosts.note("max-age=10", from: "a.test", now: 0)
        expectEqual(hosts.upgraded(try #require(URL(string: text)), now: 0)?.absoluteString, expected)
    }

    private func transport(redirect: String? = nil) -> MockTransport {
        let transport = MockTransport()
        transport.on(.get, "https://a.test/demand") { _ in
            MockResponse(
                headers: ["Strict-Transport-Security": "max-age=31536000; includeSubDomains"], text: "demanded")
        }
        for scheme in ["http", "https"] {
            transport.on(.get, "\(scheme)://a.test/") { _ in MockResponse(text: scheme) }
            transport.on(.get, "\(scheme)://b.a.test/") { _ in MockResponse(text: scheme) }
            transport.on(.get, "\(scheme)://other.test/demand") { _ in
                MockResponse(headers: ["Strict-Transport-Security": "max-age=31536000"], text: scheme)
            }
            transport.on(.get, "\(scheme)://other.test/") { _ in MockResponse(text: scheme) }
        }
        transport.on(.get, "https://a.test/redirect") { _ in
            MockResponse(status: 302, headers: ["Location": "http://a.test/"])
        }
        return transport
    }

    @Test("A session obeys a demand that came over TLS, in requests and redirects, and keeps the credentials then")
    func session() async throws {
        let transport = transport()
        let session = Session(configuration: .af.ephemeral, transport: transport)
        func text(_ url: String) async throws -> String {
            try await session.request(url, headers: ["Authorization": "x"]).serializingString().value
        }
        try await expectEqual(text("http://other.test/demand"), "http")
        try await expectEqual(text("http://other.test/"), "http")
        try await expectEqual(text("http://a.test/"), "http")
        try await expectEqual(text("https://a.test/demand"), "demanded")
        for url in ["http://a.test/", "http://b.a.test/", "http://a.test:80/", "https://a.test/redirect"] {
            try await expectEqual(text(url), "https", "\(url)")
            expectEqual(transport.requests.last?.headers["Authorization"], "x")
        }
        let response = await session.request("http://a.test/").serializingString().response
        expectEqual(response.response?.url?.absoluteString, "https://a.test/")
        // Another session knows nothing of it, nor does one that is told not to.
        let stranger = Session(configuration: .af.ephemeral, transport: transport)
        try await expectEqual(stranger.request("http://a.test/").serializingString().value, "http")
        let lax = Session(configuration: .af.ephemeral, transport: transport, transportSecurity: .disabled)
        _ = try await lax.request("https://a.test/demand").serializingString().value
        try await expectEqual(lax.request("http://a.test/").serializingString().value, "http")
    }

    /// Answers as a mock does, and says that it has servers evaluated.
    private final class EvaluatingTransport: ServerTrustTransport {
        private let mock: MockTransport

        init(_ mock: MockTransport) { self.mock = mock }

        var capabilities: TransportCapabilities { mock.capabilities.union(.serverTrust) }

        func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
            mock.start(request, receiver: receiver)
        }

        func invalidate() { mock.invalidate() }
        func evaluatingServers() -> (any Transport)? { EvaluatingTransport(mock) }
    }

    /// Decides by itself.
    private struct OwnEvaluator: ServerTrustEvaluating {
        func evaluate(_ trust: SecTrust, forHost host: String) throws {}
    }

    @Test(
        "Only a server that was verified can demand TLS: RFC 6797, section 8.1",
        arguments: [
            (DefaultTrustEvaluator(), true), (DefaultTrustEvaluator(validateHost: false), false),
            (RevocationTrustEvaluator(), true), (RevocationTrustEvaluator(performDefaultValidation: false), false),
            (RevocationTrustEvaluator(validateHost: false), false),
            (PublicKeysTrustEvaluator(keys: [], performDefaultValidation: false, validateHost: false), true),
            (PinnedCertificatesTrustEvaluator(certificates: []), true), (DisabledTrustEvaluator(), false),
            (CompositeTrustEvaluator(evaluators: []), false),
            (CompositeTrustEvaluator(evaluators: [DisabledTrustEvaluator()]), false),
            (CompositeTrustEvaluator(evaluators: [DisabledTrustEvaluator(), DefaultTrustEvaluator()]), true),
            (OwnEvaluator(), true),
        ] as [(any ServerTrustEvaluating, Bool)])
    func evaluators(evaluator: any ServerTrustEvaluating, isObeyed: Bool) async throws {
        let session = Session(
            configuration: .af.ephemeral, serverTrustManager: ServerTrustManager(evaluators: ["a.test": evaluator]),
            transport: EvaluatingTransport(transport()))
        _ = try await session.request("https://a.test/demand").serializingString().value
        let scheme = try await session.request("http://a.test/").serializingString().value
        expectEqual(scheme, isObeyed ? "https" : "http")
    }

    #if os(Linux)
    @Test("A transport that verifies no servers brings no demands, also for hosts that the program has given")
    func unverified() throws {
        for isVerified in [true, false] {
            var configuration = CurlTransport.Configuration()
            configuration.tls.verifiesCertificates = isVerified
            let transport = try CurlTransport(configuration: configuration)
            let selection = TransportSelection(transport, nil, orElse: transport)
            expectEqual(selection.settings(.ephemeral).verifiesServers, isVerified)
        }
    }
    #endif

    @Test("A file keeps the demands for the next run")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("security-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("deep/hosts.json")
        let first = TransportSecurity(file: file)
        expect(!first.requiresTLS("a.test"))
        first.note("max-age=31536000", from: "a.test")
        first.save()
        expect(TransportSecurity(file: file).requiresTLS("A.test"))
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        expectEqual(permissions, 0o600)
        first.removeAll()
        expect(!first.requiresTLS("a.test") && !TransportSecurity(file: file).requiresTLS("a.test"))
        for damaged in ["", "{", "[]", #"{"policies":{"a":1}}"#] {
            try Data(damaged.utf8).write(to: file)
            expect(!TransportSecurity(file: file).requiresTLS("a.test"))
        }
        let late = TransportSecurity(file: file, isEnabled: true, now: { 1e12 })
        first.note("max-age=31536000", from: "a.test")
        first.save()
        expect(!late.requiresTLS("a.test"))
    }

    @Test("A process without free descriptors does not forget the demands in the file")
    func withoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let first = TransportSecurity(file: folder.file("hosts.json"))
            first.note("max-age=31536000", from: "a.test")
            first.save()
            let second = TransportSecurity(file: folder.file("hosts.json"))
            try await withoutFreeDescriptors {
                expect(!second.requiresTLS("a.test"))
                second.note("max-age=31536000", from: "b.test")
            }
            expect(second.requiresTLS("a.test"))
            second.note("max-age=31536000", from: "c.test")
            second.save()
            let third = TransportSecurity(file: folder.file("hosts.json"))
            expect(third.requiresTLS("a.test") && third.requiresTLS("c.test"))
        }
    }
}
