import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Cookies: domains and paths", .ownThreads)
struct CookieRulesTests {
    @Test(
        "a host matches its own name and the domains it lies in",
        arguments: [
            ("example.com", "example.com", true), ("www.example.com", "example.com", true),
            ("a.b.example.com", "example.com", true),
            ("example.com", "www.example.com", false), ("badexample.com", "example.com", false),
            ("example.com", "", false),
            ("example.com", "com", true), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "0.0.1", false),
            ("127.0.0.1", "1", false),
            ("[::1]", "[::1]", true), (".com", "com", false), ("x.[::1]", "[::1]", true),
        ])
    func domains(_ host: String, _ domain: String, _ matches: Bool) {
        expectEqual(CookieRules.domain(host, matches: domain), matches)
    }

    @Test("a dot and a slash are found by their bytes, whatever characters they form with the next ones")
    func combiningCharacters() throws {
        // A combining character behind it, so that Swift sees one character that is neither dot nor slash.
        let cookie = try #require(SetCookie("a=b; Domain=.\u{7EF}x; Path=/\u{301}x"))
        expectEqual(cookie.domain, "\u{7EF}x")
        expectEqual(cookie.path, "/\u{301}x")
        let made = Cookie(name: "a", value: "b", domain: ".\u{7EF}x", path: "/\u{301}x")
        expectEqual(made.domain, "\u{7EF}x")
        expect(!made.isHostOnly)
        expectEqual(made.path, "/\u{301}x")
    }

    @Test(
        "domains of two labels and more may be shared",
        arguments: [
            ("example.com", true), ("co.uk", true), ("com", false), ("localhost", false), ("", false), ("com.", false),
            (".com", false),
            ("10.0.0.1", false), ("[::1]", false),
        ])
    func sharing(_ domain: String, _ may: Bool) {
        expectEqual(CookieRules.mayShare(domain), may)
    }

    @Test(
        "a path matches itself and what lies in it",
        arguments: [
            ("/a/b", "/a/b", true), ("/a/b/c", "/a/b", true), ("/a/bc", "/a/b", false), ("/a/b", "/a/", true),
            ("/a", "/a/", false),
            ("/", "/", true), ("/x", "/", true), ("/a", "/b", false), ("/A", "/a", false),
        ])
    func paths(_ request: String, _ cookie: String, _ matches: Bool) {
        expectEqual(CookieRules.path(request, matches: cookie), matches)
    }

    @Test(
        "the default path is that of the request up to the last slash",
        arguments: [
            ("/a/b", "/a"), ("/a/b/", "/a/b"), ("/a", "/"), ("/", "/"), ("", "/"), ("a/b", "/"), ("/ü/b", "/ü"),
        ])
    func defaults(_ request: String, _ path: String) {
        expectEqual(CookieRules.defaultPath(request), path)
    }
}
