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
                proxyHost: "", port: 0, type: NSURLProtectionSpaceHTTPProxy, realm: challenge.realm.readable,
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

    private var field: FieldParser
    private var challenges: [AuthenticationChallenge] = []
    /// The challenge that is being parsed.
    private var current: AuthenticationChallenge?
    private var isUnreadable = false

    private init(_ text: String) { field = FieldParser(text) }

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
            field.skip { $0.isBlank || $0 == UInt8(ascii: ",") }
            guard field.next != nil, challenges.count < Self.challengeLimit else { break }
            guard let name = field.token() else {
                isUnreadable = true
                field.skip(to: UInt8(ascii: ","))
                continue
            }
            let end = field.position
            field.skipBlanks()
            if field.take(UInt8(ascii: "=")) {
                readValue(of: name)
            } else {
                field.goBack(to: end)
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
        field.skipBlanks()
        guard let value = field.next == UInt8(ascii: "\"") ? field.quotedString() : bareValue() else {
            isUnreadable = true
            return
        }
        if let next = field.next, !next.isBlank, next != UInt8(ascii: ",") { isUnreadable = true }
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
        let start = field.position
        guard field.next?.isBlank == true else { return }
        field.skipBlanks()
        let first = field.position
        field.skip(while: \.isToken68Byte)
        guard field.position > first else { return field.goBack(to: start) }
        field.skip { $0 == UInt8(ascii: "=") }
        let token = field.text(from: first)
        field.skipBlanks()
        guard field.next == nil || field.next == UInt8(ascii: ",") else { return field.goBack(to: start) }
        current?.token = token
    }

    private mutating func bareValue() -> String? {
        let start = field.position
        field.skip { !$0.isBlank && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 >= 0x20 && $0 != 0x7F }
        return field.text(from: start)
    }
}

extension UInt8 {
    /// Whether the byte may occur in a token68, apart from the `=` at its end.
    fileprivate var isToken68Byte: Bool {
        isDigit(self) || isLetter(self) || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "~")
    }
}
