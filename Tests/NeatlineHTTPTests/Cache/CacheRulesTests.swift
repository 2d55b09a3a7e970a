import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `serve`, `serve+` (the server is asked meanwhile), `ask` (with conditions), `fetch`, `504` or `error`.
private func answerName(_ answer: CacheAnswer) -> String {
    switch answer {
    case .serve(_, let isRevalidated): isRevalidated ? "serve+" : "serve"
    case .send(_, let isConditional): isConditional ? "ask" : "fetch"
    case .gatewayTimeout: "504"
    case .unavailable: "error"
    }
}

@Suite("Cache rules: requests")
struct CacheRequestRulesTests {
    /// A stored response with an entity tag, `age` seconds after it was received.
    private func answer(
        _ lines: [String], age: Double, _ fields: [(String, String)] = [], method: String = "GET",
        hasBody: Bool = false, policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) throws -> String {
        let stored = StoredResponse(try storedResponse(receivedDate, "ETag: \"1\"").parts.adding(lines))
        let request = try cacheRequest(fields, method: method, hasBody: hasBody, policy: policy)
        return answerName(CacheRules.answer(to: request, from: [stored], at: receivedAt + age))
    }

    @Test(
        "What a response allows",
        arguments: [
            ("max-age=60", 59.0, "serve"), ("max-age=60", 60, "ask"), ("max-age=0", 0, "ask"),
            ("max-age=60, no-cache", 1, "ask"), (#"max-age=60, no-cache="x""#, 1, "serve"), ("no-cache", 0, "ask"),
            ("max-age=60, must-revalidate", 1, "serve"), ("max-age=60, private", 1, "serve"),
            ("max-age=60, proxy-revalidate", 1, "serve"), ("max-age=60, s-maxage=0", 1, "serve"),
            ("max-age=60, immutable", 61, "ask"), ("max-age=60, stale-while-revalidate=30", 90, "serve+"),
            ("max-age=60, stale-while-revalidate=30", 91, "ask"),
            ("max-age=60, stale-while-revalidate=30, must-revalidate", 61, "ask"),
            ("max-age=60, stale-while-revalidate=30, no-cache", 61, "ask"),
            ("max-age=60, stale-while-revalidate=x", 61, "ask"), ("max-age=60, stale-if-error=30", 61, "ask"),
            ("public", 0, "ask"), ("max-age=60", -61, "ask"),
        ] as [(String, Double, String)])
    func response(control: String, age: Double, expected: String) throws {
        try expectEqual(answer(["Cache-Control: \(control)"], age: age), expected)
    }

    @Test(
        "What a request wants of a response that is fresh for 60 seconds and stale afterwards",
        arguments: [
            ("no-cache", 1.0, "ask"), ("no-store", 1, "fetch"), ("max-age=0", 1, "ask"), ("max-age=10", 11, "ask"),
            ("max-age=10", 10, "serve"), ("max-age=x", 1, "ask"), ("min-fresh=30", 30, "serve"),
            ("min-fresh=30", 31, "ask"), ("max-stale", 1000, "serve"), ("max-stale=40", 100, "serve"),
            ("max-stale=40", 101, "ask"), ("max-stale=40, max-age=10", 61, "ask"),
            ("max-stale, min-fresh=1", 61, "ask"),
            ("only-if-cached", 1, "serve"), ("only-if-cached", 61, "504"), ("only-if-cached, max-stale", 61, "serve"),
            ("only-if-cached, no-cache", 1, "504"), ("no-transform", 1, "serve"),
        ] as [(String, Double, String)])
    func request(control: String, age: Double, expected: String) throws {
        try expectEqual(answer(["Cache-Control: max-age=60"], age: age, [("Cache-Control", control)]), expected)
    }

    @Test("max-stale does not apply where the server demands validation")
    func maxStale() throws {
        let wanted = [("Cache-Control", "max-stale")]
        try expectEqual(answer(["Cache-Control: max-age=1, must-revalidate"], age: 2, wanted), "ask")
        try expectEqual(answer(["Cache-Control: no-cache"], age: 2, wanted), "ask")
    }

    @Test("Pragma counts only without Cache-Control")
    func pragma() throws {
        let lines = ["Cache-Control: max-age=60"]
        try expectEqual(answer(lines, age: 1, [("Pragma", "x, No-Cache")]), "ask")
        try expectEqual(answer(lines, age: 1, [("Pragma", "no-cache"), ("Cache-Control", "max-age=9")]), "serve")
        try expectEqual(answer(["Cache-Control: max-age=60", "Pragma: no-cache"], age: 1), "serve")
    }

    @Test("Ranges, conditions, bodies and other methods go to the server")
    func leftAlone() throws {
        let lines = ["Cache-Control: max-age=60"]
        for field in ["Range", "If-Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"] {
            try expectEqual(answer(lines, age: 1, [(field, "x")]), "fetch")
        }
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get"] {
            try expectEqual(answer(lines, age: 1, method: method), "fetch")
        }
        try expectEqual(answer(lines, age: 1, hasBody: true), "fetch")
        try expectEqual(answer(lines, age: 1, method: "HEAD"), "serve")
        try expectEqual(answer(lines, age: 61, method: "HEAD"), "fetch")
    }

    @Test("Nothing stored, or nothing that matches")
    func nothing() throws {
        func name(_ request: CacheRequest, _ stored: [StoredResponse]) -> String {
            answerName(CacheRules.answer(to: request, from: stored, at: receivedAt))
        }
        let other = try storedResponse("Cache-Control: max-age=9", "Vary: X", to: cacheRequest([("X", "1")]))
        for stored in [[], [other]] {
            try expectEqual(name(cacheRequest(), stored), "fetch")
            try expectEqual(name(cacheRequest([("Cache-Control", "only-if-cached")]), stored), "504")
            try expectEqual(name(cacheRequest(policy: .returnCacheDataDontLoad), stored), "error")
            try expectEqual(name(cacheRequest(policy: .returnCacheDataElseLoad), stored), "fetch")
            try expectEqual(name(cacheRequest(policy: .reloadRevalidatingCacheData), stored), "fetch")
        }
    }

    @Test(
        "Cache policies of URLRequest",
        arguments: [
            (URLRequest.CachePolicy.reloadIgnoringLocalCacheData, "fetch", "fetch"),
            (.reloadIgnoringLocalAndRemoteCacheData, "fetch", "fetch"), (.returnCacheDataElseLoad, "serve", "serve"),
            (.returnCacheDataDontLoad, "serve", "serve"), (.reloadRevalidatingCacheData, "ask", "ask"),
            (.useProtocolCachePolicy, "serve", "ask"),
        ] as [(URLRequest.CachePolicy, String, String)])
    func policies(policy: URLRequest.CachePolicy, fresh: String, stale: String) throws {
        try expectEqual(answer(["Cache-Control: max-age=60"], age: 1, policy: policy), fresh)
        try expectEqual(answer(["Cache-Control: max-age=60, must-revalidate"], age: 61, policy: policy), stale)
    }

    @Test("An immutable response is not asked about while it is fresh")
    func immutable() throws {
        let policy = URLRequest.CachePolicy.reloadRevalidatingCacheData
        try expectEqual(answer(["Cache-Control: max-age=60, immutable"], age: 1, policy: policy), "serve")
        try expectEqual(answer(["Cache-Control: max-age=60, immutable"], age: 61, policy: policy), "ask")
    }

    @Test("The server is asked with both validators, a date only if it is one")
    func conditions() throws {
        func fields(_ lines: String...) throws -> [String] {
            let stored = StoredResponse(try storedResponse(receivedDate).parts.adding(lines))
            return CacheRules.conditions(for: stored).map { "\($0.name): \($0.value)" }
        }
        try expectEqual(
            fields("ETag: W/\"a, b\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"),
            [
                "If-None-Match: W/\"a, b\"", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
            ])
        expect(try fields("Last-Modified: never", "ETag: ").isEmpty)
        expect(try fields("ETag: \"\u{1}\"").isEmpty && fields("ETag: \"\u{7F}\"").isEmpty)
        try expectEqual(fields("ETag: \"a\tb\""), ["If-None-Match: \"a\tb\""])
    }
}

@Suite("Cache rules: responses")
struct CacheResponseRulesTests {
    private func effect(
        _ status: Int, _ lines: [String], to request: CacheRequest? = nil, stored: StoredResponse? = nil,
        isConditional: Bool = false, at now: Double = receivedAt
    ) throws -> CacheEffect {
        CacheRules.effect(
            of: try responseHead(status, lines), to: try request ?? cacheRequest(), stored: stored,
            isConditional: isConditional, at: now)
    }

    @Test("Some status codes are stored without being told, others with a lifetime or public or private")
    func statusCodes() throws {
        for status in [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501] {
            try expectEqual(effect(status, []), .store)
            try expectEqual(effect(status, ["Cache-Control: no-store"]), .nothing)
        }
        for status in [201, 202, 205, 299, 302, 303, 307, 400, 403, 429, 500, 502, 503, 504, 599] {
            try expectEqual(effect(status, ["ETag: \"1\""]), .nothing)
            for explicit in [
                "Cache-Control: max-age=1", "Expires: 0", "Cache-Control: public", "Cache-Control: private",
            ] {
                try expectEqual(effect(status, [explicit]), .store)
            }
        }
        for status in [206, 304, 401, 407, 412, 416, 600, 999] {
            try expectEqual(effect(status, ["Cache-Control: max-age=1"]), .nothing)
        }
    }

    @Test("must-understand stores what is understood in spite of no-store, and nothing else")
    func mustUnderstand() throws {
        let lines = ["Cache-Control: must-understand, no-store, max-age=9"]
        try expectEqual(effect(200, lines), .store)
        try expectEqual(effect(299, lines), .nothing)
        try expectEqual(effect(299, ["Cache-Control: must-understand, max-age=9"]), .nothing)
    }

    @Test("Requests whose responses are not stored")
    func requests() throws {
        let lines = ["Cache-Control: max-age=9"]
        let stored = try storedResponse()
        for request in [
            try cacheRequest([("Cache-Control", "no-store")]), try cacheRequest([("Range", "bytes=0-1")]),
            try cacheRequest(method: "OPTIONS"), try cacheRequest(hasBody: true),
        ] {
            try expectEqual(effect(200, lines, to: request, stored: stored), .nothing)
        }
        try expectEqual(effect(200, lines, to: cacheRequest([("Authorization", "x")])), .store)
        try expectEqual(effect(200, lines, to: cacheRequest([("If-None-Match", "\"1\"")])), .store)
        try expectEqual(effect(412, lines, to: cacheRequest([("If-Match", "\"1\"")])), .nothing)
    }

    @Test("A response that cannot be stored removes the one that it replaces, unless the server has failed")
    func removal() throws {
        let stored = try storedResponse()
        try expectEqual(effect(200, ["Cache-Control: no-store"], stored: stored), .remove)
        try expectEqual(effect(403, [], stored: stored), .remove)
        try expectEqual(effect(500, [], stored: stored), .nothing)
        try expectEqual(effect(206, [], to: cacheRequest([("Range", "x")]), stored: stored), .nothing)
    }

    @Test("A 304 confirms the response that was asked about, unless its strong entity tag is another one")
    func confirmation() throws {
        let stored = try storedResponse("ETag: \"1\"")
        let weak = try storedResponse("ETag: W/\"1\"")
        let untagged = try storedResponse("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT")
        for (lines, response, expected) in [
            ([], stored, CacheEffect.validate), (["ETag: \"1\""], stored, .validate),
            (["ETag: \"2\""], stored, .sendAgain),
            (["ETag: W/\"2\""], stored, .sendAgain), (["ETag: \"1\""], weak, .validate),
            (["ETag: \"1\""], untagged, .sendAgain), ([], untagged, .validate),
        ] as [([String], StoredResponse, CacheEffect)] {
            try expectEqual(effect(304, lines, stored: response, isConditional: true), expected)
        }
        let own = try cacheRequest([("If-None-Match", "\"1\"")])
        try expectEqual(effect(304, ["ETag: \"1\""], to: own, stored: stored), .freshen)
        try expectEqual(effect(304, ["ETag: \"2\""], to: own, stored: stored), .nothing)
        try expectEqual(effect(304, [], to: own), .nothing)
    }

    @Test("An error of the server is replaced by a stale response if it or the request allows that")
    func staleIfError() throws {
        let allowed = try storedResponse(receivedDate, "Cache-Control: max-age=10, stale-if-error=50")
        let silent = try storedResponse(receivedDate, "Cache-Control: max-age=10")
        let strict = try storedResponse(receivedDate, "Cache-Control: max-age=1, must-revalidate, stale-if-error=50")
        let request = try cacheRequest([("Cache-Control", "stale-if-error=20")])
        for status in [500, 502, 503, 504] {
            try expectEqual(effect(status, [], stored: allowed, at: receivedAt + 60), .serveStale)
            try expectEqual(effect(status, [], stored: allowed, at: receivedAt + 61), .nothing)
            try expectEqual(effect(status, [], stored: silent, at: receivedAt + 11), .nothing)
            try expectEqual(effect(status, [], to: request, stored: silent, at: receivedAt + 30), .serveStale)
            try expectEqual(effect(status, [], to: request, stored: strict, at: receivedAt + 2), .nothing)
        }
        for status in [501, 505, 404] {
            expect(try effect(status, [], stored: allowed, at: receivedAt + 11) != .serveStale)
        }
        let reload = try cacheRequest(policy: .reloadIgnoringLocalCacheData)
        try expectEqual(effect(503, [], to: reload, stored: allowed, at: receivedAt + 11), .nothing)
    }

    @Test("HEAD confirms, removes or leaves a stored response")
    func head() throws {
        let stored = try storedResponse("ETag: \"1\"", "Content-Length: 4")
        let request = try cacheRequest(method: "HEAD")
        func effect(_ status: Int, _ lines: String...) throws -> CacheEffect {
            try self.effect(status, lines, to: request, stored: stored)
        }
        try expectEqual(effect(200, "ETag: \"1\"", "Content-Length: 4"), .freshen)
        try expectEqual(effect(200, "ETag: \"1\""), .freshen)
        try expectEqual(effect(200, "ETag: \"2\""), .remove)
        try expectEqual(effect(200, "ETag: \"1\"", "Content-Length: 5"), .remove)
        try expectEqual(effect(200, "Content-Length: 4"), .nothing)
        try expectEqual(effect(410), .remove)
        try expectEqual(effect(503), .nothing)
        try expectEqual(effect(401), .nothing)
        try expectEqual(self.effect(200, [], to: request), .nothing)
    }

    @Test("Unsafe methods, and unknown ones, invalidate their URL if they do not fail")
    func invalidation() throws {
        for method in ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "FOO"] {
            let request = try cacheRequest(method: method)
            for status in [200, 201, 204, 303] {
                try expectEqual(effect(status, [], to: request), .invalidate(["http://a/"]))
            }
            for status in [404, 500] { try expectEqual(effect(status, [], to: request), .nothing) }
        }
        for method in ["OPTIONS", "TRACE", "PROPFIND", "QUERY"] {
            try expectEqual(effect(200, [], to: cacheRequest(method: method)), .nothing)
        }
    }

    @Test("Location and Content-Location of the same origin are invalidated, too")
    func locations() throws {
        let lines = ["Location: /new?a", "Content-Location: http://A:80/other"]
        try expectEqual(
            effect(201, lines, to: cacheRequest(method: "POST")),
            .invalidate(["http://a/", "http://a/new?a", "http://a/other"]))
        let foreign = ["Location: http://b/", "Content-Location: https://a/x"]
        try expectEqual(effect(201, foreign, to: cacheRequest(method: "POST")), .invalidate(["http://a/"]))
    }

    @Test("Fields of the connection, of proxies and those that no-cache names are not stored")
    func exclusion() {
        let stored = bytes([
            #"Cache-Control: no-cache="Set-Cookie, X-A, date", max-age=9"#, "Date: d", "ETag: e", "X-C: c",
            "Content-Length: 1",
        ])
        let excluded = bytes([
            "Connection: close, X-B", "Keep-Alive: a", "Transfer-Encoding: chunked", "Proxy-Authenticate: x",
            "set-cookie: a=b", "X-a: a", "x-b: b", "TE: x", "Upgrade: h2c",
        ])
        let lines = excluded + stored
        expectEqual(StoredResponse.removing(from: lines, where: CacheRules.exclusion(of: lines)), stored)
        let folded = bytes(["A: 1,", "  2", "B:3"])
        expectEqual(StoredResponse.removing(from: folded) { _, _ in false }, bytes(["A: 1, 2", "B: 3"]))
    }
}
