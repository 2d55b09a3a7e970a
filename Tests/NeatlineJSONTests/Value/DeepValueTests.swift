import Testing

@testable import NeatlineJSON

@Suite("Values nested a million deep, built by code")
struct DeepValueTests {
    private static let depth = 1_000_000

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
            #expect(value.count == 1)
            #expect(storage != nil)
        }
        #expect(storage == nil)
    }

    @Test("Freed while a part of it is still used")
    func partlyFreed() {
        let inner = nested(1_000, around: "core")
        do {
            let outer = nested(DeepValueTests.depth, around: inner)
            let sibling: JSON = [outer, outer]
            #expect(sibling.count == 2)
        }
        var value = inner
        while let child = value.first?.1 { value = child }
        #expect(value == "core")
    }

    @Test("Compared and hashed")
    func compared() {
        let a = nested(DeepValueTests.depth, around: 1)
        let b = nested(DeepValueTests.depth, around: 1.0)
        let c = nested(DeepValueTests.depth, around: 2)
        #expect((a == b) as Bool)
        #expect((a == c) as Bool == false)
        let hashes = (a.hashValue, b.hashValue)
        #expect(hashes.0 == hashes.1)
    }

    @Test("Written, and parsed again")
    func written() throws {
        let value = nested(DeepValueTests.depth, around: 1)
        let bytes = try value.serialized()
        #expect(bytes.count == DeepValueTests.depth / 2 * (2 + #"{"k":}"#.utf8.count) + 1)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let parsed = try JSON(parsing: bytes, options: options)
        let isEqual = parsed == value
        #expect(isEqual)
        let hashes = (parsed.hashValue, value.hashValue)
        #expect(hashes.0 == hashes.1)
    }

    @Test("Described, at a tenth of the depth, which is enough to overflow a stack")
    func described() throws {
        let value = nested(DeepValueTests.depth / 10, around: 1)
        let bytes = try value.serialized()
        let built = value.description.utf8.elementsEqual(bytes)
        #expect(built)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let parsed = try JSON(parsing: bytes, options: options).description.utf8.elementsEqual(bytes)
        #expect(parsed)
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
        #expect(json[[last, "x"]].error?.path == path)
    }
}

@Suite("Descriptions")
struct DescriptionTests {
    @Test("Scalars as text, strings without quotes")
    func scalars() throws {
        let rows: [(JSON, String)] = [
            (nil, "null"), (true, "true"), (false, "false"), (1, "1"), (1.5, "1.5"), ("a \"text\"\n", "a \"text\"\n"),
            ("", ""),
            (JSON(Double.infinity), "inf"), (JSON(-Double.infinity), "-inf"), (JSON(Double.nan), "nan"),
            (JSON(9.22337203685478E18), "9.22337203685478e+18"), (JSON(-0.00000000000000001), "-1e-17"),
            (JSON(-999999999999999999999999.0), "-1e+24"), (JSON(Int.max), "9223372036854775807"),
            (JSON(Int.min), "-9223372036854775808"), (JSON(UInt64.max as Any), "18446744073709551615"), ([], "[]"),
            ([:], "{}"),
        ]
        for (json, text) in rows {
            #expect(json.description == text)
            #expect(json.debugDescription == text)
            #expect("\(json)" == text)
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
        #expect(parsed.description == expected)
        #expect(built.description == expected)
        #expect(parsed.members?.description == expected)
        #expect(parsed["a"].members?.description == "{\n  \"k\": true\n}")
        #expect(JSONArray([1]).description == "[\n  1\n]")
    }

    @Test("Numbers that JSON has no form for do not spoil a description, nor do missing values")
    func odd() throws {
        let json: JSON = [JSON(Double.nan), JSON(-Double.infinity), JSON([1])["x"]]
        #expect(json.description == "[\n  NaN,\n  -Infinity,\n  null\n]")
    }

    @Test("Up to 512 levels are indented")
    func depth() throws {
        func nested(_ depth: Int) -> JSON { (0..<depth).reduce(JSON(1)) { value, _ in [value] } }
        #expect(nested(512).description.hasPrefix("[\n  [\n    [\n"))
        #expect(
            nested(513).description == String(repeating: "[", count: 513) + "1" + String(repeating: "]", count: 513))
    }
}
