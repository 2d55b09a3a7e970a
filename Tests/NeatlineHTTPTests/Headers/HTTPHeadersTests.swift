import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("HTTPHeaders", .ownThreads) struct HTTPHeadersTests {
    @Test("Names are unique without regard to case; the last spelling and value count, at the first position")
    func uniqueNames() {
        let expected = [HTTPHeader(name: "ACCEPT", value: "3"), HTTPHeader(name: "Host", value: "2")]
        let array: HTTPHeaders = [
            HTTPHeader(name: "Accept", value: "1"), HTTPHeader(name: "Host", value: "2"),
            HTTPHeader(name: "ACCEPT", value: "3"),
        ]
        expectEqual(Array(array), expected)
        let dictionary: HTTPHeaders = ["Accept": "1", "Host": "2", "ACCEPT": "3"]
        expectEqual(Array(dictionary), expected)
        expectEqual(Array(HTTPHeaders(Array(array))), expected)
        var built = HTTPHeaders()
        built.add(name: "Accept", value: "1")
        built.add(HTTPHeader(name: "Host", value: "2"))
        built.update(name: "accept", value: "0")
        built.update(HTTPHeader(name: "ACCEPT", value: "3"))
        expectEqual(Array(built), expected)
        expect(built == array && built.hashValue == array.hashValue)
    }

    @Test("A dictionary with names that differ only in case gives one field")
    func dictionary() {
        let headers = HTTPHeaders(["a": "1", "A": "2"])
        expectEqual(headers.count, 1)
        expect(["1", "2"].contains(headers["a"]))
        expectEqual(HTTPHeaders(["a": "1", "b": "2"]).dictionary, ["a": "1", "b": "2"])
    }

    @Test("Values are found, set and removed without regard to case")
    func lookup() {
        var headers: HTTPHeaders = ["Accept": "1", "Host": "2"]
        expectEqual(headers.value(for: "hOST"), "2")
        expectEqual(headers["accept"], "1")
        expect(headers["accep"] == nil && headers.value(for: "") == nil)
        headers["HOST"] = "3"
        headers["New"] = "4"
        expectEqual(headers.description, "Accept: 1\nHOST: 3\nNew: 4")
        headers["host"] = nil
        headers["absent"] = nil
        headers.remove(name: "ACCEPT")
        headers.remove(name: "absent")
        expectEqual(headers.description, "New: 4")
    }

    @Test("Case matters in letters beyond ASCII, and no other character is taken for a letter")
    func foreignNames() {
        var headers: HTTPHeaders = ["É": "1", "a@": "2"]
        headers.add(name: "é", value: "3")
        headers.add(name: "A`", value: "4")
        expectEqual(headers.count, 4)
    }

    @Test("Sorting goes by name without regard to case")
    func sorting() {
        let headers: HTTPHeaders = ["b": "1", "C": "2", "A": "3"]
        expectEqual(headers.sorted().description, "A: 3\nb: 1\nC: 2")
        var sorted = headers
        sorted.sort()
        expectEqual(sorted, headers.sorted())
        expectEqual(headers.description, "b: 1\nC: 2\nA: 3")
    }

    @Test("It is a collection of its fields")
    func collection() {
        let headers: HTTPHeaders = ["a": "1", "b": "2"]
        expectEqual(headers.map(\.name), ["a", "b"])
        expectEqual(headers[1], HTTPHeader(name: "b", value: "2"))
        expectEqual(headers.first { $0.value == "2" }?.name, "b")
        expect(!headers.isEmpty && HTTPHeaders().isEmpty)
    }

    @Test(
        "The statics name the right fields",
        arguments: [
            (HTTPHeader.accept("x"), "Accept: x"), (.acceptCharset("x"), "Accept-Charset: x"),
            (.acceptLanguage("x"), "Accept-Language: x"), (.acceptEncoding("x"), "Accept-Encoding: x"),
            (.authorization("x"), "Authorization: x"), (.authorization(bearerToken: "x"), "Authorization: Bearer x"),
            (
                .authorization(username: "Aladdin", password: "open sesame"),
                "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
            ),
            (.authorization(username: "é", password: "£:"), "Authorization: Basic w6k6wqM6"),
            (.contentDisposition("x"), "Content-Disposition: x"), (.contentEncoding("x"), "Content-Encoding: x"),
            (.contentType("x"), "Content-Type: x"), (.userAgent("x"), "User-Agent: x"),
            (.websocketProtocol("x"), "Sec-WebSocket-Protocol: x"),
        ])
    func statics(header: HTTPHeader, text: String) {
        expectEqual(header.description, text)
    }

    @Test("Requests, responses and configurations have headers")
    func foundation() throws {
        let url = try #require(URL(string: "http://example.org/"))
        var request = URLRequest(url: url)
        expectEqual(request.headers, [])
        request.headers = ["A": "1", "B": "2"]
        expectEqual(request.value(forHTTPHeaderField: "b"), "2")
        request.headers.add(name: "a", value: "3")
        expectEqual(request.headers.sorted().map(\.value), ["3", "2"])
        request.headers = []
        expect(request.allHTTPHeaderFields?.isEmpty ?? true)

        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["X-A": "1", "X-B": "2"]))
        expectEqual(response.headers.sorted().description, "X-A: 1\nX-B: 2")

        let configuration = URLSessionConfiguration.ephemeral
        expectEqual(configuration.headers, [])
        configuration.headers = ["A": "1"]
        expect(configuration.httpAdditionalHeaders?["A"] as? String == "1")
        configuration.httpAdditionalHeaders = ["A": 1, 2: "b"]
        expectEqual(configuration.headers, ["A": "1"])
    }
}
