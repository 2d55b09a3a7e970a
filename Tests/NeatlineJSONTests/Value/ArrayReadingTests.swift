import NeatlineJSON
import NeatlineTestSupport
import Testing

/// Arrays of one type are read in one loop over the tape; a value that code has stored is read element by element. Both have
/// the same results and errors.
@Suite("Arrays of one type")
struct ArrayReadingTests {
    private static let elements: [String] = [
        "0", "-0", "1", "-7", "1.5", "1e2", "1e400", "123456789012345678901234567890", "16777217", "0.1", "null",
        "true",
        "\"\"", "\"x\"", "\"longer than fifteen bytes\"", #""\u00e9""#, "[1]", "[1.5,null]", #"{"a":1}"#,
        #"{"a":1,"a":true}"#,
    ]

    /// The array's text, and the same array with elements that are stored one by one.
    private func both(_ elements: some Sequence<String>) throws -> (parsed: JSON, stored: JSON) {
        let text = "[" + elements.joined(separator: ",") + "]"
        let parsed = try JSON(parsing: text)
        return (parsed, JSON(JSONArray(try elements.map { try JSON(parsing: $0) })))
    }

    private func result<Value: JSONReadable>(_ type: Value.Type, _ json: JSON) -> String {
        do {
            return "\(try json.get(as: type))"
        } catch {
            return "\(error)"
        }
    }

    private func expectSame<Element: JSONReadable>(
        _ type: Element.Type, _ parsed: JSON, _ stored: JSON, _ location: SourceLocation = #_sourceLocation
    ) {
        let results = (result([Element].self, parsed), result([Element].self, stored))
        expectEqual(results.0, results.1, "\(type)", sourceLocation: location)
        let rows = (JSON(JSONArray([parsed, [], parsed])), JSON(JSONArray([stored, [], stored])))
        expectEqual(result([[Element]].self, rows.0), result([[Element]].self, rows.1), sourceLocation: location)
    }

    @Test("All arrays of up to two elements, as all types")
    func exhaustive() throws {
        let pairs = Self.elements.flatMap { first in Self.elements.map { [first, $0] } }
        for elements in [[]] + Self.elements.map({ [$0] }) + pairs {
            let (parsed, stored) = try both(elements)
            expectSame(Double.self, parsed, stored)
            expectSame(Float.self, parsed, stored)
            expectSame(Int.self, parsed, stored)
            expectSame(UInt8.self, parsed, stored)
            expectSame(Bool.self, parsed, stored)
            expectSame(String.self, parsed, stored)
            expectSame(Double?.self, parsed, stored)
            expectSame([Int].self, parsed, stored)
            expectSame([Double?].self, parsed, stored)
            expectSame([String: Int].self, parsed, stored)
            expectSame(JSONNumber.self, parsed, stored)
        }
    }

    @Test("Objects: the effective member, as the options of the parser tell")
    func members() throws {
        let text = #"{"a": 1, "b": 2, "a": 3, "\u0062": 4}"#
        try expectEqual(JSON(parsing: text).get(as: [String: Int].self), ["a": 3, "b": 4])
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        try expectEqual(JSON(parsing: text, options: options).get(as: [String: Int].self), ["a": 1, "b": 2])
        try expectEqual(
            JSON(parsing: #"{"x": {"a": [1, 2]}}"#).get(as: [String: [String: [Int]]].self), ["x": ["a": [1, 2]]])
    }

    @Test("Properties and the initializer of arrays")
    func properties() throws {
        let json = try JSON(parsing: #"{"x": [1, 2.5], "n": [1, 2], "s": ["a", null], "rows": [[1], [2, 3]]}"#)
        expectEqual(json["x"].doubles, [1, 2.5])
        expect(json["x"].ints == nil)
        expectEqual(json["n"].ints, [1, 2])
        expect(json["s"].strings == nil)
        expectEqual(JSON(["a", "b"]).strings, ["a", "b"])
        expect(json["absent"].doubles == nil)
        expectEqual([[Double]](json["rows"]), [[1], [2, 3]])
        expectEqual([String?](json["s"]), ["a", nil])
        expect([Int](json) == nil)
    }

    @Test("Numbers have the standard library's values")
    func numbers() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<rounds(300) {
            let texts = (0..<500).map { _ in randomNumberText(&generator) }.filter { Double($0)?.isFinite == true }
            let json = try JSON(parsing: "[" + texts.joined(separator: ",") + "]")
            let values = try #require(json.doubles)
            let expected = texts.compactMap { Double($0) }
            expectEqual(values.map(\.bitPattern), expected.map(\.bitPattern))
            let floats = try? json.get(as: [Float].self)
            let expectedFloats = texts.compactMap { Float($0) }
            if expectedFloats.allSatisfy(\.isFinite) {
                expectEqual(floats.map { $0.map(\.bitPattern) }, expectedFloats.map(\.bitPattern))
            }
        }
    }
}
