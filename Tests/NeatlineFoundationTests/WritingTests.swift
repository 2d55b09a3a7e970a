import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Section D, as far as Foundation's types go: the setters.
@Suite("SwiftyJSON: Foundation's setters")
struct WritingTests {
    @Test("Numbers")
    func numbers() {
        var json = JSON("text")
        json.number = NSNumber(value: 123456789.0123456789)
        expectEqual(json.number!, 123456789.0123456789)
        json.number = nil
        expectEqual(json.numberValue, 0)
        expect(json.object as? NSNull == NSNull())
        expect(json.number == nil)
        json.numberValue = 2.9876
        expectEqual(json.number!, 2.9876)
        json.number = true as NSNumber
        expectEqual(json.bool, true)
        json.numberValue = NSDecimalNumber(string: "0.12345678901234567890123")
        expectEqual(json.description, "0.12345678901234567890123")
        json.number = NSNumber(value: 23231.65 as Float)
        expectEqual(json.float!, 23231.65)
        expectEqual(json.numberValue, NSNumber(value: 23231.65 as Float))
        expectEqual(json.stringValue, "23231.65")
    }

    @Test("URLs")
    func urls() {
        var json = JSON(1)
        json.url = URL(string: "http://github.com/a%20b")
        expectEqual(json, "http://github.com/a%20b")
        json.url = nil
        expectEqual(json.type, .null)
    }

    @Test("Null, whatever is set")
    func null() {
        var json = JSON(["a": 1])
        json.null = NSNull()
        expectEqual(json, JSON.null)
        json = 5
        json.null = nil
        expectEqual(json.null, NSNull())
    }

    @Test("Array objects, also in place")
    func arrayObject() {
        var json = JSON(["1", "2", "a", "B", "D"])
        json.arrayObject = ["111", "222"]
        expectEqual(json.array![0].string!, "111")
        json.arrayObject = [1, 2, 3, 4]
        expectEqual(json, [1, 2, 3, 4])
        json.arrayObject?.removeFirst()
        expectEqual(json, [2, 3, 4])
        json.arrayObject?.append("x")
        _ = json.arrayObject?.removeLast()
        expectEqual(json, [2, 3, 4])
        json.arrayObject?.removeAll()
        expect(json.arrayValue.isEmpty)
        expectEqual(json, JSON([]))
        json.arrayObject = nil
        expectEqual(json.type, .null)
        json.arrayObject?.append(1)
        expectEqual(json.type, .null)
    }

    @Test("Dictionary objects, also in place, in the order that was there")
    func dictionaryObject() throws {
        var json: JSON = ["test": "case"]
        expectEqual(json.dictionaryObject! as! [String: String], ["test": "case"])
        json.dictionaryObject = ["name": "NAME"]
        expectEqual(json, ["name": "NAME"])
        json = ["z": 1, "b": 2, "y": 3]
        json.dictionaryObject?.removeValue(forKey: "b")
        try expectEqual(json.serializedString(), #"{"z":1,"y":3}"#)
        json.dictionaryObject?["c"] = [true]
        json.dictionaryObject?["a"] = NSNull()
        try expectEqual(json.serializedString(), #"{"z":1,"y":3,"c":[true],"a":null}"#)
        json.dictionaryObject?.removeAll()
        expectEqual(json, [:])
        json.dictionaryObject = nil
        expectEqual(json.type, .null)
    }
}
