import Foundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let cookieURLs = [
    "http://www.example.com/a/b", "https://www.example.com/", "http://127.0.0.1/", "http://[::1]/x",
].compactMap { URL(string: $0) }
private let now = Date(timeIntervalSince1970: 1_700_000_000)

/// A cookie is kept for hosts and paths that may have it, goes back octet for octet, and is the same when it is written and
/// read again.
func fuzzCookies(_ input: inout FuzzInput) {
    let url = input.choice(cookieURLs)
    let line = String(octets: input.rest())
    guard let read = SetCookie(line) else { return }
    check(
        !read.name.isEmpty && read.name.octets.count + read.value.octets.count <= SetCookie.pairLimit, "a pair too long"
    )
    var again = "\(read.name)=\(read.value)"
    if let maxAge = read.maxAge { again += "; Max-Age=\(maxAge)" }
    if let domain = read.domain { again += "; Domain=.\(domain)" }
    if let path = read.path { again += "; Path=\(path)" }
    if let sameSite = read.sameSite { again += "; SameSite=\(sameSite.rawValue)" }
    if read.isSecure { again += "; Secure" }
    if read.isHTTPOnly { again += "; HttpOnly" }
    let other = SetCookie(again)
    check(
        other?.name == read.name && other?.value == read.value && other?.maxAge == read.maxAge
            && other?.domain == read.domain && other?.path == read.path && other?.sameSite == read.sameSite
            && other?.isSecure == read.isSecure && other?.isHTTPOnly == read.isHTTPOnly, "another cookie: \(again)")

    let jar = CookieJar(storage: nil, now: { now })
    jar.set([line], from: url)
    let cookies = jar.cookies
    check(cookies.count <= 1, "\(cookies.count) cookies of one line")
    guard let cookie = cookies.first, let target = try? RequestURL(url) else {
        return check(jar.isEmpty, "hidden cookies")
    }
    check(CookieRules.domain(target.origin.host, matches: cookie.domain), "for another host: \(cookie)")
    check(
        CookieRules.isAbsolute(cookie.path) && (cookie.expires ?? .distantFuture) > now, "kept all the same: \(cookie)")
    check(!cookie.isSecure || target.origin.isSecure, "a secure cookie without TLS: \(cookie)")
    let isSent = CookieRules.path(target.path, matches: cookie.path)
    check(jar.header(for: url) == (isSent ? "\(cookie.name)=\(cookie.value)" : nil), "not sent as kept: \(cookie)")
    _ = cookie.httpCookie.map(Cookie.init)
    let pair = [cookie.name, cookie.value].map(\.octets)
    check(pair.allSatisfy { $0.isEmpty || line.octets.firstRange(of: $0) != nil }, "other octets: \(cookie)")
    jar.remove(cookie)
    check(jar.isEmpty, "not removed: \(cookie)")
}
