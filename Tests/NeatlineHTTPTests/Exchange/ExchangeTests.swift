import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Exchange: one request and its response", .ownThreads)
struct ExchangeTests {
    @Test("tells of what was sent, the head, the bytes and the completion, in order")
    func order() {
        let (log, hops) = run(request("http://a/x", "POST", body: "abc")) { hop, _ in
            hop.sent(3)
            hop.respond(200, "Content-Length: 5", body: "hello")
        }
        expectEqual(log.events, ["sent 3", "head 200", "body hello", "done"])
        expectEqual(hops.map(\.request.method), ["POST"])
        expectEqual(hops.first?.request.bodyText, "abc")
    }

    @Test("the count of sent bytes starts again with each hop, and when the transport sends the body again")
    func sentBytes() {
        let (log, _) = run(request("http://a/x", "POST", body: "abcde")) { hop, number in
            hop.sent(2)
            if number == 1 { return hop.respond(307, "Location: /y") }
            hop.sent(5)
            hop.sent(5)
            hop.sent(1)
            hop.respond(200)
        }
        expectEqual(
            log.events,
            [
                "sent 2", "redirect http://a/y", "sent 2", "sent 3 of 5", "sent 5", "sent 1", "head 200", "done",
            ])
    }

    @Test("sends the session's fields unless the request has its own")
    func additionalHeaders() {
        var settings = ExchangeSettings()
        settings.additionalHeaders = ["Accept": "a/b", "User-Agent": "session"]
        let (_, hops) = run(request("http://a/x", "GET", ["user-agent": "mine", "X-Y": "1"]), settings: settings) {
            hop, _ in
            hop.respond(200)
        }
        let headers = hops[0].request.headers
        expectEqual(headers.count, 3)
        expectEqual(headers.value(for: "Accept"), "a/b")
        expectEqual(headers.value(for: "User-Agent"), "mine")
        expectEqual(headers.value(for: "X-Y"), "1")
    }

    @Test("adds no field of its own, whatever the body")
    func noImplicitFields() {
        let (_, hops) = run(request("http://a/x", "POST", body: "a=b")) { hop, _ in hop.respond(200) }
        expect(hops[0].request.headers.isEmpty)
    }

    @Test(
        "asks for decoded content unless Accept-Encoding is identity",
        arguments: [(nil, true), ("gzip", true), ("identity", false), ("Identity", false)])
    func decoding(_ coding: String?, _ decodes: Bool) {
        let fields = coding.map { ["accept-encoding": $0] } ?? [:]
        let (_, hops) = run(request("http://a/x", "GET", fields)) { hop, _ in hop.respond(200) }
        expectEqual(hops[0].request.decodesContent, decodes)
    }

    @Test("a name and a password in the URL become Basic authorization and leave the URL")
    func credentialsInURL() {
        let (log, hops) = run(request("http://us%40er:p%3Aw@a:81/x?y=1@2#z")) { hop, _ in hop.respond(200) }
        expectEqual(hops[0].request.url.absoluteString, "http://a:81/x?y=1@2#z")
        expectEqual(hops[0].request.field("Authorization"), "Basic " + Data("us@er:p:w".utf8).base64EncodedString())
        expectEqual(log.events, ["head 200", "done"])
    }

    @Test("an Authorization field set by hand stands over the URL's credentials")
    func fieldBeforeURL() {
        let (_, hops) = run(request("http://u:p@a/", "GET", ["Authorization": "Bearer t"])) { hop, _ in hop.respond(200)
        }
        expectEqual(hops[0].request.field("authorization"), "Bearer t")
        expectEqual(hops[0].request.url.absoluteString, "http://a/")
    }

    @Test(
        "refuses what is no URL of HTTP without asking the transport",
        arguments: [
            "ftp://a/b", "/relative", "relative", "http:///path", "http://", "https:x",
            "httpx://a/",
            "http://u@/", "http://:80/",
        ])
    func refusedURLs(_ url: String) {
        let (log, hops) = run(request(url)) { hop, _ in hop.respond(200) }
        expectEqual(log.events, ["done -1002"])
        expect(hops.isEmpty)
        expectEqual(log.outcome?.error?.failingURL?.absoluteString, url)
        expectEqual(log.outcome?.metrics.transactionMetrics.isEmpty, true)
    }

    @Test("a request without a URL fails")
    func noURL() {
        var request = request("http://a/")
        request.url = nil
        let (log, hops) = run(request) { hop, _ in hop.respond(200) }
        expectEqual(log.events, ["done -1002"])
        expect(hops.isEmpty)
    }

    @Test("a transport's error becomes a URLError with the URL, the message and the cause")
    func failure() throws {
        let (log, _) = run(request("http://a/x")) { hop, _ in
            hop.head(200)
            hop.complete(TransportError(.bodyIncomplete, "12 bytes are missing", nativeCode: 18))
        }
        expectEqual(log.events, ["head 200", "done -1005"])
        let error = try #require(log.outcome?.error)
        expectEqual(error.code, .networkConnectionLost)
        expectEqual(error.localizedDescription, "12 bytes are missing")
        expectEqual(error.failingURL?.absoluteString, "http://a/x")
        expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == "http://a/x")
        expect(
            error.userInfo[NSUnderlyingErrorKey] as? TransportError
                == TransportError(.bodyIncomplete, "12 bytes are missing", nativeCode: 18))
    }

    @Test("each kind of transport error has its code")
    func codes() {
        let codes: [TransportError.Code: URLError.Code] = [
            .cancelled: .cancelled, .invalidated: .cancelled, .unavailable: .resourceUnavailable,
            .unsupportedURL: .unsupportedURL, .invalidRequest: .unknown, .cannotFindHost: .cannotFindHost,
            .cannotFindProxy: .cannotFindHost, .cannotConnect: .cannotConnectToHost,
            .secureConnectionFailed: .secureConnectionFailed, .certificateUntrusted: .serverCertificateUntrusted,
            .clientCertificateRejected: .clientCertificateRejected, .connectionLost: .networkConnectionLost,
            .bodyIncomplete: .networkConnectionLost, .invalidResponse: .badServerResponse,
            .cannotDecodeContent: .cannotDecodeContentData, .bodyStreamFailed: .requestBodyStreamExhausted,
            .timedOut: .timedOut, .other: .unknown, .unsupportedVersion: .resourceUnavailable,
            .fileDoesNotExist: .fileDoesNotExist, .fileIsDirectory: .fileIsDirectory,
            .filePermissionDenied: .noPermissionsToReadFile, .fileUnreadable: .cannotOpenFile,
        ]
        for code in TransportError.Code.allCases {
            expectEqual(URLError(TransportError(code, ""), request: nil).code, codes[code], "\(code)")
        }
    }

    @Test("keeps nothing alive after its completion")
    func release() {
        weak var receiver: ExchangeLog?
        weak var exchange: Exchange?
        let transport = ScriptedTransport()
        do {
            let log = ExchangeLog()
            let made = Exchange(
                request: request("http://a/"), body: .none, in: ExchangeContext(transport),
                receiver: log)
            receiver = log
            exchange = made
            made.start()
        }
        expect(receiver != nil)
        transport.hops[0].respond(200)
        expect(receiver == nil)
        expect(exchange == nil)
    }

    @Test("a second start does nothing")
    func startTwice() {
        let transport = ScriptedTransport()
        let log = ExchangeLog()
        let exchange = Exchange(
            request: request("http://a/"), body: .none, in: ExchangeContext(transport),
            receiver: log)
        exchange.start()
        exchange.start()
        transport.hops[0].respond(200)
        exchange.start()
        expectEqual(transport.hops.count, 1)
        expectEqual(log.events, ["head 200", "done"])
    }
}
