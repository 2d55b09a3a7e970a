import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Cache: directives")
struct CacheDirectivesTests {
    @Test(
        "max-age is a number in a token or a quoted string; all else is 0",
        arguments: [
            ("max-age=3600", 3600), ("MaX-aGe=3600", 3600), ("max-age=003600", 3600), (#"max-age="3600""#, 3600),
            ("max-age='3600'", 0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=", 0), ("max-age", 0),
            ("max-age=a", 0), ("max-age=3600a", 0), ("max-age = 3600", 0), ("max-age=3600 1", 0),
            ("max-age=99999999999999999999999999", CacheDirectives.longest), ("public,max-age=7,,", 7),
            (#"x="max-age=1", max-age=9"#, 9), (#"max-age=9, x="a\",max-age=1""#, 9), ("max-age=5, max-age=5", 5),
            ("max-age=5, max-age=6", 0), ("max-age=0, max-age=6", 0),
        ] as [(String, Double)])
    func maxAge(text: String, seconds: Double) {
        expectEqual(CacheDirectives([text]).maxAge, seconds)
    }

    @Test("Several fields are one list")
    func fields() {
        let directives = CacheDirectives(["no-store", "private, max-age=1", "max-age=2"])
        expect(directives.noStore && directives.isPrivate && directives.maxAge == 0 && directives.isPresent)
        expect(!CacheDirectives([]).isPresent)
    }

    @Test("no-cache with names concerns these fields only, unless there is another one without")
    func noCacheFields() {
        expectEqual(CacheDirectives([#"no-cache="Set-Cookie, X-A""#]).noCacheFields, ["set-cookie", "x-a"])
        expect(!CacheDirectives([#"no-cache="a""#]).noCache)
        expect(CacheDirectives([#"no-cache="a", NO-CACHE"#]).noCache)
        expect(CacheDirectives([#"no-cache="""#]).noCache && CacheDirectives(["no-cache="]).noCache)
    }

    @Test("Directives of requests: the strictest of several times counts")
    func request() {
        expectEqual(CacheDirectives(["max-stale"]).maxStale, .infinity)
        expectEqual(CacheDirectives(["max-stale, max-stale=5"]).maxStale, 5)
        expectEqual(CacheDirectives(["max-stale=x"]).maxStale, 0)
        expectEqual(CacheDirectives(["min-fresh=1, min-fresh=9"]).minFresh, 9)
        expect(CacheDirectives(["only-if-cached, no-transform"]).onlyIfCached)
    }

    @Test(
        "Quotes that do not end make the field malformed and nothing else", arguments: [#"x="a, max-age=9"#, #"x="a\"#])
    func unterminated(text: String) {
        let directives = CacheDirectives([text])
        expect(directives.isMalformed && directives.maxAge == nil)
    }

    @Test("A megabyte of commas, quotes and backslashes is read once")
    func hostile() {
        let commas = String(repeating: ",", count: 1 << 20)
        let quotes = String(repeating: #"""#, count: 1 << 20)
        let escapes = "\"" + String(repeating: #"\"#, count: 1 << 20)
        expectEqual(CacheDirectives([commas, quotes, escapes, "max-age=4"]).maxAge, 4)
    }
}

@Suite("Cache: dates")
struct StrictDateTests {
    @Test(
        "The three formats of HTTP dates, in any case",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "sun, 06 nov 1994 08:49:37 gmt",
        ])
    func formats(text: String) {
        expectEqual(HTTPDate.strictTime(text, now: 1_700_000_000), 784_111_777)
    }

    @Test(
        "Anything else is no date",
        arguments: [
            "0", "-1", "", "foo", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST",
            "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
            "784111777", "+Sun, 06 Nov 1994 08:49:37 GMT",
        ])
    func invalid(text: String) {
        expect(HTTPDate.strictTime(text, now: 1_700_000_000) == nil)
    }

    @Test("A year of two digits is at most 50 years in the future")
    func shortYears() {
        let now = 1_700_000_000.0  // 2023
        let near = HTTPDate.strictTime("Monday, 01-Jan-60 00:00:00 GMT", now: now)
        expect(near == HTTPDate.strictTime("Thu, 01 Jan 2060 00:00:00 GMT", now: now) && near != nil)
        let far = HTTPDate.strictTime("Monday, 01-Jan-80 00:00:00 GMT", now: now)
        expect(far == HTTPDate.strictTime("Tue, 01 Jan 1980 00:00:00 GMT", now: now) && far != nil)
    }

    @Test("Years after 2038 are dates")
    func farFuture() {
        expectEqual(HTTPDate.strictTime("Fri, 31 Dec 9999 23:59:59 GMT", now: 0), 253_402_300_799)
    }
}
