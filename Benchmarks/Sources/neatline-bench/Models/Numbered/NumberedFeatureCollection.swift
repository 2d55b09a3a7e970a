import Neatline

// The models of `FeatureCollection.swift` with members by number, as the macro writes them.

extension Numbered {
    /// What is read of `canada`, and of the generated `coordinates`: everything.
    struct FeatureCollection: SharedModel {
        var type = ""
        var features: [Feature] = []

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            let members = map.members(2, Self.member)
            type <- map[members, 0, "type"]
            features <- map[members, 1, "features"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 4:
                if name == "type" { return 0 }
            case 8:
                if name == "features" { return 1 }
            default: break
            }
            return -1
        }
    }

    struct Feature: SharedModel {
        var type = ""
        var properties: [String: String] = [:]
        var geometry = Polygon()

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            let members = map.members(3, Self.member)
            type <- map[members, 0, "type"]
            properties <- map[members, 1, "properties"]
            geometry <- map[members, 2, "geometry"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 4:
                if name == "type" { return 0 }
            case 8:
                if name == "geometry" { return 2 }
            case 10:
                if name == "properties" { return 1 }
            default: break
            }
            return -1
        }
    }

    /// Rings of points, each a longitude and a latitude.
    struct Polygon: SharedModel {
        var type = ""
        var coordinates: [[[Double]]] = []

        init() {}

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            let members = map.members(2, Self.member)
            type <- map[members, 0, "type"]
            coordinates <- map[members, 1, "coordinates"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 4:
                if name == "type" { return 0 }
            case 11:
                if name == "coordinates" { return 1 }
            default: break
            }
            return -1
        }
    }
}
