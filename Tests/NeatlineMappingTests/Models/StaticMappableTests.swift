import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("StaticMappable") struct StaticMappableTests {
    class Vehicle: StaticMappable {
        var name: String?

        class func objectForMapping(map: Map) -> BaseMappable? {
            let type: String? = map["type"].value()
            switch type {
            case "car": return Car()
            case "bus": return Bus()
            case "vehicle": return Vehicle()
            case "stranger": return Stranger(map: map)
            default: return nil
            }
        }
        func mapping(map: Map) { name <- map["name"] }
    }

    final class Car: Vehicle {
        var doors = 0
        override class func objectForMapping(map: Map) -> BaseMappable? {
            Issue.record("a subclass's own function is not called")
            return nil
        }
        override func mapping(map: Map) {
            super.mapping(map: map)
            doors <- map["doors"]
        }
    }

    final class Bus: Vehicle {
        var seats: Int?
        override func mapping(map: Map) {
            super.mapping(map: map)
            seats <- map["seats"]
        }
    }

    struct Stranger: Mappable {
        init?(map: Map) {}
        mutating func mapping(map: Map) {}
    }

    @Test("The object that the function makes is mapped by its own class")
    func cluster() throws {
        let car = Mapper<Vehicle>().map(JSON: ["type": "car", "name": "Honda", "doors": 3])
        expectEqual((car as? Car)?.doors, 3)
        expectEqual(car?.name, "Honda")
        expect(Mapper<Vehicle>().map(JSONString: #"{"type": "bus", "seats": 40}"#) is Bus)
    }

    @Test("An array of several classes; what the function refuses, or is no such class, is dropped")
    func array() throws {
        let mapper = Mapper<Vehicle>()
        let text = #"""
            [{"type": "car", "name": "c", "doors": 2}, {"type": "bus", "name": "b"}, {"type": "vehicle"}, {"type": "ship"},
             {"type": "stranger"}, {}]
            """#
        let vehicles = try #require(mapper.mapArray(JSONString: text))
        expectEqual(vehicles.map { "\(type(of: $0))" }, ["Car", "Bus", "Vehicle"])
        expectEqual(mapper.failures.map(\.path), ["$[3]", "$[4]", "$[5]"])
        expect(mapper.failures.allSatisfy { $0.reason == .refused })
        expectEqual(Mapper<Vehicle>().toJSONString(vehicles), #"[{"name":"c","doors":2},{"name":"b"},{}]"#)
    }

    struct Fleet: Mappable {
        var lead: Vehicle?
        var all: [Vehicle] = []
        var named: [String: Vehicle] = [:]
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            lead <- map["lead"]
            all <- map["all"]
            named <- map["named"]
        }
    }

    @Test("Inside other models")
    func inside() throws {
        let fleet = try #require(
            Fleet(
                JSONString: #"""
                    {"lead": {"type": "car", "doors": 4}, "all": [{"type": "bus"}, {}], "named": {"x": {"type": "car"}, "y": {}}}
                    """#))
        expectEqual((fleet.lead as? Car)?.doors, 4)
        expect(fleet.all.count == 1 && fleet.all[0] is Bus)
        expect(fleet.named.count == 1 && fleet.named["x"] is Car)
    }

    final class Cached: StaticMappable {
        nonisolated(unsafe) static let shared = Cached()
        var hits = 0
        static func objectForMapping(map: Map) -> BaseMappable? { shared }
        func mapping(map: Map) { hits += map["hit"].value() ?? 0 }
    }

    @Test("A cached object is mapped into, and is the same each time")
    func cached() {
        let first = Mapper<Cached>().map(JSON: ["hit": 1])
        let second = Mapper<Cached>().mapArray(JSONArray: [["hit": 2], ["hit": 3]])
        expect(first === Cached.shared && second.allSatisfy { $0 === first })
        expectEqual(Cached.shared.hits, 6)
    }

    struct Value: StaticMappable {
        var n = 0
        static func objectForMapping(map: Map) -> BaseMappable? { Value() }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    @Test("A struct works too")
    func structs() { expectEqual(Mapper<Value>().map(JSON: ["n": 5])?.n, 5) }

    final class Both: Mappable, StaticMappable {
        var isMade = false
        init() { isMade = true }
        required init?(map: Map) {}
        static func objectForMapping(map: Map) -> BaseMappable? { Both() }
        func mapping(map: Map) {}
    }

    @Test("In a model that is Mappable as well, the function counts")
    func both() { expectEqual(Mapper<Both>().map(JSON: [:])?.isMade, true) }
}
