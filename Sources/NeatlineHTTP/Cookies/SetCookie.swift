internal import Foundation

/// A parsed `Set-Cookie` field (RFC 6265, section 5.2, with the limits of its successor's draft).
struct SetCookie {
    /// The maximum size of name and value together, in bytes.
    static let pairLimit = 4096
    /// The maximum size of an attribute's value, in bytes; longer ones are ignored.
    static let attributeLimit = 1024

    var name: String
    var value: String
    var expires: Date?
    /// The lifetime in seconds; takes precedence over `expires`.
    var maxAge: Int?
    /// The domain, in lower case and without a leading dot; `nil` if there is none.
    var domain: String?
    /// The path; `nil` if there is none that begins with a slash.
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// Parses a field; returns `nil` if it sets no cookie: no name, no equals sign, a control character, or more than
    /// 4096 bytes.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the field.
    init?(_ line: String) {
        let octets = line.octets
        guard !octets.contains(where: { $0.isFieldControl }) else { return nil }
        let parts = octets.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first, let (name, value) = Self.pair(pair), let value, !name.isEmpty,
            name.octets.count + value.octets.count <= Self.pairLimit
        else { return nil }
        self.name = name
        self.value = value
        for part in parts.dropFirst() { read(part) }
    }

    private mutating func read(_ part: ArraySlice<UInt8>) {
        guard let (name, text) = Self.pair(part) else { return }
        let value = text ?? ""
        guard value.utf8.count <= Self.attributeLimit else { return }
        switch name.lowercased() {
        case "expires": expires = HTTPDate.date(value) ?? expires
        case "max-age": maxAge = Self.seconds(value) ?? maxAge
        case "domain":
            guard !value.isEmpty else { break }
            let name = CookieRules.withoutLeadingDot(value)
            // A name in another script is compared in ASCII (RFC 6265, section 5.1.2).
            let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
            let ascii = isASCII ? nil : URIReference.asciiHost(name.octets).map { String(decoding: $0, as: UTF8.self) }
            domain = (ascii ?? name).lowercasedASCII
        case "path": path = CookieRules.isAbsolute(value) ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(attribute: value)
        default: break
        }
    }

    /// Returns the trimmed texts before and after the first equals sign; `nil` as the second if there is none.
    private static func pair(_ text: ArraySlice<UInt8>) -> (String, String?)? {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(text), nil) }
        return (trimmed(text[..<sign]), trimmed(text[text.index(after: sign)...]))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
        var text = text.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return String(octets: text)
    }

    /// Parses a number that may be negative; returns the maximum for one that is too large.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        if digits.count < text.utf8.count { return 0 }
        return Int(Substring(digits)) ?? .max
    }

    /// Returns the cookie that a response of this URL sets, or `nil` if it must not set one.
    func cookie(from origin: Origin, path requestPath: String, now: Date) -> Cookie? {
        var isHostOnly = true
        if let domain, domain != origin.host {
            guard CookieRules.mayShare(domain), CookieRules.domain(origin.host, matches: domain) else { return nil }
            isHostOnly = false
        } else if domain != nil, CookieRules.mayShare(origin.host) {
            isHostOnly = false
        }
        if isSecure, !origin.isSecure { return nil }
        let prefix = name.lowercased()
        if prefix.utf8.starts(with: "__secure-".utf8), !isSecure { return nil }
        if prefix.utf8.starts(with: "__host-".utf8), !isSecure || domain != nil || path != "/" { return nil }
        var expires = self.expires
        if let maxAge { expires = maxAge > 0 ? now.addingTimeInterval(Double(maxAge)) : .distantPast }
        return Cookie(
            name: name, value: value, domain: isHostOnly ? origin.host : domain ?? origin.host,
            path: path ?? CookieRules.defaultPath(requestPath), isHostOnly: isHostOnly, expires: expires,
            isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }
}

/// The matching rules of RFC 6265, sections 5.1.3 and 5.1.4.
enum CookieRules {
    /// Returns a domain without the dot that it may begin with, whatever characters the dot and the next byte form.
    static func withoutLeadingDot(_ domain: String) -> String {
        domain.utf8.first == UInt8(ascii: ".") ? String(Substring(domain.utf8.dropFirst())) : domain
    }

    /// Returns whether a path begins with a slash, whatever characters the slash and the next byte form.
    static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// Returns whether a host is a domain or one of its subdomains. Both are in lower case.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the domain.
    static func domain(_ host: String, matches domain: String) -> Bool {
        if host == domain { return true }
        let host = host.utf8
        let domain = domain.utf8
        guard host.count > domain.count + 1, !domain.isEmpty, !isAddress(host) else { return false }
        let rest = host.dropLast(domain.count)
        return rest.last == UInt8(ascii: ".") && host.suffix(domain.count).elementsEqual(domain)
    }

    /// Returns whether the subdomains of a domain may share a cookie: an address has none, and a name of one label,
    /// such as `com` or `localhost`, is not the domain of one site.
    ///
    /// There is no list of public suffixes, so `co.uk` is a domain like any other: a host of one organization there can
    /// set a cookie for all. A program that communicates with such hosts through one jar should know this.
    static func mayShare(_ domain: String) -> Bool {
        let domain = domain.utf8
        guard let dot = domain.firstIndex(of: UInt8(ascii: ".")), domain.index(after: dot) < domain.endIndex,
            dot > domain.startIndex
        else { return false }
        return !isAddress(domain)
    }

    /// Returns whether a host is an IPv4 or IPv6 address, as in URLs.
    private static func isAddress(_ host: String.UTF8View) -> Bool {
        if host.first == UInt8(ascii: "[") { return true }
        // No top-level domain consists of digits, so a name whose last label does is an address.
        guard let last = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last else {
            return false
        }
        return !last.isEmpty && last.allSatisfy(isDigit)
    }

    /// Returns the default path of a cookie: that of the request up to its last slash.
    static func defaultPath(_ requestPath: String) -> String {
        guard isAbsolute(requestPath), let slash = requestPath.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > requestPath.startIndex
        else { return "/" }
        return String(requestPath[..<slash])
    }

    /// Returns whether a request's path is the cookie's path or below it.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the cookie's path.
    static func path(_ requestPath: String, matches path: String) -> Bool {
        let request = requestPath.utf8
        let path = path.utf8
        guard request.starts(with: path) else { return false }
        guard request.count > path.count else { return true }
        return path.last == UInt8(ascii: "/")
            || request[request.index(request.startIndex, offsetBy: path.count)] == UInt8(ascii: "/")
    }
}
