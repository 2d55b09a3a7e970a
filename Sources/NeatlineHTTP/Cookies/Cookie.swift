public import Foundation

/// A cookie, as defined by RFC 6265.
///
/// ```swift
/// let jar = CookieJar()
/// jar.set(Cookie(name: "session", value: "31d4d96e", domain: "example.com", isSecure: true))
/// ```
public struct Cookie: Sendable, Hashable {
    /// The `SameSite` attribute: whether requests caused by other sites contain the cookie. The jar stores it without
    /// further effect, because requests are created by the program, not by web pages.
    public enum SameSite: String, Sendable, Hashable {
        /// Requests caused by other sites never contain the cookie.
        case strict = "Strict"
        /// Only navigations to the cookie's site contain the cookie.
        case lax = "Lax"
        /// All requests contain the cookie.
        case unrestricted = "None"
    }

    /// The name, which is case-sensitive.
    public var name: String
    /// The value, including quotation marks if the server has sent some.
    ///
    /// If a server's name, value or path is not UTF-8, its octets from 0x80 on are the scalars from U+10FE80 to U+10FEFF,
    /// and are sent back as these octets.
    public var value: String
    /// The domain, in lower case and without a leading dot.
    public var domain: String
    /// Whether the cookie is sent only to the domain itself, not to its subdomains.
    public var isHostOnly: Bool
    /// The path, which begins with a slash.
    public var path: String
    /// The expiration date; `nil` if the cookie lives as long as the jar.
    public var expires: Date?
    /// Whether the cookie is sent only over TLS.
    public var isSecure: Bool
    /// Whether scripts must not access the cookie. Has no effect here.
    public var isHTTPOnly: Bool
    /// The `SameSite` attribute, if the server has sent one.
    public var sameSite: SameSite?

    /// Creates a cookie with the given attributes.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - domain: The domain. A leading dot is removed, and means that the cookie is also sent to subdomains.
    ///   - path: The path.
    ///   - isHostOnly: Whether the cookie is sent only to the domain itself.
    ///   - expires: The expiration date; `nil` if the cookie lives as long as the jar.
    ///   - isSecure: Whether the cookie is sent only over TLS.
    ///   - isHTTPOnly: Whether scripts must not access the cookie.
    ///   - sameSite: The `SameSite` attribute.
    public init(
        name: String, value: String, domain: String, path: String = "/", isHostOnly: Bool = true, expires: Date? = nil,
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = CookieRules.withoutLeadingDot(domain).lowercased()
        self.isHostOnly = isHostOnly && domain.utf8.first != UInt8(ascii: ".")
        self.path = CookieRules.isAbsolute(path) ? path : "/"
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }
}

extension Cookie {
    /// The identity of a cookie: a new cookie replaces an earlier one with the same identity.
    struct Identity: Hashable {
        /// In UTF-8: other code points of the same characters are another name.
        var name: [UInt8]
        var domain: String
        var path: String
    }

    var identity: Identity { Identity(name: Array(name.utf8), domain: domain, path: path) }

    func isExpired(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible {
    /// The cookie without its value, which may be a secret.
    public var description: String {
        var text = "\(name)=…; Domain=\(isHostOnly ? "" : ".")\(domain); Path=\(path)"
        if let expires { text += "; Expires=\(expires)" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=\(sameSite.rawValue)" }
        return text
    }
}

extension Cookie {
    /// Creates a cookie from Foundation's. A domain with a leading dot includes its subdomains.
    ///
    /// - Parameter cookie: The cookie.
    public init(_ cookie: HTTPCookie) {
        self.init(
            name: cookie.name, value: cookie.value, domain: cookie.domain, path: cookie.path,
            expires: cookie.expiresDate, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
            sameSite: (cookie.properties?[HTTPCookiePropertyKey("SameSite")] as? String)
                .flatMap(SameSite.init(attribute:)))
    }

    /// The cookie as Foundation's type; `nil` if Foundation cannot represent it.
    public var httpCookie: HTTPCookie? {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .domain: (isHostOnly ? "" : ".") + domain, .path: path,
        ]
        if let expires { properties[.expires] = expires }
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        if let sameSite { properties[HTTPCookiePropertyKey("SameSite")] = sameSite.rawValue }
        return HTTPCookie(properties: properties)
    }
}

extension Cookie.SameSite {
    /// Creates the value from an attribute, in any case.
    init?(attribute: String) {
        switch attribute.lowercased() {
        case "strict": self = .strict
        case "lax": self = .lax
        case "none": self = .unrestricted
        default: return nil
        }
    }
}
