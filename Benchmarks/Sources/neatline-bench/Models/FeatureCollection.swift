import Neatline

/// What is read of `canada`, and of the generated `coordinates`: everything.
struct FeatureCollection: SharedModel {
    var type = ""
    var features: [Feature] = []

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        type <- map["type"]
        features <- map["features"]
    }
}

struct Feature: SharedModel {
    var type = ""
    var properties: [String: String] = [:]
    var geometry = Polygon()

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        type <- map["type"]
        properties <- map["properties"]
        geometry <- map["geometry"]
    }
}

/// Rings of points, each a longitude and a latitude.
struct Polygon: SharedModel {
    var type = ""
    var coordinates: [[[Double]]] = []

    init() {}

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        type <- map["type"]
        coordinates <- map["coordinates"]
    }
}
