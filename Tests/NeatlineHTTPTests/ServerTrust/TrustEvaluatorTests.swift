#if os(Linux)
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Evaluators")
struct TrustEvaluatorTests {
    /// What the libcurl's OpenSSL says of certificates where only the anchors are trusted.
    private func trust(
        _ sent: [ServerCertificate], trusting anchors: [ServerCertificate], checksStatus: Bool = false
    ) throws -> ServerTrust {
        let openSSL = try #require(try CurlLibrary.system.get().openSSL)
        return ServerTrust(
            sent: sent, evaluation: try #require(openSSL.evaluate(sent, anchors: anchors)),
            checksStatus: checksStatus, engine: { openSSL.evaluate($0, anchors: $1) })
    }

    private func expectRefusal(
        _ evaluator: any ServerTrustEvaluating, _ trust: ServerTrust, host: String = "localhost",
        fails isExpected: (AFError.ServerTrustFailureReason) -> Bool, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(sourceLocation: location) {
            try evaluator.evaluate(trust, forHost: host)
        } throws: { error in
            guard case AFError.serverTrustEvaluationFailed(let reason) = error else { return false }
            return isExpected(reason)
        }
    }

    private let server = Certificates.server
    private let authority = Certificates.authority
    private let selfSigned = Certificates.selfSigned
    private let stranger = Certificates.stranger

    private func isDefault(_ reason: AFError.ServerTrustFailureReason) -> Bool {
        if case .defaultEvaluationFailed = reason { true } else { false }
    }

    private func isHost(_ reason: AFError.ServerTrustFailureReason) -> Bool {
        if case .hostValidationFailed = reason { true } else { false }
    }

    private func isPinning(_ reason: AFError.ServerTrustFailureReason) -> Bool {
        switch reason {
        case .certificatePinningFailed, .publicKeyPinningFailed: true
        default: false
        }
    }

    @Test("A verdict has OpenSSL's number, its words and the chain")
    func verdict() throws {
        let good = try trust([server], trusting: [authority])
        expectEqual(good.verdict, ServerTrust.Verdict(isTrusted: true, code: 0, message: "ok"))
        expectEqual(good.certificates, [server, authority])
        let bad = try trust([server], trusting: [stranger])
        expect(!bad.verdict.isTrusted)
        expectEqual(bad.verdict.code, 20)
        expectEqual(bad.verdict.message, "unable to get local issuer certificate")
        expectEqual(bad.certificates, [server])
        let own = try trust([selfSigned], trusting: [])
        expectEqual(own.verdict.code, 18)
        expect(own.anchored(to: [selfSigned]).verdict.isTrusted)
        expect(!own.anchored(to: []).verdict.isTrusted)
        // A server's certificate may be an anchor itself.
        try expectEqual(trust([server], trusting: [server]).certificates, [server])
        expect(try trust([server], trusting: []).anchored(to: [authority]).verdict.isTrusted)
        let openSSL = try #require(try CurlLibrary.system.get().openSSL)
        expect(openSSL.evaluate([], anchors: [authority]) == nil)
    }

    @Test("The default evaluation, with and without the host's name")
    func defaultEvaluation() throws {
        let good = try trust([server], trusting: [authority])
        let bad = try trust([server], trusting: [stranger])
        for host in ["localhost", "LOCALHOST", "a.example.com", "127.0.0.1", "::1"] {
            try DefaultTrustEvaluator().evaluate(good, forHost: host)
        }
        // What a subject says does not count.
        expectRefusal(DefaultTrustEvaluator(), good, host: "subject.test", fails: isHost)
        try DefaultTrustEvaluator(validateHost: false).evaluate(good, forHost: "other.test")
        expectRefusal(DefaultTrustEvaluator(), bad, fails: isDefault)
        expectRefusal(DefaultTrustEvaluator(validateHost: false), bad, fails: isDefault)
        try DisabledTrustEvaluator().evaluate(bad, forHost: "other.test")
    }

    @Test("Pinned certificates")
    func certificates() throws {
        let good = try trust([server], trusting: [authority])
        for pinned in [[server], [authority], [stranger, server]] {
            try PinnedCertificatesTrustEvaluator(certificates: pinned).evaluate(good, forHost: "localhost")
        }
        expectRefusal(PinnedCertificatesTrustEvaluator(certificates: [stranger]), good, fails: isPinning)
        expectRefusal(PinnedCertificatesTrustEvaluator(certificates: [server]), good, host: "other.test", fails: isHost)
        expectRefusal(PinnedCertificatesTrustEvaluator(certificates: []), good) {
            if case .noCertificatesFound = $0 { true } else { false }
        }
        // No bundle has one here.
        expectRefusal(.pinnedCertificates, good) { if case .noCertificatesFound = $0 { true } else { false } }
    }

    @Test("Pinned keys")
    func keys() throws {
        let good = try trust([server], trusting: [authority])
        for pinned in [server, authority] {
            try PublicKeysTrustEvaluator(keys: [pinned.publicKey]).evaluate(good, forHost: "localhost")
        }
        expectRefusal(PublicKeysTrustEvaluator(keys: [stranger.publicKey]), good, fails: isPinning)
        expectRefusal(PublicKeysTrustEvaluator(keys: [server.publicKey]), good, host: "other.test", fails: isHost)
        expectRefusal(.publicKeys, good) { if case .noPublicKeysFound = $0 { true } else { false } }
        let bad = try trust([server], trusting: [])
        expectRefusal(PublicKeysTrustEvaluator(keys: [server.publicKey]), bad, fails: isDefault)
        let unchecked = PublicKeysTrustEvaluator(
            keys: [server.publicKey], performDefaultValidation: false, validateHost: false)
        try unchecked.evaluate(bad, forHost: "other.test")
    }

    @Test("A pinned certificate that is only sent along proves nothing")
    func sentAlong() throws {
        let certificates = PinnedCertificatesTrustEvaluator(
            certificates: [server], performDefaultValidation: false, validateHost: false)
        let keys = PublicKeysTrustEvaluator(
            keys: [server.publicKey], performDefaultValidation: false, validateHost: false)
        let validated = PinnedCertificatesTrustEvaluator(certificates: [server], validateHost: false)
        // Whoever has any certificate, valid or not, can send the pinned ones behind it.
        for anchors in [[selfSigned], []] {
            let forged = try trust([selfSigned, server, authority], trusting: anchors)
            expectRefusal(certificates, forged, fails: isPinning)
            expectRefusal(keys, forged, fails: isPinning)
        }
        expectRefusal(validated, try trust([selfSigned, server], trusting: [selfSigned]), fails: isPinning)
        // One above the server's proves itself by its signature, even where no authority is trusted.
        let above = PinnedCertificatesTrustEvaluator(
            certificates: [authority], performDefaultValidation: false, validateHost: false)
        try above.evaluate(trust([server], trusting: []), forHost: "localhost")
        let keyAbove = PublicKeysTrustEvaluator(
            keys: [authority.publicKey], performDefaultValidation: false, validateHost: false)
        try keyAbove.evaluate(trust([server, authority], trusting: []), forHost: "localhost")
        expectRefusal(keyAbove, try trust([server], trusting: []), fails: isPinning)
    }

    @Test("Certificates that nobody signed")
    func selfSignedCertificates() throws {
        let trust = try trust([selfSigned], trusting: [authority])
        expectRefusal(
            PinnedCertificatesTrustEvaluator(certificates: [selfSigned]), trust, host: "own.test", fails: isDefault)
        let lax = PinnedCertificatesTrustEvaluator(certificates: [selfSigned], acceptSelfSignedCertificates: true)
        try lax.evaluate(trust, forHost: "own.test")
        expectRefusal(lax, trust, host: "other.test", fails: isHost)
        // The system's authorities do not count beside the pinned ones.
        expectRefusal(lax, try self.trust([server], trusting: [authority]), fails: isDefault)
    }

    @Test("Several evaluators, the first that fails says why")
    func composite() throws {
        let good = try trust([server], trusting: [authority])
        let pin = PublicKeysTrustEvaluator(keys: [stranger.publicKey])
        try CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator()]).evaluate(good, forHost: "localhost")
        expectRefusal(.composite(evaluators: [DefaultTrustEvaluator(), pin]), good, fails: isPinning)
        expectRefusal(.composite(evaluators: [DefaultTrustEvaluator(), pin]), good, host: "other.test", fails: isHost)
        let all: [any ServerTrustEvaluating] = [DisabledTrustEvaluator(), pin]
        #expect(throws: AFError.self) { try all.evaluate(good, forHost: "localhost") }
    }

    @Test("Revocations are found out only where the transport looks at the stapled response")
    func revocation() throws {
        let unchecked = try trust([server], trusting: [authority])
        let checked = try trust([server], trusting: [authority], checksStatus: true)
        func isPolicy(_ reason: AFError.ServerTrustFailureReason) -> Bool {
            if case .revocationPolicyCreationFailed = reason { true } else { false }
        }
        expectRefusal(RevocationTrustEvaluator(), unchecked, fails: isPolicy)
        try RevocationTrustEvaluator().evaluate(checked, forHost: "localhost")
        expectRefusal(RevocationTrustEvaluator(options: [.crl]), checked, fails: isPolicy)
        expectRefusal(RevocationTrustEvaluator(), checked, host: "other.test", fails: isHost)
        expect(ServerTrustCheck(host: "a", evaluator: RevocationTrustEvaluator()).checksStatus)
        expect(!ServerTrustCheck(host: "a", evaluator: RevocationTrustEvaluator(options: [.crl])).checksStatus)
        expect(
            ServerTrustCheck(
                host: "a", evaluator: .composite(evaluators: [.composite(evaluators: [.revocationChecking])])
            )
            .checksStatus)
        expect(!ServerTrustCheck(host: "a", evaluator: DefaultTrustEvaluator()).checksStatus)
    }

    @Test("Errors name the host, and what was expected and found")
    func words() throws {
        let good = try trust([server], trusting: [authority])
        func words(_ evaluator: any ServerTrustEvaluating, _ trust: ServerTrust, _ host: String = "localhost")
            -> String?
        {
            do {
                try evaluator.evaluate(trust, forHost: host)
                return nil
            } catch { return error.asAFError?.errorDescription }
        }
        expectEqual(
            words(PublicKeysTrustEvaluator(keys: [stranger.publicKey]), good),
            """
            Server localhost was not trusted: none of its keys is pinned.
            Pinned: sha256//DDzBBxk8BGOENia8rn+r4UtFluNzU5A6TUMXcpz+BOo=
            Found: sha256//3tbmyIp0Uwr2t+ozzUC1gBlW1L0YbJ2Q1mvRsu3Uiyg=; \
            sha256//FYdyxCvKlXN541n7ral6NYLAtFSbbFSl/bF3Wqg769k=
            """)
        expectEqual(
            words(PinnedCertificatesTrustEvaluator(certificates: [selfSigned]), good),
            """
            Server localhost was not trusted: none of its certificates is pinned.
            Pinned: own.test (sha256//V1Mia0LbRMYVzDhddBDb9fJ5D+wdgCJnia9xY9vQ+to=)
            Found: localhost, *.example.com, 127.0.0.1, ::1 (sha256//3tbmyIp0Uwr2t+ozzUC1gBlW1L0YbJ2Q1mvRsu3Uiyg=); \
            certificate without names (sha256//FYdyxCvKlXN541n7ral6NYLAtFSbbFSl/bF3Wqg769k=)
            """)
        expectEqual(
            words(DefaultTrustEvaluator(), try trust([server], trusting: [])),
            """
            Server localhost was not trusted by the default evaluation: unable to get local issuer certificate.
            """)
        expectEqual(
            words(DefaultTrustEvaluator(), try trust([selfSigned], trusting: [selfSigned]), "a.test"),
            """
            Server a.test was not trusted, because its certificate is not valid for this host: \
            own.test (sha256//V1Mia0LbRMYVzDhddBDb9fJ5D+wdgCJnia9xY9vQ+to=).
            """)
        let bad = try trust([selfSigned], trusting: [])
        #expect(throws: AFError.self) { try bad.af.evaluate() }
        try good.af.evaluate()
        expectEqual(good.af.certificateData, [server.data, authority.data])
        expectEqual(good.af.publicKeys, [server.publicKey, authority.publicKey])
    }

    @Test("Version 4's policies decide as version 4 does")
    func policies() throws {
        let good = try trust([server], trusting: [authority])
        let own = try trust([selfSigned], trusting: [authority])
        func pin(_ certificate: ServerCertificate, chain: Bool, host: Bool) -> ServerTrustPolicy {
            .pinCertificates(certificates: [certificate], validateCertificateChain: chain, validateHost: host)
        }
        func pin(key certificate: ServerCertificate, chain: Bool, host: Bool) -> ServerTrustPolicy {
            .pinPublicKeys(publicKeys: [certificate.publicKey], validateCertificateChain: chain, validateHost: host)
        }
        let cases: [(ServerTrustPolicy, ServerTrust, String, Bool)] = [
            (.performDefaultEvaluation(validateHost: true), good, "localhost", true),
            (.performDefaultEvaluation(validateHost: true), good, "other.test", false),
            (.performDefaultEvaluation(validateHost: false), good, "other.test", true),
            (.performDefaultEvaluation(validateHost: false), own, "own.test", false),
            (.performRevokedEvaluation(validateHost: true, revocationFlags: 3), good, "localhost", false),
            (pin(server, chain: true, host: true), good, "localhost", true),
            (pin(server, chain: true, host: true), good, "other.test", false),
            (pin(stranger, chain: true, host: true), good, "localhost", false),
            (pin(selfSigned, chain: true, host: true), own, "own.test", true),
            (pin(selfSigned, chain: false, host: true), own, "other.test", true),
            (pin(server, chain: false, host: false), own, "own.test", false),
            (pin(key: server, chain: true, host: true), good, "localhost", true),
            (pin(key: selfSigned, chain: true, host: true), own, "own.test", false),
            (pin(key: selfSigned, chain: false, host: true), own, "other.test", true),
            (.disableEvaluation, own, "other.test", true),
            (.customEvaluation { $1 == "a.test" && $0.certificates.count == 2 }, good, "a.test", true),
            (.customEvaluation { _, _ in false }, good, "localhost", false),
        ]
        for (index, (policy, trust, host, isTrusted)) in cases.enumerated() {
            expectEqual(policy.evaluate(trust, forHost: host), isTrusted, "\(index)")
        }
    }
}
#endif
