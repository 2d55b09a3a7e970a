import Foundation
import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Synchronization
import Testing

// Models that are declared with the macro: they read, write, and say where something does not fit.

@Mappable
struct Person {
    var name = "nobody"
    var age: Int?
    var friends: [Person] = []
    @Key("address.city") var city = ""
    @Key("app.id", literal: true) var bundle: String?
    @Key("mail", "e-mail", "contact.mail", writing: "email") var mail: String?
    @Ignored var cache: [Int] = [1]
    static let count = 1
    lazy var greeting = "Hello \(name)"
    var initials: String { String(name.prefix(1)) }
    var `default` = 0 {
        didSet { cache.append(`default`) }
    }
    private(set) var first = 1, second = [String: Int]()
}

@Mappable
struct Place: Equatable {
    let name: String
    let height: Double?
    var visits = 0
    @Key("position.0") let x: Int
}

@Mappable
struct Journey {
    let name: String
    let days: [Int]
    var from: Place
    let stops: [String: [Place]]
    let guide: Person?
    @Key("price.amount") let amount: Int
    let kind: Letter
    var seats = 1
    var note: String?
}

@Mappable
struct Attributed {
    let id: Int
    let place: Place
    @Dates(.secondsSince1970) let date: Date
    @Lossy var list: [Int] = []
    @Default(.missing) var count = 1
    @Key("a.b") var nested = 0
    var note = ""
}

@Mappable(in: "in")
struct InContainer {
    let a: Int
    let b: Int
}

@Mappable
struct Lettered {
    let letter: CodableLetter
}

@Mappable
final class Chain {
    let value: Counted
    let next: Chain?
}

struct Counted: MappableValue {
    static let reads = Mutex(0)

    static func value(from reader: ValueReader) -> Counted? {
        reads.withLock { $0 += 1 }
        return Counted()
    }
    func write(to writer: ValueWriter) {}
}

@Suite("Models")
struct ModelTests {
    @Test("All members of a refused object that do not fit are failures, once each")
    func allFailures() throws {
        let text = #"""
            {"name": 5, "days": [1, "a", null, 2], "from": {"name": true, "position": []}, "stops": {"a": [{"name": 1}, 2]},
             "guide": {"name": 3}, "price": {"amount": "x"}, "kind": "z", "seats": null, "note": 1}
            """#
        let paths = [
            "$.name", "$.days[1]", "$.days[2]", "$.from.name", "$.from.visits", "$.stops.a[0].name",
            "$.stops.a[0].visits",
            "$.stops.a[1]", "$.guide.name", "$.kind", "$.seats", "$.note",
        ]
        let mapper = Mapper<Journey>()
        let error = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        let found = error?.failures.map(\.path) ?? []
        expectEqual(found.filter { !$0.hasPrefix("$.guide") || $0 == "$.guide.name" }, paths)
        expectEqual(
            mapped(Journey.self, "{}").failures, ["$.name", "$.days", "$.from", "$.stops", "$.kind", "$.seats"])
        // A list says of each element what does not fit in it.
        let list = Mapper<Journey>()
        let journeys: [Journey]? = list.mapArray(JSONString: "[{}]")
        expectEqual(journeys?.isEmpty, true)
        expect(list.failures.map(\.path).allSatisfy { $0.hasPrefix("$[0].") } && list.failures.count == 6)
        // Only the first, if that is enough.
        let first = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text, stoppingAtFirst: true) }
        expectEqual(first?.failures.map(\.path), ["$.name"])
        // A member that the second reading does not know of is there, too.
        let last = mapped(Journey.self, text.replacingOccurrences(of: #""name": 5"#, with: #""name": """#))
        expectEqual(last.failures.count, found.count - 1)
        let amount =
            #"{"name": "", "days": [], "from": {"name": "", "visits": 0, "position": [1]}, "stops": {}, "price": {}, "kind": "a", "seats": 0}"#
        expectEqual(mapped(Journey.self, amount).failures, ["$.price.amount"])
    }

    @Test("In properties with attributes, failures end with the value that refuses the object")
    func attributesOfRefused() {
        let text = #"{"id": "", "place": {}, "date": "", "list": [""], "count": "", "a": {"b": ""}, "note": 5}"#
        expectEqual(mapped(Attributed.self, text).failures, ["$.id", "$.place.name", "$.place.visits", "$.note"])
        let later = text.replacingOccurrences(of: #""id": """#, with: #""id": 1"#)
            .replacingOccurrences(of: #""date": """#, with: #""date": 1"#)
            .replacingOccurrences(of: #"{}"#, with: #"{"name": "", "visits": 0, "position": [1]}"#)
        expectEqual(mapped(Attributed.self, later).failures, ["$.count", "$.note"])
        expectEqual(mapped(InContainer.self, #"{"in": {"a": "", "b": ""}}"#).failures, ["$.in.a"])
    }

    @Test("An enumeration with an unknown case is this case until its string has ended")
    func partialEnumeration() throws {
        var parser = JSONPartialParser()
        var letters: [CodableLetter] = []
        for piece in [#"{"letter": "x"#, #"y"#, #"y", "#, #""letter": "b"}"#] {
            try parser.feed(piece)
            if let model = try parser.mapped(Lettered.self) { letters.append(model.letter) }
        }
        expectEqual(letters, [.a, .other, .other, .b])
    }

    @Test("An object inside many others is read once more, not once for each of them")
    func deepFailures() {
        let text = String(repeating: #"{"value": 1, "next": "#, count: 50) + "{}" + String(repeating: "}", count: 50)
        expectEqual(mapped(Chain.self, text).failures, ["$" + String(repeating: ".next", count: 50) + ".value"])
        expectEqual(Counted.reads.withLock { $0 }, 2 * 50)
    }

    @Test("What is tried is not recorded")
    func tried() {
        struct Trying: ImmutableMappable {
            let place: Place?
            init(map: Map) throws { place = try? map.value("place") }
        }
        expectEqual(mapped(Trying.self, #"{"place": {}}"#).failures, [])
    }

    @Test("Defaults and optionals are read by `<-`, and written in their order")
    func mappable() throws {
        let text = #"""
            {"name": "Ada", "age": 36, "friends": [{"name": "Mary"}], "address": {"city": "London"}, "app.id": "x",
             "contact": {"mail": "a@b"}, "default": 5, "first": 2, "second": {"a": 1}}
            """#
        let mapper = Mapper<Person>()
        let person = try #require(mapper.map(JSONString: text))
        expect(person.name == "Ada" && person.age == 36 && person.friends.map(\.name) == ["Mary"])
        expect(person.city == "London" && person.bundle == "x" && person.mail == "a@b")
        expect(person.default == 5 && person.cache == [1, 5] && person.first == 2 && person.second == ["a": 1])
        expect(mapper.failures.map(\.path).allSatisfy { $0.hasPrefix("$.friends[0]") })
        var plain = person
        plain.friends = []
        expectEqual(
            plain.toJSONString(),
            #"{"name":"Ada","age":36,"friends":[],"address":{"city":"London"},"app.id":"x","email":"a@b","#
                + #""default":5,"first":2,"second":{"a":1}}"#)
    }

    @Test("A wrong value keeps the default, and has a place")
    func failures() {
        let mapper = Mapper<Person>()
        let person = mapper.map(JSONString: #"{"name": 5, "address": {"city": null}, "friends": [{"name": true}]}"#)
        expect(person?.name == "nobody" && person?.city == "" && person?.friends.count == 1)
        expectEqual(
            mapper.failures.map(\.path).filter { ["$.name", "$.address.city", "$.friends[0].name"].contains($0) }.count,
            3)
        expect(mapper.failures.first?.line == 1 && mapper.failures.first?.column == 10)
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: #"{"name": 5}"#) }
    }

    @Test("Constants are read by an initializer that throws with the place")
    func immutable() throws {
        let place = try Place(JSONString: #"{"name": "K2", "height": 8611, "visits": 2, "position": [7]}"#)
        expectEqual(place, Place(name: "K2", height: 8611, visits: 2, x: 7))
        expectEqual(place.toJSONString(), #"{"name":"K2","height":8611.0,"visits":2,"position":[7]}"#)
        try expectEqual(Place(JSONString: place.toJSONString() ?? ""), place)
        let error = #expect(throws: MapError.self) {
            try Place(JSONString: #"{"name": "K2", "position": ["a"]}"#)
        }
        expectEqual(error?.failure?.path, "$.position[0]")
        let missing = #expect(throws: MapError.self) { try Place(JSONString: "{}") }
        expectEqual(missing?.failure?.path, "$.name")
    }
}

// MARK: Kinds of types

/// An open class.
@Mappable(subclasses: .mappable)
open class Animal {
    /// Mapped.
    public var name = ""
    /// Not mapped.
    public init(name: String) { self.name = name }
}

/// A subclass.
@Mappable
public final class Dog: Animal {
    var tricks: [String] = []
}

@Mappable(subclasses: .immutable)
class Vehicle {
    let wheels: Int
}

@Mappable
final class Lorry: Vehicle {
    let load: Double
    var driver: String?
}

@Mappable
struct Page<Item: BaseMappable & Sendable>: Sendable {
    var items: [Item] = []
    let next: Int?
}

@Mappable
private struct Hidden {
    fileprivate var map = 1
    var selfish: Nested?

    @Mappable struct Nested { var value = "" }
}

/// A name space.
public enum Space {}

extension Space {
    /// A public type with a public property.
    @Mappable public struct Star: Sendable {
        /// Mapped.
        public let name: String
    }
}

public extension Space {
    @Mappable struct Planet { var moons = 0 }
}

@propertyWrapper
struct Doubled {
    private var half: Int
    var wrappedValue: Int {
        get { half * 2 }
        set { half = newValue / 2 }
    }
    init(wrappedValue: Int) { half = wrappedValue / 2 }
}

@Mappable
struct Conditional {
    @Doubled var number = 4
    #if DEBUG || !DEBUG
    @Key("some") var kept = 1
    #elseif os(Windows)
    var other = 2
    #else
    @Key("some") var another = 3
    #endif
}

struct ByHand: Mappable {
    var person = Person()
    init?(map: Map) {}
    mutating func mapping(map: Map) { person <- map["person"] }
}

@Mappable
struct WithOwnInitializer {
    var name = "x"
    init?(map: Map) { if !map["name"].isKeyPresent { return nil } }
}

@Suite("Kinds of types")
struct KindTests {
    @Test("A subclass maps what its superclass maps")
    func inheritance() throws {
        let dog = try #require(Dog(JSONString: #"{"name": "Rex", "tricks": ["sit"]}"#))
        expect(dog.name == "Rex" && dog.tricks == ["sit"])
        expectEqual(dog.toJSONString(), #"{"name":"Rex","tricks":["sit"]}"#)
        let lorry = try Lorry(JSONString: #"{"wheels": 6, "load": 7.5, "driver": "Max"}"#)
        expect(lorry.wheels == 6 && lorry.load == 7.5 && lorry.driver == "Max")
        expectEqual(lorry.toJSONString(), #"{"wheels":6,"load":7.5,"driver":"Max"}"#)
        let error = #expect(throws: MapError.self) { try Lorry(JSONString: #"{"load": 1}"#) }
        expectEqual(error?.failure?.path, "$.wheels")
    }

    @Test("Generic, nested and hidden types, wrappers and conditions")
    func others() throws {
        let page = try Page<Space.Star>(JSONString: #"{"items": [{"name": "Sun"}, {"name": 1}], "next": 2}"#)
        expect(page.items.map(\.name) == ["Sun"] && page.next == 2)
        let hidden = try #require(Hidden(JSONString: #"{"map": 2, "selfish": {"value": "a"}}"#))
        expect(hidden.map == 2 && hidden.selfish?.value == "a")
        expectEqual(Space.Planet(JSONString: #"{"moons": 2}"#)?.moons, 2)
        let conditional = try #require(Conditional(JSONString: #"{"number": 8, "some": 7}"#))
        expect(conditional.number == 8 && conditional.kept == 7)
        expectEqual(conditional.toJSONString(), #"{"number":8,"some":7}"#)
        expectEqual(ByHand(JSONString: #"{"person": {"name": "Ada"}}"#)?.person.name, "Ada")
        expect(WithOwnInitializer(JSONString: "{}") == nil)
        expectEqual(WithOwnInitializer(JSONString: #"{"name": "y"}"#)?.name, "y")
        expectEqual(Person(name: "memberwise").name, "memberwise")
    }
}

@Mappable
struct Stage {
    struct Atlas { let name: String }

    let map: String
    @Ignored var didReadAnAtlas = false

    init(map: Atlas) { self.map = map.name }
    mutating func didRead(map: Atlas) { didReadAnAtlas = true }
}

@Mappable
struct WithOtherName {
    let name: String

    init(map members: Map) throws { name = try members.value("name") + "!" }
}

extension KindTests {
    @Test("Functions of the type that take another map are not those of the mapping")
    func otherMaps() throws {
        let stage = try Stage(JSONString: #"{"map": "a"}"#)
        expect(stage.map == "a" && !stage.didReadAnAtlas && Stage(map: Stage.Atlas(name: "b")).map == "b")
        try expectEqual(WithOtherName(JSONString: #"{"name": "a"}"#).name, "a!")
    }
}

@Mappable
struct Together {
    let width, height: Int?
    var x, y: Int?
    #if NOT_DEFINED
    @available(*, deprecated)
    #endif
    var depth = 1
    var last = 1
}

extension KindTests {
    @Test("Names that share a type, and attributes between `#if` and `#endif`")
    func together() throws {
        let wrong = mapped(Together.self, #"{"x": "a", "y": "b", "depth": 2, "last": 3}"#)
        expect(wrong.failures == ["$.x", "$.y"] && wrong.model?.depth == 2 && wrong.model?.last == 3)
        let text = #"{"width":1,"height":2,"x":3,"y":4,"depth":5,"last":6}"#
        try expectEqual(Together(JSONString: text).toJSONString(), text)
    }
}

@Mappable
final class Observed {
    let id: Int
    var name = "" {
        didSet { changes += 1 }
    }
    var note = ""
    @Ignored var changes = 0
}

extension KindTests {
    @Test("An observer is called once for each reading, and an object that is there is updated")
    func observers() throws {
        let object = try Observed(JSONString: #"{"name": "a", "id": 1, "note": "x"}"#)
        expect(object.name == "a" && object.changes == 1 && object.note == "x")
        let updated = Mapper<Observed>().map(JSONString: #"{"name": "b", "note": "y"}"#, toObject: object)
        expect(updated === object && object.name == "b" && object.changes == 2 && object.note == "y")
        let place = Mapper<Place>().map(
            JSONString: #"{"name": "L", "visits": 9}"#,
            toObject: try Place(JSONString: #"{"name": "K", "position": [1]}"#))
        expect(place.name == "K" && place.visits == 9)
    }

    @Test("Members in any order, twice, escaped, and missing ones")
    func orders() {
        let read = { (text: String) in mapped(Person.self, text) }
        expectEqual(
            read(#"{"second": {}, "default": 3, "age": 1, "name": "a", "age": 2, "na\u006de": "b"}"#).model?.age, 2)
        expectEqual(read(#"{"na\u006de": "b"}"#).model?.name, "b")
        expect(read("{}").failures.contains("$.name") && read("{}").model?.name == "nobody")
        expectEqual(Person(JSON: ["name": "c", "default": 7])?.default, 7)
    }
}

@Suite("Refused objects inside one another")
struct NestedRefusalTests {
    @Mappable
    struct Inner {
        let id: Int
        var count = 1
    }

    @Mappable
    struct Outer {
        let inner: Inner
        let list: [Inner]
        let number: Int
        let last: Int
    }

    @Mappable
    struct Anything {
        @Key("a", "b") let number: Int
        let any: Any
    }

    @Test("One property of the type Any is read again, as those of other types are")
    func any() {
        expectEqual(mapped(Anything.self, "{}").failures, ["$.a", "$.any"])
        expectEqual(mapped(Anything.self, #"{"any": 1}"#).failures, ["$.a"])
    }

    @Test("What the initializer recorded before it ended is recorded once, as text and as Swift values")
    func kept() throws {
        let text = #"{"inner": {"id": 1}, "list": [{"id": 2}, {"id": "x", "count": 1}], "number": "5", "last": {}}"#
        let paths = ["$.inner.count", "$.list[0].count", "$.list[1].id", "$.number", "$.last"]
        let mapper = Mapper<Outer>()
        expect(mapper.map(JSONString: text) == nil)
        expectEqual(mapper.failures.map(\.path), paths)
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        expect(mapper.map(JSONObject: value as Any?) as Outer? == nil)
        expectEqual(mapper.failures.map(\.path).sorted(), paths.sorted())
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        expectEqual(mapper.failures.map(\.path), paths)
        // A list of such objects, each with its own.
        expectEqual(mapper.mapArray(JSONString: "[\(text), \(text)]")?.isEmpty, true)
        let all = (0...1).flatMap { index in paths.map { "$[\(index)]" + $0.dropFirst() } }
        expectEqual(mapper.failures.map(\.path), all)
    }

    @Test("A conversion is reported once, and an omitted element is a failure once")
    func options() {
        let mapper = Mapper<Outer>()
        mapper.options.coercesScalars = true
        expect(
            mapper.map(JSONString: #"{"inner": {"id": "1", "count": 2}, "list": [], "number": "5", "last": {}}"#) == nil
        )
        expectEqual(mapper.failures.map(\.path), ["$.inner.id", "$.number", "$.last"])
        expectEqual(mapper.failures.map(\.reason), [.coerced, .coerced, .mismatch])
        mapper.options = MappingOptions()
        mapper.options.omitsBrokenElements = true
        let text = #"{"inner": {"id": 1, "count": 2}, "list": [{"id": "x"}, 5], "number": 5}"#
        expect(mapper.map(JSONString: text) == nil)
        expectEqual(Set(mapper.failures.map(\.description)).count, mapper.failures.count)
        expectEqual(mapper.failures.filter { !$0.isInOmittedElement }.map(\.path), ["$.last"])
    }

    @Mappable
    final class Node: Sendable {
        let child: Node?
        let list: [Node]?
        let value: Int
    }

    @Test("Each failure is recorded once, whatever the depth")
    func chain() throws {
        var text = #"{"value": "x"}"#
        for depth in 1...6 {
            text = depth % 2 == 0 ? #"{"value": "x", "child": \#(text)}"# : #"{"value": "x", "list": [\#(text)]}"#
            let mapper = Mapper<Node>()
            expect(mapper.map(JSONString: text) == nil)
            let failures = mapper.failures.map(\.description)
            expect(Set(failures).count == failures.count && failures.count == depth + 1, "\(failures)")
        }
    }
}
