import Foundation
import Neatline
import NIOCore
import Vapor

// Runs what Vapor.swift declares.

struct Event: Codable {
    var title: String
    var start: Date
}

struct Hut: Mappable {
    var name = ""
    var height = 0

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        name <- map["name"]
        height <- map["height"]
    }
}

let app = try await Application.make(.testing)
try configure(app)

func request(_ text: String) -> Request {
    Request(
        application: app, method: .POST, url: "/", collectedBody: ByteBuffer(string: text),
        on: app.eventLoopGroup.next())
}

var headers = HTTPHeaders()
let event = try ContentConfiguration.global.requireDecoder(for: .json).decode(
    Event.self, from: ByteBuffer(string: #"{"title": "Start", "start": "2026-01-31T12:00:00Z"}"#), headers: headers)
var body = ByteBuffer()
try ContentConfiguration.global.requireEncoder(for: .json).encode(event, to: &body, headers: &headers)
print(String(buffer: body), headers.contentType == .json)

let posted = request(#"{"name": "Dossenhütte", "height": 2663}"#)
let response = try await ModelResponse(model: posted.model(Hut.self)).encodeResponse(for: posted)
print(response.status.code, String(buffer: response.body.buffer ?? ByteBuffer()))
do {
    _ = try request(#"{"name": "Dossenhütte", "height": "high"}"#).model(Hut.self)
} catch let error as Abort {
    print(error.status.code, error.reason)
}
try await app.asyncShutdown()
