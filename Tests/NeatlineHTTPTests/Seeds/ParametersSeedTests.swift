import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Alamofire's Usage: parameters and their encoders", .ownThreads, .hangLimit)
struct ParametersSeedTests: SeedExamples {
    struct Login: Encodable {
        let email: String
        let password: String
    }

    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("An Encodable type as JSON")
    func login() async throws {
        let login = Login(email: "test@test.test", password: "testPassword")

        AF.request(
            "\(httpbin)/post",
            method: .post,
            parameters: login,
            encoder: JSONParameterEncoder.default
        ).response { (response) in
            debugPrint(response)
        }
        await printout.wait(for: 1)
        let request = try #require(server.requests.first)
        expectEqual(request.text, #"{"email":"test@test.test","password":"testPassword"}"#)
        expectEqual(request[header: "Content-Type"], "application/json")
        expect(printout.text.contains(#""email""#))
    }

    @Test("GET with parameters: three calls, one request")
    func get() async {
        let parameters = ["foo": "bar"]

        let requests = [
            AF.request("\(httpbin)/get", parameters: parameters),
            AF.request("\(httpbin)/get", parameters: parameters, encoder: URLEncodedFormParameterEncoder.default),
            AF.request(
                "\(httpbin)/get", parameters: parameters,
                encoder: URLEncodedFormParameterEncoder(destination: .methodDependent)),
        ]
        for request in requests { _ = await request.serializingData().response }
        expectEqual(asked, Array(repeating: "GET /get?foo=bar", count: 3))
        expect(requests.allSatisfy { $0.request?.url?.absoluteString == "\(httpbin)/get?foo=bar" })
    }

    @Test("POST with parameters: three calls, one body")
    func post() async throws {
        let parameters: [String: [String]] = [
            "foo": ["bar"],
            "baz": ["a", "b"],
            "qux": ["x", "y", "z"],
        ]
        let requests = [
            AF.request("\(httpbin)/post", method: .post, parameters: parameters),
            AF.request(
                "\(httpbin)/post", method: .post, parameters: parameters,
                encoder: URLEncodedFormParameterEncoder.default),
            AF.request(
                "\(httpbin)/post", method: .post, parameters: parameters,
                encoder: URLEncodedFormParameterEncoder(destination: .httpBody)),
        ]
        for request in requests { _ = await request.serializingData().response }
        // The pairs that the document shows, in the order of their names.
        let shown = "qux[]=x&qux[]=y&qux[]=z&baz[]=a&baz[]=b&foo[]=bar"
        let bodies = server.requests.map { $0.text.removingPercentEncoding }
        expectEqual(bodies, Array(repeating: "baz[]=a&baz[]=b&foo[]=bar&qux[]=x&qux[]=y&qux[]=z", count: 3))
        expectEqual(bodies.first??.split(separator: "&").sorted(), shown.split(separator: "&").sorted())
        expect(
            server.requests.allSatisfy {
                $0[header: "Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8"
            })
    }

    @Test("Destinations")
    func destinations() async {
        let parameters = ["foo": "bar"]
        let inQuery = URLEncodedFormParameterEncoder(destination: .queryString)
        _ = await AF.request("\(httpbin)/post?a=1", method: .post, parameters: parameters, encoder: inQuery)
            .serializingData().response
        expectEqual(asked, ["POST /post?a=1&foo=bar"])
        expectEqual(server.requests.last?.body.isEmpty, true)
    }

    @Test("Arrays, booleans, dates and spaces as one chooses")
    func choices() async {
        struct Query: Encodable {
            let name = "a b"
            let numbers = [1, 2]
            let isOn = true
            let date = Date(timeIntervalSince1970: 0)
        }
        let encoders = [
            URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(arrayEncoding: .noBrackets)),
            URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(boolEncoding: .numeric)),
            URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(boolEncoding: .literal)),
            URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(dateEncoding: .iso8601)),
            URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(spaceEncoding: .plusReplaced)),
        ]
        for encoder in encoders {
            _ = await AF.request("\(httpbin)/get", parameters: Query(), encoder: encoder).serializingData().response
        }
        let date = "-978307200.0"
        expectEqual(
            server.requests.map { $0.target.dropFirst(5).removingPercentEncoding },
            [
                "date=\(date)&isOn=1&name=a b&numbers=1&numbers=2",
                "date=\(date)&isOn=1&name=a b&numbers[]=1&numbers[]=2",
                "date=\(date)&isOn=true&name=a b&numbers[]=1&numbers[]=2",
                "date=1970-01-01T00:00:00Z&isOn=1&name=a b&numbers[]=1&numbers[]=2",
                "date=\(date)&isOn=1&name=a+b&numbers[]=1&numbers[]=2",
            ])
        expectEqual(server.requests.first?.target.contains("name=a%20b"), true)
    }

    @Test("Each way to write a date")
    func dates() throws {
        struct Query: Encodable { let at = Date(timeIntervalSince1970: 1) }
        func written(_ encoding: URLEncodedFormEncoder.DateEncoding) throws -> String {
            try URLEncodedFormEncoder(dateEncoding: encoding).encode(Query())
        }
        let formatter = DateFormatter()
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy"
        try expectEqual(written(.deferredToDate), "at=-978307199.0")
        try expectEqual(written(.secondsSince1970), "at=1.0")
        try expectEqual(written(.millisecondsSince1970), "at=1000.0")
        try expectEqual(written(.iso8601).removingPercentEncoding, "at=1970-01-01T00:00:01Z")
        try expectEqual(written(.formatted(formatter)), "at=1970")
        try expectEqual(written(.custom { _ in "now" }), "at=now")
    }

    @Test("POST with parameters as JSON")
    func json() async throws {
        let parameters: [String: [String]] = [
            "foo": ["bar"],
            "baz": ["a", "b"],
            "qux": ["x", "y", "z"],
        ]

        let requests = [
            AF.request("\(httpbin)/post", method: .post, parameters: parameters, encoder: JSONParameterEncoder.default),
            AF.request(
                "\(httpbin)/post", method: .post, parameters: parameters, encoder: JSONParameterEncoder.prettyPrinted),
            AF.request(
                "\(httpbin)/post", method: .post, parameters: parameters, encoder: JSONParameterEncoder.sortedKeys),
        ]
        for request in requests { _ = await request.serializingData().response }
        let bodies = server.requests.map(\.text)
        for body in bodies {
            try expectEqual(JSONDecoder().decode([String: [String]].self, from: Data(body.utf8)), parameters)
        }
        expect(bodies[1].contains("\n"))
        expectEqual(bodies[2], #"{"baz":["a","b"],"foo":["bar"],"qux":["x","y","z"]}"#)
    }

    @Test("An encoder of one's own making")
    func customEncoder() async throws {
        struct Visit: Encodable {
            let firstSeen = Date(timeIntervalSince1970: 0)
        }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let parameterEncoder = JSONParameterEncoder(encoder: encoder)

        _ = await AF.request("\(httpbin)/post", method: .post, parameters: Visit(), encoder: parameterEncoder)
            .serializingData().response
        expectEqual(server.requests.last?.text, #"{"first_seen":"1970-01-01T00:00:00Z"}"#)
    }

    @Test("Encoding without a request")
    func manualEncoding() throws {
        let url = URL(string: "https://httpbin.org/get")!
        let urlRequest = URLRequest(url: url)

        let parameters = ["foo": "bar"]
        let encodedURLRequest = try URLEncodedFormParameterEncoder.default.encode(parameters, into: urlRequest)
        expectEqual(encodedURLRequest.url?.absoluteString, "https://httpbin.org/get?foo=bar")
    }
}
