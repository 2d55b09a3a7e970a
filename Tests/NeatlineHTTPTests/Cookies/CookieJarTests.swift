import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Cookie jar", .ownThreads)
struct CookieJarTests {
    /// A jar with a clock of its own.
    final class Clock: @unchecked Sendable {
        var date = Date(timeIntervalSince1970: 1_700_000_000)
    }

    let clock = Clock()
    let jar: CookieJar

    init() {
        let clock = clock
        jar = CookieJar(storage: nil, now: { clock.date })
    }

    private func set(_ line: String, _ url: String = "http://www.example.com/a/b") {
        jar.set([line], from: URL(string: url)!)
    }

    private func header(_ url: String) -> String? { jar.header(for: URL(string: url)!) }

    @Test("an empty jar sends nothing")
    func empty() {
        expect(jar.isEmpty)
        expect(header("http://a/") == nil)
        expect(jar.cookies.isEmpty)
    }

    @Test("a cookie without attributes goes to its host, below its path")
    func plain() {
        set("SID=31d4d96e407aad42")
        expectEqual(header("http://www.example.com/a/x"), "SID=31d4d96e407aad42")
        expectEqual(header("https://www.example.com:8443/a"), "SID=31d4d96e407aad42")
        expectEqual(header("http://WWW.EXAMPLE.COM/a?x"), "SID=31d4d96e407aad42")
        expect(header("http://www.example.com/") == nil)
        expect(header("http://example.com/a") == nil)
        expect(header("http://x.www.example.com/a") == nil)
    }

    @Test(
        "Path and Domain widen that, as far as the host goes",
        arguments: [
            (
                "a=1; Path=/; Domain=example.com",
                ["http://example.com/", "http://www.example.com/x", "http://y.z.example.com/"], ["http://example.org/"]
            ),
            (
                "a=1; path=/q; domain=.EXAMPLE.com", ["http://example.com/q/", "http://www.example.com/q"],
                ["http://example.com/", "http://example.com/qq"]
            ),
            (
                "a=1; Path=q; Domain=", ["http://www.example.com/a/c"],
                ["http://www.example.com/q", "http://example.com/a/c"]
            ),
            (
                "a=1; Domain=www.example.com; Path=/", ["http://www.example.com/", "http://x.www.example.com/"],
                ["http://example.com/"]
            ),
            ("a=1; Domain=x.example.com; Domain=example.com; Path=/", ["http://example.com/"], []),
        ])
    func attributes(_ line: String, _ goes: [String], _ stays: [String]) {
        set(line)
        for url in goes { expectEqual(header(url), "a=1", "\(url)") }
        for url in stays { expect(header(url) == nil, "\(url)") }
    }

    @Test(
        "what breaks the rules is not kept",
        arguments: [
            ("a=1; Domain=example.org", "http://www.example.com/"),
            ("a=1; Domain=x.www.example.com", "http://www.example.com/"),
            ("a=1; Domain=com", "http://www.example.com/"), ("a=1; Domain=0.0.1", "http://127.0.0.1/"),
            ("a=1; Domain=.", "http://www.example.com/"),
            ("a=1; Secure", "http://www.example.com/"), ("nothing", "http://a.b/"), ("=1", "http://a.b/"),
            ("", "http://a.b/"),
            ("; a=1", "http://a.b/"), ("a=\u{1}", "http://a.b/"), ("a=\u{7F}", "http://a.b/"),
            ("a=" + String(repeating: "x", count: 4096), "http://a.b/"), ("a=1; Max-Age=0", "http://a.b/"),
            ("a=1; Max-Age=-1", "http://a.b/"), ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://a.b/"),
            ("__Secure-a=1; Path=/", "https://a.b/"), ("__Host-a=1; Secure", "https://a.b/"),
            ("__Host-a=1; Secure; Path=/x", "https://a.b/x"),
            ("__host-a=1; Secure; Path=/; Domain=a.b", "https://a.b/"),
            ("__Host-a=1; Path=/", "https://a.b/"), ("a=1", "file:///x"), ("a=1", "ftp://a.b/"),
        ])
    func refused(_ line: String, _ url: String) {
        set(line, url)
        expect(jar.isEmpty)
    }

    @Test(
        "odd lines that do set a cookie",
        arguments: [
            ("a=b=c", "a=b=c"), ("  a  =  b  ; Path=/", "a=b"), ("a=", "a="), ("a=\"b c\"", "a=\"b c\""),
            ("a=b;;;x", "a=b"),
            ("a=b; Path=/; Path", "a=b"), ("a=b; Expires=nonsense", "a=b"), ("a=b; Max-Age=x", "a=b"), ("a=ü", "a=ü"),
            ("a=b; SECURE=no", nil), ("a=1; Max-Age=99999999999999999999", "a=1"),
            ("a=" + String(repeating: "x", count: 4095), "a=" + String(repeating: "x", count: 4095)),
            ("a=b; Path=/" + String(repeating: "x", count: 1024), "a=b"),
        ] as [(String, String?)])
    func odd(_ line: String, _ expected: String?) {
        set(line, "http://a.b/")
        expectEqual(header("http://a.b/"), expected)
    }

    @Test("Secure goes over TLS only, and stands against lines that came without")
    func secure() {
        set("a=1; Secure; Path=/", "https://a.b/")
        expectEqual(header("https://a.b/"), "a=1")
        expect(header("http://a.b/") == nil)
        set("a=2; Path=/x", "http://a.b/x")
        expect(header("http://a.b/x") == nil)
        set("a=3; Path=/x", "https://a.b/x")
        expectEqual(header("http://a.b/x"), "a=3")
    }

    @Test("prefixed names that keep their promise are kept")
    func prefixes() {
        set("__Secure-a=1; Secure; Domain=a.b; Path=/", "https://x.a.b/")
        set("__Host-b=2; Secure; Path=/", "https://x.a.b/")
        expectEqual(header("https://x.a.b/"), "__Secure-a=1; __Host-b=2")
    }

    @Test("Max-Age stands over Expires, and time passes")
    func expiry() {
        set("a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/")
        set("b=2; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/")
        set("c=3; Path=/")
        expectEqual(header("http://www.example.com/"), "a=1; b=2; c=3")
        clock.date += 9.9
        expectEqual(header("http://www.example.com/"), "a=1; b=2; c=3")
        clock.date += 0.1
        expectEqual(header("http://www.example.com/"), "b=2; c=3")
        expectEqual(jar.cookies.map(\.name), ["b", "c"])
        set("b=; Max-Age=0; Path=/")
        expectEqual(header("http://www.example.com/"), "c=3")
    }

    @Test("longer paths first, then older ones; a replaced cookie keeps its age")
    func order() {
        set("a=1; Path=/")
        set("b=2; Path=/a/b")
        set("c=3; Path=/a")
        set("d=4; Path=/a")
        set("a=5; Path=/")
        set("c=6; Path=/a")
        expectEqual(header("http://www.example.com/a/b"), "b=2; c=6; d=4; a=5")
        expectEqual(jar.cookies.map(\.value), ["5", "2", "6", "4"])
    }

    @Test("cookies of one name with other paths or domains are several")
    func identity() {
        set("a=1; Path=/")
        set("a=2; Path=/a")
        set("a=3; Path=/; Domain=example.com")
        set("A=4; Path=/")
        expectEqual(header("http://www.example.com/a"), "a=2; a=1; a=3; A=4")
    }

    @Test("no more than 180 for a domain: the least used one goes")
    func domainLimit() {
        for index in 0..<CookieJar.domainLimit { set("n\(index)=\(index); Path=/\(index)", "http://a.b/") }
        _ = header("http://a.b/0")
        set("last=1; Path=/", "http://a.b/")
        expectEqual(jar.cookies.count, CookieJar.domainLimit)
        expectEqual(header("http://a.b/0"), "n0=0; last=1")
        expectEqual(header("http://a.b/1"), "last=1")
    }

    @Test("no more than 3000 in all: expired ones go first")
    func limit() {
        for index in 0..<CookieJar.limit {
            set("n=\(index)" + (index == 7 ? "; Max-Age=5" : ""), "http://h\(index).b/")
        }
        expectEqual(jar.cookies.count, CookieJar.limit)
        clock.date += 10
        set("n=x", "http://other.b/")
        expectEqual(jar.cookies.count, CookieJar.limit)
        expectEqual(header("http://h0.b/"), "n=0")
        set("n=y", "http://another.b/")
        expectEqual(jar.cookies.count, CookieJar.limit)
        expectEqual(header("http://h0.b/"), "n=0")
        expect(header("http://h1.b/") == nil)
    }

    @Test("lines of one response beyond the first 180 are passed over")
    func floods() {
        jar.set((0..<10_000).map { "n\($0)=1" }, from: URL(string: "http://a.b/")!)
        expectEqual(jar.cookies.count, 180)
        expectEqual(jar.cookies.first?.name, "n0")
    }

    @Test("setting and removing by hand")
    func byHand() {
        let cookie = Cookie(name: "a", value: "1", domain: ".Example.com", path: "x", sameSite: .lax)
        expectEqual(cookie.domain, "example.com")
        expect(!cookie.isHostOnly)
        expectEqual(cookie.path, "/")
        expectEqual(cookie.description, "a=…; Domain=.example.com; Path=/; SameSite=Lax")
        jar.set(cookie)
        expectEqual(header("http://www.example.com/"), "a=1")
        jar.remove(cookie)
        expect(jar.isEmpty)
        jar.set(cookie)
        jar.removeAll()
        expect(jar.isEmpty)
    }

    @Test(
        "SameSite is kept as it is said",
        arguments: [("Strict", Cookie.SameSite.strict), ("LAX", .lax), ("none", .unrestricted), ("x", nil)])
    func sameSite(_ text: String, _ expected: Cookie.SameSite?) {
        set("a=1; SameSite=\(text); HttpOnly")
        expectEqual(jar.cookies.first?.sameSite, expected)
        expectEqual(jar.cookies.first?.isHTTPOnly, true)
    }

    @Test("there and back through Foundation's cookie")
    func foundation() throws {
        let cookies = [
            Cookie(name: "a", value: "1", domain: "a.b"),
            Cookie(
                name: "b", value: "x y", domain: ".a.b", path: "/p",
                expires: Date(timeIntervalSince1970: 2_000_000_000),
                isSecure: true, isHTTPOnly: true),
        ]
        for cookie in cookies { expectEqual(Cookie(try #require(cookie.httpCookie)), cookie) }
    }

    @Test("any line: no trap, and what is sent was said")
    func random() {
        var generator = SeededGenerator(seed: 6265)
        let pieces = [
            "a", "=", ";", " ", "Path", "Domain", "Max-Age", "Expires", "Secure", "1", "/", ".", "example.com", "-",
            "\"", "ü", ",", "__Host-", "\t",
        ]
        for _ in 0..<TestScale.rounds(100_000) {
            let line = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }.joined()
            jar.removeAll()
            set(line, "https://www.example.com/a")
            for cookie in jar.cookies {
                expect((cookie.value.isEmpty || line.contains(cookie.value)) && line.contains(cookie.name))
                expect(cookie.path.hasPrefix("/"))
                expect(cookie.domain.hasSuffix("example.com"))
            }
        }
    }

    @Test("many threads at once")
    func threads() {
        let jar = CookieJar()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<200 {
                jar.set(["n\(index % 10)=\(thread)"], from: URL(string: "http://h\(thread % 3).b/")!)
                _ = jar.header(for: URL(string: "http://h\(index % 3).b/")!)
                if index % 50 == 0 { jar.removeAll() }
            }
        }
        expect(jar.cookies.count <= 30)
    }
}
