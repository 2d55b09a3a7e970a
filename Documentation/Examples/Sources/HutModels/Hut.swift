import Neatline

/// A mountain hut.
///
/// Its fields are constants where they never change, so that it is `ImmutableMappable`: a hut without a name is none.
package struct Hut: ImmutableMappable, Equatable, Sendable {
    /// Nil until the service has given it one.
    package let id: Int?
    package let name: String
    /// Metres above the sea.
    package let height: Int
    package var beds: Int
    /// The days on which it is open, if it is not so all year.
    package var season: String?
    package let place: Place

    package init(id: Int? = nil, name: String, height: Int, beds: Int, season: String? = nil, place: Place) {
        self.id = id
        self.name = name
        self.height = height
        self.beds = beds
        self.season = season
        self.place = place
    }

    package init(map: Map) throws {
        id = try map.valueIfPresent("id")
        name = try map.value("name")
        height = try map.value("height")
        beds = try map.value("beds")
        season = try map.valueIfPresent("season")
        place = try map.value("place")
    }

    package mutating func mapping(map: Map) {
        id >>> map["id"]
        name >>> map["name"]
        height >>> map["height"]
        beds >>> map["beds"]
        season >>> map["season"]
        place >>> map["place"]
    }

    /// The same hut under a number.
    package func numbered(_ id: Int) -> Hut {
        Hut(id: id, name: name, height: height, beds: beds, season: season, place: place)
    }
}

/// A place on the map, in degrees.
package struct Place: ImmutableMappable, Equatable, Sendable {
    package let latitude: Double
    package let longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    package init(map: Map) throws {
        latitude = try map.value("latitude")
        longitude = try map.value("longitude")
    }

    package mutating func mapping(map: Map) {
        latitude >>> map["latitude"]
        longitude >>> map["longitude"]
    }
}

/// What the service answers when it cannot do what it was asked.
package struct Problem: Mappable, Equatable, Sendable {
    package var message = ""
    /// What is wrong with the request's body, a line for each field.
    package var fields: [String] = []

    package init(_ message: String, fields: [String] = []) {
        self.message = message
        self.fields = fields
    }

    package init?(map: Map) {
        if !map["message"].isKeyPresent { return nil }
    }

    package mutating func mapping(map: Map) {
        message <- map["message"]
        fields <- map["fields"]
    }
}
