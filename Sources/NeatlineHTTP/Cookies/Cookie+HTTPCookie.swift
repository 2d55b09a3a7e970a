internal import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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
