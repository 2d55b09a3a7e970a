import Neatline
import NeatlineTestSupport
import Testing

@Suite("A type with a form of its own") struct MappableValueTests {
    struct Version: MappableValue, Hashable {
        var major: Int, minor: Int

        static func value(from reader: ValueReader) -> Version? {
            let parts = reader.json.stringValue.split(separator: ".").compactMap { Int($0) }
            if parts.count == 2 { return Version(major: parts[0], minor: parts[1]) }
            reader.fail(expected: "a version such as 5.1")
            return nil
        }
        func write(to writer: ValueWriter) { writer.append(.string("\(major).\(minor)")) }
        var mappedObject: Any { "\(major).\(minor)" }
        static var mappedName: String { "a version" }
    }

    /// One that refuses everything and says nothing.
    struct Silent: MappableValue {
        static func value(from reader: ValueReader) -> Silent? { nil }
        func write(to writer: ValueWriter) { writer.append(.null) }
    }

    @Test("It is mapped as the types of the standard library are")
    func shapes() throws {
        try ShapeCheck<Version>(
            old: Version(major: 0, minor: 0), new: Version(major: 5, minor: 1), text: #""5.1""#, wrong: #""five""#,
            failure: #"$.k: expected a version such as 5.1, found the string "five""#, expected: "a version",
            plain: { (x: inout Version, map: Map) in x <- map["k"] },
            optional: { (x: inout Version?, map: Map) in x <- map["k"] },
            write: { (x: Version, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Version?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[String: [Version]]>(
            old: [:], new: ["a": [Version(major: 5, minor: 1)]], text: #"{"a": ["5.1"]}"#, wrong: #"{"a": [5]}"#,
            failure: "$.k.a[0]: expected a version such as 5.1, found the number 5", expected: "an object",
            plain: { (x: inout [String: [Version]], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: [Version]]?, map: Map) in x <- map["k"] },
            write: { (x: [String: [Version]], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: [Version]]?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("It is read by Map.value, in sets and through optionals")
    func values() throws {
        let map = Map(
            mappingType: .fromJSON, JSON: ["v": "1.2", "list": ["1.2", "1.2"], "null": [nil, "1.2"] as [String?]])
        let one: Version = try map.value("v")
        let optional: Version? = try map.value("absent")
        let set: Set<Version> = try map.value("list")
        let sparse: [Version?] = try map.value("null")
        let fallback: Version = try map.value("list", default: one)
        expect(one.minor == 2 && optional == nil && set == [one] && sparse == [nil, one] && fallback == one)
        expectEqual(map["v"].value(), one)
    }

    @Test("A default name tells the type")
    func name() {
        expectEqual(Silent.mappedName, "a value of type Silent")
        let outcome = Property(Silent()) { $0 <- $1["k"] }.reading("{}")
        expectEqual(outcome.messages, ["$.k: expected a value of type Silent, found nothing (line 1, column 1)"])
    }
}
