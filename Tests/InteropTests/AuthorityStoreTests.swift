#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

/// With the authority of nginx in the directory that libcurl was built with, which `.ci/interop` mounts there.
@Suite(
    "Own authorities beside those that libcurl was built with",
    .enabled(
        if: ProcessInfo.processInfo.environment["NEATLINE_INTEROP_STORE"] != nil,
        "needs the mounted store that .ci/interop makes"))
struct AuthorityStoreTests: EvaluatesServers {
    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    private func code(of session: Session) async throws -> TransportError.Code? {
        let response = await response(session, servers.secure)
        let error = response.error?.underlyingError as? URLError
        return (error?.userInfo[NSUnderlyingErrorKey] as? TransportError)?.code
    }

    @Test("The system's authorities are those of the store")
    func system() async throws { expectGreeting(await response(try Session.curl(), servers.secure)) }

    @Test("A file of authorities replaces the store")
    func file() async throws {
        let stranger = try Session.curl { $0.tls.authorities = .file(servers.certificate("stranger.pem")) }
        try await expectEqual(code(of: stranger), .certificateUntrusted)
        let own = try Session.curl { $0.tls.authorities = .file(servers.certificate("authority.pem")) }
        expectGreeting(await response(own, servers.secure))
    }

    @Test("Authorities in memory replace the store, where libcurl supports them")
    func pem() async throws {
        let text = try Data(contentsOf: URL(fileURLWithPath: servers.certificate("stranger.pem")))
        do {
            let stranger = try Session.curl { $0.tls.authorities = .pem(text) }
            try await expectEqual(code(of: stranger), .certificateUntrusted)
        } catch let error as TransportError {
            expectEqual(error.code, .unavailable)
            expect(error.message.contains("certificate authorities"))
        }
    }

    @Test("Evaluators see only own authorities")
    func evaluators() async throws {
        guard try CurlTransport().capabilities.contains(.serverTrust) else { return }
        let strict = try session(["localhost": DefaultTrustEvaluator()], authority: "stranger.pem")
        guard case .defaultEvaluationFailed = try reason(await response(strict, servers.secure)) else {
            Issue.record("trusted")
            return
        }
    }

    @Test("Own authorities are the only ones for HTTPS proxies, too")
    func proxies() async throws {
        // nginx is no proxy, but its certificate is checked before that is seen.
        func session(_ authority: String?) throws -> Session {
            try Session.curl {
                if let authority { $0.tls.authorities = .file(servers.certificate(authority)) }
                $0.proxy = .url(servers.secure, except: ["nowhere.test"])
            }
        }
        try await expectEqual(code(of: session("stranger.pem")), .certificateUntrusted)
        for authority in [nil, "authority.pem"] {
            let other = try await code(of: session(authority))
            expect(other != nil && other != .certificateUntrusted)
        }
    }
}
#endif
