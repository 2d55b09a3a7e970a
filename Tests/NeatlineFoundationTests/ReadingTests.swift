import Foundation
import Neatline
import NeatlineTestSupport
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
        expectEqual(deep[0][0][0][0]["one"].int!, 1)
        expectEqual(deep[0, 0, 0, 0, "one"].int!, 1)
        expectEqual(deep[[0, 0, 0, 0, "one"] as [JSONSubscriptType]].int!, 1)
        let path: [JSONSubscriptType] = ["user", "tags", 1]
        expectEqual(json[path].string, "b")
        expectEqual(json["list"][2, 1], json["list"][2][1])
        expectEqual(json["list"][[2, 1]], [nil])
        expectEqual(json[].type, .dictionary)
        expectEqual(json[[] as [JSONSubscriptType]], json)
        let index = 1
        let key = "tags"
        expectEqual(json["user"][key][index], "b")
        let keys = path.map(\.jsonKey)
        guard case .key("user") = keys[0], case .index(1) = keys[2] else { return expect(Bool(false), "\(keys)") }
    }

    @Test("Reading what is not there gives nil, and never traps")
    func missing() {
        expect(json[999999]["wrong_key"]["wrong_name"].string == nil)
        expectEqual(json["user"]["x"].type, .null)
        expectEqual(json["user"]["x"], JSON.null)
        expectEqual(json["user"]["x"].description, "null")
        expectEqual(json["user"]["x"].intValue, 0)
        expectEqual(json["user"]["x"].null, NSNull())
        expect(json["user"]["x"].object is NSNull)
        expect(json["user"]["x"].arrayObject == nil)
        expect(json["user"]["x"].url == nil)
        expect(json["user"]["x"].number == nil)
    }

    @Test("Existence")
    func existence() {
        let json = JSON(["number": 1111, "null": NSNull()] as [String: Any])
        expect(!json["unspecified"].exists())
        expect(!json[0].exists())
        expect(json["number"].exists())
        expect(json["null"].exists())
        let array = JSON([["number": 1111]])
        expect(array[0].exists())
        expect(!array[1].exists())
        expect(!array["someValue"].exists())
    }

    @Test("Arrays and dictionaries")
    func containers() {
        expectEqual(json["list"].array?.count, 3)
        expect(json["user"].array == nil)
        expectEqual(json["user"].arrayValue, [])
        expectEqual(json["user"].dictionary?["id"], 42)
        expectEqual(json["user"].dictionaryValue.count, 3)
        expect(json["list"].dictionary == nil)
        expectEqual(JSON.null.dictionaryValue, [:])
        expect(JSON.null.dictionaryObject == nil)
        expect(json["list"].arrayObject?[0] as? Int == 1)
        expect(JSON([1, 2]).arrayObject is [NSNumber])
        expect(JSON(["test": "case"]).dictionaryObject as? [String: String] == ["test": "case"])
        expect(json["user"].dictionaryObject?["id"] as? NSNumber == 42)
        expectEqual((json["user"].dictionaryObject?["tags"] as? [String])?.last, "b")
    }

    @Test("Booleans")
    func booleans() {
        expect(JSON(1).bool == nil)
        expect(JSON("false").bool == nil)
        expect(JSON(2).boolValue)
        expect(!JSON(0.0).boolValue)
        for text in ["true", "Y", "t", "YES", "1", "True"] { expect(JSON(text).boolValue, "\(text)") }
        for text in ["", "2", "no", "f", "false"] { expect(!JSON(text).boolValue, "\(text)") }
        expect(JSON(true).numberValue == true as NSNumber)
        expectEqual(JSON(true).number!.stringValue, "1")
        expectEqual(JSON(false).number!.stringValue, "0")
        expectEqual(JSON(true).double, 1)
    }

    @Test("Numbers, and the text of numbers")
    func numbers() {
        let json = JSON(NSNumber(value: 9876543210.123456789))
        expectEqual(json.number!, 9876543210.123456789)
        expectEqual(json.numberValue, 9876543210.123456789)
        expectEqual(json.stringValue, "9876543210.123457")
        expectEqual(JSON(999.9823).stringValue, "999.9823")
        expectEqual(JSON(true).stringValue, "true")
        expect(JSON("1").number == nil)
        expectEqual(JSON("1000000000000000000000000000.1").numberValue.description, "1000000000000000000000000000.1")
        expectEqual(JSON("1e+27").numberValue.description, "1000000000000000000000000000")
        for other: JSON in ["hello", JSON(NSNull()), ["a", "b"], ["a": "b"], ""] {
            expectEqual(other.numberValue.stringValue, "0")
            expectEqual(other.numberValue, 0)
        }
        expectEqual(JSON("111").intValue, 111)
        expectEqual(JSON(948394394.347384).int!, 948394394)
        expectEqual(JSON(NSNumber(value: Int64.max)).int64!, Int64.max)
        expectEqual(JSON(NSNumber(value: UInt64.max)).uInt64!, UInt64.max)
        expectEqual(JSON(NSNumber(value: UInt64.max)).number!, NSNumber(value: UInt64.max))
        expectEqual(JSON(NSNumber(value: Int64.min + 1)).int64!, Int64.min + 1)
        let small = NSNumber(value: 127)
        expectEqual(JSON(small).int8!, small.int8Value)
        expectEqual(JSON(small).number!, small)
        expectEqual(JSON(NSNumber(value: -128)).numberValue, NSNumber(value: -128))
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
            expectEqual(json.number, number, "\(text)")
            expectEqual(json.numberValue, number, "\(text)")
            expect(json.object as? NSNumber == number, "\(text)")
        }
        let huge = try JSON(parsing: "[1e400, -1e400]")
        expect(huge[0].number == nil)
        expectEqual(huge[0].numberValue.doubleValue, .infinity)
        expectEqual(huge[1].numberValue.doubleValue, -.infinity)
        expectEqual(JSON(Double.infinity).number?.doubleValue, .infinity)
        expectEqual(JSON(Double.nan).number?.doubleValue.isNaN, true)
    }

    @Test("A Decimal has all digits, or is nil")
    func decimals() throws {
        let json = try JSON(
            parsing: #"[19.90, 0.1, 1e400, 1e-400, "1", 123456789012345678901234567890123456789012345678, 1e40]"#)
        expectEqual(json[0].decimal, Decimal(string: "19.9"))
        expectEqual(json[1].decimal, Decimal(string: "0.1"))
        expect(json[2].decimal == nil)
        expect(json[3].decimal == nil)
        expect(json[4].decimal == nil)
        expect(json[5].decimal == nil)
        expectEqual(json[6].decimal, Decimal(string: "1e40"))
        var price: JSON = "none"
        price.decimal = Decimal(string: "12345678901234567890.05")
        expectEqual(price.description, "12345678901234567890.05")
        price.decimal = nil
        expectEqual(price, JSON.null)
    }

    @Test("URLs, with escapes and without")
    func urls() {
        expectEqual(JSON("http://github.com").url!, URL(string: "http://github.com")!)
        let text = "http://examble.com/unencoded\\u2014string"
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!
        expectEqual(JSON(text).url!, URL(string: encoded)!)
        expectEqual(JSON(encoded).url!, URL(string: encoded)!)
        expectEqual(JSON("http://a.b/c d").url?.absoluteString, "http://a.b/c%20d")
        expectEqual(JSON("http://a.b/100%").url?.absoluteString, "http://a.b/100%25")
        expectEqual(JSON("http://a.b/%4").url?.absoluteString, "http://a.b/%254")
        expect(JSON(5).url == nil)
    }

    @Test("Arrays and dictionaries are iterated with names")
    func iteration() {
        let json: JSON = [1, 2.0, 3.3, 123456789, 987654321.123456789]
        var numbers: [NSNumber] = []
        var index = 0
        for (key, value): (String, JSON) in json {
            expectEqual(key, "\(index)")
            expectEqual(value, json[index])
            numbers.append(value.number!)
            index += 1
        }
        expectEqual(numbers, [1, 2.0, 3.3, 123456789, 987654321.123456789])
        let object: JSON = ["double": 1.11111, "int": 987654321]
        var dictionary: [String: NSNumber] = [:]
        for (key, value) in object { dictionary[key] = value.number! }
        expectEqual(dictionary, ["double": 1.11111, "int": 987654321])
        var objects: [AnyObject] = []
        for (_, value) in [["1": 1], NSNull(), "aoo"] as JSON { objects.append(value.object as AnyObject) }
        expectEqual((objects[0] as? [String: Int])?["1"], 1)
        expect(objects[1] as? NSNull == NSNull())
        expect(objects[2] as? String == "aoo")
        for (_, _) in JSON(5) { Issue.record("a number has no elements") }
        expect(JSON("x").isEmpty && JSON.null.count == 0)
        expectEqual(json.first?.1, 1)
        expectEqual(json.map(\.1.intValue).prefix(2), [1, 2])
        expectEqual(json.filter { $0.1 > 3 }.count, 3)
    }

    @Test("Positions of different kinds have no order")
    func positions() {
        let array = JSON([1, 2]).startIndex
        let object = JSON(["a": 1]).startIndex
        expectEqual(array, .array(0))
        expectEqual(JSON(1).startIndex, .null)
        expectEqual(JSONIndex.null, JSONRawIndex.null)
        expect((array < object) == false && (object < array) == false)
        expectEqual(JSON.Index.null < array, false)
        expect(JSONIndex.array(0) < .array(1))
        expectEqual(JSON([1, 2])[JSONIndex.array(1)].1, 2)
        expectEqual(JSON([1, 2])[JSONIndex.array(7)].1, JSON.null)
    }
}
