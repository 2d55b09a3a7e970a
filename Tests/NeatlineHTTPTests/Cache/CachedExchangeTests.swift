import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let hit = ["head 200", "body one", "done"]

@Suite("Exchange: cache", .ownThreads)
struct CachedExchangeTests {
    private let client = CachedClient()

    @Test("A fresh response is delivered without the transport, with its age, and metrics say so")
    func hits() throws {
        client.fill("Cache-Control: max-age=60")
        client.clock.now += 5
        let (events, sent, outcome) = client.send(request("http://a/"))
        expect(events == hit && sent.isEmpty)
        let transaction = try #require(outcome?.metrics.transactionMetrics.last)
        expect(transaction.resourceFetchType == .localCache && outcome?.metrics.transactionMetrics.count == 1)
        expectEqual(transaction.response?.value(forHTTPHeaderField: "Age"), "5")
        expectEqual(transaction.countOfResponseBodyBytesAfterDecoding, 3)
        expect(transaction.description.contains("from the cache"))
    }

    @Test("A response of the server is one of the network in metrics")
    func network() {
        let (_, _, outcome) = client.send(request("http://a/")) { hop, _ in hop.respond(200) }
        expectEqual(outcome?.metrics.transactionMetrics.map(\.resourceFetchType), [.networkLoad])
        let failed = client.send(request("http://b/"))
        expectEqual(failed.outcome?.metrics.transactionMetrics.map(\.resourceFetchType), [.unknown])
    }

    @Test("A stale response is confirmed by 304: the stored body comes with the new fields")
    func confirmed() throws {
        client.fill("Cache-Control: max-age=1", "ETag: \"1\"", "X: old")
        client.clock.now += 10
        let (events, sent, outcome) = client.send(request("http://a/")) { hop, _ in
            hop.respond(304, "ETag: \"1\"", "X: new", "Cache-Control: max-age=60", body: "no body")
        }
        expect(events == hit && sent.map { $0.field("If-None-Match") } == ["\"1\""])
        let metrics = try #require(outcome?.metrics.transactionMetrics)
        expectEqual(metrics.map(\.resourceFetchType), [.networkLoad, .localCache])
        expectEqual(metrics.map { $0.response?.statusCode }, [304, 200])
        expectEqual(metrics.last?.response?.value(forHTTPHeaderField: "X"), "new")
        client.clock.now += 50
        expect(client.send(request("http://a/")).sent.isEmpty)
    }

    @Test("A stale response is replaced by another one")
    func replaced() {
        client.fill("Cache-Control: max-age=1", "ETag: \"1\"")
        client.clock.now += 10
        let (events, _, _) = client.send(request("http://a/")) { hop, _ in
            hop.respond(200, "Cache-Control: max-age=60", body: "two")
        }
        expectEqual(events, ["head 200", "body two", "done"])
        expectEqual(client.send(request("http://a/")).events, ["head 200", "body two", "done"])
    }

    @Test("A 304 about something else makes the request be sent again, without conditions")
    func wrongConfirmation() {
        client.fill("Cache-Control: max-age=1", "ETag: \"1\"")
        client.clock.now += 10
        let (events, sent, _) = client.send(request("http://a/")) { hop, number in
            number == 1 ? hop.respond(304, "ETag: \"2\"") : hop.respond(200, "ETag: \"2\"", body: "two")
        }
        expectEqual(events, ["head 200", "body two", "done"])
        expectEqual(sent.map { $0.field("If-None-Match") }, ["\"1\"", nil])
    }

    @Test("Conditions of the caller's own are answered by the server")
    func ownConditions() {
        client.fill("Cache-Control: max-age=1", "ETag: \"1\"")
        let own = request("http://a/", "GET", ["If-None-Match": "\"1\""])
        let (events, sent, _) = client.send(own) { hop, _ in
            hop.respond(304, "ETag: \"1\"", "Cache-Control: max-age=600")
        }
        expect(events == ["head 304", "done"] && sent.count == 1)
        client.clock.now += 500
        expectEqual(client.send(request("http://a/")).events, hit)
    }

    @Test("Bodies that are not complete, or are too large, are not stored")
    func incomplete() {
        client.send(request("http://a/")) { hop, _ in
            hop.head(200, "Cache-Control: max-age=60", "Content-Length: 10")
            hop.body("part")
            hop.complete(TransportError(.bodyIncomplete, "cut"))
        }
        expectEqual(client.storage.memory.cost, 0)
        let small = CachedClient(maximumEntrySize: 5)
        small.fill("Cache-Control: max-age=60", body: "123456")
        small.fill("Cache-Control: max-age=60", "Content-Length: 6", body: "123456")
        expectEqual(small.storage.memory.cost, 0)
        small.fill("Cache-Control: max-age=60", body: "12345")
        expect(small.send(request("http://a/")).sent.isEmpty)
    }

    @Test("A cancelled request is not stored, and a hit can be cancelled")
    func cancelled() {
        client.send(request("http://a/")) { hop, _ in
            hop.head(200, "Cache-Control: max-age=60")
            hop.cancel()
        }
        expectEqual(client.storage.memory.cost, 0)
        client.fill("Cache-Control: max-age=60")
        let log = ExchangeLog()
        let exchange = Exchange(
            request: request("http://a/"), body: .none,
            in: ExchangeContext(ScriptedTransport(), client.settings), receiver: log)
        exchange.cancel()
        exchange.start()
        expectEqual(log.events, ["done -999"])
    }

    @Test("HEAD gets the head of a stored response, and its own response updates it")
    func head() {
        client.fill("Cache-Control: max-age=10", "ETag: \"1\"", "Content-Length: 3")
        let head = request("http://a/", "HEAD")
        expectEqual(client.send(head).events, ["head 200", "done"])
        client.clock.now += 20
        client.send(head) { hop, _ in
            hop.respond(200, "ETag: \"1\"", "Content-Length: 3", "Cache-Control: max-age=60")
        }
        expectEqual(client.send(request("http://a/")).events, hit)
        client.clock.now += 100
        client.send(head) { hop, _ in hop.respond(200, "ETag: \"2\"") }
        expectEqual(client.storage.memory.cost, 0)
    }

    @Test("Unsafe requests invalidate, unless they fail")
    func invalidation() {
        client.fill("Cache-Control: max-age=60")
        client.send(request("http://a/", "POST", body: "x")) { hop, _ in hop.respond(500) }
        expectEqual(client.send(request("http://a/")).events, hit)
        client.send(request("http://a/other", "POST", body: "x")) { hop, _ in
            hop.respond(201, "Content-Location: http://a/")
        }
        expectEqual(client.send(request("http://a/")).sent.count, 1)
    }

    @Test("A response that was asked for before an invalidation is not stored")
    func lateResponse() {
        let transport = ScriptedTransport()
        let context = ExchangeContext(transport, client.settings)
        let log = ExchangeLog()
        Exchange(request: request("http://a/"), body: .none, in: context, receiver: log).start()
        client.send(request("http://a/", "DELETE")) { hop, _ in hop.respond(204) }
        transport.hops[0].respond(200, "Cache-Control: max-age=60", body: "old")
        expectEqual(log.events, ["head 200", "body old", "done"])
        expectEqual(client.storage.memory.cost, 0)
    }

    @Test("Redirects are stored, each hop for itself")
    func redirects() {
        client.send(request("http://a/")) { hop, number in
            if number == 1 {
                hop.respond(301, "Location: /b", "Cache-Control: max-age=60")
            } else {
                hop.respond(200, "Cache-Control: max-age=60", body: "one")
            }
        }
        let (events, sent, outcome) = client.send(request("http://a/"))
        expect(events == ["redirect http://a/b"] + hit && sent.isEmpty)
        expectEqual(outcome?.metrics.transactionMetrics.map(\.resourceFetchType), [.localCache, .localCache])
    }

    @Test("A loop of stored redirects ends at the limit")
    func redirectLoop() {
        client.send(request("http://a/")) { hop, number in
            hop.respond(301, "Location: \(number == 1 ? "/b" : "/")", "Cache-Control: max-age=60")
        }
        expectEqual(client.send(request("http://a/")).events.last, "done \(URLError.httpTooManyRedirects.rawValue)")
    }

    @Test("Stored responses set no cookies, confirmations do")
    func cookies() {
        var client = client
        let jar = CookieJar()
        client.settings.cookies = jar
        client.fill("Cache-Control: public, max-age=1", "ETag: \"1\"", "Set-Cookie: a=1")
        jar.set(["a=2"], from: URL(string: "http://a/")!)
        expect(client.send(request("http://a/")).sent.isEmpty)
        expectEqual(jar.cookies.map(\.value), ["2"])
        client.clock.now += 10
        client.send(request("http://a/")) { hop, _ in hop.respond(304, "Set-Cookie: a=3") }
        expectEqual(jar.cookies.map(\.value), ["3"])
    }

    @Test("A request that accepts stored responses only gets 504 by its field, and an error by its policy")
    func onlyIfCached() {
        let field = request("http://a/", "GET", ["Cache-Control": "only-if-cached"])
        expectEqual(client.send(field).events, ["head 504", "done"])
        var policy = request("http://a/")
        policy.cachePolicy = .returnCacheDataDontLoad
        let (events, sent, _) = client.send(policy)
        expect(events == ["done \(URLError.resourceUnavailable.rawValue)"] && sent.isEmpty)
        let without = run(policy) { hop, _ in hop.respond(200) }
        expect(without.log.events == events && without.hops.isEmpty)
    }

    @Test("Reloading past all caches says so to them")
    func reload() {
        var reload = request("http://a/")
        reload.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        client.fill("Cache-Control: max-age=60")
        let sent = client.send(reload).sent
        expect(
            sent.map { $0.field("Cache-Control") } == ["no-cache"] && sent.map { $0.field("Pragma") } == ["no-cache"])
        reload.setValue("max-age=0", forHTTPHeaderField: "Cache-Control")
        expectEqual(client.send(reload).sent.map { $0.field("Cache-Control") }, ["max-age=0"])
    }

    @Test("The session's policy holds for requests that have none")
    func sessionPolicy() {
        var client = client
        client.fill("Cache-Control: max-age=60")
        client.settings.cachePolicy = .reloadIgnoringLocalCacheData
        expectEqual(client.send(request("http://a/")).sent.count, 1)
        var own = request("http://a/")
        own.cachePolicy = .returnCacheDataElseLoad
        expect(client.send(own).sent.isEmpty)
    }

    @Test("An error of the server, or no way to it, is replaced by a stale response that allows that")
    func staleIfError() {
        client.fill("Cache-Control: max-age=1, stale-if-error=60")
        client.clock.now += 10
        let failed = client.send(request("http://a/")) { hop, _ in hop.respond(503, body: "sorry") }
        expectEqual(failed.events, hit)
        expectEqual(failed.outcome?.metrics.transactionMetrics.map(\.resourceFetchType), [.networkLoad, .localCache])
        for code in [TransportError.Code.cannotConnect, .cannotFindHost, .connectionLost, .timedOut] {
            expectEqual(
                client.send(request("http://a/")) { hop, _ in hop.complete(TransportError(code, "")) }.events, hit)
        }
        for code in [TransportError.Code.certificateUntrusted, .invalidResponse, .cancelled, .invalidated] {
            let (events, _, _) = client.send(request("http://a/")) { hop, _ in hop.complete(TransportError(code, "")) }
            expectEqual(events.count, 1)
        }
        client.clock.now += 60
        let late = client.send(request("http://a/")) { hop, _ in hop.respond(503, body: "sorry") }
        expectEqual(late.events, ["head 503", "body sorry", "done"])
    }

    @Test("The endless body of an error is not read to its end")
    func endlessError() {
        client.fill("Cache-Control: max-age=1, stale-if-error=60")
        client.clock.now += 10
        let log = ExchangeLog()
        let transport = ScriptedTransport()
        Exchange(
            request: request("http://a/"), body: .none, in: ExchangeContext(transport, client.settings), receiver: log
        ).start()
        transport.hops[0].head(503)
        for _ in 0..<3 { transport.hops[0].body(String(repeating: "x", count: 30_000)) }
        expect(transport.hops[0].isCancelled && log.events == hit)
    }

    @Test("A stale response is used while the server is asked about it, once")
    func staleWhileRevalidate() {
        client.fill("Cache-Control: max-age=10, stale-while-revalidate=60", "ETag: \"1\"")
        client.clock.now += 20
        let transport = ScriptedTransport()
        let context = ExchangeContext(transport, client.settings)
        for _ in 0..<2 {
            let log = ExchangeLog()
            Exchange(request: request("http://a/"), body: .none, in: context, receiver: log).start()
            expectEqual(log.events, hit)
        }
        expectEqual(transport.hops.map { $0.request.field("If-None-Match") }, ["\"1\""])
        transport.hops[0].respond(200, "Cache-Control: max-age=60", body: "two")
        expectEqual(client.send(request("http://a/")).events, ["head 200", "body two", "done"])
    }

    @Test("Revalidation that fails may be tried again")
    func failedRevalidation() {
        client.fill("Cache-Control: max-age=10, stale-while-revalidate=60")
        client.clock.now += 20
        for _ in 0..<2 {
            let (events, sent, _) = client.send(request("http://a/"))
            expect(events == hit && sent.count == 1)
        }
    }

    @Test("Paused receivers get no more of a stored body, and the rest when they resume")
    func pause() async {
        let client = CachedClient(maximumEntrySize: 1 << 19)
        let body = String(repeating: "0123456789abcdef", count: 20_000)
        client.fill("Cache-Control: max-age=60", body: body)
        for cancels in [false, true] {
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let log = PausingLog { end.yield() }
            let exchange = Exchange(
                request: request("http://a/"), body: .none, in: ExchangeContext(ScriptedTransport(), client.settings),
                receiver: log)
            exchange.start()
            await log.pauses.first { _ in true }
            expect(log.received > 0 && log.received < body.utf8.count)
            let before = log.received
            if cancels { exchange.cancel() } else { exchange.resume() }
            await ends.first { _ in true }
            expect(cancels ? log.received == before : log.received == body.utf8.count)
            expectEqual(log.code, cancels ? -999 : nil)
        }
    }
}

/// Pauses its exchange after the first bytes.
private final class PausingLog: ExchangeReceiver, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var error: Int?
    private let onCompletion: @Sendable () -> Void
    let pauses: AsyncStream<Void>
    private let pausing: AsyncStream<Void>.Continuation

    init(_ onCompletion: @escaping @Sendable () -> Void) {
        self.onCompletion = onCompletion
        (pauses, pausing) = AsyncStream.makeStream(of: Void.self)
    }

    var received: Int { lock.withLock { count } }
    var code: Int? { lock.withLock { error } }

    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) {
        let isFirst = lock.withLock {
            defer { count += bytes.byteCount }
            return count == 0
        }
        guard isFirst else { return }
        exchange.pause()
        pausing.yield()
    }

    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) {
        lock.withLock { error = outcome.error?.errorCode }
        onCompletion()
    }

    func exchange(_ exchange: Exchange, didSend newBytes: Int64, totalBytes: Int64) {}
    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void
    ) {
        decide(proposed)
    }
    func exchange(_ exchange: Exchange, didReceiveHints head: TransportResponseHead) {}
    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {}
    func exchange(_ exchange: Exchange, didReceive head: ResponseHead) {}
    func exchangeDidReceiveBatch(_ exchange: Exchange) {}
}
