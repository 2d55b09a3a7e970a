import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

/// The document's subclass.
private class CustomServerTrustPolicyManager: ServerTrustPolicyManager, @unchecked Sendable {
    override func serverTrustPolicy(forHost host: String) -> ServerTrustPolicy? {
        var policy: ServerTrustPolicy?

        // Implement your custom domain matching behavior...
        if host.hasSuffix(".example.com") { policy = .disableEvaluation }

        return policy
    }
}

/// The same in the document of version 2.
private class OlderServerTrustPolicyManager: ServerTrustPolicyManager, @unchecked Sendable {
    override func serverTrustPolicyForHost(host: String) -> ServerTrustPolicy? {
        var policy: ServerTrustPolicy?

        // Implement your custom domain matching behavior...
        if host.hasSuffix(".example.com") { policy = .disableEvaluation }

        return policy
    }
}

/// What the chapter's requests do is in `InteropTests`, which have a server with certificates.
@Suite("Alamofire's Usage: security")
struct SecuritySeedTests {
    @Test("Server trust policy")
    func policy() {
        let serverTrustPolicy = ServerTrustPolicy.pinCertificates(
            certificates: ServerTrustPolicy.certificatesInBundle(),
            validateCertificateChain: true,
            validateHost: true
        )
        expect(serverTrustPolicy.evaluator is PinnedCertificatesTrustEvaluator)
    }

    @Test("Server trust policy manager")
    func manager() throws {
        let serverTrustPolicies: [String: ServerTrustPolicy] = [
            "test.example.com": .pinCertificates(
                certificates: ServerTrustPolicy.certificatesInBundle(),
                validateCertificateChain: true,
                validateHost: true
            ),
            "insecure.expired-apis.com": .disableEvaluation,
        ]

        let sessionManager = SessionManager(
            serverTrustPolicyManager: ServerTrustPolicyManager(policies: serverTrustPolicies)
        )
        let manager = try #require(sessionManager.serverTrustManager)
        expect(
            try manager.serverTrustEvaluator(forHost: "test.example.com") is PinnedCertificatesTrustEvaluator)
        expect(
            try manager.serverTrustEvaluator(forHost: "Insecure.expired-apis.com") is DisabledTrustEvaluator)
        expect(try manager.serverTrustEvaluator(forHost: "example.com") == nil)
        expectEqual(manager.evaluators.count, 2)
    }

    @Test("Subclassing the server trust policy manager")
    func subclass() throws {
        for policies in [CustomServerTrustPolicyManager(policies: [:]), OlderServerTrustPolicyManager(policies: [:])] {
            let manager = try #require(
                Alamofire.SessionManager(configuration: .default, serverTrustPolicyManager: policies).serverTrustManager
            )
            expect(try manager.serverTrustEvaluator(forHost: "a.example.com") is DisabledTrustEvaluator)
            expect(try manager.serverTrustEvaluator(forHost: "example.org") == nil)
        }
    }

    @Test("Version 5's spelling")
    func version5() throws {
        let evaluators: [String: any ServerTrustEvaluating] = [
            "test.example.com": PinnedCertificatesTrustEvaluator(
                acceptSelfSignedCertificates: false, performDefaultValidation: true, validateHost: true),
            "keys.example.com": PublicKeysTrustEvaluator(performDefaultValidation: true, validateHost: true),
            "insecure.expired-apis.com": DisabledTrustEvaluator(),
            "revoked.example.com": RevocationTrustEvaluator(
                performDefaultValidation: true, validateHost: true, options: [.ocsp, .requirePositiveResponse]),
            "both.example.com": CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator(), .publicKeys]),
        ]
        let manager = ServerTrustManager(allHostsMustBeEvaluated: true, evaluators: evaluators)
        let session = Session(serverTrustManager: manager)
        expect(session.serverTrustManager === manager)
        #expect(throws: AFError.self) { try manager.serverTrustEvaluator(forHost: "example.com") }
    }
}
