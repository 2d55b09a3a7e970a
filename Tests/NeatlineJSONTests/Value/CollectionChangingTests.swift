import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Changing arrays")
struct ArrayChangingTests {
    private static let forms: [JSONArray] = [
        (try? JSON(parsing: "[0, 1, 2, 3, 4]"))?.elements ?? [], JSONArray((0..<5).map { JSON($0) }),
    ]

    private func text(_ array: JSONArray) throws -> String { try JSON.array(array).serializedString() }

    @Test("It is a mutable, range-replaceable collection", arguments: forms)
    func collection(original: JSONArray) throws {
        var array = original
        array[1] = "b"
        array.append(5)
        array.append(contentsOf: [6, 7] as [JSON])
        array.insert("x", at: 0)
        try expectEqual(text(array), #"["x",0,"b",2,3,4,5,6,7]"#)
        expectEqual(array.remove(at: 2), "b")
        expectEqual(array.removeLast(), 7)
        expectEqual(array.removeFirst(), "x")
        array.removeSubrange(1..<3)
        try expectEqual(text(array), "[0,4,5,6]")
        array.replaceSubrange(1..<2, with: [JSON("a"), "b", "c"])
        array.swapAt(0, 5)
        try expectEqual(text(array), #"[6,"a","b","c",5,0]"#)
        array.reverse()
        array.removeAll { $0.type == .string }
        try expectEqual(text(array), "[0,5,6]")
        array.sort { $1 < $0 }
        try expectEqual(text(array + [JSON(1)]), "[6,5,0,1]")
        array.removeAll(keepingCapacity: true)
        expect(array.isEmpty)
        expectEqual(array, [])
        try expectEqual(text(original), "[0,1,2,3,4]")
    }

    @Test("Positions of removed elements are used again")
    func reuse() throws {
        var array = try #require(try JSON(parsing: "[1, 2, 3]").elements)
        for round in 0..<100 {
            array[round % 3] = JSON("v\(round)")
            array.remove(at: 0)
            array.insert(JSON(round), at: 1)
        }
        guard case .owned(let storage) = array.storage else {
            Issue.record("a changed array has storage of its own")
            return
        }
        expect(storage.entries.materialized.count <= 4)
        expectEqual(array.count, 3)
    }

    @Test("Nested values change in place through a position")
    func nested() throws {
        var array = try #require(try JSON(parsing: #"[{"a": [1]}, 2]"#).elements)
        array[0]["a"][0].string = "x"
        array[1].array = nil
        try expectEqual(text(array), #"[{"a":["x"]},null]"#)
    }
}

@Suite("Changing objects")
struct ObjectChangingTests {
    private func text(_ object: JSONObject) throws -> String { try JSON.object(object).serializedString() }

    @Test("Members are set, added and removed by name")
    func members() throws {
        for parsed in [true, false] {
            var object: JSONObject = ["name": "Ada", "born": 1815, "x": .null]
            if parsed { object = try #require(try JSON(parsing: text(object)).members) }
            let original = object
            object["died"] = 1852
            object["name"]?.string = "Grace"
            object["no"]?.string = "ignored"
            object["x"] = .none
            expectEqual(object.updateValue(1906, forKey: "born"), 1815)
            expectEqual(object.updateValue(true, forKey: "admiral"), .none)
            try expectEqual(text(object), #"{"name":"Grace","born":1906,"died":1852,"admiral":true}"#)
            expectEqual(object.removeValue(forKey: "no"), .none)
            expectEqual(object.removeValue(forKey: "died"), 1852)
            object["born"] = JSON.null
            try expectEqual(text(object), #"{"name":"Grace","born":null,"admiral":true}"#)
            expectEqual(Array(object.keys), ["name", "born", "admiral"])
            object.removeAll()
            expect(object.isEmpty && object["name"] == .none)
            try expectEqual(text(original), #"{"name":"Ada","born":1815,"x":null}"#)
        }
    }

    @Test("A member is removed by its position, others of its name stay")
    func position() throws {
        var object = try #require(try JSON(parsing: #"{"a": 1, "b": 2, "a": 3}"#).members)
        let last = object.index(object.startIndex, offsetBy: 2)
        let removed = object.remove(at: last)
        expect(removed.key == "a" && removed.value == 3)
        expectEqual(object["a"], 1)
        try expectEqual(text(object), #"{"a":1,"b":2}"#)
    }

    @Test("Another object is merged in, with a choice for what both have")
    func merge() throws {
        var object: JSONObject = ["a": 1, "b": 2]
        object.merge(["b": 3, "c": 4]) { own, other in JSON(own.intValue + other.intValue) }
        try expectEqual(text(object), #"{"a":1,"b":5,"c":4}"#)
    }

    @Test("Names are told apart by their bytes")
    func exactNames() throws {
        var json = try JSON(parsing: "{\"\u{E9}\": 1}")
        json["e\u{301}"] = 2
        expectEqual(json.count, 2)
        try json.remove(key: "\u{E9}")
        expectEqual(json["e\u{301}"], 2)
        expectEqual(json["\u{E9}"].exists(), false)
    }

    @Test("Names with escapes are found and kept")
    func escapes() throws {
        var json = try JSON(parsing: #"{"\u0061\n": 1, "b": {"\"": 2}}"#)
        json["a\n"] = 10
        json["b"]["\""].int? += 1
        try expectEqual(json.serializedString(), #"{"a\n":10,"b":{"\"":3}}"#)
    }

    @Test("Lookup among many members stays right through every kind of change", arguments: [10, 15, 16, 17, 64, 300])
    func lookup(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        var json = try JSON(
            parsing: "{" + (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",") + ", \"k3\": 33}")
        var expected = [String: Int]()
        for number in 0..<count { expected["k\(number)"] = number }
        expected["k3"] = 33
        for step in 0..<600 {
            let key = "k\(Int.random(in: 0..<count * 2, using: &random))"
            if Bool.random(using: &random) {
                json[key] = JSON(step)
                expected[key] = step
            } else if json[key].exists() {
                try expectEqual(json.remove(key: key).int, expected.removeValue(forKey: key))
            } else {
                expect(expected[key] == nil)
            }
            if Int.random(in: 0..<50, using: &random) == 0 {
                var copy = json
                copy["copied"] = 1
                expectEqual(json["copied"].exists(), false)
            }
            let probe = "k\(Int.random(in: 0..<count * 2, using: &random))"
            expectEqual(json[probe].int, expected[probe])
        }
        expectEqual(json.dictionary?.mapValues(\.intValue), expected)
    }
}

@Suite("Detaching")
struct DetachingTests {
    @Test("The value is the same and no longer holds the document")
    func detached() throws {
        let text =
            #"{"a": [1.50, "x\n", 123456789012345678901234567890, -0, {"b": null, "b": true}], "c": {}, "d": []}"#
        weak var document: AnyObject?
        let detached: JSON
        do {
            var json = try JSON(parsing: text)
            if case .object(let object) = json, case .view(let view, _) = object.storage { document = view.object }
            expect(document != nil)
            json["d"] = [7]
            detached = json.detached()
            expectEqual(detached, json)
        }
        expect(document == nil)
        try expectEqual(
            detached.serializedString(),
            #"{"a":[1.50,"x\n",123456789012345678901234567890,-0,{"b":null,"b":true}],"c":{},"d":[7]}"#)
        expectEqual(detached["a", 4, "b"], true)
    }

    @Test("Scalars, and which duplicate counts, stay")
    func details() throws {
        expectEqual(JSON("x").detached(), "x")
        expect(JSON.null.detached().exists())
        expectEqual(JSON(1)["x"].detached().error?.code, .wrongType)
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        options.allowsNonFiniteNumbers = true
        let json = try JSON(parsing: #"{"a": 1, "a": 2, "n": [NaN, -Infinity]}"#, options: options).detached()
        expectEqual(json["a"], 1)
        expect(json["n", 0].doubleValue.isNaN)
        expectEqual(json["n", 1].doubleValue, -.infinity)
    }
}

@Suite("Writing what was changed in part")
struct PartlyChangedTests {
    @Test("What was not changed is written as it was parsed")
    func unchangedParts() throws {
        let text =
            #"{"half\ud800": "\ud83d", "n": 1.0e+2, "list": [1.10, "\udc00", {"k": "\u00e9"}], "big": [{"x": 1.00}, 2]}"#
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        var json = try JSON(parsing: text, options: options)
        json["list"][0] = true
        json["new"] = 1
        try expectEqual(
            json.serializedString(),
            #"{"half\ud800":"\ud83d","n":1.0e+2,"list":[true,"\udc00",{"k":"é"}],"big":[{"x":1.00},2],"new":1}"#)
        var sorted = JSONWritingOptions.compact
        sorted.sortsKeys = true
        try expectEqual(
            json.serializedString(sorted),
            #"{"big":[{"x":1.00},2],"half\ud800":"\ud83d","list":[true,"\udc00",{"k":"é"}],"n":1.0e+2,"new":1}"#)
    }

    @Test("Indentation goes on through parsed parts")
    func indentation() throws {
        var json = try JSON(parsing: #"{"a": [{"b": [1]}, 2], "c": {"d": 3}}"#)
        json["a"][1] = 5
        let text = """
            {
              "a": [
                {
                  "b": [
                    1
                  ]
                },
                5
              ],
              "c": {
                "d": 3
              }
            }
            """
        expectEqual(json.description, text)
    }

    @Test("A number that cannot be written is named with its path")
    func errors() throws {
        var options = JSONParsingOptions()
        options.allowsNonFiniteNumbers = true
        var json = try JSON(parsing: #"{"a": [0, NaN, {"x": -Infinity}], "b": 1}"#, options: options)
        json["a"][0] = 1
        let first = try #require(throws: JSONError.self) { try json.serialized() }
        expectEqual(first.description, "$.a[1]: expected a finite number, found NaN")
        json["a"][1] = 1
        let second = try #require(throws: JSONError.self) { try json.serialized() }
        expectEqual(second.description, "$.a[2].x: expected a finite number, found -Infinity")
    }
}
