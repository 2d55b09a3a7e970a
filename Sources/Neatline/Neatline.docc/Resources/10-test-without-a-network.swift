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

let url = URL(string: "https://huts.example/huts")!
let transport = MockTransport()
transport.on(.get, "https://huts.example/huts") { _ in
    .json(#"{"huts": [{"name": "Gelmerhütte", "beds": 55, "place": {"height": 2412}, "inspected": "2025-07-02"}]}"#)
}

let session = Session(transport: transport)
let huts = try await fetchHuts(from: url, session: session)
precondition(huts.map(\.name) == ["Gelmerhütte"])
try transport.verify()
print("the test passes")

// Prints:
// the test passes
