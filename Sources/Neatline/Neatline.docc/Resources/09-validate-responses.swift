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
    try await session.request(url).validate().serializingArray(Hut.self, keyPath: "huts", options: .strict).value
}

let server = try LoopbackServer()
server.on(.get, "/huts") { _ in
    .json(#"{"huts": [{"name": "Gelmerhütte", "beds": 55, "place": {"height": 2412}, "inspected": "2025-07-02"}]}"#)
}
server.on(.get, "/broken") { _ in .json(#"{"huts": [{"name": "Gelmerhütte", "beds": "many"}]}"#) }

let session = Session()
for hut in try await fetchHuts(from: server.url("/huts"), session: session) { print(hut.name, hut.beds, hut.height) }
for path in ["/missing", "/broken"] {
    do {
        _ = try await fetchHuts(from: server.url(path), session: session)
    } catch {
        print(error)
    }
}

// Prints:
// Gelmerhütte 55 2412
// Response status code was unacceptable: 404.
// GET http://127.0.0.1:…/missing: status 404
// Response could not be decoded because of error:
// status 200, application/json, 52 bytes: $.huts[0].beds: expected a 64-bit integer, found the string "many" (line 1, column 43)
// $.huts[0].place.height: expected a 64-bit integer, found nothing (line 1, column 11)
// The body begins: {"huts": [{"name": "Gelmerhütte", "beds": "many"}]}
// GET http://127.0.0.1:…/broken
