import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Exchange: redirects", .ownThreads)
struct RedirectTests {
    /// Answers the first hop with a redirect and the others with 200.
    private func follow(
        _ request: URLRequest, _ status: Int, to location: String, settings: ExchangeSettings = ExchangeSettings(),
        body: TransportBody? = nil
    ) -> (log: ExchangeLog, hops: [ScriptedTransport.Hop]) {
        run(request, settings: settings, body: body) { hop, number in
            if number == 1 {
                hop.respond(status, "Location: \(location)", body: "moved")
            } else {
                hop.respond(200, body: "here")
            }
        }
    }

    @Test("the body of the redirect goes to nobody, the next response to the receiver")
    func following() {
        let (log, hops) = follow(request("http://a/x"), 302, to: "/y")
        expectEqual(log.events, ["redirect http://a/y", "head 200", "body here", "done"])
        expectEqual(hops.map(\.request.url.absoluteString), ["http://a/x", "http://a/y"])
        expectEqual(log.outcome?.metrics.redirectCount, 1)
        expectEqual(log.outcome?.metrics.transactionMetrics.count, 2)
    }

    @Test(
        "method and body as RFC 9110 says",
        arguments: [
            (301, "GET", "GET", false), (301, "POST", "GET", false), (301, "PUT", "PUT", true),
            (301, "HEAD", "HEAD", false),
            (302, "POST", "GET", false), (302, "DELETE", "DELETE", true), (302, "PATCH", "PATCH", true),
            (303, "GET", "GET", false), (303, "HEAD", "HEAD", false), (303, "POST", "GET", false),
            (303, "PUT", "GET", false),
            (303, "DELETE", "GET", false), (307, "POST", "POST", true), (307, "PUT", "PUT", true),
            (307, "GET", "GET", false),
            (308, "POST", "POST", true), (308, "PATCH", "PATCH", true), (308, "HEAD", "HEAD", false),
        ])
    func methods(_ status: Int, _ method: String, _ expected: String, _ keepsBody: Bool) {
        let carries = method != "GET" && method != "HEAD"
        let fields = carries ? ["Content-Type": "a/b", "Content-MD5": "x", "X-Kept": "1"] : ["X-Kept": "1"]
        let (log, hops) = follow(request("http://a/x", method, fields, body: carries ? "body" : nil), status, to: "/y")
        expectEqual(hops.count, 2)
        let next = hops[1].request
        expectEqual(next.method, expected)
        expectEqual(next.bodyText, keepsBody ? "body" : nil)
        expectEqual(next.field("Content-Type"), keepsBody ? "a/b" : nil)
        expectEqual(next.field("Content-MD5"), keepsBody ? "x" : nil)
        expectEqual(next.field("X-Kept"), "1")
        expectEqual(log.proposed.first?.httpMethod, expected)
    }

    @Test(
        "other statuses, and no usable Location, are no redirects: the response stands",
        arguments: [
            (300, "Location: /y"), (304, "Location: /y"), (305, "Location: /y"), (200, "Location: /y"), (302, "X: y"),
            (302, "Location:"), (302, "Location: http://"), (302, "Location: /a\u{1}b"), (399, "Location: /y"),
        ])
    func noRedirect(_ status: Int, _ line: String) {
        let (log, hops) = run(request("http://a/x")) { hop, _ in hop.respond(status, line, body: "text") }
        expectEqual(log.events, ["head \(status)", "body text", "done"])
        expectEqual(hops.count, 1)
    }

    @Test("a body that is made while it is sent begins anew")
    func streamedBody() {
        let stream = CountingStream()
        let (log, hops) = follow(
            request("http://a/x", "POST"), 307, to: "/y", body: .stream(stream, length: 5))
        expectEqual(log.events.last, "done")
        expectEqual(stream.rewinds, 1)
        guard case .stream(let sent, length: 5) = hops[1].request.body else {
            Issue.record("no stream")
            return
        }
        expect(sent === stream)
    }

    @Test("a body that cannot begin anew fails the request")
    func unrepeatableBody() {
        let stream = CountingStream(fails: true)
        let (log, hops) = follow(
            request("http://a/x", "POST"), 308, to: "/y", body: .stream(stream, length: nil))
        expectEqual(log.events, ["redirect http://a/y", "done -1021"])
        expectEqual(hops.count, 1)
    }

    @Test(
        "credentials go to no other origin",
        arguments: [
            ("http://a/x", "http://b/y", false), ("http://a/x", "http://a:81/y", false),
            ("https://a/x", "http://a/y", false),
            ("http://a/x", "https://a/y", false), ("http://a/x", "//A:80/y", true), ("http://a/x", "/y", true),
            ("https://a:443/x", "https://a/y", true), ("http://a/x", "http://a.b/y", false),
            ("http://a/x", "http://a@b/y", false),
        ])
    func credentials(_ from: String, _ location: String, _ stay: Bool) {
        let fields = [
            "Authorization": "Bearer s", "Cookie": "s=1", "proxy-authorization": "p", "Host": "virtual", "X-Kept": "1",
        ]
        var settings = ExchangeSettings()
        settings.additionalHeaders = ["User-Agent": "me"]
        let (_, hops) = follow(request(from, "GET", fields), 302, to: location, settings: settings)
        expectEqual(hops.count, 2)
        let next = hops[1].request
        expectEqual(next.field("Authorization"), stay ? "Bearer s" : location.contains("@") ? "Basic YTo=" : nil)
        expectEqual(next.field("Cookie"), stay ? "s=1" : nil)
        expectEqual(next.field("Proxy-Authorization"), stay ? "p" : nil)
        expectEqual(next.field("Host"), stay ? "virtual" : nil)
        expectEqual(next.field("X-Kept"), "1")
        expectEqual(next.field("User-Agent"), "me")
    }

    @Test("the session's credentials, and the URL's, go to no other origin, and not back either")
    func sessionCredentials() {
        var settings = ExchangeSettings()
        settings.additionalHeaders = ["Authorization": "Bearer session", "Accept": "a/b"]
        let (_, hops) = run(request("http://a/x"), settings: settings) { hop, number in
            switch number {
            case 1: hop.respond(302, "Location: http://b/y")
            case 2: hop.respond(302, "Location: http://a/z")
            default: hop.respond(200)
            }
        }
        expectEqual(hops.map { $0.request.field("Authorization") }, ["Bearer session", nil, nil])
        expectEqual(hops.map { $0.request.field("Accept") }, ["a/b", "a/b", "a/b"])

        let (_, others) = run(request("http://u:p@a/x")) { hop, number in
            switch number {
            case 1: hop.respond(302, "Location: http://a/y")
            case 2: hop.respond(302, "Location: http://b/z")
            default: hop.respond(200)
            }
        }
        expectEqual(others.map { $0.request.field("Authorization") }, ["Basic dTpw", "Basic dTpw", nil])
        expectEqual(others.map(\.request.url.absoluteString), ["http://a/x", "http://a/y", "http://b/z"])
    }

    @Test("a receiver that only changes the URL gives no credentials away")
    func changedURL() {
        let log = ExchangeLog(decision: { proposed, _, decide in
            var changed = proposed
            changed.url = URL(string: "http://evil/")
            decide(changed)
        })
        let (_, hops) = run(request("http://a/x", "GET", ["Authorization": "s"]), log: log) { hop, number in
            hop.respond(number == 1 ? 302 : 200, "Location: /y")
        }
        expectEqual(hops[1].request.url.absoluteString, "http://evil/")
        expect(hops[1].request.field("Authorization") == nil)
    }

    @Test("a receiver may change the request: URL, method, fields, body")
    func changedRequest() {
        let log = ExchangeLog(decision: { _, _, decide in
            decide(request("http://b/z", "PUT", ["Authorization": "for b"], body: "other"))
        })
        let (_, hops) = run(request("http://a/x"), log: log) { hop, number in
            hop.respond(number == 1 ? 302 : 200, "Location: /y")
        }
        let next = hops[1].request
        expectEqual(next.url.absoluteString, "http://b/z")
        expectEqual(next.method, "PUT")
        expectEqual(next.field("Authorization"), "for b")
        expectEqual(next.bodyText, "other")
    }

    @Test("a receiver that refuses gets the redirect itself, with its body", arguments: [false, true])
    func refusing(_ later: Bool) {
        nonisolated(unsafe) var decide: (@Sendable (URLRequest?) -> Void)?
        let log = ExchangeLog(decision: { _, _, answer in
            if later { decide = answer } else { answer(nil) }
        })
        let (_, hops) = run(request("http://a/x"), log: log) { hop, _ in
            hop.head(302, "Location: /y")
            hop.body("one")
            hop.body("two")
            hop.complete()
        }
        decide?(nil)
        let bodies = later ? ["body onetwo"] : ["body one", "body two"]
        expectEqual(log.events, ["redirect http://a/y", "head 302"] + bodies + ["done"])
        expectEqual(hops.count, 1)
        expectEqual(log.outcome?.metrics.redirectCount, 0)
        decide?(request("http://a/y"))
        expectEqual(log.completions, 1)
    }

    @Test("refused in the middle of the body: the rest follows")
    func refusingInTheMiddle() {
        nonisolated(unsafe) var decide: (@Sendable (URLRequest?) -> Void)?
        let log = ExchangeLog(decision: { _, _, answer in decide = answer })
        let transport = ScriptedTransport()
        let exchange = Exchange(
            request: request("http://a/"), body: .none, in: ExchangeContext(transport),
            receiver: log)
        exchange.start()
        let hop = transport.hops[0]
        hop.head(301, "Location: /y")
        hop.body("one")
        decide?(nil)
        hop.body("two")
        hop.complete(TransportError(.bodyIncomplete, "cut"))
        expectEqual(log.events, ["redirect http://a/y", "head 301", "body one", "body two", "done -1005"])
    }

    @Test("much that comes before the decision pauses the transport")
    func backpressure() {
        nonisolated(unsafe) var decide: (@Sendable (URLRequest?) -> Void)?
        let log = ExchangeLog(decision: { _, _, answer in decide = answer })
        let transport = ScriptedTransport()
        let exchange = Exchange(
            request: request("http://a/"), body: .none, in: ExchangeContext(transport),
            receiver: log)
        exchange.start()
        let hop = transport.hops[0]
        hop.head(301, "Location: /y")
        hop.body(String(repeating: "x", count: Exchange.drainLimit))
        expect(!hop.isPaused)
        hop.body("x")
        expect(hop.isPaused)
        decide?(nil)
        expect(!hop.isPaused)
        hop.complete()
        expectEqual(log.events.last, "done")
    }

    @Test(
        "a redirect's large body is cancelled, a small one is read",
        arguments: [
            ("Content-Length: 65536", 10, false), ("Content-Length: 65537", 0, true), ("X: y", 65_536, false),
            ("X: y", 65_537, true),
        ])
    func draining(_ line: String, _ size: Int, _ isCancelled: Bool) {
        let log = ExchangeLog()
        let transport = ScriptedTransport()
        let exchange = Exchange(
            request: request("http://a/x"), body: .none, in: ExchangeContext(transport),
            receiver: log)
        exchange.start()
        let hop = transport.hops[0]
        hop.head(302, "Location: /y", line)
        if size > 0 { hop.body(String(repeating: "x", count: size)) }
        expectEqual(hop.isCancelled, isCancelled)
        hop.complete()
        transport.hops[1].respond(200)
        expectEqual(log.events, ["redirect http://a/y", "head 200", "done"])
    }

    @Test("a redirect whose body breaks off is followed")
    func brokenBody() {
        let (log, _) = run(request("http://a/x")) { hop, number in
            guard number == 1 else { return hop.respond(200) }
            hop.head(302, "Location: /y")
            hop.complete(TransportError(.bodyIncomplete, "cut"))
        }
        expectEqual(log.events, ["redirect http://a/y", "head 200", "done"])
    }

    @Test("twenty redirects are followed, one more ends the request")
    func limit() {
        let (log, hops) = run(request("http://a/0")) { hop, number in
            hop.respond(302, "Location: /\(number)", body: "x")
        }
        expectEqual(hops.count, 21)
        expectEqual(log.events.count, 21)
        expectEqual(log.events.last, "done -1007")
        expectEqual(log.outcome?.error?.code, .httpTooManyRedirects)
        expectEqual(log.outcome?.error?.localizedDescription, "More than 20 redirects.")
        expectEqual(log.outcome?.metrics.redirectCount, 20)

        let (enough, _) = run(request("http://a/0")) { hop, number in
            hop.respond(number <= 20 ? 302 : 200, "Location: /\(number)")
        }
        expectEqual(enough.events.last, "done")
    }

    @Test(
        "another scheme is proposed, for it may carry an answer, and refused if it is followed",
        arguments: [
            "file:///etc/passwd", "ftp://a/b", "javascript:alert(1)", "app://callback?code=1", "data:text/plain,x",
        ])
    func otherSchemes(_ location: String) {
        let (log, hops) = run(request("http://a/x")) { hop, _ in hop.respond(302, "Location: \(location)") }
        expectEqual(log.events, ["redirect \(location)", "done -1002"])
        expectEqual(hops.count, 1)

        let refusing = ExchangeLog(decision: { _, _, decide in decide(nil) })
        _ = run(request("http://a/x"), log: refusing) { hop, _ in hop.respond(302, "Location: \(location)") }
        expectEqual(refusing.events, ["redirect \(location)", "head 302", "done"])
    }

    @Test("bytes beyond ASCII and spaces in a Location are percent-encoded")
    func strangeLocation() {
        let (log, hops) = run(request("http://a/x")) { hop, number in
            guard number == 1 else { return hop.respond(200) }
            hop.head(302, bytes: Array("location:/a b/".utf8) + [0xE4, 0x0A])
            hop.complete()
        }
        expectEqual(hops.last?.request.url.absoluteString, "http://a/a%20b/%E4")
        expectEqual(log.events.last, "done")
    }
}

/// A body of nothing that counts how often it begins anew.
final class CountingStream: TransportBodyStream, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private let fails: Bool

    init(fails: Bool = false) { self.fails = fails }

    var rewinds: Int { lock.withLock { count } }

    func next(limit: Int) throws -> TransportBodyPiece { .end }

    func rewind() throws {
        if fails { throw CocoaError(.featureUnsupported) }
        lock.withLock { count += 1 }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) {}
}
