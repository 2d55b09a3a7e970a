import Hummingbird
import HummingbirdTesting
import Neatline

// Runs what Hummingbird.swift declares.

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

let router = Router(context: AppContext.self)
router.post("/events") { request, context in
    let event = try await context.requestDecoder.decode(Event.self, from: request, context: context)
    return try context.responseEncoder.encode(event, from: request, context: context)
}
router.post("/huts") { request, context in
    ModelResponse(model: try await request.model(Hut.self, context: context))
}

try await Application(router: router).test(.router) { client in
    let requests = [
        ("/events", #"{"title": "Start", "seats": 12}"#),
        ("/huts", #"{"name": "Dossenhütte", "height": 2663}"#),
        ("/huts", #"{"name": "Dossenhütte", "height": "high"}"#),
    ]
    for (uri, text) in requests {
        try await client.execute(uri: uri, method: .post, body: ByteBuffer(string: text)) { response in
            print(response.status.code, String(buffer: response.body))
        }
    }
}
