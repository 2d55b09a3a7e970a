import Foundation
import Neatline
import Testing

/// Section B: construction and parsing.
@Suite("SwiftyJSON: building and parsing")
struct BuildingTests {
    @Test("From data, which throws where the text is wrong")
    func data() throws {
        let json = try JSON(data: Data(#"{"list": [1, 2.50, "x"], "on": true}"#.utf8))
        #expect(json["list"][1].double == 2.5)
        #expect(json["on"].bool == true)
        let invalid = try #require("{\"foo\": 300]".data(using: .utf8))
        #expect(throws: (any Error).self) { try JSON(data: invalid) }
        let error = #expect(throws: JSONError.self) { try JSON(data: invalid, options: .mutableContainers) }
        #expect(error?.line == 1)
        #expect(error?.column == 12)
        #expect((try? JSON(data: Data())) == nil as JSON?)
        let guarded: JSON? = try? JSON(data: Data("[1]".utf8), options: [.mutableLeaves, .mutableContainers])
        #expect(guarded?[0] == 1)
    }

    @Test("A text that is a scalar is refused unless fragments are allowed")
    func fragments() throws {
        for text in ["true", "12", "\"s\"", "null"] {
            let data = Data(text.utf8)
            let error = #expect(throws: JSONError.self) { try JSON(data: data) }
            #expect(error?.code == .topLevelScalar)
            #expect(JSON(data).type == .null)
            #expect(JSON(parseJSON: text).type == .null)
            #expect(try JSON(data: data, options: .fragmentsAllowed).description == text.filter { $0 != "\"" })
            #expect(try JSON(data: data, options: [.allowFragments]).exists())
        }
    }

    @Test("Data in UTF-16 and UTF-32, with a byte order mark or without")
    func encodings() throws {
        let text = #"{"é": ["🙂", 1]}"#
        for encoding: String.Encoding in [
            .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ] {
            let data = try #require(text.data(using: encoding))
            #expect(try JSON(data: data) == ["é": ["🙂", 1]], "\(encoding)")
        }
        #expect(try JSON(data: Data([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))) == [1])
        #expect(try JSON(data: Data([0x5B, 0, 0x5D, 0])) == [])
        #expect(throws: JSONError.self) { try JSON(data: Data([0xFF, 0xFE, 0x5B])) }
        #expect(throws: JSONError.self) { try JSON(data: Data([0, 0, 0])) }
        // A part of a longer Data, whose indices do not begin at 0.
        let part = Data("xx[1,2]yy".utf8)[2..<7]
        #expect(try JSON(data: part) == [1, 2])
    }

    @Test("Data without a label is parsed, silently")
    func wrappedData() {
        #expect(JSON(Data("[1, {\"a\": null}]".utf8)) == [1, ["a": nil]])
        #expect(JSON(NSData(data: Data("[1]".utf8))) == [1])
        let broken = JSON(Data("[1,".utf8))
        #expect(broken == JSON.null)
        #expect(broken.type == .null)
        #expect(broken.string == nil)
        #expect(broken.error?.code == .unexpectedEnd)
        #expect(JSON(["body": Data("{\"a\": 1}".utf8)])["body"]["a"] == 1)
    }

    @Test("A string is not parsed, parseJSON does")
    func strings() {
        #expect(JSON("123").description == "123")
        #expect(JSON("123").type == .string)
        #expect(JSON("{\"a\": 1}")["a"].exists() == false)
        #expect(JSON(parseJSON: "{\"a\": [1, 2]}")["a"][1] == 2)
        let broken = JSON(parseJSON: "{\"a\": \"raw\nnewline\"}")
        #expect(broken == JSON.null)
        #expect(broken.description == "null")
        #expect(broken.error?.line == 1)
        #expect(broken.error?.code == .controlCharacter)
        #expect(broken["a"].error?.code == .controlCharacter)
    }

    @Test("From Foundation's collections")
    func collections() {
        let dictionary = NSMutableDictionary()
        dictionary.setObject(NSNumber(value: 1.0), forKey: "number" as NSString)
        dictionary.setObject(NSNull(), forKey: "null" as NSString)
        dictionary.setObject([1, ["x": "y"]] as NSArray, forKey: "list" as NSString)
        #expect(JSON(dictionary) == ["number": 1, "null": nil, "list": [1, ["x": "y"]]])
        #expect(JSON([1, "2", NSNull(), [true]] as NSArray) == [1, "2", nil, [true]])
        #expect(JSON(NSMutableArray(array: [1, 2])) == [1, 2])
        #expect(JSON(["a": 1, "b": [1, 2]] as NSDictionary) == ["a": 1, "b": [1, 2]])
        #expect(JSON([1: 2] as NSDictionary).type == .unknown)
        #expect(JSON([[1: 2]] as NSArray)[0].type == .unknown)
        #expect(JSON([NSSet(array: [1])] as NSArray)[0].type == .unknown)
        #expect(JSON(["k": Date(timeIntervalSince1970: 0)] as NSDictionary)["k"].type == .unknown)
        #expect(JSON([[1, 2] as NSArray, 3] as [Any]) == [[1, 2], 3])
        #expect(JSON([NSString("a"): 1] as [NSString: Int]).type == .dictionary)
    }

    @Test("From Swift's collections, of optionals and of values of JSON")
    func swiftCollections() {
        #expect(JSON(["name", "age"])[1] == "age")
        #expect(JSON(["1": "2"])["1"].string! == "2")
        #expect(JSON([nil]) == [nil])
        #expect(JSON(["key": nil] as [String: Any?]) == ["key": nil])
        #expect(JSON([1, 2, "4", 5, "6", nil] as [Any?]) == [1, 2, "4", 5, "6", nil])
        let elements: [JSON] = ["a", 1, ["b", 2]]
        let json = JSON(elements)
        #expect(json[0].string == "a")
        #expect(json[2, 1].int == 2)
        #expect(JSON(["k": JSON([1, 2, "3"]), "o": JSON(["aa": "11", "bb": 22])])["o"]["bb"] == 22)
        #expect(JSON([1, 2, "3"])[2] == "3")
        #expect(JSON(["name": "Jack", "age": 25])["age"].int == 25)
        let inner = JSON.init(["some_field": "1" + "2"])
        let foo = "foo"
        let outer = JSON.init(["outer_field": foo, "inner_json": inner])
        #expect(outer["inner_json"] == ["some_field": "12"])
        #expect(JSON([]) == [])
        #expect(JSON([:]) == [:])
    }

    @Test("From numbers of every kind, with all digits")
    func numbers() {
        let big = Decimal(string: "123456789012345678901234567890.12")!
        #expect(JSON(big).description == "123456789012345678901234567890.12")
        #expect(JSON(NSDecimalNumber(decimal: big)).description == "123456789012345678901234567890.12")
        #expect(JSON(Decimal.nan).description == "nan")
        #expect(JSON(CGFloat(1.25)) == 1.25)
        #expect(JSON(NSNumber(value: Int.min)).description == "-9223372036854775808")
        #expect(JSON(NSNumber(value: UInt64.max)).description == "18446744073709551615")
        #expect(JSON(NSNumber(value: -5 as Int8)).int8 == -5)
        #expect(JSON(NSNumber(value: 1 as Int8)).type == .number)
        #expect(JSON(NSNumber(value: 0)).type == .number)
        #expect(JSON(NSNumber(value: true)).bool == true)
        #expect(JSON(NSNumber(value: 0.1 as Float)).description == "0.1")
        let float: Float = 9876543210987654321.12345678901234567890
        #expect(JSON("9876543210987654321.12345678901234567890") != JSON(float))
        #expect(JSON(float).float == float)
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
        #expect(string.string == "I'm a json")
        #expect(integer.int == 12345)
        #expect(boolean.bool == true)
        #expect(float.double == 2.8765)
        #expect(dictionary["a"] == "json")
        #expect(array[3] == "json")
        #expect(null == JSON.null)
        #expect(mixed[3].null == NSNull())
        #expect(mixed[5]["name"] == "Jack")
        let duplicates = JSON(dictionaryLiteral: ("a", 1), ("a", NSNumber(value: 2)))
        #expect(duplicates == ["a": 2])
        let numbers: JSON = [1, 2.0, 3.3]
        #expect(numbers[1].double == 2.0)
    }

    @Test("RawRepresentable, which is nil for unsupported types only")
    func rawRepresentable() {
        #expect((JSON(rawValue: NSObject()) == nil) as Bool)
        if JSON(rawValue: NSObject()) != nil { Issue.record("an NSObject is no JSON") }
        if JSON(rawValue: NSNull()) == nil { Issue.record("null is JSON") }
        let number = JSON(rawValue: 948394394.347384 as NSNumber)!
        #expect(number.int! == 948394394)
        #expect(number.float! == 948394394.347384)
        let object: Any = number.rawValue
        if let int = object as? Int { #expect(int == 948394394) }
        #expect(object as? Double == 948394394.347384)
        #expect(object as? NSNumber == 948394394.347384)
        let bool = JSON(rawValue: true as NSNumber)!
        #expect(bool.bool! == true)
        #expect(bool.rawValue as? Int == 1)
        #expect(bool.rawValue as? Double == 1.0)
        #expect(bool.rawValue as? Bool == true)
        #expect(bool.rawValue as? NSNumber == NSNumber(value: true))
        let array = [1, 2, "3", 4102, "5632", "abocde", "!@# $%^&*()"] as NSArray
        #expect(JSON(rawValue: array) == JSON(array))
        #expect(JSON(rawValue: array)?.rawValue as? NSArray == array)
        let dictionary = ["1": 2, "2": 2, "three": 3, "list": ["aa", "bb", "dd"]] as NSDictionary
        #expect(JSON(rawValue: dictionary)?.rawValue as? NSDictionary == dictionary)
        let string = JSON(rawValue: "text")
        #expect(string?.array == nil)
        #expect(string?.null == nil)
        #expect(string?.error == nil)
        #expect(string?.rawValue as? String == "text")
        let nulls = JSON(rawValue: ["aoo", "bpp", NSNull(), "coo"] as [Any])!
        #expect(nulls[2] == JSON.null)
    }

    @Test("What JSONSerialization reads is what is parsed")
    func sameAsFoundation() throws {
        let data = Data(
            #"""
            {"a": [1, -2, 0.5, 1e10, 12345678901234567890, 37.78215, -122.40060], "b": {"c": null, "d": [true, false]},
             "text": "é \u00e9 \n", "empty": [[], {}], "money": 19.90}
            """#.utf8)
        let object = try JSONSerialization.jsonObject(with: data)
        #expect(JSON(object) == (try JSON(data: data)))
        #expect(try JSON(data: data).object as? NSDictionary == object as? NSDictionary)
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
        #expect(json.arrayValue.first?.int == 1)
        #expect(json[1].bool == nil)
        #expect(json[1].string == "false")
        #expect(json[2][1].double! == 4.3231)
        #expect(json.arrayValue[0].bool == nil)
        #expect(json.array!.last!.bool == true)
        let list = try JSONDecoder().decode([JSON].self, from: data)
        #expect(list.first!.int == 1)
        data = try JSONEncoder().encode(json)
        let back = try #require(try JSONSerialization.jsonObject(with: data, options: []) as? [Any])
        #expect(back[0] as? Int == 1)
        #expect((back[2] as? [Any])?[1] as? NSNumber == 4.3231)
        let model = try JSONDecoder().decode(Model.self, from: Data(#"{"json": {"a": [1]}}"#.utf8))
        #expect(model.json["a"][0] == 1)
        let small = try JSONEncoder().encode(["value": JSON(Int16.max)])
        #expect(String(decoding: small, as: UTF8.self) == #"{"value":32767}"#)
    }

    @Test("A double stays one in an encoder that tells doubles from integers")
    func doubles() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let text = String(decoding: try encoder.encode([JSON(1.0), JSON(1)]), as: UTF8.self)
        #expect(text.contains("<real>1"))
        #expect(text.contains("<integer>1</integer>"))
    }
}
