import Foundation
import Neatline
import NeatlineTestSupport
import Testing

// Code as it is written for SwiftyJSON: that it compiles is most of the test.

extension JSON {
    /// Such extensions are common, since SwiftyJSON has no functions of these names.
    fileprivate mutating func remove(key: String) { dictionaryObject?.removeValue(forKey: key) }
    fileprivate mutating func removeAll() { self = JSON([:] as [String: Any]) }
}

struct SourceCompatibilityTests {
    @Test("A user's own functions come before those of the library")
    func ownExtensions() {
        var json: JSON = ["a": 1, "b": 2]
        json.remove(key: "a")
        json.remove(key: "missing")
        expectEqual(json, ["b": 2])
        json.removeAll()
        expectEqual(json, [:])
    }

    // The compiler gave up on this array, because each of its subscripts could be one of two.
    @Test("The compiler finds the subscripts of an array's elements in reasonable time")
    func arraysOfParts() {
        let json: JSON = ["a": [1], "b": 2]
        let parts = [
            json["a"][0], json["zz"], json["b"]["q"], json["b"][1], json["a"]["k"], json["a"][5][6]["q"], json["a"],
            json["a", 0], json["zz"]["a"],
        ]
        expectEqual(parts.map { $0.exists() }, [true, false, false, false, false, false, true, true, false])
    }

    @Test("An initialiser is passed as a function")
    func initialisersAsFunctions() {
        expect([1, 2].map(JSON.init) == [1, 2] as [JSON])
        expect(["1", "{}"].map(JSON.init) == ["1", "{}"] as [JSON])
        expect([1.5].map(JSON.init) == [1.5] as [JSON])
        expect([true].map(JSON.init) == [true] as [JSON])
        expect(([1, "a", NSNull()] as [Any]).map(JSON.init) == [1, "a", .null] as [JSON])
        expect([[JSON(1)]].map(JSON.init) == [[1]] as [JSON])
        let values: [Int8] = [1]
        expect(values.map(JSON.init) == [1] as [JSON])
    }

    @Test("nil in a condition is no value, not null")
    func conditions() throws {
        let list = try JSON(parsing: #"[{"x": 1}, {"y": 2}, {"x": null}]"#).arrayValue
        expect(list.compactMap { $0["x"].exists() ? $0["x"] : nil } == [1, .null] as [JSON])

        var members: [String: JSON] = ["a": 1, "b": 2]
        let isKept = members["c"] != nil
        members["b"] = isKept ? members["a"] : nil
        members["a"] = isKept ? JSON(5) : nil
        expect(members.isEmpty)

        var queue: [JSON] = [1, 2, 3]
        func next() -> JSON? { queue.isEmpty ? nil : queue.removeFirst() }
        var count = 0
        while let value = next(), count < 10 {
            expectEqual(value, JSON(count + 1))
            count += 1
        }
        expectEqual(count, 3)
    }

    @Test("nil in literals is null")
    func literals() {
        let array: JSON = [1, nil, ["a": nil, "b": [nil]]]
        expectEqual(array.rawString(options: []), #"[1,null,{"a":null,"b":[null]}]"#)
        let object: JSON = ["a": nil, "b": [1, nil], "c": "text"]
        expect(object["a"].exists() && object["a"].null != nil)
        expectEqual(object, ["a": NSNull(), "b": [1, NSNull()], "c": "text"])
        let members: JSONObject = ["a": .null]
        expectEqual(members["a"], .null)
    }

    @available(*, deprecated)  // as what it calls is
    @Test("The names of SwiftyJSON 3 parse texts and compare codes")
    func versionThree() throws {
        expectEqual(JSON.parse(#"{"a": [1]}"#)["a"][0], 1)
        expectEqual(JSON.parse("{").type, .null)
        let json: JSON = [1]
        expectEqual(json["a"].error?.errorCode, ErrorWrongType)
        expectEqual(json[1].error?.errorCode, ErrorIndexOutOfBounds)
        expectEqual(JSON([:])["a"].error?.errorCode, ErrorNotExist)
        expectEqual(JSON(Date()).error?.errorCode, ErrorUnsupportedType)
        expectEqual(SwiftyJSONError.invalidJSON.errorCode, ErrorInvalidJSON)
        expectEqual(ErrorDomain, "SwiftyJSONErrorDomain")
    }

    private struct Size: Mappable {
        var width: CGFloat = 0
        var height: CGFloat?
        var others: [CGFloat] = []
        var named: [String: CGFloat] = [:]
        init(width: CGFloat) { self.width = width }
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            width <- map["width"]
            height <- map["height"]
            others <- map["others"]
            named <- map["named"]
        }
    }

    @Test("A CGFloat is a number that JSONSerialization takes")
    func graphicsFloats() throws {
        var size = Size(width: 1.5)
        size.height = 2.5
        size.others = [3.5]
        size.named = ["a": 4.5]
        expect(JSONSerialization.isValidJSONObject(size.toJSON()))
        expectEqual(JSON(size.toJSON()), ["width": 1.5, "height": 2.5, "others": [3.5], "named": ["a": 4.5]])
        expect(JSONSerialization.isValidJSONObject(JSON(["a": CGFloat(1.5), "b": [CGFloat(2)]]).object))
    }
}
