import Foundation
import NeatlineHTTPMapping
import NeatlineTesting

struct Hut: Mappable {
    var name = ""
    var beds = 0
    var height = 0
    var inspected: Date?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        name <- map["name"]
        beds <- map["beds"]
        height <- map["place.height"]
        inspected <- (map["inspected"], CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt))
    }
}

func fetchHuts(from url: URL, session: Session) async throws -> [Hut] {
    try await session.request(url).serializingArray(Hut.self, keyPath: "huts").value
}

let server = try LoopbackServer()
server.on(.get, "/huts") { _ in
    .json(#"{"huts": [{"name": "Gelmerhütte", "beds": 55, "place": {"height": 2412}, "inspected": "2025-07-02"}]}"#)
}

let session = Session()
for hut in try await fetchHuts(from: server.url("/huts"), session: session) { print(hut.name, hut.beds, hut.height) }

// Prints:
// Gelmerhütte 55 2412
