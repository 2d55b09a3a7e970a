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
        guard !line.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
        let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first, let (name, value) = Self.pair(pair), let value, !name.isEmpty,
            name.utf8.count + value.utf8.count <= Self.pairLimit
        else { return nil }
        self.name = name
        self.value = value
        for part in parts.dropFirst() { read(part) }
    }

    private mutating func read(_ part: Substring.UTF8View) {
        guard let (name, text) = Self.pair(part) else { return }
        let value = text ?? ""
        guard value.utf8.count <= Self.attributeLimit else { return }
        switch name.lowercased() {
        case "expires": expires = HTTPDate.date(value) ?? expires
        case "max-age": maxAge = Self.seconds(value) ?? maxAge
        case "domain":
            let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
            if !value.isEmpty { domain = name.lowercased() }
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(attribute: value)
        default: break
        }
    }

    /// Returns the trimmed texts before and after the first equals sign; `nil` as the second if there is none.
    private static func pair(_ text: Substring.UTF8View) -> (String, String?)? {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(text), nil) }
        return (trimmed(text[..<sign]), trimmed(text[text.index(after: sign)...]))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var text = text.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return String(Substring(text))
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
        if prefix.hasPrefix("__secure-"), !isSecure { return nil }
        if prefix.hasPrefix("__host-"), !isSecure || domain != nil || path != "/" { return nil }
        var expires = self.expires
        if let maxAge { expires = maxAge > 0 ? now.addingTimeInterval(Double(maxAge)) : .distantPast }
        return Cookie(
            name: name, value: value, domain: isHostOnly ? origin.host : domain ?? origin.host,
            path: path ?? CookieRules.defaultPath(requestPath), isHostOnly: isHostOnly, expires: expires,
            isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }
}
