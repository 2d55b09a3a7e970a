/// A challenge of the scheme Digest that can be answered (RFC 7616, section 3.3; without `qop` as RFC 2617 has it).
struct DigestChallenge: Sendable, Equatable {
    /// What the hash is made of besides the password.
    enum Protection: String, Sendable {
        /// Method and target of the request.
        case authentication = "auth"
        /// And its body.
        case integrity = "auth-int"
    }

    let realm: String
    var nonce: String
    /// The challenge's own nonce, which stays part of a `-sess` algorithm's secret when another one takes its place.
    let firstNonce: String
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// What the server offers. Empty if it said nothing of it: then the hash is that of RFC 2069.
    let protections: [Protection]
    /// Whether only the nonce of the answer before is too old.
    let isStale: Bool
    /// Whether the server would rather have a hash of the name than the name.
    let hashesUser: Bool
    /// Whether names and passwords are to be in UTF-8, and normalized.
    let usesUTF8: Bool
    /// URLs in which the answer counts, too; nil for all of the origin.
    let domain: String?

    /// Nil for another scheme, and if realm, nonce, or a known algorithm and protection are missing.
    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme == "digest", let realm = challenge["realm"], let nonce = challenge["nonce"],
            !nonce.isEmpty,
            let algorithm = DigestAlgorithm(challenge["algorithm"])
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        firstNonce = nonce
        self.algorithm = algorithm
        opaque = challenge["opaque"]
        let names = (challenge["qop"] ?? "").split { $0 == "," || $0 == " " || $0 == "\t" }
        protections = names.compactMap { Protection(rawValue: String($0).lowercasedASCII) }
        if !names.isEmpty, protections.isEmpty { return nil }
        isStale = challenge["stale"]?.isFieldName("true") == true
        hashesUser = challenge["userhash"]?.isFieldName("true") == true
        usesUTF8 = challenge["charset"]?.isFieldName("utf-8") == true
        domain = challenge["domain"]
    }

    /// Whether a request with this body can be answered: the hash of a body that is made while it is sent is not known.
    func isAnswerable(with body: TransportBody) -> Bool {
        if case .stream = body { return protections.isEmpty || protections.contains(.authentication) }
        return true
    }
}
