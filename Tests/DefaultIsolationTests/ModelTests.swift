import Foundation
import NeatlineDefaults
import NeatlineFoundation
import NeatlineJSON
import NeatlineMacros
import NeatlineMapping
import NeatlineSchema
import Testing

// The settings of this target isolate to the main actor what does not say otherwise, as those of a new app in Xcode do.

struct Peak: Named {
    var name = ""
    var height: Metres?
    var kind = Kind.rock
    var parts: [String: Part] = [:]
    var seen: Date?

    enum Kind: String { case rock, ice }
    enum Key { static let height = "height" }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        mapName(map)
        height <- map[Key.height]
        kind <- map["kind"]
        parts <- map["parts"]
        seen <- (map["seen"], Seconds(units: map.context as? Units))
    }
}

struct Part: ImmutableMappable {
    let id: Int

    init(map: Map) throws { id = try map.value("id") }
    func mapping(map: Map) { id >>> map["id"] }
}

struct Metres: MappableValue {
    var value: Double

    static func value(from reader: ValueReader) -> Metres? { Double.value(from: reader).map { Metres(value: $0) } }
    func write(to writer: ValueWriter) { value.write(to: writer) }
}

struct Units: MapContext { var secondsEach = 1.0 }

struct Seconds: TransformType {
    var units: Units?

    func transformFromJSON(_ value: Any?) -> Date? {
        (value as? Double).map { Date(timeIntervalSince1970: $0 * (units?.secondsEach ?? 1)) }
    }
    func transformToJSON(_ value: Date?) -> Double? { value?.timeIntervalSince1970 }
}

nonisolated protocol Named: Mappable {
    var name: String { get set }
}

nonisolated extension Named {
    mutating func mapName(_ map: Map) { name <- map["name"] }
}

class Area: Mappable {
    var name = ""

    required init?(map: Map) {}
    func mapping(map: Map) { name <- map["name"] }
}

nonisolated final class Park: Area {
    var hours = 0

    override func mapping(map: Map) {
        super.mapping(map: map)
        hours <- map["hours"]
    }
}

@Mappable
@JSONSchema
struct Hut {
    let name: String
    @Key("place.height") var height: Metres?
    var kind = Kind.guarded
    @Transform(Seconds()) var opened: Date?
    @Rest var others: [String: Int] = [:]

    @JSONSchema
    enum Kind: String { case guarded, open }

    func didWrite(map: Map) { name.count >>> map["letters"] }
}

extension Metres: @MainActor CustomStringConvertible { var description: String { "\(value) m" } }
nonisolated extension Metres: JSONSchemaDescribing {
    static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { .object(["type": "number"]) }
}

// The extension that a macro adds would be isolated, although the type is not.
@Mappable(codable: true)
nonisolated struct Room {
    let beds: Int
    var isWarm = false

    static func willRead(map: Map) throws { if map["beds"].currentValue is NSNull { throw CancellationError() } }

    @Mappable(untagged: true)
    enum Price: Equatable { case free(Bool), francs(Int) }
}

@Mappable(subclasses: .mappable)
nonisolated class Warden { var name = "" }

@Mappable
nonisolated final class Cook: Warden { var dishes: [String] = [] }

@Mappable(subclasses: .immutable)
class Guide { let name: String }

@Mappable
final class Leader: Guide { var tours = 0 }

@Mappable(tag: "type")
enum Event { case opened(hut: String), closed }

@Suite("Types of a module that is isolated to the main actor")
struct ModelTests {
    @Test("Models by hand and their values are mapped in the background")
    func modelsByHand() async {
        let text = await Task.detached {
            let text = #"{"name": "Niesen", "height": 2362, "kind": "ice", "parts": {"a": {"id": 1}}, "seen": 2}"#
            let mapper = Mapper<Peak>(context: Units(secondsEach: 2))
            let peak = mapper.map(JSONString: text)
            return (peak?.toJSONString() ?? "refused") + " " + mapper.failures.map(\.description).joined()
        }.value
        #expect(text == #"{"name":"Niesen","height":2362.0,"kind":"ice","parts":{"a":{"id":1}},"seen":4.0} "#)
        let park = await Task.detached { Mapper<Park>().map(JSONString: #"{"name": "a", "hours": 2}"#)?.toJSONString() }
            .value
        #expect(park == #"{"name":"a","hours":2}"#)
    }

    @Test("Models by macro are mapped, described, encoded and decoded in the background")
    func modelsByMacro() async throws {
        let hut = await Task.detached {
            (try? Hut(JSONString: #"{"name": "Gleckstein", "place": {"height": 2317}, "opened": 9, "a": 1}"#))?
                .toJSONString()
        }.value
        let written =
            #"{"name":"Gleckstein","place":{"height":2317.0},"kind":"guarded","opened":9.0,"a":1,"letters":10}"#
        #expect(hut == written)
        let room = try await Task.detached {
            let room = try JSONDecoder().decode(Room.self, from: Data(#"{"beds": 4}"#.utf8))
            return String(decoding: try JSONEncoder().encode([room.beds]), as: UTF8.self)
        }.value
        #expect(room == "[4]")
        let texts = try await Task.detached {
            [
                try Leader(JSONString: #"{"name": "a", "tours": 3}"#).toJSONString(),
                Cook(JSONString: #"{"name": "b", "dishes": ["c"]}"#)?.toJSONString(),
                try Event(JSONString: #"{"type": "opened", "hut": "d"}"#).toJSONString(),
                Hut.jsonSchema["properties", "place", "properties", "height", "type", 0].string,
            ]
        }.value
        #expect(
            texts == [
                #"{"name":"a","tours":3}"#, #"{"name":"b","dishes":["c"]}"#, #"{"type":"opened","hut":"d"}"#, "number",
            ])
        let price = await Task.detached { JSON.object(["price": 5]) }.value
        #expect(Mapper<Priced>().map(json: price)?.price == .francs(5))
    }

    @Test("What is wrong is the same on the main actor and in the background")
    func failures() async {
        nonisolated func failures() -> [String] {
            let mapper = Mapper<Peak>()
            _ = mapper.map(JSONString: #"{"name": 1, "height": "a", "kind": "b", "parts": {"a": {"id": "c"}}}"#)
            let huts = Mapper<Hut>()
            let hut: Hut? = huts.map(JSONString: #"{"name": 1, "kind": "b"}"#)
            return [hut?.name ?? "refused"] + mapper.failures.map(\.description) + huts.failures.map(\.description)
        }
        let background = await Task.detached { failures() }.value
        #expect(failures() == background)
        #expect(background.count > 4)
    }
}

@Mappable
struct Priced { var price: Room.Price? }
