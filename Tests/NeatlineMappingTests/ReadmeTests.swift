import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// ObjectMapper's README, sample by sample, in the spelling of version 4: the models are its models, and the tests say
/// what they give.
@Suite("ObjectMapper's README")
struct ReadmeTests {
    // MARK: The basics

    private let text = """
        {"username": "ada", "age": 36, "weight": 58.5, "arr": [1, "two", null], "dict": {"a": 1, "b": [true]},
         "best_friend": {"username": "mary", "age": 35}, "friends": [{"username": "mary"}, {"username": "charles"}],
         "birthday": 1458000000}
        """

    @Test("A text to a model: User(JSONString:)")
    func fromText() throws {
        let user = User(JSONString: text)
        expectEqual(user?.username, "ada")
        expectEqual(user?.age, 36)
        expectEqual(user?.weight, 58.5)
        expectEqual(user?.array?.count, 3)
        expect(user?.array?[0] as? Int == 1)
        expect(user?.array?[1] as? String == "two")
        expect(user?.array?[2] is NSNull)
        expect(user?.dictionary["a"] as? Double == 1)
        expect((user?.dictionary["b"] as? [Any])?.first as? Bool == true)
        expectEqual(user?.bestFriend?.username, "mary")
        expectEqual(user?.bestFriend?.age, 35)
        expectEqual(user?.friends?.map(\.username), ["mary", "charles"])
        expectEqual(user?.birthday, Date(timeIntervalSince1970: 1_458_000_000))
    }

    @Test("A model to a text: toJSONString(prettyPrint:)")
    func toText() throws {
        let user = try #require(User(JSONString: #"{"username": "ada", "weight": 58.5, "arr": [1, "two"]}"#))
        expectEqual(
            user.toJSONString(prettyPrint: true),
            """
            {
              "username": "ada",
              "weight": 58.5,
              "arr": [
                1,
                "two"
              ],
              "dict": {}
            }
            """)
        expectEqual(user.toJSONString(), #"{"username":"ada","weight":58.5,"arr":[1,"two"],"dict":{}}"#)
    }

    @Test("The same with a mapper")
    func mapper() throws {
        let user = try #require(Mapper<User>().map(JSONString: text))
        expectEqual(user.friends?.count, 2)
        let JSONString = try #require(Mapper().toJSONString(user, prettyPrint: true))
        let copy = try #require(Mapper<User>().map(JSONString: JSONString))
        expectEqual(copy.toJSONString(), user.toJSONString())
        let written = try JSON(parsing: JSONString)
        expectEqual(written["dict"], ["a": 1, "b": [true]])
        expectEqual(written["friends", 1], ["username": "charles", "dict": JSON([String: Any]())])
    }

    @Test("A struct")
    func temperature() {
        var temperature = Temperature(JSONString: #"{"celsius": 21.5, "fahrenheit": 70.7}"#)
        expectEqual(temperature?.celsius, 21.5)
        expectEqual(temperature?.fahrenheit, 70.7)
        temperature?.fahrenheit = nil
        expectEqual(temperature?.toJSONString(), #"{"celsius":21.5}"#)
    }

    @Test("Text that is no JSON, and JSON that is no object, give nil")
    func noObject() {
        expect(User(JSONString: "{") == nil)
        expect(User(JSONString: "[]") == nil)
    }

    // MARK: The types that can be mapped

    @Test("Every type of the list, its optional and its implicitly unwrapped form, there and back")
    func types() throws {
        let values = """
            "int": 5, "bool": true, "double": 0.1, "float": 0.5, "string": "text", "kind": "b", "any": [1, "x"], \
            "anys": {"k": [null]}, "object": {"x": 1}, "array": [{"x": 1}, {"x": 2}], "arrays": [[{"x": 1}], []], \
            "set": [{"x": 7}], "dictionary": {"k": {"x": 1}}, "dictionaryOfArrays": {"k": [{"x": 1}], "l": []}
            """
        let plain = Types(JSONString: "{\(values)}")
        let expected = try JSON(parsing: "{\(values)}")
        try expectEqual(plain?.toJSONString().map { try JSON(parsing: $0) }, expected)
        expectEqual((plain?.toJSON()).map { JSON($0) }, expected)
        let optional = OptionalTypes(JSONString: "{\(values)}")
        try expectEqual(optional?.toJSONString().map { try JSON(parsing: $0) }, expected)
        let unwrapped = UnwrappedTypes(JSONString: "{\(values)}")
        try expectEqual(unwrapped?.toJSONString().map { try JSON(parsing: $0) }, expected)

        // Nothing there: defaults stay, optionals are nil.
        expectEqual(Types(JSONString: "{}")?.int, 0)
        expectEqual(OptionalTypes(JSONString: "{}")?.toJSONString(), "{}")
        expectEqual(UnwrappedTypes(JSONString: "{}")?.toJSONString(), "{}")
    }

    // MARK: The protocols

    @Test("init?(map:) looks at the JSON and refuses")
    func validation() {
        expectEqual(Named(JSON: ["name": "Ada"])?.name, "Ada")
        expect(Named(JSON: ["title": "Countess"]) == nil)
        expectEqual(Mapper<Named>().mapArray(JSONString: #"[{"name": "Ada"}, {}]"#)?.map(\.name), ["Ada"])
    }

    @Test("StaticMappable makes an object of another type, or none")
    func staticMappable() throws {
        let vehicles = try #require(
            Mapper<Vehicle>().mapArray(
                JSONString: """
                    [{"type": "car", "name": "Honda", "doors": 5}, {"type": "bus", "seats": 40}, {"type": "boat"}]
                    """))
        expectEqual(vehicles.count, 2)
        expectEqual((vehicles.first as? Car)?.doors, 5)
        expectEqual(vehicles.first?.name, "Honda")
        expectEqual((vehicles.last as? Bus)?.seats, 40)
        expect(Mapper<Vehicle>().map(JSON: ["type": "boat"]) == nil)
    }

    @Test("ImmutableMappable reads constants, and throws what is wrong with them")
    func immutable() throws {
        let person = try Person(
            JSONString: """
                {"name": "Ada", "createdAt": 1458000000, "posts": [{"title": "Notes"}], "surname": "Lovelace"}
                """)
        expectEqual(person.name, "Ada")
        expectEqual(person.createdAt, Date(timeIntervalSince1970: 1_458_000_000))
        expect(person.updatedAt == nil)
        expectEqual(person.posts.map(\.title), ["Notes"])
        expectEqual(person.surname, "Lovelace")
        expectEqual(
            person.toJSONString(),
            #"{"name":"Ada","createdAt":1458000000,"posts":[{"title":"Notes"}],"surname":"Lovelace"}"#)

        let least = try Person(JSON: ["name": "Mary", "createdAt": 0])
        expect(least.posts.isEmpty)
        expectEqual(least.surname, "Unknown")

        let error = try #require(throws: MapError.self) { try Person(JSONString: #"{"createdAt": 0}"#) }
        expectEqual(error.key, "name")
        expectEqual(error.reason, "Cannot cast to 'String'")
        expectEqual(
            "\(try #require(error.failure))", "$.name: expected a string, found nothing (line 1, column 1)")
        #expect(throws: MapError.self) { try Mapper<Person>().map(JSONString: "[]") as Person }
    }

    // MARK: Nested objects

    @Test("Dots step into members and elements; nested: false and delimiter: say otherwise")
    func nestedKeys() throws {
        let text = """
            {"distance": {"text": "102 ft", "value": 31}, "distances": [{"value": 5}, {"value": 6}],
             "app.identifier": "com.example.map", "com.app.info": {"com.app.name": "Atlas"}}
            """
        let trip = try #require(Trip(JSONString: text))
        expectEqual(trip.distance, 31)
        expectEqual(trip.first, 5)
        expectEqual(trip.identifier, "com.example.map")
        expectEqual(trip.name, "Atlas")
        expectEqual(
            trip.toJSONString(),
            """
            {"distance":{"value":31},"distances":[{"value":5}],"app.identifier":"com.example.map",\
            "com.app.info":{"com.app.name":"Atlas"}}
            """)
    }

    // MARK: Transforms

    @Test("A transform converts a date to a number, and back")
    func dateTransform() {
        let event = Event(JSON: ["birthday": 1_458_000_000])
        expectEqual(event?.birthday, Date(timeIntervalSince1970: 1_458_000_000))
        expectEqual(event?.toJSONString(), #"{"birthday":1458000000}"#)
    }

    @Test("A transform of one's own implements TransformType")
    func ownTransform() {
        let box = Box(JSONString: #"{"height": 250}"#)
        expectEqual(box?.height, 2.5)
        expectEqual(box?.toJSONString(), #"{"height":250}"#)
    }

    @Test("TransformOf, written out and short")
    func transformOf() {
        let item = Item(JSONString: #"{"id": "17", "parent": "3"}"#)
        expectEqual(item?.id, 17)
        expectEqual(item?.parent, 3)
        expectEqual(item?.toJSONString(), #"{"id":"17","parent":"3"}"#)
    }

    // MARK: Subclasses, generic models, context

    @Test("A subclass maps what its superclass maps, and its own")
    func subclass() {
        let object = Subclass(JSONString: #"{"base": "b", "sub": "s"}"#)
        expectEqual(object?.base, "b")
        expectEqual(object?.sub, "s")
        expectEqual(object?.toJSONString(), #"{"base":"b","sub":"s"}"#)
    }

    @Test("A generic model")
    func generic() {
        let JSON: [String: Any] = ["result": ["username": "ada"]]
        let result = Mapper<Result<User>>().map(JSON: JSON)
        expectEqual(result?.result?.username, "ada")
    }

    @Test("The context goes with the mapping")
    func context() {
        let context = Context()
        let JSONString = #"{"name": "Ada"}"#
        let guest = Mapper<Guest>(context: context).map(JSONString: JSONString)
        expectEqual(guest?.name, "Ada")
        expectEqual(guest?.note, "Info that I need during mapping")
        expect(Mapper<Guest>().map(JSONString: JSONString)?.note == nil)
    }

    @Test("The shape of a Realm model: an initialiser that makes the object, and changes nothing else")
    func realmShape() {
        let model = Model(JSONString: #"{"name": "Ada"}"#)
        expectEqual(model?.name, "Ada")
        expect(model?.toJSON()["name"] as? String == "Ada")
    }
}

// MARK: - The models

private class User: Mappable {
    var username: String?
    var age: Int?
    var weight: Double!
    var array: [Any]?
    var dictionary: [String: Any] = [:]
    var bestFriend: User?
    var friends: [User]?
    var birthday: Date?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        username <- map["username"]
        age <- map["age"]
        weight <- map["weight"]
        array <- map["arr"]
        dictionary <- map["dict"]
        bestFriend <- map["best_friend"]
        friends <- map["friends"]
        birthday <- (map["birthday"], DateTransform())
    }
}

private struct Temperature: Mappable {
    var celsius: Double?
    var fahrenheit: Double?

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        celsius <- map["celsius"]
        fahrenheit <- map["fahrenheit"]
    }
}

private enum Kind: String {
    case a, b
}

private struct Point: Mappable, Hashable {
    var x: Int?

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        x <- map["x"]
    }
}

private struct Types: Mappable {
    var int = 0
    var bool = false
    var double = 0.0
    var float: Float = 0
    var string = ""
    var kind = Kind.a
    var any: [Any] = []
    var anys: [String: Any] = [:]
    var object = Point(JSON: [:])!
    var array: [Point] = []
    var arrays: [[Point]] = []
    var set: Set<Point> = []
    var dictionary: [String: Point] = [:]
    var dictionaryOfArrays: [String: [Point]] = [:]

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        int <- map["int"]
        bool <- map["bool"]
        double <- map["double"]
        float <- map["float"]
        string <- map["string"]
        kind <- map["kind"]
        any <- map["any"]
        anys <- map["anys"]
        object <- map["object"]
        array <- map["array"]
        arrays <- map["arrays"]
        set <- map["set"]
        dictionary <- map["dictionary"]
        dictionaryOfArrays <- map["dictionaryOfArrays"]
    }
}

private struct OptionalTypes: Mappable {
    var int: Int?
    var bool: Bool?
    var double: Double?
    var float: Float?
    var string: String?
    var kind: Kind?
    var any: [Any]?
    var anys: [String: Any]?
    var object: Point?
    var array: [Point]?
    var arrays: [[Point]]?
    var set: Set<Point>?
    var dictionary: [String: Point]?
    var dictionaryOfArrays: [String: [Point]]?

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        int <- map["int"]
        bool <- map["bool"]
        double <- map["double"]
        float <- map["float"]
        string <- map["string"]
        kind <- map["kind"]
        any <- map["any"]
        anys <- map["anys"]
        object <- map["object"]
        array <- map["array"]
        arrays <- map["arrays"]
        set <- map["set"]
        dictionary <- map["dictionary"]
        dictionaryOfArrays <- map["dictionaryOfArrays"]
    }
}

private struct UnwrappedTypes: Mappable {
    var int: Int!
    var bool: Bool!
    var double: Double!
    var float: Float!
    var string: String!
    var kind: Kind!
    var any: [Any]!
    var anys: [String: Any]!
    var object: Point!
    var array: [Point]!
    var arrays: [[Point]]!
    var set: Set<Point>!
    var dictionary: [String: Point]!
    var dictionaryOfArrays: [String: [Point]]!

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        int <- map["int"]
        bool <- map["bool"]
        double <- map["double"]
        float <- map["float"]
        string <- map["string"]
        kind <- map["kind"]
        any <- map["any"]
        anys <- map["anys"]
        object <- map["object"]
        array <- map["array"]
        arrays <- map["arrays"]
        set <- map["set"]
        dictionary <- map["dictionary"]
        dictionaryOfArrays <- map["dictionaryOfArrays"]
    }
}

private class Named: Mappable {
    var name: String?

    required init?(map: Map) {
        if map.JSON["name"] == nil {
            return nil
        }
    }

    func mapping(map: Map) {
        name <- map["name"]
    }
}

private class Vehicle: StaticMappable {
    var name: String?

    static func objectForMapping(map: Map) -> BaseMappable? {
        if let type: String = map["type"].value() {
            switch type {
            case "car": return Car()
            case "bus": return Bus()
            default: return nil
            }
        }
        return nil
    }

    func mapping(map: Map) {
        name <- map["name"]
    }
}

private class Car: Vehicle {
    var doors: Int?

    override func mapping(map: Map) {
        super.mapping(map: map)

        doors <- map["doors"]
    }
}

private class Bus: Vehicle {
    var seats: Int?

    override func mapping(map: Map) {
        super.mapping(map: map)

        seats <- map["seats"]
    }
}

private struct Post: ImmutableMappable {
    let title: String

    init(map: Map) throws {
        title = try map.value("title")
    }

    func mapping(map: Map) {
        title >>> map["title"]
    }
}

private struct Person: ImmutableMappable {
    let name: String
    let createdAt: Date
    let updatedAt: Date?
    let posts: [Post]
    let surname: String?

    init(map: Map) throws {
        name = try map.value("name")
        createdAt = try map.value("createdAt", using: DateTransform())
        updatedAt = try? map.value("updatedAt", using: DateTransform())
        posts = (try? map.value("posts")) ?? []
        surname = try? map.value("surname", default: "Unknown")
    }

    func mapping(map: Map) {
        name >>> map["name"]
        createdAt >>> (map["createdAt"], DateTransform())
        updatedAt >>> (map["updatedAt"], DateTransform())
        posts >>> map["posts"]
        surname >>> map["surname"]
    }
}

private struct Trip: Mappable {
    var distance: Int?
    var first: Int?
    var identifier: String?
    var name: String?

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        distance <- map["distance.value"]
        first <- map["distances.0.value"]
        identifier <- map["app.identifier", nested: false]
        name <- map["com.app.info->com.app.name", delimiter: "->"]
    }
}

private struct Event: Mappable {
    var birthday: Date?

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        birthday <- (map["birthday"], DateTransform())
    }
}

private struct Centimetres: TransformType {
    typealias Object = Double
    typealias JSON = Int

    func transformFromJSON(_ value: Any?) -> Double? {
        guard let value = value as? Int else { return nil }
        return Double(value) / 100
    }

    func transformToJSON(_ value: Double?) -> Int? {
        guard let value = value else { return nil }
        return Int(value * 100)
    }
}

private struct Box: Mappable {
    var height: Double?

    init?(map: Map) {

    }

    mutating func mapping(map: Map) {
        height <- (map["height"], Centimetres())
    }
}

private class Item: Mappable {
    var id: Int?
    var parent: Int?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        let transform = TransformOf<Int, String>(
            fromJSON: { (value: String?) -> Int? in
                return Int(value!)
            },
            toJSON: { (value: Int?) -> String? in
                if let value = value {
                    return String(value)
                }
                return nil
            })

        id <- (map["id"], transform)
        parent <- (map["parent"], TransformOf<Int, String>(fromJSON: { Int($0!) }, toJSON: { $0.map { String($0) } }))
    }
}

private class Base: Mappable {
    var base: String?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        base <- map["base"]
    }
}

private class Subclass: Base {
    var sub: String?

    required init?(map: Map) {
        super.init(map: map)
    }

    override func mapping(map: Map) {
        super.mapping(map: map)

        sub <- map["sub"]
    }
}

private class Result<T: Mappable>: Mappable {
    var result: T?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        result <- map["result"]
    }
}

private struct Context: MapContext {
    var importantMappingInfo = "Info that I need during mapping"
}

private class Guest: Mappable {
    var name: String?
    var note: String?

    required init?(map: Map) {

    }

    func mapping(map: Map) {
        name <- map["name"]
        if let context = map.context as? Context {
            note = context.importantMappingInfo
        }
    }
}

/// What `Object` is to Realm's users.
private class Object {
    required init() {}
}

private class Model: Object, Mappable {
    dynamic var name = ""

    required convenience init?(map: Map) {
        self.init()
    }

    func mapping(map: Map) {
        name <- map["name"]
    }
}
