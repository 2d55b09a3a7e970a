import Foundation
import NeatlineHTTPJSON
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Bodies that are no JSON", .ownThreads, .hangLimit)
struct BadBodyTests {
    private func response(
        _ answer: LoopbackResponse, options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) async throws -> AFDataResponse<JSON> {
        let server = try LoopbackServer { _ in answer }
        return await AF.request(server.url).serializingJSON(options: options).response
    }

    @Test("HTML: status, content type, position and excerpt are there, and the body")
    func html() async throws {
        let page = "<!doctype html>\n<title>Down for maintenance</title>"
        let response = try await response(
            LoopbackResponse(status: 503, headers: ["Content-Type": "text/html; charset=utf-8"], text: page))
        guard case .responseSerializationFailed(.jsonSerializationFailed(let inner)) = response.error else {
            Issue.record("\(response)")
            return
        }
        let error = try #require(inner as? ResponseBodyError)
        expect(error.statusCode == 503 && error.contentType == "text/html; charset=utf-8")
        expect(error.byteCount == page.utf8.count && error.beginning == page)
        expect(error.line == 1 && error.column == 1 && error.path == nil)
        expect(error.expected == "a value" && error.found == "'<'")
        expectEqual(
            error.description,
            """
            status 503, text/html; charset=utf-8, 51 bytes: line 1, column 1: expected a value, found '<'
                <!doctype html>
                ^
            """)
        expectEqual(response.error?.errorDescription?.contains("line 1, column 1"), true)
        expectEqual(response.data, Data(page.utf8))
    }

    @Test("A truncated text: the position is its end")
    func truncated() async throws {
        let response = try await response(.json("{\"a\": 1,\n \"b\": [1, 2"))
        let error = try #require(response.bodyError)
        expectEqual((error.cause as? JSONError)?.code, .unexpectedEnd)
        expect(error.line == 2 && error.column == 12)
        expectEqual(error.excerpt, " \"b\": [1, 2\n           ^")
    }

    @Test("Another content type is read all the same, unless it is validated")
    func contentType() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "[1]") }
        try await expectEqual(AF.request(server.url).serializingJSON().value, [1])
        let response = await AF.request(server.url).validate(contentType: ["application/json"]).serializingJSON()
            .response
        expectEqual(response.error?.responseContentType, "text/plain")
        expectEqual(response.data, Data("[1]".utf8))
    }

    @Test("UTF-16 is JSON, too")
    func utf16() async throws {
        let data = try #require(#"{"a": "ä"}"#.data(using: .utf16))
        try await expectEqual(response(LoopbackResponse(body: data)).result.get()["a"], "ä")
    }

    @Test("A long body is shown from its beginning, cut between characters")
    func beginning() async throws {
        let text = "a" + String(repeating: "ä", count: 300)
        let error = try #require(try await response(LoopbackResponse(text: text)).bodyError)
        expectEqual(error.beginning, "a" + String(repeating: "ä", count: 99))
        expectEqual(error.byteCount, 601)
    }

    @Test("No body where one is needed is an error of its own")
    func empty() async throws {
        let response = try await response(LoopbackResponse(status: 200))
        guard case .responseSerializationFailed(.inputDataNilOrZeroLength) = response.error else {
            Issue.record("\(response)")
            return
        }
        expect(response.data?.isEmpty ?? true)
    }

    @Test("A connection that breaks is the transport's error, not one of JSON")
    func broken() async throws {
        let server = try LoopbackServer { _ in
            .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1, 2"), .reset])
        }
        let response = await AF.request(server.url).serializingJSON().response
        expectEqual(response.error?.isSessionTaskError, true)
        expectEqual(response.data, Data("[1, 2".utf8))
    }
}
