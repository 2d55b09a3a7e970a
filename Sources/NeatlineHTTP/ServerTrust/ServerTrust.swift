#if !canImport(Security)
/// What a server shows to be trusted, and what the system says of it: what stands for `SecTrust` where there is no
/// Security framework.
///
/// A ``ServerTrustEvaluating`` gets it before anything of a request is sent.
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
    /// What the system says of a server's certificates.
    public struct Verdict: Sendable, Hashable {
        /// Whether it trusts them.
        public let isTrusted: Bool
        /// OpenSSL's number of the reason (`X509_V_ERR_…`), or 0.
        public let code: Int
        /// The reason in words.
        public let message: String

        /// A verdict.
        public init(isTrusted: Bool, code: Int = 0, message: String = "ok") {
            self.isTrusted = isTrusted
            self.code = code
            self.message = message
        }
    }

    /// A verdict, and the certificates it is about.
    struct Evaluation: Sendable {
        let verdict: Verdict
        /// From the server's to the authority's, as far as it goes.
        let chain: [ServerCertificate]
    }

    /// Evaluates certificates where only the anchors are trusted; nil if it cannot be done.
    typealias Engine =
        @Sendable (
            _ sent: [ServerCertificate], _ anchors: [ServerCertificate]
        ) -> Evaluation?

    /// The certificates that the server sent, its own first. The others may be in any order, and about anything.
    public let sentCertificates: [ServerCertificate]

    /// The chain that was evaluated, from the server's certificate to that of an authority; if the system found none, the
    /// certificates that the server sent.
    public var certificates: [ServerCertificate] {
        evaluation.verdict.isTrusted && !evaluation.chain.isEmpty ? evaluation.chain : sentCertificates
    }

    /// What the system says, by the authorities of the transport, or by the anchors that were set. It says nothing of the
    /// host's name.
    public var verdict: Verdict { evaluation.verdict }

    /// Whether the server's stapled OCSP response will be checked before anything is sent.
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

    /// The same certificates, evaluated where only these are trusted, which may be any: authorities', servers', such as
    /// are signed by themselves.
    public func anchored(to anchors: [ServerCertificate]) -> ServerTrust {
        let found = engine(sentCertificates, anchors)
        let failure = Verdict(isTrusted: false, message: "the certificates could not be evaluated")
        return ServerTrust(
            sent: sentCertificates, evaluation: found ?? Evaluation(verdict: failure, chain: []),
            checksStatus: checksStatus, engine: engine)
    }

    /// Whether the server's certificate is for a host: by its alternative names, which may have `*` for a first label;
    /// what its subject says does not count.
    public func isNamed(_ host: String) -> Bool {
        guard let certificate = sentCertificates.first, let name = HostName(host) else { return false }
        return name.isNamed(by: certificate.dnsNames, certificate.addresses)
    }
}

/// Security's name, for code that was written for it.
public typealias SecTrust = ServerTrust
/// Security's name, for code that was written for it.
public typealias SecCertificate = ServerCertificate
/// Security's name, for code that was written for it.
public typealias SecKey = ServerPublicKey
#endif
