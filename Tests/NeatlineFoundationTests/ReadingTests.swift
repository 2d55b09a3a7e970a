import Foundation
import Neatline
import Testing

/// Section C: paths; section E: typed reads; section F: iteration.
@Suite("SwiftyJSON: reading")
struct ReadingTests {
    private let json: JSON = [
        "user": ["name": "Jack", "id": 42, "tags": ["a", "b"]], "list": [1, 2.5, [true, [nil]]],
    ]

    @Test("One step, many steps, and steps in an array are the same")
    func paths() {
        let deep: JSON = [[[[["one": 1]]]]]
        #expect(deep[0][0][0][0]["one"].int! == 1)
        #expect(deep[0, 0, 0, 0, "one"].int! == 1)
        #expect(deep[[0, 0, 0, 0, "one"] as [JSONSubscriptType]].int! == 1)
        let path: [JSONSubscriptType] = ["user", "tags", 1]
        #expect(json[path].string == "b")
        #expect(json["list"][2, 1] == json["list"][2][1])
        #expect(json["list"][[2, 1]] == [nil])
        #expect(json[].type == .dictionary)
        #expect(json[[] as [JSONSubscriptType]] == json)
        let index = 1
        let key = "tags"
        #expect(json["user"][key][index] == "b")
        let keys = path.map(\.jsonKey)
        guard case .key("user") = keys[0], case .index(1) = keys[2] else { return #expect(Bool(false), "\(keys)") }
    }

    @Test("Reading what is not there gives nil, and never traps")
    func missing() {
        #expect(json[999999]["wrong_key"]["wrong_name"].string == nil)
        #expect(json["user"]["x"].type == .null)
        #expect(json["user"]["x"] == JSON.null)
        #expect(json["user"]["x"].description == "null")
        #expect(json["user"]["x"].intValue == 0)
        #expect(json["user"]["x"].null == NSNull())
        #expect(json["user"]["x"].object is NSNull)
        #expect(json["user"]["x"].arrayObject == nil)
        #expect(json["user"]["x"].url == nil)
        #expect(json["user"]["x"].number == nil)
    }

    @Test("Existence")
    func existence() {
        let json = JSON(["number": 1111, "null": NSNull()] as [String: Any])
        #expect(!json["unspecified"].exists())
        #expect(!json[0].exists())
        #expect(json["number"].exists())
        #expect(json["null"].exists())
        let array = JSON([["number": 1111]])
        #expect(array[0].exists())
        #expect(!array[1].exists())
        #expect(!array["someValue"].exists())
    }

    @Test("Arrays and dictionaries")
    func containers() {
        #expect(json["list"].array?.count == 3)
        #expect(json["user"].array == nil)
        #expect(json["user"].arrayValue == [])
        #expect(json["user"].dictionary?["id"] == 42)
        #expect(json["user"].dictionaryValue.count == 3)
        #expect(json["list"].dictionary == nil)
        #expect(JSON.null.dictionaryValue == [:])
        #expect(JSON.null.dictionaryObject == nil)
        #expect(json["list"].arrayObject?[0] as? Int == 1)
        #expect(JSON([1, 2]).arrayObject is [NSNumber])
        #expect(JSON(["test": "case"]).dictionaryObject as? [String: String] == ["test": "case"])
        #expect(json["user"].dictionaryObject?["id"] as? NSNumber == 42)
        #expect((json["user"].dictionaryObject?["tags"] as? [String])?.last == "b")
    }

    @Test("Booleans")
    func booleans() {
        #expect(JSON(1).bool == nil)
        #expect(JSON("false").bool == nil)
        #expect(JSON(2).boolValue)
        #expect(!JSON(0.0).boolValue)
        for text in ["true", "Y", "t", "YES", "1", "True"] { #expect(JSON(text).boolValue, "\(text)") }
        for text in ["", "2", "no", "f", "false"] { #expect(!JSON(text).boolValue, "\(text)") }
        #expect(JSON(true).numberValue == true as NSNumber)
        #expect(JSON(true).number!.stringValue == "1")
        #expect(JSON(false).number!.stringValue == "0")
        #expect(JSON(true).double == 1)
    }

    @Test("Numbers, and the text of numbers")
    func numbers() {
        let json = JSON(NSNumber(value: 9876543210.123456789))
        #expect(json.number! == 9876543210.123456789)
        #expect(json.numberValue == 9876543210.123456789)
        #expect(json.stringValue == "9876543210.123457")
        #expect(JSON(999.9823).stringValue == "999.9823")
        #expect(JSON(true).stringValue == "true")
        #expect(JSON("1").number == nil)
        #expect(JSON("1000000000000000000000000000.1").numberValue.description == "1000000000000000000000000000.1")
        #expect(JSON("1e+27").numberValue.description == "1000000000000000000000000000")
        for other: JSON in ["hello", JSON(NSNull()), ["a", "b"], ["a": "b"], ""] {
            #expect(other.numberValue.stringValue == "0")
            #expect(other.numberValue == 0)
        }
        #expect(JSON("111").intValue == 111)
        #expect(JSON(948394394.347384).int! == 948394394)
        #expect(JSON(NSNumber(value: Int64.max)).int64! == Int64.max)
        #expect(JSON(NSNumber(value: UInt64.max)).uInt64! == UInt64.max)
        #expect(JSON(NSNumber(value: UInt64.max)).number! == NSNumber(value: UInt64.max))
        #expect(JSON(NSNumber(value: Int64.min + 1)).int64! == Int64.min + 1)
        let small = NSNumber(value: 127)
        #expect(JSON(small).int8! == small.int8Value)
        #expect(JSON(small).number! == small)
        #expect(JSON(NSNumber(value: -128)).numberValue == NSNumber(value: -128))
    }

    @Test("A number's NSNumber has the value that was written")
    func parsedNumbers() throws {
        let rows: [(String, NSNumber)] = [
            ("1", 1), ("-7", -7), ("18446744073709551615", NSNumber(value: UInt64.max)), ("2.50", 2.5), ("1.0", 1.0),
            ("1e2", 100), ("-0", 0), ("1e-7", 1e-7),
            ("123456789012345678901234567890", NSDecimalNumber(string: "123456789012345678901234567890")),
            ("0.1234567890123456789", NSDecimalNumber(string: "0.1234567890123456789")), ("1e300", 1e300),
            (
                "12345678901234567890123456789012345678901234567890",
                12345678901234567890123456789012345678901234567890.0
            ),
        ]
        for (text, number) in rows {
            let json = try JSON(parsing: text)
            #expect(json.number == number, "\(text)")
            #expect(json.numberValue == number, "\(text)")
            #expect(json.object as? NSNumber == number, "\(text)")
        }
        let huge = try JSON(parsing: "[1e400, -1e400]")
        #expect(huge[0].number == nil)
        #expect(huge[0].numberValue.doubleValue == .infinity)
        #expect(huge[1].numberValue.doubleValue == -.infinity)
        #expect(JSON(Double.infinity).number?.doubleValue == .infinity)
        #expect(JSON(Double.nan).number?.doubleValue.isNaN == true)
    }

    @Test("A Decimal has all digits, or is nil")
    func decimals() throws {
        let json = try JSON(
            parsing: #"[19.90, 0.1, 1e400, 1e-400, "1", 123456789012345678901234567890123456789012345678, 1e40]"#)
        #expect(json[0].decimal == Decimal(string: "19.9"))
        #expect(json[1].decimal == Decimal(string: "0.1"))
        #expect(json[2].decimal == nil)
        #expect(json[3].decimal == nil)
        #expect(json[4].decimal == nil)
        #expect(json[5].decimal == nil)
        #expect(json[6].decimal == Decimal(string: "1e40"))
        var price: JSON = "none"
        price.decimal = Decimal(string: "12345678901234567890.05")
        #expect(price.description == "12345678901234567890.05")
        price.decimal = nil
        #expect(price == JSON.null)
    }

    @Test("URLs, with escapes and without")
    func urls() {
        #expect(JSON("http://github.com").url! == URL(string: "http://github.com")!)
        let text = "http://examble.com/unencoded\\u2014string"
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!
        #expect(JSON(text).url! == URL(string: encoded)!)
        #expect(JSON(encoded).url! == URL(string: encoded)!)
        #expect(JSON("http://a.b/c d").url?.absoluteString == "http://a.b/c%20d")
        #expect(JSON("http://a.b/100%").url?.absoluteString == "http://a.b/100%25")
        #expect(JSON("http://a.b/%4").url?.absoluteString == "http://a.b/%254")
        #expect(JSON(5).url == nil)
    }

    @Test("Arrays and dictionaries are iterated with names")
    func iteration() {
        let json: JSON = [1, 2.0, 3.3, 123456789, 987654321.123456789]
        var numbers: [NSNumber] = []
        var index = 0
        for (key, value): (String, JSON) in json {
            #expect(key == "\(index)")
            #expect(value == json[index])
            numbers.append(value.number!)
            index += 1
        }
        #expect(numbers == [1, 2.0, 3.3, 123456789, 987654321.123456789])
        let object: JSON = ["double": 1.11111, "int": 987654321]
        var dictionary: [String: NSNumber] = [:]
        for (key, value) in object { dictionary[key] = value.number! }
        #expect(dictionary == ["double": 1.11111, "int": 987654321])
        var objects: [AnyObject] = []
        for (_, value) in [["1": 1], NSNull(), "aoo"] as JSON { objects.append(value.object as AnyObject) }
        #expect((objects[0] as? [String: Int])?["1"] == 1)
        #expect(objects[1] as? NSNull == NSNull())
        #expect(objects[2] as? String == "aoo")
        for (_, _) in JSON(5) { Issue.record("a number has no elements") }
        #expect(JSON("x").isEmpty && JSON.null.count == 0)
        #expect(json.first?.1 == 1)
        #expect(json.map(\.1.intValue).prefix(2) == [1, 2])
        #expect(json.filter { $0.1 > 3 }.count == 3)
    }

    @Test("Positions of different kinds have no order")
    func positions() {
        let array = JSON([1, 2]).startIndex
        let object = JSON(["a": 1]).startIndex
        #expect(array == .array(0))
        #expect(JSON(1).startIndex == .null)
        #expect(JSONIndex.null == JSONRawIndex.null)
        #expect((array < object) == false && (object < array) == false)
        #expect((JSON.Index.null < array) == false)
        #expect(JSONIndex.array(0) < .array(1))
        #expect(JSON([1, 2])[JSONIndex.array(1)].1 == 2)
        #expect(JSON([1, 2])[JSONIndex.array(7)].1 == JSON.null)
    }
}
