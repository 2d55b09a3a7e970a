#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

/// libcurl's own parser of URLs.
private struct CurlURLParser: Sendable {
    private typealias New = @convention(c) @Sendable () -> OpaquePointer?
    private typealias Free = @convention(c) @Sendable (OpaquePointer?) -> Void
    private typealias Set = @convention(c) @Sendable (OpaquePointer?, Int32, UnsafePointer<CChar>?, UInt32) -> Int32
    private typealias Get =
        @convention(c) @Sendable (OpaquePointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UInt32)
        -> Int32

    private let new: New
    private let cleanUp: Free
    private let set: Set
    private let get: Get

    init?() {
        guard let library = dlopen("libcurl.so.4", RTLD_NOW), let new = dlsym(library, "curl_url"),
            let free = dlsym(library, "curl_url_cleanup"), let set = dlsym(library, "curl_url_set"),
            let get = dlsym(library, "curl_url_get")
        else { return nil }
        self.new = unsafeBitCast(new, to: New.self)
        self.cleanUp = unsafeBitCast(free, to: Free.self)
        self.set = unsafeBitCast(set, to: Set.self)
        self.get = unsafeBitCast(get, to: Get.self)
    }

    /// What libcurl takes from a URL: scheme, user, password, host, port, path and query. Nil if it refuses it.
    func parts(of text: UnsafePointer<CChar>) -> [String?]? {
        let url = new()
        defer { cleanUp(url) }
        // CURLUPART_URL, with dots in paths left as they are, as the transport's requests are sent.
        guard set(url, 0, text, 1 << 4) == 0 else { return nil }
        // CURLUPART_SCHEME, _USER, _PASSWORD, _HOST, _PORT, _PATH, _QUERY
        return ([1, 2, 3, 5, 6, 7, 8] as [Int32]).map { part in
            var value: UnsafeMutablePointer<CChar>?
            guard get(url, part, &value, 0) == 0, let value else { return nil }
            defer { free(value) }
            return String(cString: value)
        }
    }
}

@Suite("CurlTransport: one meaning of a URL", .ownThreads)
struct CurlURLTests {
    private let parser: CurlURLParser

    init() throws { parser = try #require(CurlURLParser()) }

    /// Checks that libcurl connects where this module thinks it does, and asks for what it is asked for.
    ///
    /// - Returns: Whether the URL can be requested at all.
    private func check(_ text: String) -> Bool {
        guard let url = URL(string: text), let parsed = try? RequestURL(url),
            let request = try? CurlRequest(TransportRequest(url: url))
        else { return false }
        let origin = parsed.origin
        let given = String(cString: request.layout.url)
        guard let parts = parser.parts(of: request.layout.url) else { return false }
        expectEqual(parts[0], origin.isSecure ? "https" : "http", "scheme of \(given)")
        expect(parts[1] == nil && parts[2] == nil, "credentials of \(given)")
        // libcurl takes a zone out of an address.
        var host = origin.host
        if host.hasPrefix("["), let zone = host.firstIndex(of: "%") { host = String(host[..<zone]) + "]" }
        expectEqual(parts[3]?.lowercased(), host, "host of \(given)")
        let port = parts[4].flatMap { Int($0) } ?? (origin.isSecure ? 443 : 80)
        expectEqual(port, origin.port, "port of \(given)")
        let target = parsed.pathAndQuery
        let read = (parts[5] ?? "") + (parts[6].map { "?" + $0 } ?? "")
        // Newer versions give no query where it is empty.
        expect(read == target || read + "?" == target, "target of \(given)")
        return true
    }

    @Test(
        "Hosts that parsers read in different ways are refused, or read in one way",
        arguments: [
            "http://ex%61mple.com/", "http://example.com%2f@evil.com/", "http://a%00b/", "http://a%23.b/",
            "http://user@host@evil/", "http://a\\@b/", "http://a;b/", "http://[::1]evil/", "http://[::1/",
            "http://[v1.a]/",
            "http://[::1%25lo]/", "http://a:80:90/", "http://a:/", "http://a:0/", "http://a:00080/", "http://a:65536/",
            "http:/a/", "http:a/", "http:////a/", "http:///a/", "https://a#@b/", "https://a?@b/", "http://a.:80/",
            "http://0x7f.1/", "http://127.1/", "http://2130706433/", "http://017700000001/", "http://1.2.3.4.5/",
            "http://256.0.0.1/", "http://a..b/", "http://.a/", "http://-a/", "http://a_b/", "http://a~b/",
            "http://a!b/",
            "http://a*b/", "http://a,b/", "http://(a)/", "http://a'b/", "http://a$b/", "http://a&b/", "http://a+b/",
            "http://a=b/", "HTTP://A/", "hTTps://A.B/", "http://a?b", "http://a#b", "http://a/?#", "http://a/#?",
            "http://a/b?c?d#e#f", "http://a/%zz", "http://a/../b/./c", "http://a/%2e%2e/", "http://a//b", "http://@a/",
            "http://:@a/", "http://u:p:q@a:1/", "http://xn--bcher-kva.example/", "http://bücher.example/", "http://１/",
        ])
    func knownTraps(_ text: String) { _ = check(text) }

    @Test(
        "A number with a dot behind it is refused: it is an address to some and a name to others",
        arguments: ["http://127.1./", "http://1./", "http://127.0.0.1./", "http://65535../", "http://a.0x7F./"])
    func numbersWithDots(_ text: String) throws {
        let url = try #require(URL(string: text))
        expect(Origin(url) == nil)
        #expect(throws: TransportError.self) { _ = try CurlRequest(TransportRequest(url: url)) }
    }

    @Test("Whatever is put together, libcurl reads what this module has read")
    func random() {
        let pieces = [
            "http", "https", "HTTP", ":", "/", "//", "///", "\\", "@", "?", "#", "a", "b.c", "127.0.0.1", "127.1",
            "0x7f",
            "1", "80", "443", "0", "65535", "65536", "[", "]", "[::1]", "::", "%", "%25", "%2f", "%40", "%00", "%61",
            ".",
            "..", "-", "_", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", " ", "\t", "|", "^", "{", "é",
            "user", "user:password@", "xn--a",
        ]
        var generator = SeededGenerator(seed: 14)
        var accepted = 0
        let rounds = TestScale.rounds(20_000)
        for _ in 0..<rounds {
            let count = Int.random(in: 1...8, using: &generator)
            let rest = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let start = ["http://", "https://", "http:", ""].randomElement(using: &generator) ?? ""
            if check(start + rest) { accepted += 1 }
        }
        expect(accepted > rounds / 200)
    }
}
#endif
