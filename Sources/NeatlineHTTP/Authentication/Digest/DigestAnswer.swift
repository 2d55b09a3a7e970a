internal import Foundation

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
    private static func count(_ number: UInt32) -> String { DigestAlgorithm.hexadecimal(number.bigEndianBytes) }

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
                ? String(UnicodeScalar(byte)) : "%" + DigestAlgorithm.hexadecimal([byte]).uppercased()
        }.joined()
    }
}
