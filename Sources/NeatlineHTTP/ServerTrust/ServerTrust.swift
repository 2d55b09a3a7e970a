#if !canImport(Security)
public import Foundation

/// A server's certificates and the system's evaluation of them; it replaces `SecTrust` on platforms without the
/// Security framework.
///
/// A ``ServerTrustEvaluating`` receives it before anything of a request is sent.
///
/// ```swift
/// struct KnownKeys: ServerTrustEvaluating {
///     let pins: Set<String>
///
///     func evaluate(_ trust: ServerTrust, forHost host: String) throws {
///         try trust.af.performValidation(forHost: host)
///         guard let key = trust.certificates.first?.publicKey, pins.contains(key.pin) else { throw UnknownKey() }
///     }
/// }
/// ```
public struct ServerTrust: Sendable {
    /// The system's evaluation of a server's certificates.
    public struct Verdict: Sendable, Hashable {
        /// Whether the system trusts the certificates.
        public let isTrusted: Bool
        /// OpenSSL's code of the reason (`X509_V_ERR_…`), or 0.
        public let code: Int
        /// The reason of the verdict, in English; `ok` if there is none.
        public let message: String

        /// Creates a verdict, for example for a test of an evaluator. The parameters are the properties of the same
        /// names.
        public init(isTrusted: Bool, code: Int = 0, message: String = "ok") {
            self.isTrusted = isTrusted
            self.code = code
            self.message = message
        }
    }

    /// A verdict and the certificate chain that was evaluated.
    struct Evaluation: Sendable, Hashable {
        let verdict: Verdict
        /// The chain from the server's certificate towards the authority's, as far as it could be built.
        let chain: [ServerCertificate]
    }

    /// A function that evaluates certificates with the given anchors only; returns `nil` if that is not possible.
    typealias Engine =
        @Sendable (
            _ sent: [ServerCertificate], _ anchors: [ServerCertificate]
        ) -> Evaluation?

    /// The certificates that the server has sent, its own first. The others may be in any order, and need not belong to
    /// the chain.
    public let sentCertificates: [ServerCertificate]

    /// The evaluated chain, from the server's certificate to that of an authority; if the server is not trusted, the
    /// certificates that it has sent.
    public var certificates: [ServerCertificate] {
        evaluation.verdict.isTrusted && !evaluation.chain.isEmpty ? evaluation.chain : sentCertificates
    }

    /// The system's evaluation, based on the transport's authorities or on the anchors that were set. It does not
    /// include the host name.
    public var verdict: Verdict { evaluation.verdict }

    /// Whether the server's stapled OCSP response will be verified before anything is sent.
    let checksStatus: Bool

    private let evaluation: Evaluation
    private let engine: Engine

    init(
        sent: [ServerCertificate], evaluation: Evaluation, checksStatus: Bool = false, engine: @escaping Engine
    ) {
        sentCertificates = sent
        self.evaluation = evaluation
        self.checksStatus = checksStatus
        self.engine = engine
    }

    /// Returns the same certificates, evaluated with the given anchors only.
    ///
    /// - Parameter anchors: The trusted certificates: of authorities or of servers, also self-signed ones.
    /// - Returns: The new evaluation.
    public func anchored(to anchors: [ServerCertificate]) -> ServerTrust {
        let found = engine(sentCertificates, anchors)
        let failure = Verdict(isTrusted: false, message: "the certificates could not be evaluated")
        return ServerTrust(
            sent: sentCertificates, evaluation: found ?? Evaluation(verdict: failure, chain: []),
            checksStatus: checksStatus, engine: engine)
    }

    /// Returns whether the server's certificate is valid for a host name or address, by its alternative names. The
    /// first label of these may be `*`. The subject is ignored.
    ///
    /// - Parameter host: The host name or address.
    /// - Returns: Whether the certificate contains it.
    /// - Complexity: O(*n*), where *n* is the number of names in the certificate.
    public func isNamed(_ host: String) -> Bool {
        guard let certificate = sentCertificates.first, let name = HostName(host) else { return false }
        return name.isNamed(by: certificate.dnsNames, certificate.addresses)
    }
}

/// The type's name in the Security framework, for source compatibility.
public typealias SecTrust = ServerTrust
/// The type's name in the Security framework, for source compatibility.
public typealias SecCertificate = ServerCertificate
/// The type's name in the Security framework, for source compatibility.
public typealias SecKey = ServerPublicKey

extension ServerTrust: AlamofireExtended {}

extension AlamofireExtension where ExtendedType == ServerTrust {
    /// The evaluated chain; see ``ServerTrust/certificates``.
    public var certificates: [ServerCertificate] { type.certificates }

    /// The certificates of the chain, in DER.
    public var certificateData: [Data] { type.certificates.map(\.data) }

    /// The public keys of the chain.
    public var publicKeys: [ServerPublicKey] { type.certificates.map(\.publicKey) }

    /// Checks that the system trusts the server.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `trustEvaluationFailed`.
    public func evaluate() throws {
        guard type.verdict.isTrusted else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .trustEvaluationFailed(error: ServerCertificateError(type.verdict.message)))
        }
    }

    /// Checks that the system trusts the server, regardless of the host name.
    ///
    /// - Parameter host: The host, for the error.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed`.
    public func performDefaultValidation(forHost host: String) throws {
        guard type.verdict.isTrusted else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .defaultEvaluationFailed(output: .init(host: host, trust: type, verdict: type.verdict)))
        }
    }

    /// Checks that the system trusts the server, and that its certificate is valid for the host.
    ///
    /// - Parameter host: The host.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed` or
    ///   `hostValidationFailed`.
    public func performValidation(forHost host: String) throws {
        try performDefaultValidation(forHost: host)
        guard type.isNamed(host) else {
            // X509_V_ERR_HOSTNAME_MISMATCH
            let found = type.sentCertificates.first.map(\.description) ?? "there is none"
            let verdict = ServerTrust.Verdict(isTrusted: false, code: 62, message: found)
            throw AFError.serverTrustEvaluationFailed(
                reason: .hostValidationFailed(output: .init(host: host, trust: type, verdict: verdict)))
        }
    }
}

extension ServerTrust {
    func trusting(only anchors: [ServerCertificate]) throws -> ServerTrust { anchored(to: anchors) }

    /// Returns whether the server's certificate matches, or is verifiably signed by a certificate that matches.
    ///
    /// Other certificates that the server sends prove nothing: everybody can send everybody's certificates.
    ///
    /// - Parameter anchors: Certificates that match, even if the server has not sent them.
    func proves(anchors: [ServerCertificate], _ matches: (ServerCertificate) -> Bool) -> Bool {
        guard let own = sentCertificates.first else { return false }
        if matches(own) { return true }
        if verdict.isTrusted { return certificates.contains(where: matches) }
        let candidates = anchors + sentCertificates.filter(matches)
        guard !candidates.isEmpty else { return false }
        let found = anchored(to: candidates)
        return found.verdict.isTrusted && found.certificates.contains(where: matches)
    }

    func checkRevocation(forHost host: String, options: RevocationTrustEvaluator.Options) throws {
        guard options.contains(.ocsp), checksStatus else {
            throw AFError.serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed)
        }
    }
}
#endif
