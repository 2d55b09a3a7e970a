import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Values nested a million deep, built by code", .longRunning)
struct DeepValueTests {
    private static let depth = 1_000_000
    /// Enough for any recursion to overflow a stack of 8 MiB, and quick where every step is slow.
    private static let workedDepth = TestScale.isThorough ? depth : 100_000
    /// Where each level is taken out and put back several times.
    private static let changedDepth = TestScale.isThorough ? depth : 50_000

    /// Arrays and objects in turn around `core`.
    private func nested(_ depth: Int, around core: JSON) -> JSON {
        var value = core
        for level in 0..<depth {
            value =
                level.isMultiple(of: 2)
                ? .array(JSONArray(CollectionOfOne(value)))
                : .object(JSONObject(CollectionOfOne((key: "k", value: value))))
        }
        return value
    }

    @Test("Freed")
    func freed() {
        weak var storage: ArrayStorage?
        do {
            let innermost = ArrayStorage([1])
            storage = innermost
            var array = JSONArray()
            array.storage = .owned(innermost)
            let value = nested(DeepValueTests.depth, around: .array(array))
            expectEqual(value.count, 1)
            expect(storage != nil)
        }
        expect(storage == nil)
    }

    @Test("Freed while a part of it is still used")
    func partlyFreed() {
        let inner = nested(1_000, around: "core")
        do {
            let outer = nested(DeepValueTests.depth, around: inner)
            let sibling: JSON = [outer, outer]
            expectEqual(sibling.count, 2)
        }
        var value = inner
        while let child = value.first?.1 { value = child }
        expectEqual(value, "core")
    }

    @Test("Compared and hashed")
    func compared() {
        let a = nested(DeepValueTests.workedDepth, around: 1)
        let b = nested(DeepValueTests.workedDepth, around: 1.0)
        let c = nested(DeepValueTests.workedDepth, around: 2)
        expect((a == b) as Bool)
        expect((a == c) as Bool == false)
        let hashes = (a.hashValue, b.hashValue)
        expectEqual(hashes.0, hashes.1)
    }

    @Test("Written, and parsed again")
    func written() throws {
        let value = nested(DeepValueTests.workedDepth, around: 1)
        let bytes = try value.serialized()
        expectEqual(bytes.count, DeepValueTests.workedDepth / 2 * (2 + #"{"k":}"#.utf8.count) + 1)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let parsed = try JSON(parsing: bytes, options: options)
        let isEqual = parsed == value
        expect(isEqual)
        let hashes = (parsed.hashValue, value.hashValue)
        expectEqual(hashes.0, hashes.1)
    }

    /// The steps from a value of `nested` to its core.
    private static let steps: [any JSONSubscriptType] =
        (0..<DeepValueTests.changedDepth).reversed().map { $0.isMultiple(of: 2) ? .index(0) : JSONKey.key("k") }

    private func core(_ json: JSON) -> JSON {
        var value = json
        while let child = value.first?.1 { value = child }
        return value
    }

    @Test("Changed through subscripts, while copies stay as they were")
    func changed() throws {
        let original = nested(DeepValueTests.changedDepth, around: ["core"])
        let path = DeepValueTests.steps
        var json = original
        json[path][0].string? += "!"
        let copy = json
        try json.append(2, to: path)
        try json.set("first", at: path + [0])
        expectEqual(json[path], ["first", 2])
        expectEqual(copy[path], ["core!"])
        expectEqual(original[path], ["core"])
        try json.remove(at: path + [0])
        expectEqual(json[path], [2])
        let isEqual = copy == original
        expect(!isEqual)
    }

    @Test("Parsed, detached and changed, while the parsed value stays as it was")
    func parsedAndChanged() throws {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let bytes = try nested(DeepValueTests.changedDepth, around: "core").serialized()
        let parsed = try JSON(parsing: bytes, options: options)
        var json = parsed
        let path = DeepValueTests.steps
        json[path] = 5
        var detached = parsed.detached()
        let isEqual = detached == parsed
        expect(isEqual)
        detached[path].string? += "!"
        expectEqual(core(json), 5)
        expectEqual(core(detached), "core!")
        expectEqual(core(parsed), "core")
    }

    @Test("Described, without indentation")
    func described() throws {
        let value = nested(DeepValueTests.workedDepth, around: 1)
        let bytes = try value.serialized()
        let built = value.description.utf8.elementsEqual(bytes)
        expect(built)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let parsed = try JSON(parsing: bytes, options: options).description.utf8.elementsEqual(bytes)
        expect(parsed)
        let debugged = value.debugDescription.utf8.elementsEqual(bytes)
        expect(debugged)
        let indented = try value.serialized(JSONWritingOptions(indentation: .spaces(0))).count
        expect(indented > bytes.count)
    }

    @Test("Stepped into, with the whole path in the error")
    func path() throws {
        let value = nested(2_000, around: 1)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        var json = try JSON(parsing: value.serialized(), options: options)
        var path = "$"
        while let (key, child) = json.first {
            path += json.type == .array ? "[0]" : ".\(key)"
            if child.type == .number { break }
            json = child
        }
        let last: any JSONSubscriptType = json.type == .array ? 0 : "k"
        expectEqual(json[[last, "x"]].error?.path, path)
    }
}

@Suite("Descriptions")
struct DescriptionTests {
    @Test("Scalars as text, strings without quotes")
    func scalars() throws {
        let rows: [(JSON, String)] = [
            (.null, "null"), (true, "true"), (false, "false"), (1, "1"), (1.5, "1.5"), ("a \"text\"\n", "a \"text\"\n"),
            ("", ""),
            (JSON(Double.infinity), "inf"), (JSON(-Double.infinity), "-inf"), (JSON(Double.nan), "nan"),
            (JSON(9.22337203685478E18), "9.22337203685478e+18"), (JSON(-0.00000000000000001), "-1e-17"),
            (JSON(-999999999999999999999999.0), "-1e+24"), (JSON(Int.max), "9223372036854775807"),
            (JSON(Int.min), "-9223372036854775808"), (JSON(UInt64.max as Any), "18446744073709551615"), ([], "[]"),
            ([:], "{}"),
        ]
        for (json, text) in rows {
            expectEqual(json.description, text)
            expectEqual(json.debugDescription, text)
            expectEqual("\(json)", text)
        }
    }

    @Test("Containers as indented JSON, parsed or built")
    func containers() throws {
        let text = #"{"b": [1.50, "x", [], {}, null], "a": {"k": true}}"#
        let expected = """
            {
              "b": [
                1.50,
                "x",
                [],
                {},
                null
              ],
              "a": {
                "k": true
              }
            }
            """
        let parsed = try JSON(parsing: text)
        let built = JSON.object(JSONObject(Array(try #require(parsed.members))))
        expectEqual(parsed.description, expected)
        expectEqual(built.description, expected)
        expectEqual(parsed.members?.description, expected)
        expectEqual(parsed["a"].members?.description, "{\n  \"k\": true\n}")
        expectEqual(JSONArray([1]).description, "[\n  1\n]")
    }

    @Test("Numbers that JSON has no form for do not spoil a description, nor do missing values")
    func odd() throws {
        let json: JSON = [JSON(Double.nan), JSON(-Double.infinity), JSON([1])["x"]]
        expectEqual(json.description, "[\n  NaN,\n  -Infinity,\n  null\n]")
    }

    @Test("Up to 512 levels are indented")
    func depth() throws {
        func nested(_ depth: Int) -> JSON { (0..<depth).reduce(JSON(1)) { value, _ in [value] } }
        expect(nested(512).description.hasPrefix("[\n  [\n    [\n"))
        expectEqual(
            nested(513).description, String(repeating: "[", count: 513) + "1" + String(repeating: "]", count: 513))
    }
}
