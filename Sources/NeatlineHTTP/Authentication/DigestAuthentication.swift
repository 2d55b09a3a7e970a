internal import NeatlineSystem
internal import Foundation

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
    /// quality of protection is missing, or what an answer repeats cannot be sent.
    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme == "digest", let realm = challenge["realm"], let nonce = challenge["nonce"],
            !nonce.isEmpty,
            let algorithm = DigestAlgorithm(challenge["algorithm"]),
            [realm, nonce, challenge["opaque"] ?? ""].allSatisfy(\.isFieldText)
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

/// The answer to a Digest challenge, for one request (RFC 7616, section 3.4).
struct DigestAnswer: Sendable {
    /// The parts of a request that are hashed.
    struct Message: Sendable {
        var method: String
        /// The request target, as in a request line without a proxy.
        var target: String
        var body = TransportBody.none
    }

    /// The value of the `Authorization` field.
    let value: String
    /// The expected `rspauth`, with which a server proves that it knows the password; `nil` if it cannot be computed
    /// beforehand.
    let confirmation: String?

    /// Creates an answer; returns `nil` if that is not possible: the server requires the hash of a body that is not
    /// known, or the user name contains characters that a field cannot contain.
    ///
    /// - Parameters:
    ///   - nonceCount: The number of requests with the challenge's nonce, including this one.
    ///   - clientNonce: A random text.
    init?(
        to challenge: DigestChallenge, login: Login, message: Message, nonceCount: UInt32, clientNonce: String
    ) {
        guard challenge.isAnswerable(with: message.body) else { return nil }
        let (algorithm, nonce) = (challenge.algorithm, challenge.nonce)
        let user = challenge.usesUTF8 ? login.user.precomposedStringWithCanonicalMapping : login.user
        let password = challenge.usesUTF8 ? login.password.precomposedStringWithCanonicalMapping : login.password

        var secret = algorithm.hash(user, challenge.realm, password)
        if algorithm.isSession { secret = algorithm.hash(secret, challenge.firstNonce, clientNonce) }
        let protection: DigestChallenge.Protection? =
            challenge.protections.contains(.authentication) ? .authentication : challenge.protections.first
        var request = [message.method, message.target]
        if protection == .integrity { request.append(algorithm.hash(of: message.body) ?? "") }
        let count = Self.count(nonceCount)

        func response(_ request: [String]) -> String {
            let request = algorithm.hash(request.joined(separator: ":"))
            guard let protection else { return algorithm.hash(secret, nonce, request) }
            return algorithm.hash(secret, nonce, count, clientNonce, protection.rawValue, request)
        }

        guard let name = Self.name(user, for: challenge) else { return nil }
        var fields = [
            name, "realm=\(Self.quoted(challenge.realm))", "nonce=\(Self.quoted(nonce))",
            "uri=\(Self.quoted(message.target))", "response=\"\(response(request))\"",
        ]
        if let text = algorithm.name { fields.append("algorithm=\(text)") }
        if let opaque = challenge.opaque { fields.append("opaque=\(Self.quoted(opaque))") }
        if let protection { fields += ["qop=\(protection.rawValue)", "nc=\(count)"] }
        if protection != nil || algorithm.isSession { fields.append("cnonce=\(Self.quoted(clientNonce))") }
        if challenge.hashesUser { fields.append("userhash=true") }
        value = "Digest " + fields.joined(separator: ", ")
        confirmation = protection == .authentication ? response(["", message.target]) : nil
    }

    /// Eight hexadecimal digits.
    private static func count(_ number: UInt32) -> String { HexadecimalDigits.text(number.bigEndianBytes) }

    /// Returns the parameter with the user name.
    private static func name(_ user: String, for challenge: DigestChallenge) -> String? {
        if challenge.hashesUser { return "username=\"\(challenge.algorithm.hash(user, challenge.realm))\"" }
        let isPlain = user.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain || (!challenge.usesUTF8 && !user.utf8.contains { $0 < 0x20 || $0 == 0x7F }) {
            return "username=\(quoted(user))"
        }
        return challenge.usesUTF8 ? "username*=UTF-8''\(extended(user))" : nil
    }

    /// Returns a text in quotes (RFC 9110, section 5.6.4).
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// Returns a text percent-encoded, except letters and digits (RFC 8187, section 3.2.1).
    private static func extended(_ text: String) -> String {
        text.utf8.map { byte in
            isLetter(byte) || isDigit(byte)
                ? String(UnicodeScalar(byte)) : "%" + HexadecimalDigits.text([byte], isUppercase: true)
        }.joined()
    }
}

/// The `algorithm` of a Digest challenge (RFC 7616, section 6.1).
package struct DigestAlgorithm: Sendable, Equatable {
    /// The hash functions, the weakest first.
    package enum Function: Int, Sendable {
        case md5
        case sha256
        /// Not standardized, but offered by httpbin and others.
        case sha512
        /// `SHA-512-256`.
        case sha512Half
    }

    package let function: Function
    /// Whether the name ends with `-sess`: the first nonces are used for all further answers.
    package let isSession: Bool
    /// The name as sent by the server; `nil` if there is none, which means MD5.
    package let name: String?

    /// Parses a name; returns `nil` if it is not known.
    package init?(_ name: String?) {
        self.name = name
        var text = (name ?? "MD5").lowercasedASCII
        isSession = text.hasSuffix("-sess")
        if isSession { text.removeLast("-sess".count) }
        switch text {
        case "md5": function = .md5
        case "sha-256": function = .sha256
        case "sha-512": function = .sha512
        case "sha-512-256": function = .sha512Half
        default: return nil
        }
    }

    /// Returns the digest in hexadecimal digits.
    ///
    /// - Complexity: O(*n*)
    package func hash(_ bytes: UnsafeRawBufferPointer) -> String {
        let digest =
            switch function {
            case .md5: MessageDigest<MD5>.of(bytes)
            case .sha256: MessageDigest<SHA256>.of(bytes)
            case .sha512: MessageDigest<SHA512>.of(bytes)
            case .sha512Half: MessageDigest<SHA512Half>.of(bytes)
            }
        return HexadecimalDigits.text(digest)
    }

    /// Returns the digest of the texts' octets, joined by colons.
    package func hash(_ texts: String...) -> String {
        texts.joined(separator: ":").octets.withUnsafeBytes { hash($0) }
    }

    /// Returns the digest of a body, or `nil` if it is not known before it is sent.
    func hash(of body: TransportBody) -> String? {
        switch body {
        case .none: hash(UnsafeRawBufferPointer(start: nil, count: 0))
        case .bytes(let data): data.withUnsafeBytes { hash($0) }
        case .stream: nil
        }
    }
}
