import Foundation
import NeatlineJSON
import NeatlineSchema

// Types with schemas, of each kind that the macro knows. `.ci/check-schemas` compiles this file, too: it compares what the schemas
// say with what the models read and write.

/// Types with schemas.
enum Described {
    @Mappable
    @JSONSchema
    struct Scalars {
        let flag: Bool
        let text: String
        let count: Int
        let small: Int8, byte: UInt8
        let short: Int32, long: UInt64
        let size: Double, ratio: Float
        let price: Decimal
        let digits: JSONNumber
        let any: JSON
    }

    @Mappable
    @JSONSchema
    struct Presences {
        let optional: Int?
        var variable: String?
        var initial = 1
        @Default var lenient = 1
        @Default(.missing) var missing = 1
        @Default(.null) var null = 1
        @Required var required = 1
        @Required var demanded: Int?
        var presence = Presence<Int>.absent
    }

    @JSONSchema
    enum Letter: String { case a, b }

    @JSONSchema
    enum Currency: String, MemberKey { case chf, eur }

    @Mappable
    @JSONSchema
    struct Containers {
        let texts: [String]
        let numbers: Set<Int>
        let lists: [String: [Int?]]
        let byNumber: [Int: Bool]
        let rates: [Currency: Double]
        let letter: Letter?
        @Lossy var letters: [Letter] = []
        let places: [[Place]]
    }

    /// A place on a map.
    @Mappable
    @JSONSchema
    struct Place {
        /// The name,
        /// as it is spoken.
        let name: String
        @Key("height", description: "In metres.") var metres: Double?
    }

    @Mappable
    @JSONSchema(description: "A tree of names.")
    struct Tree {
        let name: String
        let place: Place
        var children: [Tree] = []
    }

    @Mappable(naming: .snakeCase, in: "data", ignoresUnknown: false)
    @JSONSchema
    struct Names {
        let userID: Int
        @Key("inner.value") let path: String
        @Key("a.b", literal: true) var dotted = false
        @Key("list.1") var second: Int?
        @Key("mail", "contact.mail", writing: "mail") let mail: String
        @Ignored(.reading) let kind = "user"
        @Ignored var cache = 0
    }

    @Mappable
    @JSONSchema
    struct Converted {
        @Dates let date: Date
        @Dates(.secondsSince1970) var seconds: [Date]?
        @Dates(.microsoft) var microsoft: Date?
        @Dates(.format("yyyy-MM-dd")) let day: Date
        @Base64 var bytes = Data()
        @Transform(URLTransform()) var link: URL?
    }

    @Mappable
    @JSONSchema
    struct Size {
        let width: Int
        var height: Int?
    }

    @Mappable
    @JSONSchema
    struct Box {
        let id: Int
        @Flat var size: Size
    }

    // An object that has the members of one of several others.
    @Mappable
    @JSONSchema
    struct Entry {
        let id: Int
        @Flat var event: Event
    }

    // Members inside others.
    @Mappable
    @JSONSchema
    struct Inside {
        let size: Size
        let counts: [String: Int]
        @Key("size.depth") var depth: Int
        @Key("counts.total") var total: Int
    }

    @Mappable
    @JSONSchema
    struct Open {
        let id: Int
        @Rest var others: [String: Int] = [:]
    }

    @Mappable
    @JSONSchema
    struct Checked {
        @Validated("a positive number", { (age: Int) in age > 0 }) var age = 1
    }

    @Mappable
    @JSONSchema
    struct Page<Item: ImmutableMappable> {
        let items: [Item]
        let next: Int?
    }

    @Mappable(subclasses: .immutable)
    @JSONSchema
    class Vehicle {
        let wheels: Int
    }

    @Mappable
    @JSONSchema
    final class Lorry: Vehicle {
        let load: Double
    }

    // On one line, too.
    @Mappable @JSONSchema enum Colour: String {
        /// Like blood.
        @Key("red", "rouge") case red
        case green = "GREEN"
        @Unknown case other
    }

    @Mappable
    @JSONSchema
    enum Status: Int {
        @Key(200...299) case fine = 200
        @Key(404, 410) @Key("gone") case gone = 404
    }

    @Mappable(naming: .kebabCase)
    @JSONSchema
    enum Kind {
        case plainText
        @Key("html", "xhtml", description: "A page.") case html
        @Unknown case other(String)
    }

    @Mappable
    @JSONSchema
    enum Payment {
        case card(Int)
        case cash
        @Unknown case other
    }

    @Mappable
    @JSONSchema
    enum Payload {
        case count(Int)
        @Unknown case other(JSON)
    }

    @Mappable
    @JSONSchema
    enum Payee {
        case number(Int)
        @Unknown case other(Size)
    }

    /// A shape.
    @Mappable
    @JSONSchema
    enum Shape {
        case empty
        /// Its radius.
        case circle(Double)
        case rectangle(width: Int, height: Int?)
        @Key("pair", "two") case pair(Int, Int)
        indirect case twice(Shape)
    }

    @Mappable
    @JSONSchema
    enum Gaps {
        case alone(Int?)
        case named(x: Int?, y: Size?)
        case keyword(`inout`: Int)
    }

    @Mappable(tag: "type")
    @JSONSchema
    enum GapsBeside {
        case size(Size?)
        case named(x: Int?)
    }

    @Mappable
    @JSONSchema
    enum Sign: Character {
        case plus = "+"
        @Key("minus") case accent = "é"
    }

    @Mappable
    @JSONSchema
    struct MoreEnums {
        var gaps: Gaps?
        var beside: GapsBeside?
        var sign: Sign?
    }

    @Mappable(tag: "type")
    @JSONSchema
    enum Event {
        case login(user: String, at: Int)
        @Key("log-out", "exit") case logout
        case resize(Size)
        @Unknown case other(JSON)
    }

    @Mappable(tag: "meta.kind", content: "body")
    @JSONSchema
    enum Message {
        case text(String)
        case point(x: Int, y: Int)
        case nothing
    }

    @Mappable(untagged: true)
    @JSONSchema
    enum Identifier {
        case none
        case number(Int)
        case size(Size)
        case range(from: Int, to: Int)
        case list([Identifier])
    }

    @Mappable
    @JSONSchema
    struct Enums {
        let colour: Colour
        let status: Status?
        let kind: Kind
        let shape: Shape
        let event: Event
        let message: Message
        let id: Identifier
    }

    @Mappable
    @JSONSchema
    struct Others {
        let payment: Payment
        let payload: Payload
        let payee: Payee
    }

    /// What a person wrote.
    struct Version: MappableValue, JSONSchemaDescribing {
        let text: String

        static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
            .object(["type": "string", "pattern": #"^[0-9]+\.[0-9]+$"#])
        }
        static func value(from reader: ValueReader) -> Version? {
            let text = reader.json.string ?? ""
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) {
                return Version(text: text)
            }
            reader.fail(expected: "a version such as 5.1")
            return nil
        }
        func write(to writer: ValueWriter) { writer.append(.string(text)) }
        var mappedObject: Any { text }
    }

    @Mappable(ignoresUnknown: false)
    @JSONSchema
    struct ByHand {
        let version: Version
        let tree: Node?
    }

    struct Node: ImmutableMappable, JSONSchemaDescribing {
        let children: [Node]

        init(map: Map) throws { children = try map.value("children") }
        func mapping(map: Map) { children >>> map["children"] }
        static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
            builder.definition(of: Node.self) {
                .object([
                    "type": "object", "properties": .object(["children": builder.schema(of: [Node].self)]),
                    "required": .array(["children"]),
                ])
            }
        }
    }
}

/// A model by hand whose schema contains a reference to itself beside an object.
struct ChoicePart: Mappable, JSONSchemaDescribing {
    var a = 0
    init() {}
    init?(map: Map) {}
    mutating func mapping(map: Map) { a <- map["a"] }

    static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        builder.definition(of: ChoicePart.self) {
            .object([
                "anyOf": .array([
                    .object(["type": "object", "properties": ["a": ["type": "integer"]], "required": ["a"]]),
                    builder.schema(of: ChoicePart.self),
                ])
            ])
        }
    }
}

@Mappable
@JSONSchema
struct ChoiceParts {
    var id = 0
    @Flat var part = ChoicePart()
}
