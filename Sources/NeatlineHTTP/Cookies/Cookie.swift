public import Foundation

/// One cookie, as RFC 6265 stores it.
///
/// ```swift
/// let jar = CookieJar()
/// jar.set(Cookie(name: "session", value: "31d4d96e", domain: "example.com", isSecure: true))
/// ```
public struct Cookie: Sendable, Hashable {
    /// Whether requests that other sites cause carry the cookie. The jar keeps it and acts on none: its requests are
    /// made by the program, not by pages.
    public enum SameSite: String, Sendable, Hashable {
        /// Never.
        case strict = "Strict"
        /// When the user goes there.
        case lax = "Lax"
        /// Always.
        case unrestricted = "None"
    }

    /// May be of any case; two cookies whose names differ in case are two.
    public var name: String
    /// As the server wrote it, with quotation marks if there were some.
    public var value: String
    /// In lower case and without a dot before it.
    public var domain: String
    /// Whether it goes to the domain itself only, not to the hosts within it.
    public var isHostOnly: Bool
    /// Begins with a slash.
    public var path: String
    /// When it ends, or nil if it lives as long as the jar.
    public var expires: Date?
    /// Whether it goes over TLS only.
    public var isSecure: Bool
    /// Whether scripts are not to see it. Nothing here depends on it.
    public var isHTTPOnly: Bool
    /// What the server said of other sites' requests, if anything.
    public var sameSite: SameSite?

    /// A dot before `domain` is dropped, and means that the cookie goes to the hosts within, too.
    public init(
        name: String, value: String, domain: String, path: String = "/", isHostOnly: Bool = true, expires: Date? = nil,
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = (domain.hasPrefix(".") ? String(domain.dropFirst()) : domain).lowercased()
        self.isHostOnly = isHostOnly && !domain.hasPrefix(".")
        self.path = path.hasPrefix("/") ? path : "/"
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }
}

extension Cookie {
    /// Two cookies that have all three in common are the same one: the later replaces the earlier.
    struct Identity: Hashable {
        var name: String
        var domain: String
        var path: String
    }

    var identity: Identity { Identity(name: name, domain: domain, path: path) }

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
