import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("JSON as a collection")
struct CollectionTests {
    private func both(_ text: String) throws -> [JSON] {
        let parsed = try JSON(parsing: text)
        let built =
            switch parsed {
            case .array(let array): JSON(Array(array))
            case .object(let object): JSON.object(JSONObject(Array(object)))
            default: parsed
            }
        return [parsed, built]
    }

    @Test("Elements have their numbers as keys")
    func elements() throws {
        for json in try both(#"[true, "b", null, [1]]"#) {
            expectEqual(json.count, 4)
            expect(!json.isEmpty)
            expectEqual(json.map(\.0), ["0", "1", "2", "3"])
            expectEqual(json.map(\.1), [true, "b", .null, [1]])
            expectEqual(json.first?.0, "0")
            expectEqual(json.first?.1, true)
            expectEqual(json.filter { $0.1.type == .string }.map(\.0), ["1"])
            var keys: [String] = []
            for (key, value): (String, JSON) in json {
                keys.append(key)
                expectEqual(value, json[Int(key) ?? -1])
            }
            expectEqual(keys, ["0", "1", "2", "3"])
        }
    }

    @Test("Members have their names, in the order written, duplicates included")
    func members() throws {
        for json in try both(#"{"z": 1, "a": "two", "z": null, "": {"x": 1}}"#) {
            expectEqual(json.count, 4)
            expectEqual(json.map(\.0), ["z", "a", "z", ""])
            expectEqual(json.map(\.1), [1, "two", .null, ["x": 1]])
            expectEqual(json.first?.0, "z")
            expectEqual(json.filter { $0.1.type == .number }.count, 1)
            expectEqual(json.members.map { Array($0.keys) }, ["z", "a", "z", ""])
            expectEqual(json.members.map { Array($0.values) }, [1, "two", .null, ["x": 1]])
        }
    }

    @Test(
        "Scalars, null and what is missing are empty",
        arguments: [JSON.null, true, 5, "text", JSON([1])[4], JSON([1: 2] as [Int: Int]), [], [:]] as [JSON])
    func empty(json: JSON) {
        expect(json.isEmpty)
        expectEqual(json.count, 0)
        expect(json.first == nil)
        expectEqual(json.startIndex, json.endIndex)
        expect(Array(json).isEmpty)
        expect(json.indices.isEmpty)
    }

    @Test(
        "Indices lead to what iteration shows, and are ordered",
        arguments: ["[1, [2], {}, \"x\"]", #"{"a": 1, "b": [1], "a": 2}"#])
    func indices(text: String) throws {
        for json in try both(text) {
            let indices = Array(json.indices)
            expectEqual(indices.count, json.count)
            expectEqual(indices.map { json[$0].0 }, json.map(\.0))
            expectEqual(indices.map { json[$0].1 }, json.map(\.1))
            expectEqual(indices, indices.sorted())
            expectEqual(Set(indices).count, indices.count)
            expectEqual(json.distance(from: json.startIndex, to: json.endIndex), json.count)
            expectEqual(json.index(json.startIndex, offsetBy: json.count), json.endIndex)
            expectEqual(json.index(json.startIndex, offsetBy: 2), indices[2])
            expectEqual(json.firstIndex { $0.1 == [1] || $0.1 == [2] }, indices[1])
            expect(!(indices[0] < indices[0]))
            expect(json[json.endIndex] == ("", .null), "the end has nothing, and does not trap")
        }
    }

    @Test("A position of another kind of value has nothing, and no order")
    func foreignIndices() throws {
        let array: JSON = [1, 2]
        let object: JSON = ["a": 1]
        expect(array[object.startIndex] == ("", .null))
        expect(object[array.startIndex] == ("", .null))
        expect(JSON(5)[array.startIndex] == ("", .null))
        expect(!(array.startIndex < object.startIndex))
        expect(!(object.startIndex < array.startIndex))
        expectEqual(JSON.null.startIndex, JSON(1).endIndex)
    }

    @Test("A large container is iterated, indexed and counted", arguments: [63, 64, 65, 1_000])
    func large(count: Int) throws {
        let array = "[" + (0..<count).map { $0 % 3 == 0 ? "[\($0), \"x\"]" : "\($0)" }.joined(separator: ",") + "]"
        for json in try both(array) {
            expectEqual(json.count, count)
            expectEqual(json.elements?.count, count)
            for index in [0, 1, 62, count / 2, count - 1] {
                expectEqual(json[index], index % 3 == 0 ? [index, "x"] : JSON(index))
            }
            expect(json.enumerated().allSatisfy { $0.offset == ($0.element.1[0].int ?? $0.element.1.int) })
            expectEqual(json[count].error?.code, .indexOutOfBounds)
            expectEqual(json.elements?.last, json[count - 1])
            expectEqual(json.elements?.reversed().first, json[count - 1])
            expectEqual(json.elements.map { Array($0[1..<3]) }, [1, 2])
        }
    }

    @Test("An iterator keeps what it began with, and its copies go their own ways")
    func iterators() throws {
        let text = #"[{"a": ["a string of 30 bytes and more"]}, [2], 3]"#
        for build in [false, true] {
            func value() throws -> JSON {
                let all = try both(text)
                return build ? all[1] : all[0]
            }
            // Nothing else refers to the value when the first element is made.
            var elements = try #require(try value().elements).makeIterator()
            expectEqual(elements.next()?["a"][0], "a string of 30 bytes and more")
            var copy = elements
            expectEqual(elements.next(), [2])
            expectEqual(elements.next(), 3)
            expect(elements.next() == nil && elements.next() == nil)
            expectEqual(copy.next(), [2])

            var json = try value()
            var pairs = json.makeIterator()
            json = .null
            expectEqual(pairs.next()?.1["a"].count, 1)
            expectEqual(pairs.next()?.0, "1")

            var array = try #require(try value().elements)
            var before = array.makeIterator()
            array.removeAll()
            expectEqual(before.next()?.type, .dictionary)

            var object: JSONObject = ["a": 1, "b": 2]
            var members = object.makeIterator()
            object["b"] = 3
            expectEqual(members.next()?.key, "a")
            expectEqual(members.next()?.value, 2)
            expect(members.next() == nil)
        }
    }
}

@Suite("JSONArray and JSONObject")
struct ContainerTests {
    private func members(_ text: String, _ options: JSONParsingOptions = .init()) throws -> JSONObject {
        try #require(try JSON(parsing: text, options: options).members)
    }

    @Test("Lookup of a name that is missing gives nil")
    func missing() throws {
        let parsed = try members(#"{"a": null}"#)
        let built = JSONObject([(key: "a", value: JSON.null)])
        for object in [parsed, built] {
            expect(object["b"] as JSON?? == .some(.none))
            expect(object["a"] as JSON?? == .some(.some(.null)))
            expect(object["b"].map(\.type) == nil)
            expectEqual(object["a"].map(\.type), .null)
            expect(object[""].map(\.type) == nil)
        }
        expect(JSONObject()["a"].map(\.type) == nil)
        expect(JSONObject().isEmpty)
        expect(JSONArray().isEmpty)
    }

    @Test("The last of several members wins in lookup, and iteration shows all", arguments: [3, 100])
    func lastWins(count: Int) throws {
        let others = (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        let text = #"{"a": 1, "\u0061": 2, \#(others), "a": 3}"#
        let parsed = try members(text)
        for object in [parsed, JSONObject(Array(parsed))] {
            expectEqual(object["a"], 3)
            expectEqual(object.count, count + 3)
            expectEqual(object.filter { $0.key == "a" }.map(\.value), [1, 2, 3])
            expectEqual(object["k2"], 2)
        }
    }

    @Test("The first of several members wins where the options say so", arguments: [3, 100])
    func firstWins(count: Int) throws {
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        let others = (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        let object = try members(#"{"\u0061": 1, "a": 2, \#(others), "a": 3}"#, options)
        expectEqual(object["a"], 1)
        expectEqual(object.filter { $0.key == "a" }.map(\.value), [1, 2, 3])
        expectEqual(JSON.object(object)["a"], 1)
        expectEqual(JSON.object(object)["a", 0].error?.code, .wrongType)
    }

    @Test("An index of one object used on another leads to the member with the same number")
    func foreignIndices() throws {
        let numbers = (0..<64).map(String.init).joined(separator: ",")
        let long = String(repeating: "n", count: 300)
        let texts = [
            #"{"a": 0, "b": 0, "c": 0}"#, #"{"p": [1], "k": [\#(numbers)]}"#, #"{"a": {"b": {"c": {}}}, "d": "e"}"#,
            #"{"\#(long)": "\#(long)", "x": ["y", "z"], "y": {"z": 1}}"#, "{}",
        ]
        let objects = try texts.flatMap { text in
            let object = try members(text)
            let nested = object.compactMap(\.value.members)
            return [object, try members(text), JSONObject(Array(object))] + nested
        }
        for one in objects {
            for other in objects {
                expectEqual(one.endIndex.ordinal, one.count)
                for (ordinal, index) in one.indices.enumerated() where ordinal < other.count {
                    let member = Array(other)[ordinal]
                    expect(other[index] == member)
                    expectEqual(other.index(after: index), other.index(other.startIndex, offsetBy: ordinal + 1))
                    let json = JSON.object(one)
                    expect(JSON.object(other)[json.index(json.startIndex, offsetBy: ordinal)] == member)
                    var changed = other
                    expect(changed.remove(at: index) == member)
                    expectEqual(changed.count, other.count - 1)
                }
            }
        }
    }

    @Test("An index behind the members of the object it is used on traps")
    func indicesOutOfRange() async {
        await #expect(processExitsWith: .failure) {
            let object = try #require(try JSON(parsing: #"{"a": 0, "b": 0, "c": 0}"#).members)
            let other = try #require(try JSON(parsing: #"{"p": [1, 2, 3], "k": [4, 5]}"#).members)
            _ = other[object.index(object.startIndex, offsetBy: 2)]
        }
        await #expect(processExitsWith: .failure) {
            let object = try #require(try JSON(parsing: #"{"a": 0, "b": 0, "c": 0}"#).members)
            var other = try #require(try JSON(parsing: #"{"p": [1, 2, 3], "k": [4, 5]}"#).members)
            other["k"] = 6
            _ = other[object.index(object.startIndex, offsetBy: 2)]
        }
        await #expect(processExitsWith: .failure) {
            let object = try #require(try JSON(parsing: #"{"a": 0, "b": 0, "c": 0}"#).members)
            _ = object.index(after: object.endIndex)
        }
    }

    @Test("A position that no array has is empty")
    func negativePosition() {
        expect(JSON([1, 2])[JSON.Index.array(-1)].0.isEmpty)
        expect(JSON([1, 2])[JSON.Index.array(2)].0.isEmpty)
    }

    @Test("Ten thousand members are found by name")
    func manyMembers() throws {
        let count = 10_000
        let text = "{" + (0..<count).map { "\"key-\($0)\": \($0)" }.joined(separator: ",") + "}"
        let parsed = try members(text)
        for object in [parsed, JSONObject(Array(parsed))] {
            expect((0..<count).allSatisfy { object["key-\($0)"] == JSON($0) })
            expect((0..<count).allSatisfy { object["kez-\($0)"].map(\.type) == nil })
            expectEqual(object.count, count)
        }
    }

    @Test("Names with escapes, beyond ASCII and empty are found by their text", arguments: [0, 100])
    func names(others: Int) throws {
        let padding = (0..<others).map { ", \"padding\($0)\": 0" }.joined()
        let text = #"""
            {"\u0061": 1, "é": 2, "e\u0301": 3, "": 4, "\"": 5, "\\": 6, "\/": 7, "\u0000": 8, "\ud83d\ude42": 9, "名": 10,
            "a much longer name, of more than 32 bytes": 11, "tab\there": 12 \#(padding)}
            """#
        let parsed = try members(text)
        let expected = [
            "a": 1, "\u{E9}": 2, "": 4, "\"": 5, "\\": 6, "/": 7, "\0": 8, "🙂": 9, "名": 10,
            "a much longer name, of more than 32 bytes": 11, "tab\there": 12,
        ]
        for object in [parsed, JSONObject(Array(parsed))] {
            for (name, value) in expected { expectEqual(object[name], JSON(value), "\(name)") }
            expectEqual(object["e\u{301}"], 3, "another name than é, by its bytes")
            for name in [
                "A", "b", "é ", "\u{E8}", "\\u0061", "a\0", "🙁", "名名", "a much longer name, of more than 32 bytez",
            ] {
                expect(object[name].map(\.type) == nil, "\(name)")
            }
            expectEqual(Array(object.keys.prefix(4)), ["a", "\u{E9}", "e\u{301}", ""])
        }
    }

    @Test("Half a surrogate pair in a name is found as U+FFFD")
    func loneSurrogates() throws {
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        try expectEqual(members(#"{"\ud800x": 1}"#, options)["\u{FFFD}x"], 1)
    }

    @Test("A name and a string of more than 16 MiB")
    func longName() throws {
        let name = [UInt8](repeating: UInt8(ascii: "n"), count: 1 << 24)
        let text = Array(#"{"a": 1, ""#.utf8) + name + Array(#"": ""#.utf8) + name + Array(#"x", "b": 2}"#.utf8)
        let json = try JSON(parsing: text)
        let key = String(decoding: name, as: UTF8.self)
        expectEqual(json[key].string?.utf8.count, (1 << 24) + 1)
        expectEqual(json["b"], 2)
        expectEqual(json.count, 3)
        expectEqual(json[key + "n"].error?.code, .missingKey)
        expectEqual(json.members?.keys.map(\.utf8.count), [1, 1 << 24, 1])
    }

    @Test("An array is read at random", arguments: [1, 63, 64, 100, 5_000])
    func randomReads(count: Int) throws {
        let text = "[" + (0..<count).map { "{\"i\": [\($0)]}" }.joined(separator: ",") + "]"
        let elements = try #require(try JSON(parsing: text).elements)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let index = Int.random(in: 0..<count, using: &generator)
            expectEqual(elements[index]["i"][0].int, index)
        }
        expectEqual(elements.count, count)
        expectEqual(elements.indices, 0..<count)
        expectEqual(elements.last?["i"][0].int, count - 1)
    }

    @Test("The names and the values of an object are described as those of arrays")
    func descriptions() throws {
        for text in ["{}", #"{"a":1}"#, #"{"a\"\n":"x\"","b":[1,{"c":null}],"b":2.50}"#] {
            let members = try #require(try JSON(parsing: text).members)
            expectEqual(members.keys.description, Array(members.keys).description)
            expectEqual(members.values.description, Array(members.values).description)
        }
    }
}

private func == (a: (String, JSON), b: (String, JSON)) -> Bool { a.0 == b.0 && a.1 == b.1 }
