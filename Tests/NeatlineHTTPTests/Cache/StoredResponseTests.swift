import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Cache: freshness and age")
struct StoredResponseTests {
    @Test(
        "How long a response is fresh",
        arguments: [
            (["Cache-Control: max-age=60"], 60), (["Cache-Control: max-age=60, s-maxage=5"], 60),
            (["Cache-Control: s-maxage=5"], 0), ([], 0),
            (["Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            (["Cache-Control: max-age=5", "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 5),
            (["Cache-Control: max-age=x", "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 0),
            (["Expires: 0"], 0), (["Expires: Sun, 06 Nov 1994 08:50:37 UTC"], 0),
            (["Expires: Sun, 06 Nov 1994 08:00:00 GMT"], 0),
            (["Expires: Sun, 06 Nov 1994 08:50:37 GMT", "Expires: 0"], 0),
            (["Last-Modified: Sun, 06 Nov 1994 08:32:57 GMT"], 100),
            (["Last-Modified: Sun, 06 Nov 1994 08:50:37 GMT"], 0),
            (["Last-Modified: yesterday"], 0),
            (["Last-Modified: Sun, 06 Nov 1954 08:32:57 GMT"], 7 * 86_400),
            (["Expires: 0", "Last-Modified: Sun, 06 Nov 1994 08:32:57 GMT"], 0),
            ([#"Cache-Control: x="a"#, "Last-Modified: Sun, 06 Nov 1994 08:32:57 GMT"], 0),
        ] as [([String], Double)])
    func lifetime(lines: [String], seconds: Double) throws {
        let response = StoredResponse(try storedResponse(receivedDate).parts.adding(lines))
        expectEqual(response.lifetime, seconds)
    }

    @Test("Without a lifetime only some status codes have one by heuristics, and all with public")
    func heuristicStatus() throws {
        let modified = "Last-Modified: Sun, 06 Nov 1994 08:32:57 GMT"
        for status in [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501] {
            try expectEqual(storedResponse(receivedDate, modified, status: status).lifetime, 100)
        }
        for status in [201, 202, 302, 303, 307, 403, 500, 502, 503, 504, 599] {
            try expectEqual(storedResponse(receivedDate, modified, status: status).lifetime, 0)
            try expectEqual(
                storedResponse(receivedDate, modified, "Cache-Control: public", status: status).lifetime, 100)
        }
    }

    @Test("The lifetime by Expires does not depend on the clock of the client, but on Date")
    func skewedServer() throws {
        let response = try storedResponse(
            "Date: Sun, 06 Nov 1994 10:00:00 GMT", "Expires: Sun, 06 Nov 1994 10:01:00 GMT")
        expect(response.lifetime == 60 && response.age(at: receivedAt) == 0)
    }

    @Test(
        "The age of a response when it was received",
        arguments: [
            ([receivedDate], 2), ([receivedDate, "Age: 30"], 32), ([receivedDate, "Age: 30, 90"], 32),
            ([receivedDate, "Age: 30", "Age: 90"], 32), ([receivedDate, "Age: -30"], 2), ([receivedDate, "Age: x"], 2),
            ([receivedDate, "Age: 30;a=b"], 2), ([receivedDate, "Age: 30.5"], 2), ([receivedDate, "Age: "], 2),
            ([receivedDate, "Age: 99999999999999999999"], CacheDirectives.longest + 2),
            (["Date: Sun, 06 Nov 1994 08:48:37 GMT"], 60), (["Date: Sun, 06 Nov 1994 08:48:37 GMT", "Age: 10"], 60),
            (["Date: Sun, 06 Nov 1994 08:48:37 GMT", "Age: 100"], 102), (["Date: nonsense"], 2), ([], 2),
            (["Date: Sun, 06 Nov 1994 09:48:37 GMT"], 2),
        ] as [([String], Double)])
    func initialAge(lines: [String], seconds: Double) throws {
        var parts = try storedResponse().parts.adding(lines)
        parts.requestTime = receivedAt - 2
        expectEqual(StoredResponse(parts).initialAge, seconds)
    }

    @Test("A response ages with the clock; if the clock was set back by more than a minute, its age is unknown")
    func clock() throws {
        let response = try storedResponse(receivedDate, "Cache-Control: max-age=60")
        expectEqual(response.age(at: receivedAt + 10), 10)
        expect(response.staleness(at: receivedAt + 59) == -1 && response.staleness(at: receivedAt + 61) == 1)
        expectEqual(response.age(at: receivedAt - 30), 0)
        expectEqual(response.age(at: receivedAt - 61), .infinity)
        expect(response.age(at: receivedAt + 1e12) > 1e11)
        // A clock that was set back between the request and its response.
        try expectEqual(storedResponse(receivedDate, requestTime: receivedAt + 500).initialAge, 0)
    }

    @Test("A stored head is delivered with its age in place of the one that was received")
    func headWithAge() throws {
        let response = try storedResponse("age: 7", "X: y", receivedDate)
        let head = response.head(at: receivedAt + 3)
        expectEqual(head.values(for: "Age"), ["10"])
        expectEqual(head.value(for: "X"), "y")
        expectEqual(response.head(at: receivedAt - 100).values(for: "Age"), ["2147483648"])
    }

    @Test("A confirmation replaces fields, but not those of the body's coding and of the connection")
    func freshened() throws {
        let response = try storedResponse(
            receivedDate, "Cache-Control: max-age=1", "Content-Type: a/b", "Content-Length: 4",
            "Content-Encoding: gzip",
            "X: 1", "X: 2", "Y: kept", "Age: 50")
        let newer = bytes([
            "Date: Sun, 06 Nov 1994 08:59:37 GMT", "cache-control: max-age=9", "Content-Type: c/d", "Content-Length: 0",
            "Content-Encoding: br", "x: 3", "Connection: close, Z", "Z: hop", "New: n",
        ])
        let fresh = response.freshened(by: newer, requestTime: receivedAt + 600, responseTime: receivedAt + 600)
        let fields = fresh.validatedHead.headers
        expect(fields["Content-Type"] == "c/d" && fields["Content-Length"] == "4" && fields["X"] == "3")
        expect(fields["Content-Encoding"] == "gzip" && fields["Y"] == "kept" && fields["New"] == "n")
        expect(fields["Z"] == nil && fields["Connection"] == nil && fields["Age"] == nil)
        expect(fresh.lifetime == 9 && fresh.age(at: receivedAt + 600) == 0)
        expectEqual(fresh.parts.body, response.parts.body)
    }
}

extension StoredResponse.Parts {
    func adding(_ lines: [String]) -> Self {
        var parts = self
        parts.lines += bytes(lines)
        return parts
    }
}

@Suite("Cache: the choice of a response")
struct CacheSelectionTests {
    private func matches(_ vary: [String], _ first: [(String, String)], _ second: [(String, String)]) throws -> Bool? {
        CacheSelection(vary: vary, credentials: ["authorization", "cookie"], request: try cacheRequest(first))?.matches(
            try cacheRequest(second))
    }

    @Test("Fields that Vary names must be the same, in any case, and both may be missing")
    func vary() throws {
        try expectEqual(matches(["Foo"], [("foo", "1")], [("FOO", "1")]), true)
        try expectEqual(matches(["Foo"], [("foo", "1")], [("foo", "2")]), false)
        try expectEqual(matches(["Foo"], [("foo", "1")], []), false)
        try expectEqual(matches(["Foo"], [], [("foo", "1")]), false)
        try expectEqual(matches(["Foo, Bar"], [], [("Baz", "1")]), true)
        try expectEqual(matches(["Foo", "Bar"], [("bar", "1")], [("bar", "2")]), false)
        try expectEqual(matches([" foo ,, "], [("foo", "a , b")], [("foo", "a,b")]), true)
    }

    @Test("A response that varies on everything, or on too many fields, cannot be chosen")
    func star() throws {
        expect(try matches(["*"], [], []) == nil)
        expect(try matches(["Foo, *"], [], []) == nil)
        expect(try matches([(0..<40).map { "f\($0)" }.joined(separator: ",")], [], []) == nil)
    }

    @Test("Credentials are always compared, and only digests of values are kept")
    func authorization() throws {
        let account = [("Authorization", "Bearer secret-of-ada")]
        try expectEqual(matches([], account, account), true)
        try expectEqual(matches([], account, []), false)
        try expectEqual(matches([], account, [("Authorization", "Bearer other")]), false)
        let response = try storedResponse(to: cacheRequest(account))
        expect(!CacheFile.bytes(of: response).contains("secret-of-ada"))
    }

    @Test("A body that was decoded does not answer a request that does not decode")
    func coding() throws {
        let response = try storedResponse()
        try expectEqual(response.parts.selection.matches(cacheRequest(isDecoded: false)), false)
    }

    @Test("The newest of the responses that match is chosen")
    func newest() throws {
        let old = try storedResponse("Date: Sun, 06 Nov 1994 08:49:30 GMT", body: "old")
        let new = try storedResponse(receivedDate, body: "new")
        for order in [[old, new], [new, old]] {
            expect(CacheRules.choices(of: try cacheRequest(), from: order).first === new)
        }
    }

    @Test("Equal URLs have one key")
    func keys() throws {
        let key = try cacheRequest(url: "http://a/x?y").key
        for url in ["http://A:80/x?y", "HTTP://a/x?y#z", "http://user:pw@a/x?y"] {
            try expectEqual(cacheRequest(url: url).key, key)
        }
        for url in ["http://a/x", "http://a/x?Y", "https://a/x?y", "http://a:81/x?y", "http://a/X?y"] {
            expect(try cacheRequest(url: url).key != key)
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let text = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: text) }
    }
}
