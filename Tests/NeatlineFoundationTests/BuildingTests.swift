import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Section B: construction and parsing.
@Suite("SwiftyJSON: building and parsing")
struct BuildingTests {
    @Test("From data, which throws where the text is wrong")
    func data() throws {
        let json = try JSON(data: Data(#"{"list": [1, 2.50, "x"], "on": true}"#.utf8))
        expectEqual(json["list"][1].double, 2.5)
        expectEqual(json["on"].bool, true)
        let invalid = try #require("{\"foo\": 300]".data(using: .utf8))
        #expect(throws: (any Error).self) { try JSON(data: invalid) }
        let error = #expect(throws: JSONError.self) { try JSON(data: invalid, options: .mutableContainers) }
        expectEqual(error?.line, 1)
        expectEqual(error?.column, 12)
        expect((try? JSON(data: Data())) == nil as JSON?)
        let guarded: JSON? = try? JSON(data: Data("[1]".utf8), options: [.mutableLeaves, .mutableContainers])
        expectEqual(guarded?[0], 1)
    }

    @Test("A text that is a scalar is refused unless fragments are allowed")
    func fragments() throws {
        for text in ["true", "12", "\"s\"", "null"] {
            let data = Data(text.utf8)
            let error = #expect(throws: JSONError.self) { try JSON(data: data) }
            expectEqual(error?.code, .topLevelScalar)
            expectEqual(JSON(data).type, .null)
            expectEqual(JSON(parseJSON: text).type, .null)
            try expectEqual(JSON(data: data, options: .fragmentsAllowed).description, text.filter { $0 != "\"" })
            expect(try JSON(data: data, options: [.allowFragments]).exists())
        }
    }

    @Test("Data in UTF-16 and UTF-32, with a byte order mark or without")
    func encodings() throws {
        let text = #"{"é": ["🙂", 1]}"#
        for encoding: String.Encoding in [
            .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ] {
            let data = try #require(text.data(using: encoding))
            try expectEqual(JSON(data: data), ["é": ["🙂", 1]], "\(encoding)")
        }
        try expectEqual(JSON(data: Data([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))), [1])
        try expectEqual(JSON(data: Data([0x5B, 0, 0x5D, 0])), [])
        #expect(throws: JSONError.self) { try JSON(data: Data([0xFF, 0xFE, 0x5B])) }
        #expect(throws: JSONError.self) { try JSON(data: Data([0, 0, 0])) }
        // A part of a longer Data, whose indices do not begin at 0.
        let part = Data("xx[1,2]yy".utf8)[2..<7]
        try expectEqual(JSON(data: part), [1, 2])
    }

    @Test("Data without a label is parsed, silently")
    func wrappedData() {
        expectEqual(JSON(Data("[1, {\"a\": null}]".utf8)), [1, ["a": nil]])
        expectEqual(JSON(NSData(data: Data("[1]".utf8))), [1])
        let broken = JSON(Data("[1,".utf8))
        expectEqual(broken, JSON.null)
        expectEqual(broken.type, .null)
        expect(broken.string == nil)
        expectEqual(broken.error?.code, .unexpectedEnd)
        expectEqual(JSON(["body": Data("{\"a\": 1}".utf8)])["body"]["a"], 1)
    }

    @Test("A string is not parsed, parseJSON does")
    func strings() {
        expectEqual(JSON("123").description, "123")
        expectEqual(JSON("123").type, .string)
        expectEqual(JSON("{\"a\": 1}")["a"].exists(), false)
        expectEqual(JSON(parseJSON: "{\"a\": [1, 2]}")["a"][1], 2)
        let broken = JSON(parseJSON: "{\"a\": \"raw\nnewline\"}")
        expectEqual(broken, JSON.null)
        expectEqual(broken.description, "null")
        expectEqual(broken.error?.line, 1)
        expectEqual(broken.error?.code, .controlCharacter)
        expectEqual(broken["a"].error?.code, .controlCharacter)
    }

    @Test("From Foundation's collections")
    func collections() {
        let dictionary = NSMutableDictionary()
        dictionary.setObject(NSNumber(value: 1.0), forKey: "number" as NSString)
        dictionary.setObject(NSNull(), forKey: "null" as NSString)
        dictionary.setObject([1, ["x": "y"]] as NSArray, forKey: "list" as NSString)
        expectEqual(JSON(dictionary), ["number": 1, "null": nil, "list": [1, ["x": "y"]]])
        expectEqual(JSON([1, "2", NSNull(), [true]] as NSArray), [1, "2", nil, [true]])
        expectEqual(JSON(NSMutableArray(array: [1, 2])), [1, 2])
        expectEqual(JSON(["a": 1, "b": [1, 2]] as NSDictionary), ["a": 1, "b": [1, 2]])
        expectEqual(JSON([1: 2] as NSDictionary).type, .unknown)
        expectEqual(JSON([[1: 2]] as NSArray)[0].type, .unknown)
        expectEqual(JSON([NSSet(array: [1])] as NSArray)[0].type, .unknown)
        expectEqual(JSON(["k": Date(timeIntervalSince1970: 0)] as NSDictionary)["k"].type, .unknown)
        expectEqual(JSON([[1, 2] as NSArray, 3] as [Any]), [[1, 2], 3])
        expectEqual(JSON([NSString("a"): 1] as [NSString: Int]).type, .dictionary)
    }

    @Test("From Swift's collections, of optionals and of values of JSON")
    func swiftCollections() {
        expectEqual(JSON(["name", "age"])[1], "age")
        expectEqual(JSON(["1": "2"])["1"].string!, "2")
        expectEqual(JSON([nil]), [nil])
        expectEqual(JSON(["key": nil] as [String: Any?]), ["key": nil])
        expectEqual(JSON([1, 2, "4", 5, "6", nil] as [Any?]), [1, 2, "4", 5, "6", nil])
        let elements: [JSON] = ["a", 1, ["b", 2]]
        let json = JSON(elements)
        expectEqual(json[0].string, "a")
        expectEqual(json[2, 1].int, 2)
        expectEqual(JSON(["k": JSON([1, 2, "3"]), "o": JSON(["aa": "11", "bb": 22])])["o"]["bb"], 22)
        expectEqual(JSON([1, 2, "3"])[2], "3")
        expectEqual(JSON(["name": "Jack", "age": 25])["age"].int, 25)
        let inner = JSON.init(["some_field": "1" + "2"])
        let foo = "foo"
        let outer = JSON.init(["outer_field": foo, "inner_json": inner])
        expectEqual(outer["inner_json"], ["some_field": "12"])
        expectEqual(JSON([]), [])
        expectEqual(JSON([:]), [:])
    }

    @Test("From numbers of every kind, with all digits")
    func numbers() {
        let big = Decimal(string: "123456789012345678901234567890.12")!
        expectEqual(JSON(big).description, "123456789012345678901234567890.12")
        expectEqual(JSON(NSDecimalNumber(decimal: big)).description, "123456789012345678901234567890.12")
        expectEqual(JSON(Decimal.nan).description, "nan")
        expectEqual(JSON(CGFloat(1.25)), 1.25)
        expectEqual(JSON(NSNumber(value: Int.min)).description, "-9223372036854775808")
        expectEqual(JSON(NSNumber(value: UInt64.max)).description, "18446744073709551615")
        expectEqual(JSON(NSNumber(value: -5 as Int8)).int8, -5)
        expectEqual(JSON(NSNumber(value: 1 as Int8)).type, .number)
        expectEqual(JSON(NSNumber(value: 0)).type, .number)
        expectEqual(JSON(NSNumber(value: true)).bool, true)
        expectEqual(JSON(NSNumber(value: 0.1 as Float)).description, "0.1")
        let float: Float = 9876543210987654321.12345678901234567890
        expect(JSON("9876543210987654321.12345678901234567890") != JSON(float))
        expectEqual(JSON(float).float, float)
    }

    @Test("Literals of every kind")
    func literals() {
        let string: JSON = "I'm a json"
        let integer: JSON = 12345
        let boolean: JSON = true
        let float: JSON = 2.8765
        let dictionary: JSON = ["I": "am", "a": "json"]
        let array: JSON = ["I", "am", "a", "json"]
        let null: JSON = .null
        let mixed: JSON = [1, "2", 3.12, NSNull(), true, ["name": "Jack"]]
        expectEqual(string.string, "I'm a json")
        expectEqual(integer.int, 12345)
        expectEqual(boolean.bool, true)
        expectEqual(float.double, 2.8765)
        expectEqual(dictionary["a"], "json")
        expectEqual(array[3], "json")
        expectEqual(null, JSON.null)
        expectEqual(mixed[3].null, NSNull())
        expectEqual(mixed[5]["name"], "Jack")
        let duplicates = JSON(dictionaryLiteral: ("a", 1), ("a", NSNumber(value: 2)))
        expectEqual(duplicates, ["a": 2])
        let numbers: JSON = [1, 2.0, 3.3]
        expectEqual(numbers[1].double, 2.0)
    }

    @Test("RawRepresentable, which is nil for unsupported types only")
    func rawRepresentable() {
        expect((JSON(rawValue: NSObject()) == nil) as Bool)
        if JSON(rawValue: NSObject()) != nil { Issue.record("an NSObject is no JSON") }
        if JSON(rawValue: NSNull()) == nil { Issue.record("null is JSON") }
        let number = JSON(rawValue: 948394394.347384 as NSNumber)!
        expectEqual(number.int!, 948394394)
        expectEqual(number.float!, 948394394.347384)
        let object: Any = number.rawValue
        if let int = object as? Int { expectEqual(int, 948394394) }
        expect(object as? Double == 948394394.347384)
        expect(object as? NSNumber == 948394394.347384)
        let bool = JSON(rawValue: true as NSNumber)!
        expectEqual(bool.bool!, true)
        expect(bool.rawValue as? Int == 1)
        expect(bool.rawValue as? Double == 1.0)
        expect(bool.rawValue as? Bool == true)
        expect(bool.rawValue as? NSNumber == NSNumber(value: true))
        let array = [1, 2, "3", 4102, "5632", "abocde", "!@# $%^&*()"] as NSArray
        expectEqual(JSON(rawValue: array), JSON(array))
        expect(JSON(rawValue: array)?.rawValue as? NSArray == array)
        let dictionary = ["1": 2, "2": 2, "three": 3, "list": ["aa", "bb", "dd"]] as NSDictionary
        expect(JSON(rawValue: dictionary)?.rawValue as? NSDictionary == dictionary)
        let string = JSON(rawValue: "text")
        expect(string?.array == nil)
        expect(string?.null == nil)
        expect(string?.error == nil)
        expect(string?.rawValue as? String == "text")
        let nulls = JSON(rawValue: ["aoo", "bpp", NSNull(), "coo"] as [Any])!
        expectEqual(nulls[2], JSON.null)
    }

    @Test("What JSONSerialization reads is what is parsed")
    func sameAsFoundation() throws {
        let data = Data(
            #"""
            {"a": [1, -2, 0.5, 1e10, 12345678901234567890, 37.78215, -122.40060], "b": {"c": null, "d": [true, false]},
             "text": "é \u00e9 \n", "empty": [[], {}], "money": 19.90}
            """#.utf8)
        let object = try JSONSerialization.jsonObject(with: data)
        expectEqual(JSON(object), try JSON(data: data))
        expect(try JSON(data: data).object as? NSDictionary == object as? NSDictionary)
    }

    @Test("Codable, as a value, in lists and as a property")
    func codable() throws {
        struct Model: Codable {
            var json: JSON
            var optional: JSON?
        }
        _ = try JSONEncoder().encode(JSON([NSNull()]))
        _ = try JSONEncoder().encode(JSON([nil]))
        let dictionary: [String: Any?] = ["key": nil]
        _ = try JSONEncoder().encode(JSON(dictionary))
        let text = #"[1,"false", ["A", 4.3231],"3",true]"#
        var data = text.data(using: .utf8)!
        let json = try JSONDecoder().decode(JSON.self, from: data)
        expectEqual(json.arrayValue.first?.int, 1)
        expect(json[1].bool == nil)
        expectEqual(json[1].string, "false")
        expectEqual(json[2][1].double!, 4.3231)
        expect(json.arrayValue[0].bool == nil)
        expectEqual(json.array!.last!.bool, true)
        let list = try JSONDecoder().decode([JSON].self, from: data)
        expectEqual(list.first!.int, 1)
        data = try JSONEncoder().encode(json)
        let back = try #require(try JSONSerialization.jsonObject(with: data, options: []) as? [Any])
        expect(back[0] as? Int == 1)
        expect((back[2] as? [Any])?[1] as? NSNumber == 4.3231)
        let model = try JSONDecoder().decode(Model.self, from: Data(#"{"json": {"a": [1]}}"#.utf8))
        expectEqual(model.json["a"][0], 1)
        let small = try JSONEncoder().encode(["value": JSON(Int16.max)])
        expectEqual(String(decoding: small, as: UTF8.self), #"{"value":32767}"#)
    }

    @Test("A double stays one in an encoder that tells doubles from integers")
    func doubles() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let text = String(decoding: try encoder.encode([JSON(1.0), JSON(1)]), as: UTF8.self)
        expect(text.contains("<real>1"))
        expect(text.contains("<integer>1</integer>"))
    }
}
