import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Section D: writing.
@Suite("SwiftyJSON: changing")
struct ChangingTests {
    @Test("Elements in range are replaced, others are ignored")
    func elements() {
        var json: JSON = [1, 2.0, 3.3, 123456789, 987654321.123456789]
        expectEqual(json, [1, 2.0, 3.3, 123456789, 987654321.123456789])
        json[0] = 1.9
        json[1] = JSON(2.899)
        json[2] = "three"
        json[3] = JSON.null
        json[999] = 300
        json[-1] = 300
        expectEqual(json[0], 1.9)
        expectEqual(json[1].double!, 2.899)
        expectEqual(json[3].null!, NSNull())
        expectEqual(json, [1.9, 2.899, "three", NSNull(), 987654321.123456789])
        json[2] = JSON(NSNull())
        expectEqual(json.count, 5)
    }

    @Test("Members are added and replaced")
    func members() {
        let dictionary: [String: Any] = [
            "string": "STRING", "number": 9823.212, "bool": true, "empty": ["nothing"], "foo": ["bar": ["1"]],
            "bar": ["foo": ["1": "a"]],
        ]
        var json = JSON(dictionary)
        expectEqual(json["string"], "STRING")
        expectEqual(json["number"], 9823.212)
        expectEqual(json["bool"], true)
        expectEqual(json["empty"], ["nothing"])
        json["string"] = "muted"
        json["number"] = 9999.0
        json["bool"] = "false"
        json["empty"] = []
        json["new"] = JSON("foo")
        json["foo"]["bar"] = JSON([])
        json["bar"]["foo"] = JSON(["2": "b"])
        expectEqual(json["string"], "muted")
        expectEqual(json["number"], 9999.0)
        expectEqual(json["bool"].string, "false")
        expectEqual(json["empty"].array, [])
        expectEqual(json["new"], "foo")
        expectEqual(json["foo"]["bar"], JSON([]))
        expectEqual(json["bar"]["foo"], ["2": "b"])
    }

    @Test("Paths of any depth, and through typed setters")
    func nested() {
        var json: JSON = [[[[["num": 1]]]]]
        json[0, 0, 0, 0, "num"] = 2
        expectEqual(json[[0, 0, 0, 0, "num"] as [JSONSubscriptType]].intValue, 2)
        json[0, 0, 0, 0, "num"] = JSON.null
        expectEqual(json[0, 0, 0, 0, "num"].null!, NSNull())
        json[0, 0, 0, 0, "num"] = 100.009
        expectEqual(json[0][0][0][0]["num"].doubleValue, 100.009)
        json[[0, 0, 0, 0]] = ["name": "Jack"]
        expectEqual(json[0, 0, 0, 0, "name"].stringValue, "Jack")
        json[[0, 0, 0, 0, "name"] as [JSONSubscriptType]].string = "Mike"
        expectEqual(json[0, 0, 0, 0, "name"].stringValue, "Mike")
        let path: [JSONSubscriptType] = [0, 0, 0, 0, "name"]
        json[path].string = "Jim"
        expectEqual(json[path].stringValue, "Jim")

        var user: JSON = [
            "user": [
                "id": 987654, "info": ["name": "jack", "email": "jack@gmail.com"],
                "feeds": [98833, 23443, 213239, 23232],
            ]
        ]
        user["user"]["info"]["name"] = "jim"
        user["user", "info", "email"] = "jim@hotmail.com"
        user["user", "feeds"] = [77323, 2313, 4545, 323]
        user["user"]["feeds"][1].int = 5
        user["user"]["id"].number = NSNumber(value: 1.5)
        user["user"]["info"]["site"].url = URL(string: "http://a.b")
        user["user"]["feeds"].arrayObject?.removeLast()
        expectEqual(user["user"]["info"]["name"], "jim")
        expectEqual(user["user"]["info"]["site"].url, URL(string: "http://a.b"))
        expectEqual(user["user"]["feeds"], [77323, 5, 4545])
        expectEqual(user["user"]["id"].double, 1.5)
        user["no", "such", "way"] = 1
        user["user"]["id"]["deeper"] = 1
        expectEqual(user["no"].exists(), false)
        expectEqual(user["user"]["id"], 1.5)
        let empty: [JSONSubscriptType] = []
        user[empty] = 5
        expectEqual(user.type, .dictionary)
    }

    @Test("A value with an error is not stored")
    func errors() {
        var json: JSON = ["a": 1]
        json["a"] = json["b"]
        json["c"] = JSON(NSObject())
        expectEqual(json, ["a": 1])
    }

    @Test("Numbers of every type are set, and cleared with nil")
    func numbers() {
        var json = JSON(123456789)
        json.int = nil
        expectEqual(json.intValue, 0)
        expectEqual(json.numberValue, 0)
        expect(json.object as? NSNull == NSNull())
        json.intValue = 76543
        expectEqual(json.numberValue, 76543)
        expectEqual(json.stringValue, "76543")
        json.double = 2.8765432
        expectEqual(json.numberValue, 2.8765432)
        json.doubleValue = 89.0
        expectEqual(json.numberValue, 89.0)
        json.float = 23231.65
        expectEqual(json.float!, 23231.65)
        expectEqual(json.floatValue, 23231.65)
        expectEqual(json.numberValue, NSNumber(value: 23231.65 as Float))
        expectEqual(json.stringValue, "23231.65")
        json.float = -98766.23
        expectEqual(json.numberValue, NSNumber(value: -98766.23 as Float))
        for value in [Int8.min, -5, 0, 1, Int8.max] {
            json.int8Value = value
            expectEqual(json.int8!, value)
            expectEqual(json.numberValue, NSNumber(value: value))
            expectEqual(json.stringValue, NSNumber(value: value).stringValue)
        }
        json.uInt8 = UInt8.max
        expectEqual(json.number!, NSNumber(value: UInt8.max))
        json.int16Value = Int16.min
        expectEqual(json.number!, NSNumber(value: Int16.min))
        json.uInt16 = UInt16.max
        expectEqual(json.number!, NSNumber(value: UInt16.max))
        json.int32 = Int32.min
        expectEqual(json.number!, NSNumber(value: Int32.min))
        json.uInt32Value = UInt32.max
        expectEqual(json.number!, NSNumber(value: UInt32.max))
        json.uInt64 = 5
        expectEqual(json.number!, NSNumber(value: 5 as UInt64))
        json.uIntValue = UInt.max
        expectEqual(json.number!, NSNumber(value: UInt.max))
        json.uInt64 = UInt64.max
        expectEqual(json.number!, NSNumber(value: UInt64.max))
        expectEqual(json.stringValue, "18446744073709551615")
        json.int64 = Int64.min + 1
        expectEqual(json.int64Value, Int64.min + 1)
        json.bool = false
        expect(json.numberValue == false as NSNumber)
        json.bool = nil
        expectEqual(json.boolValue, false)
        expectEqual(json.numberValue, 0)
        json.boolValue = true
        expectEqual(json.bool!, true)
        json.string = "1000000000000000000000000000.1"
        expect(json.number == nil)
        expectEqual(json.numberValue.description, "1000000000000000000000000000.1")
        json.stringValue = "12345?67890.@#"
        expectEqual(json.string!, "12345?67890.@#")
    }

    @Test("Merging")
    func merging() throws {
        try expectEqual(JSON("a").merged(with: JSON("b")), "b")
        try expectEqual(JSON(["a"]).merged(with: ["b"]), ["a", "b"])
        try expectEqual(
            JSON(["a": 1, "n": ["x": 1]]).merged(with: ["b": 2, "n": ["y": 2]]),
            [
                "a": 1, "b": 2, "n": ["x": 1, "y": 2],
            ])
        try expectEqual(JSON(["a": 1]).merged(with: [:]), ["a": 1])
        try expectEqual(JSON([:]).merged(with: ["a": 1]), ["a": 1])
        try expectEqual(JSON.null.merged(with: JSON(NSNull())), JSON.null)
        try expectEqual(JSON(["a": 1]).merged(with: ["a": "x"]), ["a": "x"])
        var changed = JSON(["a": [1]])
        try changed.merge(with: JSON(["a": [2]]))
        expectEqual(changed, ["a": [1, 2]])
        func merge() throws { _ = try JSON("a").merged(with: JSON(1)) }
        do {
            try merge()
            Issue.record("a string and a number cannot be merged")
        } catch let error as SwiftyJSONError {
            expectEqual(error, SwiftyJSONError.wrongType)
            expectEqual(error.errorCode, SwiftyJSONError.wrongType.rawValue)
            expectEqual(type(of: error).errorDomain, SwiftyJSONError.errorDomain)
            expectEqual(
                error.errorUserInfo as! [String: String],
                [
                    NSLocalizedDescriptionKey: "Couldn't merge, because the JSONs differ in type on top level."
                ])
        }
    }

    @Test("A change through an optional that is nil changes nothing")
    func changesThroughNil() {
        let original: JSON = ["n": 5, "list": [1], "text": "x"]
        var json = original
        json["n"].arrayObject?.append(1)
        json["n"].dictionaryObject?["a"] = 1
        json["list"].dictionaryObject?.removeAll()
        json["text"].arrayObject?.removeFirst()
        json["no"].arrayObject?.append(1)
        json["n"].url?.appendPathComponent("x")
        expectEqual(json, original)
        json["list"].arrayObject?.append("y")
        json["text"].url?.appendPathComponent("z")
        expectEqual(json, ["n": 5, "list": [1, "y"], "text": "x/z"])
        json["list"].arrayObject = nil
        json["n"].number = nil
        expect(json == ["n": nil, "list": nil, "text": "x/z"] as JSON)
    }
}
