import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Numbers as text; nil for text that is none.
struct NumberText: TransformType {
    func transformFromJSON(_ value: Any?) -> Int? { (value as? String).flatMap { Int($0) } }
    func transformToJSON(_ value: Int?) -> String? { value.map { String($0) } }
}

@Suite("<- and >>> through a transform") struct TransformShapeTests {
    private let refused = "expected a value that NumberText converts to Int, found"

    @Test("A property")
    func property() throws {
        try ShapeCheck<Int>(
            old: 1, new: 2, text: #""2""#, wrong: #""x""#, failure: #"$.k: \#(refused) the string "x""#,
            reason: .notTransformed, expected: "a 64-bit integer",
            plain: { (x: inout Int, map: Map) in x <- (map["k"], NumberText()) },
            optional: { (x: inout Int?, map: Map) in x <- (map["k"], NumberText()) },
            write: { (x: Int, map: Map) in x >>> (map["k"], NumberText()) },
            writeOptional: { (x: Int?, map: Map) in x >>> (map["k"], NumberText()) }
        ).verify()
        try ShapeCheck<Int>(
            old: 1, new: 2, text: #""2""#, wrong: "2", failure: "$.k: \(refused) the number 2",
            reason: .notTransformed, expected: "a 64-bit integer",
            plain: { (x: inout Int, map: Map) in x <- (map["k"], using: NumberText()) },
            optional: { (x: inout Int!, map: Map) in x <- (map["k"], using: NumberText()) },
            write: { (x: Int, map: Map) in x >>> (map["k"], using: NumberText()) },
            writeOptional: { (x: Int!, map: Map) in x >>> (map["k"], using: NumberText()) }
        ).verify()
    }

    @Test("Arrays, arrays of arrays and sets drop what the transform refuses")
    func arrays() throws {
        try ShapeCheck<[Int]>(
            old: [1], new: [2, 3], text: #"["2", "3"]"#, wrong: #"["2", "x"]"#,
            failure: #"$.k[1]: \#(refused) the string "x""#, reason: .notTransformed, expected: "an array",
            remainder: [2],
            plain: { (x: inout [Int], map: Map) in x <- (map["k"], NumberText()) },
            optional: { (x: inout [Int]?, map: Map) in x <- (map["k"], NumberText()) },
            write: { (x: [Int], map: Map) in x >>> (map["k"], NumberText()) },
            writeOptional: { (x: [Int]?, map: Map) in x >>> (map["k"], NumberText()) }
        ).verify()
        try ShapeCheck<[[Int]]>(
            old: [[1]], new: [[2], [3]], text: #"[["2"], ["3"]]"#, wrong: #"[["2"], ["x"]]"#,
            failure: #"$.k[1][0]: \#(refused) the string "x""#, reason: .notTransformed, expected: "an array",
            remainder: [[2], []],
            plain: { (x: inout [[Int]], map: Map) in x <- (map["k"], NumberText()) },
            optional: { (x: inout [[Int]]?, map: Map) in x <- (map["k"], NumberText()) },
            write: { (x: [[Int]], map: Map) in x >>> (map["k"], NumberText()) },
            writeOptional: { (x: [[Int]]?, map: Map) in x >>> (map["k"], NumberText()) }
        ).verify()
        try ShapeCheck<Set<Int>>(
            old: [1], new: [2], text: #"["2"]"#, wrong: #""2""#,
            failure: #"$.k: expected an array, found the string "2""#, expected: "an array",
            plain: { (x: inout Set<Int>, map: Map) in x <- (map["k"], NumberText()) },
            optional: { (x: inout Set<Int>?, map: Map) in x <- (map["k"], NumberText()) },
            write: { (x: Set<Int>, map: Map) in x >>> (map["k"], NumberText()) },
            writeOptional: { (x: Set<Int>?, map: Map) in x >>> (map["k"], NumberText()) }
        ).verify()
    }

    @Test("Dictionaries and dictionaries of arrays drop what the transform refuses")
    func dictionaries() throws {
        try ShapeCheck<[String: Int]>(
            old: ["z": 1], new: ["a": 2], text: #"{"a": "2"}"#, wrong: #"{"a": "2", "b": "x"}"#,
            failure: #"$.k.b: \#(refused) the string "x""#, reason: .notTransformed, expected: "an object",
            remainder: ["a": 2],
            plain: { (x: inout [String: Int], map: Map) in x <- (map["k"], NumberText()) },
            optional: { (x: inout [String: Int]?, map: Map) in x <- (map["k"], NumberText()) },
            write: { (x: [String: Int], map: Map) in x >>> (map["k"], NumberText()) },
            writeOptional: { (x: [String: Int]?, map: Map) in x >>> (map["k"], NumberText()) }
        ).verify()
        try ShapeCheck<[String: [Int]]>(
            old: ["z": [1]], new: ["a": [2]], text: #"{"a": ["2"]}"#, wrong: #"{"a": ["2", "x"], "b": []}"#,
            failure: #"$.k.a[1]: \#(refused) the string "x""#, reason: .notTransformed, expected: "an object",
            remainder: ["a": [2], "b": []],
            plain: { (x: inout [String: [Int]], map: Map) in x <- (map["k"], NumberText()) },
            optional: { (x: inout [String: [Int]]?, map: Map) in x <- (map["k"], NumberText()) },
            write: { (x: [String: [Int]], map: Map) in x >>> (map["k"], NumberText()) },
            writeOptional: { (x: [String: [Int]]?, map: Map) in x >>> (map["k"], NumberText()) }
        ).verify()
    }

    /// A model through a transform that chooses its class.
    class Shape: Mappable {
        var side = 0
        init() {}
        required init?(map: Map) {}
        func mapping(map: Map) { side <- map["side"] }
    }

    final class Square: Shape {}

    struct ShapeTransform: TransformType {
        func transformFromJSON(_ value: Any?) -> Shape? {
            guard let JSON = value as? [String: Any] else { return nil }
            return JSON["type"] as? String == "square"
                ? Mapper<Square>().map(JSON: JSON) : Mapper<Shape>().map(JSON: JSON)
        }
        func transformToJSON(_ value: Shape?) -> [String: Any]? { value?.toJSON() }
    }

    @Test("Models in every container")
    func models() throws {
        struct Drawing: Mappable {
            var one = Shape()
            var some: Shape?
            var list: [Shape] = []
            var lists: [[Shape]] = []
            var named: [String: Shape] = [:]
            var groups: [String: [Shape]]?

            init?(map: Map) {}
            mutating func mapping(map: Map) {
                one <- (map["one"], ShapeTransform())
                some <- (map["some"], ShapeTransform())
                list <- (map["list"], ShapeTransform())
                lists <- (map["lists"], ShapeTransform())
                named <- (map["named"], ShapeTransform())
                groups <- (map["groups"], ShapeTransform())
            }
        }
        let square = #"{"type": "square", "side": 2}"#
        let mapper = Mapper<Drawing>()
        let drawing = try #require(
            mapper.map(
                JSONString: """
                    {"one": \(square), "some": {"side": 3}, "list": [\(square), 5], "lists": [[\(square)]],
                     "named": {"a": \(square)}, "groups": {"g": [\(square)]}}
                    """))
        expect(drawing.one is Square)
        expectEqual(drawing.some.map { type(of: $0) == Shape.self }, true)
        expect(drawing.list.count == 1 && drawing.list[0] is Square)
        expect(drawing.lists[0][0] is Square)
        expect(drawing.named["a"] is Square)
        expect(drawing.groups?["g"]?[0] is Square)
        expectEqual(mapper.failures.map(\.path), ["$.list[1]"])
        expectEqual(
            drawing.toJSONString(),
            """
            {"one":{"side":2},"some":{"side":3},"list":[{"side":2}],"lists":[[{"side":2}]],\
            "named":{"a":{"side":2}},"groups":{"g":[{"side":2}]}}
            """)
    }

    @Test("A transform sees null as nil, and may make something of it")
    func null() {
        struct OrZero: TransformType {
            func transformFromJSON(_ value: Any?) -> Int? { value as? Int ?? 0 }
            func transformToJSON(_ value: Int?) -> Int? { value }
        }
        let plain = Property(5) { (x: inout Int, map: Map) in x <- (map["k"], OrZero()) }
        expectEqual(plain.reading(#"{"k": null}"#).value, 0)
        expectEqual(plain.reading(["k": NSNull()]).value, 0)
        expectEqual(plain.reading("{}").value, 5)
        let optional = Property(Int?.some(5)) { (x: inout Int?, map: Map) in x <- (map["k"], OrZero()) }
        expectEqual(optional.reading(#"{"k": null}"#).value, 0)
        expectEqual(optional.reading("{}").value, 5)
        expect(optional.reading(#"{"k": null}"#).messages.isEmpty)
    }

    @Test("What a transform gives is written as what it is, NSNumber too")
    func numbers() {
        struct Number: TransformType {
            func transformFromJSON(_ value: Any?) -> NSNumber? { value as? NSNumber }
            func transformToJSON(_ value: NSNumber?) -> NSNumber? { value }
        }
        struct Whatever: TransformType {
            func transformFromJSON(_ value: Any?) -> Any? { value }
            func transformToJSON(_ value: Any?) -> Any? { value }
        }
        let numbers: [(NSNumber, String)] = [
            (5, "5"), (NSNumber(value: true), "true"), (NSNumber(value: 2.5), "2.5"),
            (NSNumber(value: Int64.max), "9223372036854775807"), (NSNumber(value: UInt64.max), "18446744073709551615"),
            (NSDecimalNumber(string: "1.66"), "1.66"),
        ]
        for (number, text) in numbers {
            expectEqual(Property(number) { $0 <- ($1["k"], Number()) }.text(), #"{"k":\#(text)}"#)
            expectEqual(Property([number]) { $0 <- ($1["k"], Number()) }.text(), #"{"k":[\#(text)]}"#)
            expectEqual(Property(number as Any) { $0 >>> ($1["k"], Whatever()) }.text(), #"{"k":\#(text)}"#)
            expectEqual(Property(["a": [number]]) { $0 <- ($1["k"], Number()) }.text(), #"{"k":{"a":[\#(text)]}}"#)
        }
        expectEqual(Property(true as Any) { $0 >>> ($1["k"], Whatever()) }.text(), #"{"k":true}"#)
        expectEqual(Property(Float(0.1) as Any) { $0 >>> ($1["k"], Whatever()) }.text(), #"{"k":0.1}"#)
        expectEqual(
            Property([1, ["a": nil as Int?]] as Any) { $0 >>> ($1["k"], Whatever()) }.text(), #"{"k":[1,{"a":null}]}"#
        )
    }
}
