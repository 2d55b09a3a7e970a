import Foundation
import NeatlineHTTPMapping
import NeatlineTesting

// Models as AlamofireObjectMapper's users write them, and what a server says to them.

class Forecast: Mappable {
    var place: String?
    var date: Date?
    var days: [Day]?

    required init?(map: Map) {}

    func mapping(map: Map) {
        place <- map["place"]
        days <- map["days"]
    }
}

class Day: Mappable {
    var name: String?
    var degrees: Int?
    var sky: String?

    required init?(map: Map) {
        if map["day"].currentValue == nil { return nil }
    }

    func mapping(map: Map) {
        name <- map["day"]
        degrees <- map["degrees"]
        sky <- map["sky"]
    }
}

struct FixedForecast: ImmutableMappable, Equatable {
    let place: String
    let days: [FixedDay]

    init(map: Map) throws {
        place = try map.value("place")
        days = try map.value("days")
    }
}

struct FixedDay: ImmutableMappable, Equatable {
    let name: String
    let degrees: Int

    init(map: Map) throws {
        name = try map.value("day")
        degrees = try map.value("degrees")
    }
}

/// A structure, which is passed on by copying.
struct Settings: Mappable, Equatable {
    var size = 0
    var unit = "m"
    var note: String?

    init() {}
    init?(map: Map) {}

    mutating func mapping(map: Map) {
        size <- map["size"]
        unit <- map["unit"]
        note <- map["note"]
    }
}

enum Fixture {
    static let days = """
        [{"day": "Friday", "degrees": 4, "sky": "fog"},
         {"day": "Saturday", "degrees": -1, "sky": "snow"},
         {"day": "Sunday", "degrees": 0, "sky": "clear"}]
        """
    static let forecast = #"{"place": "Bern", "days": \#(days)}"#

    static func server(_ text: String, status: Int = 200) throws -> LoopbackServer {
        try LoopbackServer { _ in .json(text, status: status) }
    }
}
