import Foundation
import NeatlineFoundation
import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Testing

// Models with `codable: true` in Foundation's coders and in Neatline's.

@Mappable(naming: .snakeCase, codable: true)
struct CodableItem: Equatable {
    let itemID: Int
    @Key("size.width") var width: Double?
    @Dates(.secondsSince1970) var added = Date(timeIntervalSince1970: 0)
    var colours: [CodableColour] = []
    var event: CodableEvent?
}

@Mappable(codable: true)
enum CodableColour: Equatable {
    case red
    @Unknown case other(String)
}

@Mappable(codable: true, tag: "type")
enum CodableEvent: Equatable {
    case start(at: Int)
    case stop
}

@Mappable(codable: true)
final class CodableClass {
    var name = ""
    let id: Int
}

@Mappable(subclasses: .immutable, codable: true)
class CodableBase {
    let id: Int
}

@Mappable
final class CodableSubclass: CodableBase {
    @Key("size.width") let width: Double
}

@Mappable(subclasses: .mappable, codable: true)
class CodableVariable {
    var name = ""
}

/// A type whose conformance the compiler makes.
struct Holder: Codable, Equatable {
    var item: CodableItem
    var colour: CodableColour?
}

@Mappable(codable: true)
enum CodableLetter: String, Equatable {
    @Key("x", "y") case a
    case b
    @Unknown case other
}

@Mappable(codable: true)
enum CodableNumber: Int, Equatable { case one = 1, two }

@Mappable(codable: true)
struct CodableAmounts: Equatable {
    let count: UInt64
    let amount: Decimal
}

@Suite("Codable models")
struct CodableTests {
    @Test("Enums with raw values")
    func rawValues() throws {
        let letters = try JSONDecoder().decode([CodableLetter].self, from: Data(#"["x","y","a","b","c"]"#.utf8))
        expectEqual(letters, [.a, .a, .a, .b, .other])
        try expectEqual(String(decoding: JSONEncoder().encode(letters), as: UTF8.self), #"["a","a","a","b","other"]"#)
        let numbers = try JSONDecoder().decode([CodableNumber].self, from: Data("[2,1]".utf8))
        expectEqual(numbers, [.two, .one])
        try expectEqual(String(decoding: JSONEncoder().encode(numbers), as: UTF8.self), "[2,1]")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([CodableNumber].self, from: Data("[3]".utf8)) }
    }

    private let text =
        #"{"item":{"item_id":1,"size":{"width":2.5},"added":1500,"colours":["red","blue"],"event":{"type":"start","at":3}},"#
        + #""colour":"red"}"#

    @Test("Both coders read and write what the mapper does")
    func bothCoders() throws {
        let data = Data(text.utf8)
        let expected = try Holder(item: CodableItem(json: JSON(data: data)["item"]), colour: .red)
        expect(expected.item.colours == [.red, .other("blue")] && expected.item.event == .start(at: 3))
        try expectEqual(JSONDecoder().decode(Holder.self, from: data), expected)
        try expectEqual(NeatlineJSONDecoder().decode(Holder.self, from: data), expected)
        try expectEqual(JSON(data: JSONEncoder().encode(expected)), JSON(data: data))
        try expectEqual(String(decoding: NeatlineJSONEncoder().encode(expected), as: UTF8.self), text)
    }

    @Test("Foundation's coders keep 64-bit integers and round other numbers; Neatline's keep all digits")
    func digits() throws {
        let text = #"{"count":18446744073709551615,"amount":1.1234567890123456789}"#
        let rounded = #"{"count":18446744073709551615,"amount":1.1234567890123457}"#
        let exact = try CodableAmounts(JSONString: text)
        try expectEqual(NeatlineJSONDecoder().decode(CodableAmounts.self, from: text), exact)
        try expectEqual(String(decoding: NeatlineJSONEncoder().encode(exact), as: UTF8.self), text)
        try expectEqual(JSONDecoder().decode(CodableAmounts.self, from: Data(text.utf8)).toJSONString(), rounded)
        try expectEqual(JSON(data: JSONEncoder().encode(exact)), JSON(parsing: rounded))
    }

    @Test("A class and its subclass")
    func subclasses() throws {
        let data = Data(#"{"size":{"width":2.5},"id":5}"#.utf8)
        let object = try JSONDecoder().decode(CodableSubclass.self, from: data)
        expect(object.id == 5 && object.width == 2.5)
        try expectEqual(JSON(data: JSONEncoder().encode(object)), JSON(data: data))
        try expectEqual(JSON(data: NeatlineJSONEncoder().encode(object as CodableBase)), JSON(data: data))
        expect(
            try type(of: JSONDecoder().decode([CodableBase].self, from: Data("[".utf8 + data + "]".utf8))[0])
                == CodableBase.self)
        let variable = try NeatlineJSONDecoder().decode(CodableVariable.self, from: Data(#"{"name":"a"}"#.utf8))
        expectEqual(variable.name, "a")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CodableSubclass.self, from: Data(#"{"id":5}"#.utf8))
        }
    }

    @Test("A class, and the place of what does not fit")
    func failures() throws {
        let object = try JSONDecoder().decode(CodableClass.self, from: Data(#"{"id": 5, "name": "a"}"#.utf8))
        expect(object.id == 5 && object.name == "a")
        try expectEqual(String(decoding: NeatlineJSONEncoder().encode(object), as: UTF8.self), #"{"name":"a","id":5}"#)
        let wrong = text.replacingOccurrences(of: #""item_id":1"#, with: #""item_id":"a""#)
        do {
            _ = try JSONDecoder().decode(Holder.self, from: Data(wrong.utf8))
            Issue.record("it was decoded")
        } catch DecodingError.typeMismatch(_, let context) {
            expectEqual(context.codingPath.map(\.stringValue), ["item", "item_id"])
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CodableColour.self, from: Data("5".utf8)) }
    }

    @Test("The error is the reason, not a failure of a member that need not fit")
    func reason() throws {
        func path<Model: Decodable>(_ type: Model.Type, _ text: String) throws -> [String] {
            do {
                _ = try NeatlineJSONDecoder().decode(type, from: Data(text.utf8))
            } catch DecodingError.typeMismatch(_, let context) {
                return context.codingPath.map(\.stringValue)
            }
            return []
        }
        try expectEqual(path(CodableItem.self, #"{"item_id": "a"}"#), ["item_id"])
        try expectEqual(path(CodableItem.self, #"{"item_id": "a", "colours": [null]}"#), ["item_id"])
        try expectEqual(path([CodableItem].self, #"[{"item_id": 1}, {"item_id": "a"}]"#), ["Index 1", "item_id"])
        try expectEqual(path([CodableItem].self, #"[{"item_id": 1}, 5]"#), ["Index 1"])
        try expectEqual(path(CodableItem.self, #"{"item_id": 1, "event": {"type": "start", "at": "a"}}"#), [])
    }
}
