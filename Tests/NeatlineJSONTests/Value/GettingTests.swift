import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Throwing access")
struct GettingTests {
    private static let text = """
        {"user": {"id": 7, "name": "Ada", "tags": ["x", "y", null], "scores": {"a": 1.5, "b": 2}, "none": null,
          "big": 123456789012345678901234567890, "huge": 1e400, "whole": 1e2, "part": 1.5, "yes": true, "neg": -1}}
        """

    private func message<Value: JSONReadable>(
        _ type: Value.Type, _ path: any JSONSubscriptType..., on json: JSON? = nil
    ) throws -> String {
        let json = try json ?? JSON(parsing: Self.text)
        return try #require(throws: JSONError.self) { _ = try json.get(path, as: type) }.description
    }

    @Test("A value is given as the type asked for")
    func values() throws {
        let json = try JSON(parsing: Self.text)
        try expectEqual(json.get("user", "id", as: Int.self), 7)
        let name: String = try json.get("user", "name")
        expectEqual(name, "Ada")
        expect(try json["user"].get("yes", as: Bool.self))
        try expectEqual(json.get("user", "part", as: Double.self), 1.5)
        try expectEqual(json.get("user", "part", as: Float.self), 1.5)
        try expectEqual(json.get("user", "whole", as: UInt8.self), 100)
        try expectEqual(json.get("user", "tags", as: [String?].self), ["x", "y", nil])
        try expectEqual(json.get("user", "scores", as: [String: Double].self), ["a": 1.5, "b": 2])
        expect(try json.get("user", "none", as: Int?.self) == nil)
        try expectEqual(json.get("user", "id", as: Int?.self), 7)
        try expectEqual(json.get("user", "none", as: JSON.self), .null)
        try expectEqual(json.get("user", "tags", as: JSONArray.self).count, 3)
        try expectEqual(json.get("user", "scores", as: JSONObject.self)["b"], 2)
        try expectEqual(JSON(5).get(as: Int.self), 5)
        let path: [any JSONSubscriptType] = ["user", "tags", 1]
        try expectEqual(json.get(path, as: String.self), "y")
        try expectEqual(json.get(JSONPointer(parsing: "/user/tags/0"), as: String.self), "x")
        try expectEqual(JSON([[1, 2], [3]]).get(as: [[Int8]].self), [[1, 2], [3]])
    }

    @Test("Decimals and large integers are exact")
    func exact() throws {
        let json = try JSON(parsing: Self.text)
        try expectEqual(json.get("user", "big", as: JSONNumber.self).text, "123456789012345678901234567890")
        expectEqual(json["user", "big"].numberText, "123456789012345678901234567890")
        expect(json["user", "name"].numberText == nil)
        expectEqual(json["user", "id"].exactly(Int8.self), 7)
        expectEqual(json["user", "whole"].exactly(Int.self), 100)
        expect(json["user", "part"].exactly(Int.self) == nil)
        expect(json["user", "big"].exactly(UInt64.self) == nil)
        expect(json["user", "yes"].exactly(Int.self) == nil)
        expect(JSON(300).exactly(Int8.self) == nil)
        expectEqual(JSON(300).int8, 44)
    }

    @Test("What is wrong is named with the whole path, what was expected and what was found")
    func errors() throws {
        try expectEqual(message(Int.self, "user", "mail"), #"$.user.mail: expected a member "mail", found none"#)
        try expectEqual(message(Int.self, "user", "tags", 3), "$.user.tags[3]: expected an element 3, found 3 elements")
        try expectEqual(message(Int.self, "user", "id", "x"), "$.user.id: expected an object, found a number")
        try expectEqual(
            message(Int8.self, "user", "name"), "$.user.name: expected an integer from -128 to 127, found a string")
        try expectEqual(
            message(UInt8.self, "user", "neg"), "$.user.neg: expected an integer from 0 to 255, found the number -1")
        try expectEqual(
            message(UInt8.self, "user", "part"), "$.user.part: expected an integer from 0 to 255, found the number 1.5")
        try expectEqual(
            message(UInt8.self, "user", "yes"), "$.user.yes: expected an integer from 0 to 255, found a boolean")
        try expectEqual(message(String.self, "user", "id"), "$.user.id: expected a string, found the number 7")
        try expectEqual(message(Bool.self, "user", "id"), "$.user.id: expected a boolean, found the number 7")
        try expectEqual(message(Double.self, "user", "name"), "$.user.name: expected a number, found a string")
        try expectEqual(
            message(Double.self, "user", "huge"),
            "$.user.huge: expected a number in the range of Double, found the number 1e400")
        try expectEqual(
            message(Float.self, "user", "big", on: ["user": ["big": 1e39]]),
            "$.user.big: expected a number in the range of Float, found the number 1e+39")
        try expectEqual(message(JSONNumber.self, "user", "none"), "$.user.none: expected a number, found null")
        try expectEqual(message(JSONArray.self, "user"), "$.user: expected an array, found an object")
        try expectEqual(message(JSONObject.self, "user", "tags"), "$.user.tags: expected an object, found an array")
        try expectEqual(message([String].self, "user", "tags"), "$.user.tags[2]: expected a string, found null")
        try expectEqual(message([Int].self, "user", "scores"), "$.user.scores: expected an array, found an object")
        try expectEqual(
            message([String: Int].self, "user", "scores"),
            "$.user.scores.a: expected a 64-bit integer, "
                + "found the number 1.5")
        try expectEqual(
            message([String: Int].self, "user", "tags"), "$.user.tags: expected an object, found an array")
        let long = JSON.number(try #require(JSONNumber(text: String(repeating: "1", count: 60))))
        try expectEqual(
            message(Int8.self, on: long),
            "$: expected an integer from -128 to 127, found the number \(String(repeating: "1", count: 39))…")
    }

    @Test("Paths begin at the root of the document, for built values where the reading began")
    func paths() throws {
        let json = try JSON(parsing: Self.text)
        try expectEqual(
            message([String].self, "tags", on: json["user"]), "$.user.tags[2]: expected a string, found null")
        try expectEqual(
            message([String].self, on: json["user"]["tags"]), "$.user.tags[2]: expected a string, found null")
        expect(try message(Int.self, on: json["user"]["tags"]).hasPrefix("$.user.tags: expected a 64-bit integer"))
        let built: JSON = ["a": [json["user"], 1]]
        try expectEqual(
            message([String].self, "a", 0, "tags", on: built), "$.a[0].tags[2]: expected a string, found null")
        try expectEqual(message([JSONArray].self, "a", on: built), "$.a[0]: expected an array, found an object")
    }

    private struct Point: JSONReadable, Equatable {
        var x: Int
        var y: Int

        static func read(from json: JSON) throws -> Point {
            Point(x: try json.get("x"), y: try json.get("at", "y"))
        }
    }

    @Test("Types of one's own are read the same way, with whole paths")
    func ownTypes() throws {
        let text = #"{"points": [{"x": 1, "at": {"y": 2}}, {"x": 1, "at": {"y": "2"}}]}"#
        let json = try JSON(parsing: text)
        try expectEqual(json.get("points", 0, as: Point.self), Point(x: 1, y: 2))
        let expected =
            "$.points[1].at.y: expected a 64-bit integer, found a string"
        try expectEqual(message([Point].self, "points", on: json), expected)
        try expectEqual(message(Point.self, "points", 1, on: json), expected)
        try expectEqual(message([Point].self, "points", on: json.detached()), expected)
        try expectEqual(
            message([String: [Point]].self, on: ["k": json["points"]]), expected.replacing("$.points", with: "$.k"))
    }

    @Test("What is missing or null is nil if it may be")
    func ifPresent() throws {
        let json = try JSON(parsing: Self.text)
        try expectEqual(json.getIfPresent("user", "id", as: Int.self), 7)
        expect(try json.getIfPresent("user", "mail", as: String.self) == nil)
        expect(try json.getIfPresent("user", "mail", "host", as: String.self) == nil)
        expect(try json.getIfPresent("user", "none", as: String.self) == nil)
        expect(try json.getIfPresent("user", "none", "deeper", 0, as: String.self) == nil)
        expect(try json.getIfPresent("user", "tags", 9, as: String.self) == nil)
        expect(try json["no"].getIfPresent("x", as: String.self) == nil)
        let wrong = try #require(throws: JSONError.self) { try json.getIfPresent("user", "name", as: Int.self) }
        expectEqual(wrong.path, "$.user.name")
        let onTheWay = try #require(throws: JSONError.self) { try json.getIfPresent("user", "id", "x", as: Int.self) }
        expectEqual(onTheWay.description, "$.user.id: expected an object, found a number")
    }
}
