import Hummingbird
import Neatline

// Runs what Hummingbird.swift declares, on modules that stand for Hummingbird and SwiftNIO.

struct Event: Codable {
    var title: String
    var seats: Int
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

func request(_ text: String) -> Request { Request(body: RequestBody(buffer: ByteBuffer(string: text))) }

let context = AppContext(source: ApplicationRequestContextSource())
let posted = request(#"{"title": "Start", "seats": 12}"#)
let event = try await context.requestDecoder.decode(Event.self, from: posted, context: context)
let encoded = try context.responseEncoder.encode(event, from: posted, context: context)
print(String(buffer: encoded.body.buffer), encoded.headers[.contentLength] ?? "")

let hut = try await request(#"{"name": "Dossenhütte", "height": 2663}"#).model(Hut.self, context: context)
print(String(buffer: try ModelResponse(model: hut).response(from: posted, context: context).body.buffer))
do {
    _ = try await request(#"{"name": "Dossenhütte", "height": "high"}"#).model(Hut.self, context: context)
} catch let error as HTTPError {
    print(error.status.rawValue, error.body ?? "")
}
