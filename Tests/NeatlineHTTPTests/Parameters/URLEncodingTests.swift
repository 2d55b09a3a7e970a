import Foundation
import NeatlineJSON
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `URLEncoding`: dictionaries as names and values.
struct URLEncodingTests {
    private let request: URLRequest

    init() throws { request = try URLRequest(url: "https://example.com/", method: .get) }

    private func query(_ parameters: Parameters?, _ encoding: URLEncoding = .default) throws -> String? {
        try encoding.encode(request, with: parameters).url?.query(percentEncoded: true)
    }

    // MARK: Where parameters go

    @Test("Nil leaves the request as it is")
    func nilLeavesTheRequestAsIt() throws {
        try expectEqual(URLEncoding.default.encode(request, with: nil), request)
    }

    @Test("No parameters leave the URL as it is")
    func noParametersLeaveTheURLAs() throws {
        try expectEqual(URLEncoding.default.encode(request, with: [:]).url?.absoluteString, "https://example.com/")
    }

    @Test("Parameters of requests without a body go to the query", arguments: [HTTPMethod.get, .head, .delete])
    func parametersOfRequestsWithoutABody(method: HTTPMethod) throws {
        var request = request
        request.method = method
        let encoded = try URLEncoding.default.encode(request, with: ["a": 1])
        expectEqual(encoded.url?.absoluteString, "https://example.com/?a=1")
        expect(encoded.httpBody == nil)
        expect(encoded.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test("Parameters of other requests go to the body", arguments: [HTTPMethod.post, .put, .patch, .options, .query])
    func parametersOfOtherRequestsGoTo(method: HTTPMethod) throws {
        var request = request
        request.method = method
        let encoded = try URLEncoding.default.encode(request, with: ["a": 1, "b": "x y"])
        expectEqual(encoded.url?.absoluteString, "https://example.com/")
        expectEqual(encoded.httpBody, Data("a=1&b=x%20y".utf8))
        expectEqual(
            encoded.value(forHTTPHeaderField: "Content-Type"), "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test("A destination overrules the method")
    func aDestinationOverrulesTheMethod() throws {
        var post = request
        post.method = .post
        let inQuery = try URLEncoding.queryString.encode(post, with: ["a": 1])
        expectEqual(inQuery.url?.absoluteString, "https://example.com/?a=1")
        expect(inQuery.httpBody == nil)
        let inBody = try URLEncoding.httpBody.encode(request, with: ["a": 1])
        expectEqual(inBody.url?.absoluteString, "https://example.com/")
        expectEqual(inBody.httpBody, Data("a=1".utf8))
    }

    @Test("A content type that is there stays")
    func aContentTypeThatIsThere() throws {
        var post = try URLRequest(url: "https://example.com", method: .post, headers: ["content-type": "text/x"])
        post = try URLEncoding.default.encode(post, with: ["a": 1])
        expectEqual(post.value(forHTTPHeaderField: "Content-Type"), "text/x")
    }

    @Test(
        "Parameters are put behind a query and before a fragment",
        arguments: [
            ("https://example.com/?x=%20", "https://example.com/?x=%20&a=1"),
            ("https://example.com/p?x=1#top?", "https://example.com/p?x=1&a=1#top?"),
            ("https://example.com/p#top?", "https://example.com/p?a=1#top?"),
            ("https://u:p@example.com:81", "https://u:p@example.com:81?a=1"),
            ("https://example.com/?", "https://example.com/?&a=1"),
            ("https://[::1]:8080/x", "https://[::1]:8080/x?a=1"),
        ])
    func parametersArePutBehindAQuery(url: String, expected: String) throws {
        var request = request
        request.url = URL(string: url)
        try expectEqual(URLEncoding.default.encode(request, with: ["a": 1]).url?.absoluteString, expected)
    }

    @Test("A relative URL stays relative to its base")
    func aRelativeURLStaysRelativeTo() throws {
        var request = request
        request.url = URL(string: "users?x=1", relativeTo: URL(string: "https://example.com/api/"))
        let url = try #require(try URLEncoding.default.encode(request, with: ["a": 1]).url)
        expectEqual(url.absoluteString, "https://example.com/api/users?x=1&a=1")
    }

    @Test("A request without URL has nowhere to put a query")
    func aRequestWithoutURLHasNowhere() throws {
        var request = request
        request.url = nil
        let error = #expect(throws: AFError.self) { try URLEncoding.default.encode(request, with: ["a": 1]) }
        guard case .parameterEncodingFailed(.missingURL) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An error of the request is thrown as it is")
    func anErrorOfTheRequestIs() {
        struct Broken: URLRequestConvertible {
            struct Problem: Error {}
            func asURLRequest() throws -> URLRequest { throw Problem() }
        }
        #expect(throws: Broken.Problem.self) { try URLEncoding.default.encode(Broken(), with: ["a": 1]) }
        expect(Broken().urlRequest == nil)
    }

    // MARK: Scalars

    @Test("Scalars are written as NSNumber writes them")
    func scalarsAreWrittenAsNSNumberWrites() throws {
        let values: [(any Any & Sendable, String)] = [
            ("text", "text"), ("", ""), (1, "1"), (-7, "-7"), (1.0, "1"), (-0.0, "-0"), (1.1, "1.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e16, "10000000000000000"), (1e100, "1e%2B100"), (Double.nan, "nan"), (-Double.infinity, "-inf"),
            (Float(0.1), "0.1"), (Float(2), "2"), (Float.infinity, "inf"), (CGFloat(3), "3"), (true, "1"), (false, "0"),
            (Int8(1), "1"), (UInt8(0), "0"),
            (UInt64.max, "18446744073709551615"), (Int64.min, "-9223372036854775808"),
            (Decimal(string: "1.50") ?? 0, "1.5"), (NSNumber(value: 1), "1"), (NSNumber(value: 0), "0"),
            (NSNumber(value: 1.5), "1.5"), (NSNumber(value: 2.0), "2"), (NSNumber(value: true), "1"),
            (NSNumber(value: false), "0"), (NSNumber(value: UInt64.max), "18446744073709551615"),
            (NSDecimalNumber(string: "12.340"), "12.34"),
            (URL(filePath: "/a"), "file%3A///a"), (Character("x"), "x"), (Optional(5), "5"),
            (Optional<Int>.none, "nil"),
            (NSNull(), "%3Cnull%3E"), (Kind.one, "one"),
        ]
        for (value, text) in values {
            try expectEqual(query(["a": value]), "a=\(text)", "\(type(of: value)) \(value)")
        }
    }

    @Test("A date that is NaN, whose description traps on Linux, is written as other dates without a description")
    func dateWithoutDescription() throws {
        let text = "a=%3Cdescription%20unavailable%3E"
        try expectEqual(query(["a": Date(timeIntervalSince1970: .nan)]), text)
        try expectEqual(query(["a": [Date(timeIntervalSince1970: .nan)]]), text.replacing("a=", with: "a%5B%5D="))
        #if !canImport(Darwin)
        try expectEqual(query(["a": Date(timeIntervalSince1970: .infinity)]), text)
        #endif
    }

    @Test("Booleans are told from numbers, whatever they are in")
    func booleansAreToldFromNumbersWhatever() throws {
        let literal = URLEncoding(boolEncoding: .literal)
        let values: [(any Any & Sendable, String)] = [
            (true, "true"), (false, "false"), (NSNumber(value: true), "true"), (NSNumber(value: false), "false"),
            (1, "1"), (0, "0"), (Int8(1), "1"), (UInt8(0), "0"), (NSNumber(value: 1), "1"),
            (NSNumber(value: Int8(1)), "1"),
            (1.0, "1"), (Optional(true), "true"), (JSON.bool(true), "true"),
        ]
        for (value, text) in values {
            try expectEqual(query(["a": value], literal), "a=\(text)", "\(type(of: value)) \(value)")
        }
    }

    @Test("Nil is written as chosen")
    func nilIsWrittenAsChosen() throws {
        let parameters: Parameters = ["a": Int?.none, "b": NSNull(), "c": 1, "d": [Int?.none, 2], "e": JSON.null]
        try expectEqual(query(parameters, URLEncoding(nilEncoding: .dropKey)), "c=1&d%5B%5D=2")
        try expectEqual(query(parameters, URLEncoding(nilEncoding: .dropValue)), "a=&b=&c=1&d%5B%5D=&d%5B%5D=2&e=")
        try expectEqual(
            query(parameters, URLEncoding(nilEncoding: .null)), "a=null&b=null&c=1&d%5B%5D=null&d%5B%5D=2&e=null")
    }

    // MARK: Containers

    @Test("Keys are sorted at every level")
    func keysAreSortedAtEveryLevel() throws {
        try expectEqual(
            query(["b": ["z": 1, "y": 2] as [String: Int], "a": 0, "c": ["k": ["n": 1, "m": 2]]]),
            "a=0&b%5By%5D=2&b%5Bz%5D=1&c%5Bk%5D%5Bm%5D=2&c%5Bk%5D%5Bn%5D=1")
    }

    @Test("Elements are named as chosen")
    func elementsAreNamedAsChosen() throws {
        let parameters: Parameters = ["a": [3, 1, ["x", "y"], ["k": true]] as [any Any & Sendable]]
        try expectEqual(query(parameters), "a%5B%5D=3&a%5B%5D=1&a%5B%5D%5B%5D=x&a%5B%5D%5B%5D=y&a%5B%5D%5Bk%5D=1")
        try expectEqual(query(parameters, URLEncoding(arrayEncoding: .noBrackets)), "a=3&a=1&a=x&a=y&a%5Bk%5D=1")
        try expectEqual(
            query(parameters, URLEncoding(arrayEncoding: .indexInBrackets)),
            "a%5B0%5D=3&a%5B1%5D=1&a%5B2%5D%5B0%5D=x&a%5B2%5D%5B1%5D=y&a%5B3%5D%5Bk%5D=1")
        try expectEqual(
            query(["a": [1, 2]], URLEncoding(arrayEncoding: .custom { "\($0).\($1 + 1)" })), "a.1=1&a.2=2")
    }

    @Test("Empty containers are nothing")
    func emptyContainersAreNothing() throws {
        expectEqual(URLEncoding.default.queryComponents(fromKey: "a", value: NSString("x y")).map(\.1), ["x%20y"])
        try expectEqual(query(["a": [Int](), "b": [String: Int](), "c": 1]), "c=1")
    }

    @Test("Collections of Foundation are containers")
    func collectionsOfFoundationAreContainers() throws {
        let array = NSArray(array: [
            NSNumber(value: 2), "x", NSDictionary(object: true, forKey: NSString("k")),
        ])
        expectEqual(
            URLEncoding.default.queryComponents(fromKey: "a", value: array).map { "\($0)=\($1)" },
            [
                "a%5B%5D=2", "a%5B%5D=x", "a%5B%5D%5Bk%5D=1",
            ])
    }

    @Test("Pairs and JSON stay in their order")
    func pairsAndJSONStayInTheir() throws {
        let pairs: KeyValuePairs<String, any Any & Sendable> = [
            "z": 1, "a": [2, 1], "m": ["y": 1, "b": 2] as KeyValuePairs<String, Int>,
        ]
        try expectEqual(
            URLEncoding.default.encode(request, withPairs: pairs).url?.query(percentEncoded: true),
            "z=1&a%5B%5D=2&a%5B%5D=1&m%5By%5D=1&m%5Bb%5D=2")
        let json = try JSON(parsing: #"{"z": 1.50, "a": [true, "x"]}"#)
        try expectEqual(query(["j": json]), "j%5Bz%5D=1.50&j%5Ba%5D%5B%5D=1&j%5Ba%5D%5B%5D=x")
    }

    @Test("The seeds' body is made")
    func theSeedsBodyIsMade() throws {
        let parameters: Parameters = [
            "foo": "bar", "baz": ["a", 1] as [any Any & Sendable], "qux": ["x": 1, "y": 2, "z": 3],
        ]
        let encoded = try URLEncoding.httpBody.encode(request, with: parameters)
        let body = String(decoding: try #require(encoded.httpBody), as: UTF8.self)
        expectEqual(body.removingPercentEncoding, "baz[]=a&baz[]=1&foo=bar&qux[x]=1&qux[y]=2&qux[z]=3")
    }

    // MARK: Escaping

    @Test("Delimiters are escaped, except for ? and /")
    func delimitersAreEscapedExceptForAnd() {
        let encoding = URLEncoding.default
        expectEqual(encoding.escape(":#[]@"), "%3A%23%5B%5D%40")
        expectEqual(encoding.escape("!$&'()*+,;="), "%21%24%26%27%28%29%2A%2B%2C%3B%3D")
        expectEqual(encoding.escape("?/-._~"), "?/-._~")
        expectEqual(encoding.escape(" \"#%<>[]\\^`{}|"), "%20%22%23%25%3C%3E%5B%5D%5C%5E%60%7B%7D%7C")
        expectEqual(encoding.escape("français 日本語 😀"), "fran%C3%A7ais%20%E6%97%A5%E6%9C%AC%E8%AA%9E%20%F0%9F%98%80")
        expectEqual(encoding.escape("a\r\nX-Evil: 1\0"), "a%0D%0AX-Evil%3A%201%00")
        let plain = "ABCxyz019"
        expectEqual(encoding.escape(plain), plain)
    }

    @Test("Escaping is what Foundation's with the same characters is")
    func escapingIsWhatFoundationSWith() {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        expectEqual(
            URLEncoding.default.escape(text), text.addingPercentEncoding(withAllowedCharacters: .afURLQueryAllowed))
        let long = String(repeating: "一二三四五六七八九十", count: 10_000)
        expectEqual(URLEncoding.default.escape(long).removingPercentEncoding, long)
    }

    @Test("Names are escaped too")
    func namesAreEscapedToo() throws {
        try expectEqual(
            query(["a&b=c": "1", "x\r\nHost: evil": ["k=": "&"]]), "a%26b%3Dc=1&x%0D%0AHost%3A%20evil%5Bk%3D%5D=%26")
    }

    @Test("The allowed characters are those of queries without delimiters")
    func theAllowedCharactersAreThoseOf() {
        expectEqual(
            CharacterSet.afURLQueryAllowed,
            CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: ":#[]@!$&'()*+,;=")))
    }

    // MARK: What cannot be written

    @Test("An array that contains itself is an error with its name")
    func anArrayThatContainsItselfIs() throws {
        let cycle = NSMutableArray()
        cycle.add("x")
        cycle.add(cycle)
        defer { cycle.removeAllObjects() }
        let error = #expect(throws: AFError.self) {
            try URLEncoding.default.encode(request, with: unchecked(["a": cycle]))
        }
        expect(error?.underlyingError as? URLEncoding.Error == .cyclicReference(key: "a[]"))
        expectEqual(error?.underlyingError?.localizedDescription, "The parameter a[] contains itself.")
        expectEqual(URLEncoding.default.queryComponents(fromKey: "a", value: cycle).map(\.1), ["x"])
    }

    @Test("The same array twice is no cycle")
    func theSameArrayTwiceIsNo() {
        let array = NSArray(array: ["x"])
        expectEqual(URLEncoding.default.queryComponents(fromKey: "a", value: [array, array]).count, 2)
    }

    @Test("What is too deep is an error")
    func whatIsTooDeepIsAn() throws {
        func nested(_ levels: Int) -> any Any & Sendable {
            var value: any Any & Sendable = 1
            for _ in 0..<levels { value = [value] }
            return value
        }
        let fits = try query(["a": nested(URLEncoding.maximumDepth)])
        expectEqual(fits, "a" + String(repeating: "%5B%5D", count: URLEncoding.maximumDepth) + "=1")
        let error = #expect(throws: AFError.self) { try query(["a": nested(URLEncoding.maximumDepth + 1)]) }
        guard case .tooDeep = error?.underlyingError as? URLEncoding.Error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A custom name with what no query can have is escaped")
    func aCustomNameWithWhatNo() throws {
        let encoding = URLEncoding(arrayEncoding: .custom { key, index in "\(key) #\(index)\n" })
        try expectEqual(query(["a": [1]], encoding), "a%20%230%0A=1")
    }
}

private enum Kind { case one }

/// Parameters of values that are not Sendable, as Swift 5 has them.
func unchecked(_ parameters: [String: Any]) -> Parameters {
    // SAFETY: `Sendable` has no witnesses, so both types have one layout; the values stay on one thread.
    unsafeBitCast(parameters, to: Parameters.self)
}
