import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Equality, hashing and order")
struct ComparingTests {
    private func parse(_ text: String) throws -> JSON { try JSON(parsing: text) }

    /// Texts of equal values in each group.
    private static let groups: [[String]] = [
        ["null", " null "], ["true"], ["false"], ["0", "-0", "0.0", "0e5"], ["1", "1.0", "10e-1", "1E0"],
        ["1.5", "15e-1"],
        ["9007199254740992"], ["9007199254740993"], ["1e400", "10e399"], ["123456789012345678901234567890"],
        [#""""#], [#""1""#, #""\u0031""#], [#""true""#], [#""é""#, #""\u00e9""#], [#""e\u0301""#], [#""\u212b""#],
        [#""\u00c5""#], [#""A\u030a""#], [#""null""#],
        ["[]", "[ ]"], ["[[]]"], ["[null]"], ["[1, 2]", "[1.0,2e0]"], ["[2, 1]"], ["[1, [2, [3]]]"], ["[1, 2, 3]"],
        ["{}"], [#"{"a": null}"#], [#"{"b": null}"#],
        [#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#, #"{"\u0061": 1.0, "b": 2}"#],
        [#"{"a": 2, "b": 1}"#], [#"{"a": 1}"#, #"{"a": 5, "a": 1}"#, #"{"a": [1], "a": {}, "a": 1}"#],
        [#"{"a": {"x": [1, {"y": 2}], "z": 3}}"#, #"{"a": {"z": 3, "x": [1.0, {"y": 2}]}}"#],
        [#"{"a": {"x": [1, {"y": 3}], "z": 3}}"#], [#"[{"a": 1}, {"b": 2}]"#], [#"[{"b": 2}, {"a": 1}]"#],
        [#"{"é": 1}"#], [#"{"e\u0301": 1}"#],
    ]

    @Test("Equal values are equal and hash alike in every form, others differ")
    func equality() throws {
        let groups = try ComparingTests.groups.map { group in
            try group.flatMap { text in
                let parsed = try JSON(parsing: text)
                return [parsed, rebuilt(parsed), try JSON(parsing: "[[\(text)]]")[0][0]]
            }
        }
        for (i, group) in groups.enumerated() {
            for a in group {
                for (j, others) in groups.enumerated() {
                    for b in others {
                        expectEqual(a == b, i == j, "\(a) and \(b)")
                        if i == j { expectEqual(a.hashValue, b.hashValue, "\(a) and \(b)") }
                    }
                }
            }
        }
        expectEqual(Set(groups.joined()).count, groups.count)
    }

    /// The value with storage of its own at every level.
    private func rebuilt(_ json: JSON) -> JSON {
        switch json {
        case .array(let array): .array(JSONArray(array.map(rebuilt)))
        case .object(let object): .object(JSONObject(object.map { (key: $0.key, value: rebuilt($0.value)) }))
        default: json
        }
    }

    @Test("Text is compared by scalars, also where it is equal as a String: in tests, differences and order")
    func scalars() throws {
        let forms: [JSON] = ["\u{E9}", "e\u{301}"]
        for (a, b) in [(forms[0], forms[1]), (forms[1], forms[0])] {
            expect(a.string == b.string && a != b)
            expect((a < b) != (b < a) && (a <= b) != (b <= a))
            let patch = a.patch(to: b)
            try expectEqual(a.applying(patch).string?.utf8.elementsEqual(b.string?.utf8 ?? "".utf8), true)
            for (old, new) in [([a], [b]), ([1, a], [b, 1]), (["k": a], ["k": b])] as [(JSON, JSON)] {
                try expectEqual(old.applying(old.patch(to: new)), new)
                let merged = try old.applyingMergePatch(old.mergePatch(to: new))
                expectEqual(merged, new)
            }
            let object: JSON = ["k": a, "l": [a]]
            #expect(throws: JSONPatchError.self) { try object.applying(JSONPatch([.test(JSONPointer(["k"]), b)])) }
            #expect(throws: JSONPatchError.self) { try object.applying(JSONPatch([.test(JSONPointer(["l"]), [b])])) }
            try expectEqual(object.applying(JSONPatch([.test(JSONPointer(["l"]), [a])])), object)
            let (named, other) = (JSON([a.stringValue: 1]), JSON([b.stringValue: 1]))
            expect(named != other && Set([named, other]).count == 2)
            try expectEqual(named.applying(named.patch(to: other)), other)
            expect(JSONKey.key(a.stringValue) != JSONKey.key(b.stringValue))
            expectEqual(Set([JSONKey.key(a.stringValue), .key(b.stringValue), .index(1)]).count, 3)
        }
    }

    @Test("Values equal literals on either side")
    func literals() throws {
        let json = try parse(#"{"n": 1, "s": "x", "b": true, "z": null, "d": 2.5, "a": [1, "x"], "o": {"k": 1}}"#)
        expectEqual(json["n"], 1)
        expectEqual(1, json["n"])
        expect(json["n"] != true)
        expect(json["n"] != "1")
        expectEqual(json["s"], "x")
        expectEqual(json["b"], true)
        expect(json["b"] != 1)
        expect(json["b"] != "true")
        expectEqual(json["z"], .null)
        expectEqual(json["d"], 2.5)
        expectEqual(json["a"], [1, "x"])
        expectEqual(["k": 1], json["o"])
        expect(json["a"] != ["x", 1])
        expect(JSON("32.1") != JSON(32.1))
    }

    @Test("The first member counts where the options say so")
    func firstWins() throws {
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        let first = try JSON(parsing: #"{"a": 1, "a": 2}"#, options: options)
        let last = try parse(#"{"a": 1, "a": 2}"#)
        expectEqual(first, ["a": 1])
        expectEqual(last, ["a": 2])
        expect(first != last)
        expectEqual(first.hashValue, JSON(["a": 1]).hashValue)
    }

    @Test("Large objects compare regardless of order", arguments: [15, 16, 64, 500])
    func largeObjects(count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\": [\($0)]" }
        let a = try parse("{" + members.joined(separator: ",") + "}")
        let b = try parse("{" + members.reversed().joined(separator: ",") + "}")
        let c = try parse("{" + members.dropLast().joined(separator: ",") + ", \"other\": [\(count - 1)]}")
        expectEqual(a, b)
        expectEqual(rebuilt(a), b)
        expectEqual(a, rebuilt(b))
        expectEqual(rebuilt(a), rebuilt(b))
        expect(a != c)
        expect(rebuilt(c) != b)
        expectEqual(a.hashValue, b.hashValue)
        expectEqual(a.hashValue, rebuilt(b).hashValue)
        expectEqual(a.members, b.members)
        expectEqual(a.members.hashValue, b.members.hashValue)
    }

    @Test("Views compare as values")
    func views() throws {
        let json = try parse(#"[[1, 2], [1, 2], {"a": 1}, {"a": 1}]"#)
        expectEqual(json[0], json[1])
        expectEqual(json[0].elements, json[1].elements)
        expectEqual(json[2].members, json[3].members)
        expectEqual(json[0].elements, JSONArray([1, 2]))
        expect(json[0].elements != JSONArray([1, 3]))
        expectEqual(Set([json[0].elements, json[1].elements]).count, 1)
        expectEqual(Set([json[2].members, json[3].members]).count, 1)
    }

    @Test("Numbers and strings are ordered")
    func order() throws {
        expect(JSON(1) < JSON(2))
        expect(JSON(2) > JSON(1.5))
        expect(JSON(1) <= JSON(1.0))
        expect(JSON(1) >= JSON(1.0))
        expect(!(JSON(1) < JSON(1)))
        expect(try parse("9007199254740992") < parse("9007199254740993"))
        expect(try parse("1e400") > parse("1e399"))
        expect(JSON("a") < JSON("b"))
        expect(JSON("b") > JSON("a"))
        expect(JSON("a") <= "a")
        expect(JSON("10") < JSON("9"))
        expectEqual(JSON(["x", 3, "a", 1] as [JSON]).filter { $0.1.type == .number }.map(\.1).sorted(), [1, 3])
    }

    @Test("For other types less and greater are false, and less or equal means equal")
    func withoutOrder() throws {
        let values: [JSON] = [.null, true, false, [1], [2], ["a": 1], ["a": 2], 1, "1", try parse("{}")["missing"]]
        for a in values {
            for b in values {
                let ordered = (a.type == .number && b.type == .number) || (a.type == .string && b.type == .string)
                if ordered { continue }
                expect(!(a < b), "\(a) < \(b)")
                expect(!(a > b), "\(a) > \(b)")
                expectEqual(a <= b, a == b, "\(a) <= \(b)")
                expectEqual(a >= b, a == b, "\(a) >= \(b)")
            }
        }
    }
}
