internal import NeatlineSystem
internal import Foundation

/// The URL of a hop, parsed once: what the hop is sent to, its cookies and its credentials are all based on this.
struct RequestURL: Sendable {
    let url: URL
    /// Whether the scheme is `https`.
    let isSecure: Bool
    private let text: String
    private let parts: URIParts
    private let authority: URIAuthority

    /// Parses a URL.
    ///
    /// - Throws: The `TransportError` of a URL that is not supported.
    /// - Complexity: O(*n*)
    init(_ url: URL) throws(TransportError) {
        var text = url.absoluteString
        let target = try text.withUTF8(RequestTarget.read).orThrow(url: text)
        self.url = url
        self.text = text
        isSecure = target.isSecure
        parts = target.parts
        authority = target.authority
    }

    /// The host as in the URL.
    var host: String { self[authority.host] }

    /// The scheme, host and port.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the host.
    var origin: Origin { Origin(host: host, port: authority.port, isSecure: isSecure) }

    /// The percent-encoded path, at least `/`.
    var path: String { parts.path.isEmpty ? "/" : self[parts.path] }

    /// The path and query, as in a request line without a proxy.
    var pathAndQuery: String { parts.query.map { "\(path)?\(self[$0])" } ?? path }

    /// The host and, if it is not the scheme's own, the port, as in a `Host` field.
    var hostField: String { origin.port == (isSecure ? 443 : 80) ? host : "\(host):\(origin.port)" }

    /// The user name and password in the URL.
    var credentials: URLCredentials? { authority.userinfo.flatMap { URLCredentials(url, userinfo: $0) } }

    /// Returns the URL of a reference, such as a path; `nil` if it is not a valid HTTP URL.
    func resolve(_ reference: some Sequence<UInt8>) -> RequestURL? {
        URIReference.resolve(reference, against: text).flatMap(URL.init(string:)).flatMap { try? RequestURL($0) }
    }

    private subscript(range: Range<Int>) -> String {
        String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
}

/// The checks of a URL before a request is sent to it.
///
/// All decisions about a host, and the request to it, are based on this one parser. URLs that the transport's library
/// could parse differently are refused.
struct RequestTarget {
    var isSecure: Bool
    var parts: URIParts
    var authority: URIAuthority

    /// The reason why a URL is refused.
    enum Refusal: Error {
        /// There is no scheme, or it is neither `http` nor `https`.
        case scheme
        /// There is no host, it is longer than ``hostLimit``, or it contains invalid characters.
        case host
        case port
        /// The URL contains white space or control characters.
        case character
    }

    /// The maximum length of a host in bytes, which is that of a domain name (RFC 3986, section 3.2.2). With it, what is
    /// looked up for each parent domain of a host, such as its cookies, takes bounded time.
    static let hostLimit = 255

    /// - Complexity: O(*n*), without allocation.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<RequestTarget, Refusal> {
        let parts = URIParts(bytes)
        guard let scheme = parts.scheme, (4...5).contains(scheme.count) else { return .failure(.scheme) }
        let isSecure = scheme.count == 5
        let name: StaticString = "https"
        // SAFETY: the name has five bytes, and the scheme has at most as many.
        for offset in 0..<scheme.count where bytes[offset].lowercasedASCII != name.utf8Start[offset] {
            return .failure(.scheme)
        }
        for byte in bytes where byte <= 0x20 || byte == 0x7F { return .failure(.character) }
        guard let range = parts.authority else { return .failure(.host) }
        guard let authority = URIAuthority(bytes, in: range) else { return .failure(.port) }
        guard isHost(bytes[authority.host]) else { return .failure(.host) }
        return .success(RequestTarget(isSecure: isSecure, parts: parts, authority: authority))
    }

    /// Returns whether this is a name of letters, digits, `-`, `.`, `_` and `~`, or an IPv6 address in brackets, with
    /// or without a zone. What else RFC 3986 allows, above all percent signs, libraries parse in different ways.
    private static func isHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard host.count <= hostLimit else { return false }
        guard host.first == UInt8(ascii: "[") else {
            return !host.isEmpty && host.allSatisfy(isNameByte) && !isNumberWithDot(host)
        }
        let inside = host.dropFirst().dropLast()
        let address = inside.prefix { $0 != UInt8(ascii: "%") }
        let zone = inside.dropFirst(address.count)
        return !address.isEmpty
            && address.allSatisfy {
                $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || HexadecimalDigits.value($0) != nil
            }
            && (zone.isEmpty
                || zone.starts(with: "%25".utf8) && zone.count > 3 && zone.dropFirst(3).allSatisfy(isNameByte))
    }

    /// Whether it ends with dots, and the label before them is a number.
    private static func isNumberWithDot(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let dot = UInt8(ascii: ".")
        guard host.last == dot, let end = host.lastIndex(where: { $0 != dot }) else { return false }
        let label = host[...end].lastIndex(of: dot).map { host[($0 + 1)...end] } ?? host[...end]
        let isHexadecimal =
            label.count > 2 && label.first == UInt8(ascii: "0")
            && label.dropFirst().first?.lowercasedASCII == UInt8(ascii: "x")
        return isHexadecimal
            ? label.dropFirst(2).allSatisfy { HexadecimalDigits.value($0) != nil } : label.allSatisfy(isDigit)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }
}

extension Result<RequestTarget, RequestTarget.Refusal> {
    /// - Parameter url: The text of the URL, if it may lack its scheme.
    /// - Throws: The `TransportError` of a URL that is not supported.
    func orThrow(url: String? = nil) throws(TransportError) -> RequestTarget {
        let message: String
        switch self {
        case .success(let target): return target
        case .failure(.scheme):
            let reason = url.flatMap(InvalidURLReason.missingScheme)
            message = "Only http and https URLs with a host can be requested." + (reason.map { " \($0)" } ?? "")
        case .failure(.host):
            message = """
                The URL has no host, or one longer than \(RequestTarget.hostLimit) bytes or with characters that hosts do \
                not have.
                """
        case .failure(.port): message = "The URL's port is not a number up to 65535."
        case .failure(.character): message = "A URL cannot contain spaces or control characters."
        }
        throw TransportError(.unsupportedURL, message)
    }
}

/// The scheme, host and port of a URL, to which credentials belong.
struct Origin: Hashable {
    let isSecure: Bool
    /// In lower case.
    let host: String
    /// The port; the default of the scheme if the URL has none.
    let port: Int

    /// Parses a URL; returns `nil` if its scheme is not HTTP, it has no host, or its port is invalid.
    ///
    /// - Complexity: O(*n*)
    init?(_ url: URL) {
        guard let parsed = try? RequestURL(url) else { return nil }
        self = parsed.origin
    }

    /// Normalizes a host: lower case, and an address in its canonical form, because libcurl, like `inet_aton`, accepts
    /// others, such as 127.1. A name that ends with a dot is no address.
    ///
    /// - Parameter port: The port; `nil` for the default of the scheme.
    init(host: String, port: Int?, isSecure: Bool) {
        self.isSecure = isSecure
        self.port = port ?? (isSecure ? 443 : 80)
        let text = host.lowercasedASCII
        guard let first = text.utf8.first, isDigit(first) || first == UInt8(ascii: "["), !text.hasSuffix("."),
            let name = HostName(text)
        else {
            self.host = text
            return
        }
        self.host = name.text.contains(":") ? "[\(name.text)]" : name.text
    }
}

/// The credentials in a URL: `https://name:password@host/`.
struct URLCredentials {
    /// The URL without them.
    var url: URL
    /// The value of an `Authorization` field with the Basic scheme.
    var authorization: String
    var login: Login

    /// `userinfo` is their range in the bytes of `url`.
    ///
    /// - Complexity: O(*n*)
    init?(_ url: URL, userinfo: Range<Int>) {
        let bytes = Array(url.absoluteString.utf8)
        let rest = bytes[..<userinfo.lowerBound] + bytes[(userinfo.upperBound + 1)...]
        guard let stripped = URL(string: String(decoding: rest, as: UTF8.self)) else { return nil }
        self.url = stripped
        var text = bytes[userinfo]
        if !text.contains(UInt8(ascii: ":")) { text.append(UInt8(ascii: ":")) }
        let pair = PercentEscaping.decoded(text)
        authorization = "Basic " + Data(pair).base64EncodedString()
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: PercentEscaping.decoded($0), as: UTF8.self) }
        login = Login(user: parts[0], password: parts[1])
    }
}
