import Foundation
import Neatline
import Vapor

// Runs what Vapor.swift declares, on modules that stand for Vapor and SwiftNIO.

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

try configure(Application())
var headers = HTTPHeaders()
let event = try ContentConfiguration.global.requireDecoder(for: .json).decode(
    Event.self, from: ByteBuffer(string: #"{"title": "Start", "start": "2026-01-31T12:00:00Z"}"#), headers: headers)
var body = ByteBuffer()
try ContentConfiguration.global.requireEncoder(for: .json).encode(event, to: &body, headers: &headers)
print(String(buffer: body), headers.contentType == .json)

let request = Request(body: ByteBuffer(string: #"{"name": "Dossenhütte", "height": 2663}"#))
let response = try await ModelResponse(model: request.model(Hut.self)).encodeResponse(for: request)
print(response.status.code, String(buffer: response.body.buffer ?? ByteBuffer()))
do {
    _ = try Request(body: ByteBuffer(string: #"{"name": "Dossenhütte", "height": "high"}"#)).model(Hut.self)
} catch let error as Abort {
    print(error.status.code, error.reason)
}
