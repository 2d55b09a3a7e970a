import Foundation
import NeatlineHTTPJSON
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Requests with JSON bodies", .ownThreads, .hangLimit)
struct RequestBodyTests {
    struct Point: Encodable {
        var x = 1.5
        var y = -2
    }

    /// Method, content type and body that arrive.
    private func sent(_ request: (URL) -> DataRequest) async throws -> [String] {
        let server = try LoopbackServer { request in
            .json([JSON(request.method), JSON(request[header: "Content-Type"] ?? "none"), JSON(request.text)])
        }
        return try await request(server.url).serializingJSON().value.arrayValue.map(\.stringValue)
    }

    @Test("A JSON value goes as it is: order, digits")
    func json() async throws {
        let body = try JSON(parsing: #"{"b": 1.10, "a": [null, 12345678901234567890]}"#)
        try await expectEqual(
            sent { AF.request($0, method: .put, body: body) },
            ["PUT", "application/json", #"{"b":1.10,"a":[null,12345678901234567890]}"#])
    }

    @Test("A question with a JSON body has one stream of events as its answer")
    func eventStream() async throws {
        let server = try LoopbackServer { request in
            LoopbackResponse(
                headers: ["Content-Type": "text/event-stream"],
                text: "data: \(request.method) \(request[header: "Accept"] ?? "") \(request.text)\n\n")
        }
        var texts: [String] = []
        for try await event in AF.eventSourceRequest(server.url, body: ["b": 1, "a": nil]).events {
            texts.append(event.data)
        }
        for try await event in AF.eventSourceRequest(server.url, method: .put, body: Point()).events {
            texts.append(event.data)
        }
        expectEqual(
            texts, [#"POST text/event-stream {"b":1,"a":null}"#, #"PUT text/event-stream {"x":1.5,"y":-2}"#])
        expectEqual(server.requestCount, 2)
    }

    @Test("Literals are JSON, and the method is POST unless given")
    func literals() async throws {
        try await expectEqual(
            sent { AF.request($0, body: ["b": 1, "a": ["x", nil, true]]) },
            ["POST", "application/json", #"{"b":1,"a":["x",null,true]}"#])
        try await expectEqual(sent { AF.request($0, body: [1, "a"]) }[2], #"[1,"a"]"#)
        try await expectEqual(sent { AF.request($0, body: "text") }[2], #""text""#)
    }

    @Test("Encodable values, by an encoder of one's choice")
    func codable() async throws {
        try await expectEqual(
            sent { AF.request($0, method: .post, body: Point()) }, ["POST", "application/json", #"{"x":1.5,"y":-2}"#])
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .custom { keys in Name(keys.last?.stringValue.uppercased() ?? "") }
        try await expectEqual(sent { AF.request($0, body: Point(), encoder: encoder) }[2], #"{"X":1.5,"Y":-2}"#)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("A content type of one's own stays")
    func contentType() async throws {
        try await expectEqual(
            sent { AF.request($0, body: [1], headers: ["Content-Type": "application/vnd.api+json"]) }[1],
            "application/vnd.api+json")
    }

    @Test("What has no form in JSON is told to the handler, and nothing is sent")
    func unwritable() async throws {
        let server = try LoopbackServer()
        let broken = JSON(parseJSON: "{")
        for request in [AF.request(server.url, body: broken), AF.request(server.url, body: [Double.nan])] {
            let error = await request.serializingJSON().response.error
            guard case .parameterEncodingFailed(.jsonEncodingFailed) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        expectEqual(server.requestCount, 0)
    }
}
