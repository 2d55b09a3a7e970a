public import Foundation

/// A type that can be converted to a URL, such as `String`, `URL` and `URLComponents`.
///
/// ```swift
/// extension User: URLConvertible {
///     func asURL() throws -> URL { try "https://example.org/users/\(name)".asURL() }
/// }
///
/// AF.request(user)
/// ```
public protocol URLConvertible: Sendable {
    /// Returns the URL. Called on the queue that creates the request, for each attempt.
    ///
    /// - Throws: `AFError.invalidURL(url:)`, or an error of the conforming type.
    func asURL() throws -> URL
}

extension String: URLConvertible {
    /// Returns the URL that the text contains.
    ///
    /// - Throws: `AFError.invalidURL(url:)` if it is not a URL.
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URL: URLConvertible {
    /// Returns the URL itself; it never throws.
    ///
    /// - Throws: no error.
    public func asURL() throws -> URL { self }
}

extension URLComponents: URLConvertible {
    /// Returns the URL of the components.
    ///
    /// - Throws: `AFError.invalidURL(url:)` if they do not form a URL, for example because the path of a URL with a
    ///   host does not begin with a slash.
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}

/// A type that can be converted to a `URLRequest`, such as `URLRequest` itself, or a type for an application's
/// requests.
///
/// ```swift
/// enum Router: URLRequestConvertible {
///     case user(String)
///
///     func asURLRequest() throws -> URLRequest {
///         switch self {
///         case .user(let name): try URLRequest(url: "https://example.org/users/\(name)", method: .get)
///         }
///     }
/// }
///
/// AF.request(Router.user("ada"))
/// ```
public protocol URLRequestConvertible: Sendable {
    /// Returns the request. Called on the queue that creates the request, for each attempt.
    ///
    /// - Throws: Any error, with which the request fails, wrapped in `AFError.createURLRequestFailed(error:)` unless it
    ///   is an ``AFError``.
    func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
    /// The request; `nil` if `asURLRequest()` throws.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
    /// Returns the request itself; it never throws.
    ///
    /// - Throws: no error.
    public func asURLRequest() throws -> URLRequest { self }
}

extension URLRequest {
    /// Creates a request with a URL, a method and header fields.
    ///
    /// ```swift
    /// let request = try URLRequest(url: "https://example.org", method: .put, headers: ["Accept": "application/json"])
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The HTTP method.
    ///   - headers: The header fields; `nil` for none.
    /// - Throws: The error of `url`, usually `AFError.invalidURL(url:)`.
    public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
        self.init(url: try url.asURL())
        // The method is `GET` already, and setting it costs as much as the rest of this initializer.
        if method != .get { httpMethod = method.rawValue }
        if let headers { allHTTPHeaderFields = headers.dictionary }
    }

    /// The `httpMethod` as an ``HTTPMethod``.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init(rawValue:)) }
        set { httpMethod = newValue?.rawValue }
    }

    /// Checks that the request can be sent.
    ///
    /// - Throws: `AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(_:))` for a `GET` request with a
    ///   body, which servers and caches may drop or refuse (RFC 9110, section 9.3.1).
    public func validate() throws {
        if let body = httpBody, httpMethod == "GET" {
            throw AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
        }
    }
}

extension AFError {
    /// The reason why the text of an ``invalidURL(url:)`` is not a URL, if it is known; `nil` for other errors.
    ///
    /// ```swift
    /// AFError.invalidURL(url: "http://host:port/").failureReason      // Its port is "port", which is no number.
    /// ```
    public var failureReason: String? {
        guard case .invalidURL(let url) = self, let text = url as? String else { return nil }
        return InvalidURLReason.reason(of: text)
    }
}

/// Determines why a text is not a URL (RFC 3986).
enum InvalidURLReason {
    /// Returns the reason as a sentence; `nil` if it is not known.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    static func reason(of text: String) -> String? {
        if text.isEmpty { return "It is empty." }
        guard let start = text.firstRange(of: "//") else { return missingScheme(in: text) }
        let scheme = text[..<start.lowerBound].dropLast()
        if !isScheme(scheme) {
            return "Its scheme is \(quoted(scheme)), which is not a letter and letters, digits, +, - or . behind it."
        }
        let authority = text[start.upperBound...].prefix { !"/?#".contains($0) }
        let sign = authority.lastIndex(of: "@")
        if sign == nil, text[authority.endIndex...].contains("@"), authority.contains(":") {
            return "If the text before the @ is a password, / must be written as %2F, ? as %3F, and # as %23 in it."
        }
        let address = sign.map { authority[authority.index(after: $0)...] } ?? authority
        var host = address
        if address.first == "[" {
            guard let end = address.firstIndex(of: "]") else { return "The bracket before its host is not closed." }
            host = address[...end]
        } else if let colon = address.lastIndex(of: ":") {
            host = address[..<colon]
        }
        let port = address[host.endIndex...].dropFirst()
        if !port.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return "Its port is \(quoted(port)), which is no number."
        }
        if let scalar = host.unicodeScalars.first(where: isForbidden) {
            let number = String(scalar.value, radix: 16, uppercase: true)
            return "Its host has the character U+\(String(repeating: "0", count: 4 - min(number.count, 4)))\(number)."
        }
        return nil
    }

    /// Returns the reason of a text that is a URL but for its scheme: `example.com/x`, `localhost:8080`.
    static func missingScheme(in text: String) -> String? {
        let start = text.prefix { !"/?#".contains($0) }
        let port = start.lastIndex(of: ":").map { start[start.index(after: $0)...] }
        guard !text.contains("://"), port.map({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) ?? true else { return nil }
        let completed = "https://" + text
        guard !start.isEmpty, let url = URL(string: completed), (try? RequestURL(url)) != nil else {
            return "It has no scheme, such as https://."
        }
        return "It has no scheme; did you mean \(HiddenSecrets.credentials.hidden(inURL: completed))?"
    }

    /// Returns the text of an invalid URL without secrets.
    static func shown(_ url: any URLConvertible) -> String {
        guard var components = url as? URLComponents else {
            return HiddenSecrets.credentials.hidden(inURL: "\(url)", isValid: false)
        }
        if components.user != nil || components.password != nil {
            (components.user, components.password) = (HiddenSecrets.replacement, nil)
        }
        components.queryItems = components.queryItems?.map { item in
            let shown = HiddenSecrets.credentials.hidden(inURL: "?\(item.name)=\(item.value ?? "")")
            return shown.hasSuffix(HiddenSecrets.replacement)
                ? URLQueryItem(name: item.name, value: HiddenSecrets.replacement) : item
        }
        return "\(components)"
    }

    private static func isScheme(_ text: Substring) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        guard let first = text.utf8.first else { return true }
        return isLetter(first)
            && text.utf8.allSatisfy { byte in
                isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
            }
    }

    /// Returns whether a host can contain a character only if it is escaped.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "\"<>\\^`{|}[]".unicodeScalars.contains(scalar)
    }

    /// Returns the text in quotes, with control characters escaped, and shortened.
    private static func quoted(_ text: Substring) -> String {
        String(HiddenSecrets.credentials.hidden(inURL: String(text), isValid: false).prefix(40)).debugDescription
    }
}
