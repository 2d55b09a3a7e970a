/// A Digest challenge that can be answered (RFC 7616, section 3.3; without `qop`, RFC 2617).
struct DigestChallenge: Sendable, Equatable {
    /// The quality of protection: the parts of a request that are hashed.
    enum Protection: String, Sendable {
        /// The method and target.
        case authentication = "auth"
        /// The method, target and body.
        case integrity = "auth-int"
    }

    let realm: String
    var nonce: String
    /// The first nonce, which remains part of the secret of a `-sess` algorithm after it was replaced.
    let firstNonce: String
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// The qualities of protection that the server offers; empty if it names none: then the hash is that of RFC 2069.
    let protections: [Protection]
    /// Whether only the nonce of the last answer was stale.
    let isStale: Bool
    /// Whether the server prefers a hash of the user name.
    let hashesUser: Bool
    /// Whether user names and passwords are normalized and encoded as UTF-8.
    let usesUTF8: Bool
    /// The URLs in the protection space; `nil` for the whole origin.
    let domain: String?

    /// Creates a challenge; returns `nil` for another scheme, or if the realm, the nonce, or a supported algorithm and
    /// quality of protection is missing.
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

    /// Returns whether a request with this body can be answered: the hash of a body stream is not known.
    func isAnswerable(with body: TransportBody) -> Bool {
        if case .stream = body { return protections.isEmpty || protections.contains(.authentication) }
        return true
    }
}
