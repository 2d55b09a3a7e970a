import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Each difference that Documentation/Migrating/FromSwiftyJSON.md names.
@Suite("Differences from SwiftyJSON")
struct DifferenceTests {
    // MARK: Errors

    @Test func parseErrors() throws {
        let error = try #require(throws: JSONError.self) { try JSON(data: Data("{\"a\": 1\n \"b\"}".utf8)) }
        expectEqual(error.line, 2)
        expectEqual(error.column, 2)
        expectEqual(error.excerpt, " \"b\"}\n ^")
        expectEqual(error.errorCode, 490)
    }

    @Test func silentParsing() {
        for json in [JSON(parseJSON: "[1 2]"), JSON(Data("[1 2]".utf8))] {
            expectEqual(json, JSON.null)
            expectEqual(json.type, .null)
            expect(json.array == nil)
            expectEqual(json.description, "null")
            expectEqual(json.error?.column, 4)
            expect(!json.exists())
        }
    }

    @Test func errorConstants() {
        func name(_ error: SwiftyJSONError?) -> String {
            switch error {
            case .notExist?: "not exist"
            case SwiftyJSONError.indexOutOfBounds?: "out of bounds"
            case nil: "none"
            default: "other"
            }
        }
        let json: JSON = ["a": [1]]
        expectEqual(
            [json["b"], json["a"][1], json["a"], json["a"]["x"]].map { name($0.error) },
            [
                "not exist", "out of bounds", "none", "other",
            ])
    }

    @Test func localizedErrors() {
        let error: any Error = SwiftyJSONError.notExist
        expect(error is any LocalizedError)
        expectEqual(error.localizedDescription, "Dictionary key does not exist.")
    }

    @Test func nullPatterns() {
        let json: JSON = ["a": nil]
        func isNull(_ json: JSON) -> Bool {
            switch json {
            case JSON.null: true
            default: false
            }
        }
        expect(isNull(json["a"]))
        expect(!isNull(json["b"]))
        if case .null = json["b"] { Issue.record("a missing value matches null") }
        expectEqual(json["b"], JSON.null)
        expectEqual(json["b"].type, .null)
    }

    @Test func wrongTypeText() {
        let step = JSON(5)["a"].error
        expectEqual(step, SwiftyJSONError.wrongType)
        expectEqual(step?.localizedDescription, "expected an object, found a number")
        let merge = #expect(throws: JSONError.self) { try JSON(5).merged(with: "x") }
        expectEqual(merge, SwiftyJSONError.wrongType)
        expectEqual(
            merge?.localizedDescription, "Couldn't merge, because the JSONs differ in type on top level.")
        expectEqual(merge?.description, "$: expected a number, as the value it is merged into, found a string")
    }

    @Test func errorPaths() throws {
        let json = try JSON(data: Data(#"{"user": {"name": "Lena"}}"#.utf8))
        expectEqual(json["user"]["age"].error, .notExist)
        expectEqual(json["user"]["age"].error?.description, #"$.user.age: expected a member "age", found none"#)
        expectEqual(json["user"]["age"].error?.path, "$.user.age")
    }

    @Test func silentSetters() {
        var json: JSON = ["list": [1]]
        json["list"][5] = 1
        json["list"]["x"] = 1
        json["a"]["b"] = 1
        json["c"] = json["missing"]
        expectEqual(json, ["list": [1]])
        #expect(throws: SwiftyJSONError.indexOutOfBounds) { try json.set(1, at: "list", 5) }
        #expect(throws: SwiftyJSONError.wrongType) { try json.set(1, at: "list", "x") }
        #expect(throws: SwiftyJSONError.notExist) { try json.set(1, at: "a", "b") }
        #expect(throws: SwiftyJSONError.notExist) { try json.set(json["missing"], at: "c") }
        #expect(throws: SwiftyJSONError.wrongType) { try json.append(1) }
        #expect(throws: SwiftyJSONError.indexOutOfBounds) { try json.insert(1, at: "list", 9) }
        #expect(throws: SwiftyJSONError.notExist) { try json.remove(at: "none") }
        expectEqual(json, ["list": [1]])
    }

    @Test func unsupportedInPlace() {
        var json: JSON = ["a": 1, "list": [1, 2]]
        #expect(throws: SwiftyJSONError.unsupportedType) { try json.tryChange { $0["a"].object = NSObject() } }
        #expect(throws: SwiftyJSONError.unsupportedType) { try json.tryChange { $0["list"][0].object = NSObject() } }
        #expect(throws: SwiftyJSONError.unsupportedType) { try json.tryChange { $0["list", 1].object = NSObject() } }
        expectEqual(json, ["a": 1, "list": [1, 2]])
        json["a"].object = NSObject()
        json["new"].object = NSObject()
        expectEqual(json, ["a": nil, "list": [1, 2]])
    }

    @Test func missingParent() throws {
        var json: JSON = ["a": 1]
        json["b"]["c"] = 2
        expectEqual(json, ["a": 1])
        expect(!json["b"].exists())
        try json.set(2, at: "b", "c", creatingMissing: true)
        expectEqual(json, ["a": 1, "b": ["c": 2]])
    }

    @Test func decodingErrors() throws {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.self, from: Data("[1, tru]".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([JSON].self, from: Data("{}".utf8)) }
    }

    // MARK: Numbers

    @Test func digits() throws {
        let json = try JSON(data: Data("[1.10, 1e2, -0, 0.10000000000000000000001]".utf8))
        expectEqual(json.map(\.1.stringValue), ["1.10", "1e2", "-0", "0.10000000000000000000001"])
        expectEqual(json.rawString(options: []), "[1.10,1e2,-0,0.10000000000000000000001]")
    }

    @Test func exactComparison() throws {
        expect(try JSON(parsing: "9007199254740993") != JSON(9007199254740992.0))
        expect(try JSON(parsing: "0.1000000000000000000001") > JSON(0.1))
        let long = try JSON(parsing: "9007199254740993.25")
        expect(long.number is NSDecimalNumber)
        expectEqual(long.number, NSDecimalNumber(string: "9007199254740993.25"))
        expectEqual(long.decimal, Decimal(string: "9007199254740993.25"))
        // Up to 17 digits a number is a double, and the nearest one.
        let coordinate = try JSON(parsing: "-65.613616999999977")
        expectEqual(coordinate.number?.doubleValue, -65.613616999999977)
        expect(coordinate.object as? Double == coordinate.double)
        expect(try JSON(parsing: "-0.00000000012345678901234567").number as? Double == -0.00000000012345678901234567)
    }

    @Test func beyondDouble() throws {
        let json = try JSON(data: Data("[1e400]".utf8))
        expect(json[0].double == nil)
        expect(json[0].number == nil)
        expectEqual(json[0].type, .number)
        expectEqual(json.rawString(options: []), "[1e400]")
    }

    @Test func wholeDoubles() throws {
        expectEqual(JSON(3.0).stringValue, "3.0")
        expectEqual(JSON(NSNumber(value: 3.0)).stringValue, "3.0")
        expectEqual(JSON(3.0), JSON(3))
        expectEqual(JSON(["a": 5.0]).rawString(options: []), #"{"a":5.0}"#)
        expectEqual(JSON(["a": 5]).rawString(options: []), #"{"a":5}"#)
    }

    @Test func floats() {
        let float: Float = 0.1
        expectEqual(JSON(float).double, 0.1)
        expectEqual(JSON(float).float, float)
        expectEqual(JSON(float).stringValue, "0.1")
        expectEqual(JSON(NSNumber(value: float)).double, 0.1)
        // The nearest double is the middle between two floats, of which the smaller one is even.
        expectEqual(JSON(parseJSON: "[16777217.0000000001]")[0].float, 16_777_218)
    }

    @Test func integerLimits() throws {
        let json = try JSON(data: Data("[123456789012345678901234567890, -1e30, 300]".utf8))
        expectEqual(json[0].int, Int.max)
        expectEqual(json[0].uInt8, UInt8.max)
        expectEqual(json[1].int, Int.min)
        expectEqual(json[2].int8, 44)
        guard case .number(let big) = json[0], case .number(let small) = json[2] else {
            return expect(Bool(false), "no numbers")
        }
        expect(big.exactly(Int.self) == nil)
        expect(small.exactly(Int8.self) == nil)
        expectEqual(small.exactly(Int16.self), 300)
    }

    @Test func codableNumbers() throws {
        expectEqual(String(decoding: try JSONEncoder().encode([JSON(Int16(7))]), as: UTF8.self), "[7]")
        let json = JSON(Int16.min)
        try expectEqual(JSONDecoder().decode([JSON].self, from: JSONEncoder().encode([json])), [json])
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        expect(String(decoding: try encoder.encode([JSON(1.0)]), as: UTF8.self).contains("<real>1"))
        expectEqual(String(decoding: try JSONEncoder().encode([JSON(1.0)]), as: UTF8.self), "[1]")
    }

    // MARK: Text

    @Test func memberOrder() throws {
        let parsed = try JSON(data: Data(#"{"z": 1, "a": 2, "m": 3}"#.utf8))
        expectEqual(parsed.map(\.0), ["z", "a", "m"])
        expectEqual(parsed.rawString(options: []), #"{"z":1,"a":2,"m":3}"#)
        var literal: JSON = ["z": 1, "a": 2]
        literal["m"] = 3
        expectEqual(literal.map(\.0), ["z", "a", "m"])
        expectEqual(JSON(["z": 1, "a": 2, "m": 3] as [String: Int]).map(\.0), ["a", "m", "z"])
        expectEqual(JSON(["z": 1, "a": 2, "m": 3] as NSDictionary).map(\.0), ["a", "m", "z"])
    }

    @Test func duplicateMembers() throws {
        let text = #"{"a":1,"a":2}"#
        let json = JSON(parseJSON: text)
        expectEqual(json["a"], 2)
        expectEqual(json, ["a": 2])
        expectEqual(json.dictionaryValue, ["a": 2])
        expect(json.dictionaryObject as? [String: Int] == ["a": 2])
        expectEqual(json.count, 2)
        expectEqual(json.map(\.1), [1, 2])
        expectEqual(json.rawString(options: []), text)
        var options = JSONParsingOptions()
        options.duplicateKeys = .reject
        #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
    }

    @Test func canonicalText() {
        let json = JSON(parseJSON: #"{"e\u0301": "e\u0301"}"#)
        expect(!json["\u{e9}"].exists())
        expect(json["e\u{301}"] != "\u{e9}")
        expectEqual(json["e\u{301}"].stringValue, "\u{e9}")
        expectEqual(json.dictionaryValue["\u{e9}"], "e\u{301}")
    }

    @Test func layout() {
        expectEqual(JSON(["a": 1]).description, "{\n  \"a\": 1\n}")
        expectEqual(JSON(["a": 1]).rawString(), "{\n  \"a\": 1\n}")
    }

    @Test func slashes() throws {
        let json: JSON = ["http://a.b/c"]
        expectEqual(json.rawString(options: []), #"["http://a.b/c"]"#)
        try expectEqual(json.rawData(), Data(#"["http://a.b/c"]"#.utf8))
        try expectEqual(json.serializedString(JSONWritingOptions(escapesSlashes: true)), #"["http:\/\/a.b\/c"]"#)
    }

    @Test func castNil() throws {
        let json: JSON = ["k\"\n": ["v\u{1}\t", nil]]
        let text = try #require(json.rawString([.castNilToNSNull: true]))
        expectEqual(text, #"{"k\"\n":["v\u0001\t",null]}"#)
        try expectEqual(JSON(parsing: text), json)
    }

    @Test func encodings() {
        expectEqual(JSON(["é"]).rawString(.utf16, options: []), #"["é"]"#)
        expect(JSON(["é"]).rawString(.ascii, options: []) == nil)
    }

    @Test func rawStringFailure() {
        expect(JSON([Double.nan]).rawString() == nil)
        expect(JSON(NSObject()).rawString() == nil)
    }

    @Test func trailingCommas() throws {
        let error = #expect(throws: JSONError.self) { try JSON(data: Data("[1,]".utf8)) }
        expectEqual(error?.code, .trailingComma)
        var options = JSONParsingOptions()
        options.allowsTrailingCommas = true
        try expectEqual(JSON(parsing: "[1,]", options: options), [1])
    }

    // MARK: Types

    @Test func booleanObject() {
        let object = JSON(true).object
        expect(object is NSNumber)
        expect(object as? Bool == true)
        expect(object as? Int == 1)
        expectEqual(JSON(object).type, .bool)
        expectEqual(JSON([true, 1]).arrayObject.map { JSON($0) }, [true, 1])
    }

    @Test func deepObject() throws {
        let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        var options = JSONParsingOptions()
        options.maximumDepth = 600
        let json = try JSON(parsing: text, options: options)
        var level = json.object
        for _ in 1..<128 { level = try #require((level as? [Any])?.first) }
        expect((level as? [Any])?.first is JSON)
        expectEqual(JSON(json.object), json)
    }

    @Test func deepRawString() throws {
        let depth = 200_000
        var options = JSONParsingOptions()
        options.maximumDepth = depth
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let json = try JSON(parsing: text, options: options)
        expectEqual(json.rawString(), text)
        expectEqual(json.rawString([.jsonSerialization: JSONSerialization.WritingOptions.prettyPrinted]), text)
        let shallow = try JSON(parsing: String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
        expectEqual(shallow.rawString()?.contains("\n"), true)
    }

    @Test func cycles() {
        let array = NSMutableArray()
        array.add(array)
        defer { array.removeAllObjects() }
        expectEqual(JSON(array).error, SwiftyJSONError.elementTooDeep)
    }

    @Test func unsupportedParts() {
        let json = JSON([1, ["x": Date()]] as [Any])
        expectEqual(json[0], 1)
        expectEqual(json[1]["x"].type, .unknown)
        let error = #expect(throws: JSONError.self) { try json.rawData() }
        expectEqual(error, SwiftyJSONError.invalidJSON)
        expectEqual(error?.path, "$[1].x")
    }

    @Test func names() {
        let start: JSON.Index = JSON([1]).startIndex
        let same: JSONIndex = start
        let raw: JSONRawIndex = start
        expectEqual(same, raw)
        expectEqual(JSON(1).type, Type.number)
        let keys: [writingOptionsKeys] = [.maxObjextDepth, .maxObjectDepth]
        expectEqual(keys[0], keys[1])
        expectEqual(JSONRawStringOption.maxObjextDepth, writingOptionsKeys.maxObjectDepth)
    }

    @Test func qualifiedNames() {
        let json: SwiftyJSON.JSON = ["list": [1]]
        let path: [any SwiftyJSON.JSONSubscriptType] = ["list", 0]
        expectEqual(json[path], 1)
        expectEqual(json["none"].error, SwiftyJSON.SwiftyJSONError.notExist)
        let first: SwiftyJSON.JSONIndex = json.startIndex
        let same: SwiftyJSON.JSONRawIndex = first
        expectEqual(json[same].1, [1])
        let key: SwiftyJSON.JSONKey = path[0].jsonKey
        expect("\(key)".contains("list"))
    }

    @Test func views() throws {
        let json = try JSON(data: Data(#"{"list": [{"a": 1}]}"#.utf8))
        // The element knows its position, because it is a view on the text and not a copy.
        expectEqual(json["list"][0]["b"].error?.path, "$.list[0].b")
    }
}
