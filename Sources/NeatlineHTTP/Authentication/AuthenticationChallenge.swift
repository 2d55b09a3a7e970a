internal import Foundation

/// A challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110, section 11.6.1).
struct AuthenticationChallenge: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        /// In lower case.
        var name: String
        /// The value without quotes and escapes.
        var value: String
    }

    /// The scheme in lower case: `basic`, `digest`.
    var scheme: String
    /// The parameters in the order of the field, with unique names.
    var parameters: [Parameter] = []
    /// The token68 that replaces parameters, as with `Negotiate`.
    var token: String?

    /// The value of a parameter, whose name is given in lower case.
    ///
    /// - Complexity: O(*n*), where *n* is the number of parameters.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}

/// A challenge with a supported scheme.
enum AnswerableChallenge: Sendable {
    case basic(realm: String)
    case digest(DigestChallenge)

    /// Creates a challenge; returns `nil` if its scheme is not supported, or a parameter is missing. Basic without a
    /// realm has an empty one.
    init?(_ challenge: AuthenticationChallenge) {
        if challenge.scheme == "basic" {
            self = .basic(realm: challenge["realm"] ?? "")
        } else if let challenge = DigestChallenge(challenge) {
            self = .digest(challenge)
        } else {
            return nil
        }
    }

    /// Returns the challenges of a response that a request with this body can answer, the strongest first, and equal
    /// ones in the server's order.
    static func all(in fields: [String], for body: TransportBody) -> [AnswerableChallenge] {
        let found = ChallengeParser.challenges(in: fields).compactMap(AnswerableChallenge.init).filter { challenge in
            if case .digest(let challenge) = challenge { return challenge.isAnswerable(with: body) }
            return true
        }
        return found.enumerated().sorted { ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset) }
            .map(\.element)
    }

    private var strength: Int {
        switch self {
        case .basic: -1
        case .digest(let challenge): challenge.algorithm.function.rawValue
        }
    }

    var realm: String {
        switch self {
        case .basic(let realm): realm
        case .digest(let challenge): challenge.realm
        }
    }

    /// The name of the scheme in `URLProtectionSpace`.
    var method: String {
        switch self {
        case .basic: NSURLAuthenticationMethodHTTPBasic
        case .digest: NSURLAuthenticationMethodHTTPDigest
        }
    }
}

/// A challenge that monitors receive. Calls of its methods are ignored.
final class AnnouncedChallenge: NSObject, URLAuthenticationChallengeSender, Sendable {
    /// Returns the strongest challenge of a response, or `nil` if none can be parsed. The address of a proxy is
    /// unknown: its protection space has neither host nor port.
    static func challenge(of head: ResponseHead, previousFailures: Int) -> URLAuthenticationChallenge? {
        let isProxy = head.status == 407
        let fields = head.lines.all(isProxy ? "proxy-authenticate" : "www-authenticate")
        guard let challenge = AnswerableChallenge.all(in: fields, for: .none).first, let origin = Origin(head.url)
        else {
            return nil
        }
        let space =
            isProxy
            ? URLProtectionSpace(
                proxyHost: "", port: 0, type: NSURLProtectionSpaceHTTPProxy, realm: challenge.realm,
                authenticationMethod: challenge.method)
            : CredentialStorage.Scope(origin: origin, realm: challenge.realm, method: challenge.method).space
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: previousFailures,
            failureResponse: head.response, error: nil, sender: AnnouncedChallenge())
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

/// A parser for the challenges of `WWW-Authenticate` and `Proxy-Authenticate` fields:
///
/// ```
/// field     = [ challenge ] *( "," [ challenge ] )
/// challenge = scheme [ 1*SP ( token68 / [ parameter ] *( "," [ parameter ] ) ) ]
/// parameter = token "=" ( token / quoted-string )
/// ```
///
/// Commas separate both challenges and parameters, so only the text after a name decides what it is: `=` follows the
/// name of a parameter, but not a scheme.
///
/// The parser accepts more than the grammar, as servers require: unquoted values that are not tokens, such as
/// `nonce=a/b==`, up to the next comma or blank; missing and repeated commas; spaces around `=`. It omits challenges
/// with unterminated quotes, repeated parameters, more than ``parameterLimit`` parameters or other errors; the other
/// challenges of the field are returned.
struct ChallengeParser {
    /// The maximum number of parameters of a challenge.
    static let parameterLimit = 64
    /// The maximum number of challenges of a response.
    static let challengeLimit = 32

    private let bytes: [UInt8]
    private var position = 0
    private var challenges: [AuthenticationChallenge] = []
    /// The challenge that is being parsed.
    private var current: AuthenticationChallenge?
    private var isUnreadable = false

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the challenges of all fields of a response, in their order.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the fields.
    static func challenges(in fields: [String]) -> [AuthenticationChallenge] {
        var result: [AuthenticationChallenge] = []
        for field in fields where result.count < challengeLimit {
            var parser = ChallengeParser(field)
            parser.read()
            result += parser.challenges.prefix(challengeLimit - result.count)
        }
        return result
    }

    private mutating func read() {
        while true {
            skip { $0.isBlank || $0 == UInt8(ascii: ",") }
            guard position < bytes.count, challenges.count < Self.challengeLimit else { break }
            guard let name = token() else {
                isUnreadable = true
                skipPastItem()
                continue
            }
            let end = position
            skip(\.isBlank)
            if next == UInt8(ascii: "=") {
                position += 1
                readValue(of: name)
            } else {
                position = end
                close()
                current = AuthenticationChallenge(scheme: name.lowercasedASCII)
                readToken68()
            }
        }
        close()
    }

    /// Stores the current challenge, if it is valid.
    private mutating func close() {
        if let current, !isUnreadable { challenges.append(current) }
        current = nil
        isUnreadable = false
    }

    private mutating func readValue(of name: String) {
        skip(\.isBlank)
        guard let value = next == UInt8(ascii: "\"") ? quotedString() : bareValue() else {
            isUnreadable = true
            return
        }
        if let next, !next.isBlank, next != UInt8(ascii: ",") { isUnreadable = true }
        // Parameters before the first scheme are ignored.
        guard var challenge = current else { return }
        let name = name.lowercasedASCII
        if challenge.parameters.count == Self.parameterLimit || challenge.token != nil || challenge[name] != nil {
            isUnreadable = true
            return
        }
        // Moved out and back, so that the list is not copied.
        current = nil
        challenge.parameters.append(AuthenticationChallenge.Parameter(name: name, value: value))
        current = challenge
    }

    /// Parses a token68, if it follows the scheme.
    private mutating func readToken68() {
        let start = position
        guard next?.isBlank == true else { return }
        skip(\.isBlank)
        let first = position
        skip(\.isToken68Byte)
        guard position > first else { return position = start }
        skip { $0 == UInt8(ascii: "=") }
        let end = position
        skip(\.isBlank)
        guard position == bytes.count || next == UInt8(ascii: ",") else { return position = start }
        current?.token = String(decoding: bytes[first..<end], as: UTF8.self)
    }

    // MARK: Pieces

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ isWanted: (UInt8) -> Bool) {
        while position < bytes.count, isWanted(bytes[position]) { position += 1 }
    }

    /// Skips to the next comma outside of quotes.
    private mutating func skipPastItem() {
        while let byte = next, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") {
                if quotedString() == nil { return }
            } else {
                position += 1
            }
        }
    }

    private mutating func token() -> String? {
        let start = position
        skip(\.isTokenByte)
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    private mutating func bareValue() -> String? {
        let start = position
        skip { !$0.isBlank && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 >= 0x20 && $0 != 0x7F }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Parses a quoted string; returns `nil` at the end of the field if it is not terminated.
    private mutating func quotedString() -> String? {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let escaped = next {
                position += 1
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Whether the byte may occur in a token68, apart from the `=` at its end.
    fileprivate var isToken68Byte: Bool {
        isDigit(self) || isLetter(self) || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "~")
    }
}
