/// The matching rules of RFC 6265, sections 5.1.3 and 5.1.4.
enum CookieRules {
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
    /// such as `com` or `localhost`, belongs to nobody.
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
        guard requestPath.hasPrefix("/"), let slash = requestPath.utf8.lastIndex(of: UInt8(ascii: "/")),
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
