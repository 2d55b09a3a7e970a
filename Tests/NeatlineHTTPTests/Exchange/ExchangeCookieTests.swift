import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Exchange: cookies", .ownThreads)
struct ExchangeCookieTests {
    let jar = CookieJar()

    private func settings(_ change: (inout ExchangeSettings) -> Void = { _ in }) -> ExchangeSettings {
        var settings = ExchangeSettings()
        settings.cookies = jar
        change(&settings)
        return settings
    }

    /// Sets two cookies at the first hop, which redirects, and asks for them at the second.
    private func sent(_ request: URLRequest, _ settings: ExchangeSettings, to location: String = "/b") -> String? {
        let (_, hops) = run(request, settings: settings) { hop, number in
            if number == 1 {
                hop.respond(
                    302, "Set-Cookie: a=1; Path=/", "X: y", "set-cookie: b=2, 3; Path=/", "Location: \(location)")
            } else {
                hop.respond(200)
            }
        }
        return hops.last?.request.field("Cookie")
    }

    @Test("each line of a redirect sets a cookie for the next hop")
    func perHop() {
        expectEqual(sent(request("http://a/"), settings()), "a=1; b=2, 3")
        expectEqual(jar.cookies.count, 2)
    }

    @Test("to another host they do not go")
    func otherHost() {
        expect(sent(request("http://a/"), settings(), to: "http://b/") == nil)
    }

    @Test("the 407 of a proxy sets no cookie of the origin", arguments: ["http", "https"])
    func challengeOfProxy(scheme: String) {
        let url = "\(scheme)://a.example/"
        let (_, hops) = run(request(url), settings: settings()) { hop, _ in
            hop.respond(407, "Proxy-Authenticate: Basic realm=\"p\"", "Set-Cookie: a=1")
        }
        expectEqual(hops.count, 1)
        // Over TLS, only the origin itself can have sent it.
        expectEqual(jar.header(for: URL(string: url)!), scheme == "https" ? "a=1" : nil)
    }

    @Test("a field set by hand is not overwritten, nor joined")
    func byHand() {
        expectEqual(sent(request("http://a/", "GET", ["cookie": "mine=1"]), settings()), "mine=1")
    }

    @Test("a request that does not handle cookies neither sends nor keeps any")
    func notHandled() {
        jar.set(["old=1"], from: URL(string: "http://a/")!)
        var request = request("http://a/")
        request.httpShouldHandleCookies = false
        expect(sent(request, settings()) == nil)
        expectEqual(jar.cookies.map(\.name), ["old"])
    }

    @Test("a session that sets no cookies keeps them all the same")
    func notSent() {
        expect(sent(request("http://a/"), settings { $0.sendsCookies = false }) == nil)
        expectEqual(jar.cookies.count, 2)
    }

    @Test("a session that accepts none keeps none, but sends what is there")
    func notAccepted() {
        jar.set(["old=1"], from: URL(string: "http://a/")!)
        expectEqual(sent(request("http://a/"), settings { $0.cookiePolicy = .never }), "old=1")
        expectEqual(jar.cookies.count, 1)
    }

    @Test(
        "only from the main document's domain, if there is one",
        arguments: [
            ("http://www.example.com/", true), ("http://example.com/", true), ("http://other.com/", false), (nil, true),
        ])
    func mainDocument(_ document: String?, _ keeps: Bool) {
        var request = request("http://www.example.com/")
        request.mainDocumentURL = document.flatMap { URL(string: $0) }
        _ = sent(request, settings { $0.cookiePolicy = .onlyFromMainDocumentDomain })
        expectEqual(jar.isEmpty, !keeps)
    }

    @Test("a configuration says whether there is a jar")
    func configuration() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Text": "a", "X-Number": 3]
        configuration.timeoutIntervalForRequest = 7
        configuration.timeoutIntervalForResource = 70
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        let settings = ExchangeSettings(configuration)
        expectEqual(settings.requestTimeout, 7)
        expectEqual(settings.resourceTimeout, 70)
        expect(settings.cookies != nil)
        expect(!settings.sendsCookies)
        expectEqual(settings.cookiePolicy, .never)
        expectEqual(settings.additionalHeaders.value(for: "x-text"), "a")
        expectEqual(settings.additionalHeaders.value(for: "x-number"), "3")
        configuration.httpCookieStorage = nil
        expect(ExchangeSettings(configuration).cookies == nil)
    }
}
