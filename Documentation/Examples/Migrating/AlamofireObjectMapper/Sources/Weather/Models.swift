import Foundation
import NeatlineHTTPMapping

enum Conditions: String {
    case sunny, cloudy, rain
}

class WeatherResponse: Mappable {
    var location: String?
    var days: [Day]?
    var unit = "°C"

    required init?(map: Map) {}

    func mapping(map: Map) {
        location <- map["location"]
        days <- map["days"]
        if let context = map.context as? Units, context.isImperial { unit = "°F" }
    }
}

class Day: Mappable {
    var name: String?
    var temperature: Double?
    var conditions: Conditions?
    var windSpeed: Int?

    required init?(map: Map) {}

    func mapping(map: Map) {
        name <- map["day"]
        temperature <- map["temperature"]
        conditions <- map["conditions"]
        windSpeed <- map["wind.speed"]
    }
}

/// The same day, for those who want nothing to be missing.
struct StrictDay: ImmutableMappable {
    let name: String
    let conditions: Conditions

    init(map: Map) throws {
        name = try map.value("day")
        conditions = try map.value("conditions")
    }
}

struct Units: MapContext {
    let isImperial: Bool
}
