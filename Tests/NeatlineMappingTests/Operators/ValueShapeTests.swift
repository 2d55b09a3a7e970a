import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("<- and >>> of values") struct ValueShapeTests {
    @Test("Booleans are true and false, and 1 and 0")
    func booleans() throws {
        try ShapeCheck<Bool>(
            old: false, new: true, text: "true", wrong: "2",
            failure: "$.k: expected a boolean, found the number 2", expected: "a boolean",
            plain: { (x: inout Bool, map: Map) in x <- map["k"] },
            optional: { (x: inout Bool?, map: Map) in x <- map["k"] },
            write: { (x: Bool, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Bool?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Strings are no numbers")
    func strings() throws {
        try ShapeCheck<String>(
            old: "", new: "Ünïcode \"\\", text: #""Ünïcode \"\\""#, wrong: "5",
            failure: "$.k: expected a string, found the number 5", expected: "a string",
            plain: { (x: inout String, map: Map) in x <- map["k"] },
            optional: { (x: inout String?, map: Map) in x <- map["k"] },
            write: { (x: String, map: Map) in x >>> map["k"] },
            writeOptional: { (x: String?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Integers have a range, and true is none")
    func integers() throws {
        let expected = "a 64-bit integer"
        try ShapeCheck<Int>(
            old: 5, new: -7, text: "-7", wrong: "true", failure: "$.k: expected \(expected), found true",
            expected: expected,
            plain: { (x: inout Int, map: Map) in x <- map["k"] },
            optional: { (x: inout Int?, map: Map) in x <- map["k"] },
            write: { (x: Int, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Int?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<UInt8>(
            old: 5, new: 255, text: "255", wrong: "300",
            failure: "$.k: expected an integer from 0 to 255, found the number 300",
            expected: "an integer from 0 to 255",
            plain: { (x: inout UInt8, map: Map) in x <- map["k"] },
            optional: { (x: inout UInt8?, map: Map) in x <- map["k"] },
            write: { (x: UInt8, map: Map) in x >>> map["k"] },
            writeOptional: { (x: UInt8?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<UInt64>(
            old: 5, new: .max, text: "18446744073709551615", wrong: "-1",
            failure: "$.k: expected an unsigned 64-bit integer, found the number -1",
            expected: "an unsigned 64-bit integer",
            plain: { (x: inout UInt64, map: Map) in x <- map["k"] },
            optional: { (x: inout UInt64?, map: Map) in x <- map["k"] },
            write: { (x: UInt64, map: Map) in x >>> map["k"] },
            writeOptional: { (x: UInt64?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Floating-point numbers are no strings")
    func floats() throws {
        try ShapeCheck<Double>(
            old: 5, new: 0.1, text: "0.1", wrong: #""0.1""#,
            failure: #"$.k: expected a number, found the string "0.1""#, expected: "a number",
            plain: { (x: inout Double, map: Map) in x <- map["k"] },
            optional: { (x: inout Double?, map: Map) in x <- map["k"] },
            write: { (x: Double, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Double?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<Float>(
            old: 5, new: 0.1, text: "0.1", wrong: "[]",
            failure: "$.k: expected a number, found an empty array", expected: "a number",
            plain: { (x: inout Float, map: Map) in x <- map["k"] },
            optional: { (x: inout Float?, map: Map) in x <- map["k"] },
            write: { (x: Float, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Float?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("CGFloat is a number too")
    func geometry() throws {
        try ShapeCheck<CGFloat>(
            old: 5, new: 0.1, text: "0.1", wrong: "true", failure: "$.k: expected a number, found true",
            expected: "a number",
            plain: { (x: inout CGFloat, map: Map) in x <- map["k"] },
            optional: { (x: inout CGFloat?, map: Map) in x <- map["k"] },
            write: { (x: CGFloat, map: Map) in x >>> map["k"] },
            writeOptional: { (x: CGFloat?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Implicitly unwrapped properties behave as optional ones")
    func implicitlyUnwrapped() throws {
        try ShapeCheck<Int>(
            old: 5, new: 7, text: "7", wrong: "7.5",
            failure: "$.k: expected a 64-bit integer, found the number 7.5",
            expected: "a 64-bit integer",
            plain: { (x: inout Int, map: Map) in x <- map["k"] },
            optional: { (x: inout Int!, map: Map) in x <- map["k"] },
            write: { (x: Int, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Int!, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[String: String]>(
            old: [:], new: ["a": "b"], text: #"{"a": "b"}"#, wrong: "[]",
            failure: "$.k: expected an object, found an empty array", expected: "an object",
            plain: { (x: inout [String: String], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: String]!, map: Map) in x <- map["k"] },
            write: { (x: [String: String], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: String]!, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Arrays fit as a whole or not at all")
    func arrays() throws {
        try ShapeCheck<[Int]>(
            old: [5], new: [1, 2], text: "[1, 2]", wrong: #"[1, "2", 3]"#,
            failure:
                #"$.k[1]: expected a 64-bit integer, found the string "2""#,
            expected: "an array",
            plain: { (x: inout [Int], map: Map) in x <- map["k"] },
            optional: { (x: inout [Int]?, map: Map) in x <- map["k"] },
            write: { (x: [Int], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [Int]?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[[String]]>(
            old: [["5"]], new: [["a"], []], text: #"[["a"], []]"#, wrong: "[{}]",
            failure: "$.k[0]: expected an array, found an object", expected: "an array",
            plain: { (x: inout [[String]], map: Map) in x <- map["k"] },
            optional: { (x: inout [[String]]?, map: Map) in x <- map["k"] },
            write: { (x: [[String]], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [[String]]?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[Int?]>(
            old: [5], new: [1, nil, 3], text: "[1, null, 3]", wrong: "[true]",
            failure: "$.k[0]: expected a 64-bit integer, found true",
            expected: "an array",
            plain: { (x: inout [Int?], map: Map) in x <- map["k"] },
            optional: { (x: inout [Int?]?, map: Map) in x <- map["k"] },
            write: { (x: [Int?], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [Int?]?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Dictionaries and sets fit as a whole or not at all")
    func dictionaries() throws {
        try ShapeCheck<[String: Double]>(
            old: ["z": 1], new: ["a": 1.5, "b": 2.5], text: #"{"a": 1.5, "b": 2.5}"#, wrong: #"{"a": 1, "b": "2"}"#,
            failure: #"$.k.b: expected a number, found the string "2""#, expected: "an object",
            plain: { (x: inout [String: Double], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: Double]?, map: Map) in x <- map["k"] },
            write: { (x: [String: Double], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: Double]?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[String: [Bool]]>(
            old: ["z": [true]], new: ["a": [false]], text: #"{"a": [false]}"#, wrong: #"{"a": [2]}"#,
            failure: "$.k.a[0]: expected a boolean, found the number 2", expected: "an object",
            plain: { (x: inout [String: [Bool]], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: [Bool]]?, map: Map) in x <- map["k"] },
            write: { (x: [String: [Bool]], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: [Bool]]?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<Set<Int>>(
            old: [5], new: [1], text: "[1]", wrong: "{}", failure: "$.k: expected an array, found an object",
            expected: "an array",
            plain: { (x: inout Set<Int>, map: Map) in x <- map["k"] },
            optional: { (x: inout Set<Int>?, map: Map) in x <- map["k"] },
            write: { (x: Set<Int>, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Set<Int>?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("An emptied collection is empty")
    func emptied() {
        var numbers = [1]
        var names = ["a": "b"]
        var optional: [String: Int]? = ["a": 1]
        let map = Map(mappingType: .fromJSON, JSON: ["n": [Int](), "s": [String: String](), "o": [String: Int]()])
        numbers <- map["n"]
        names <- map["s"]
        optional <- map["o"]
        expect(numbers.isEmpty)
        expect(names.isEmpty)
        expectEqual(optional, [:])
    }

    @Test("A JSON property takes every value, null too")
    func json() throws {
        for text in ["1", "true", #""a""#, "[1, {}]", #"{"a": 1.50}"#, "null"] {
            let outcome = Property(JSON("old")) { $0 <- $1["k"] }.reading(#"{"k": \#(text)}"#)
            expectEqual(outcome.value, try JSON(parsing: text))
            expect(outcome.messages.isEmpty)
        }
        expectEqual(Property(JSON("old")) { $0 <- $1["k"] }.reading("{}").value, "old")
        let written = Property(try JSON(parsing: #"{"b": 1.50, "a": [null]}"#)) { $0 <- $1["k"] }
        expectEqual(written.text(), #"{"k":{"b":1.50,"a":[null]}}"#)
        expect(JSON(written.dictionary()) == ["k": ["b": 1.5, "a": [nil as Int?]]] as JSON)
        let optional = Property(JSON?.some("old")) { $0 <- $1["k"] }
        expectEqual(optional.reading(#"{"k": null}"#).value, JSON?.none)
        expectEqual(optional.reading("{}").value, JSON?.some("old"))
        expectEqual(optional.reading(#"{"k": [5]}"#).value?[0].int, 5)
        let list = Property([JSON]()) { $0 <- $1["k"] }.reading(#"{"k": [1, null, "a"]}"#)
        expectEqual(list.value, [1, JSON.null, "a"])
    }

    @Test("Numbers with all digits: Decimal and JSONNumber")
    func exactNumbers() throws {
        let text = #"{"k": 1.10000000000000000000000000001}"#
        let decimal = Property(Decimal()) { $0 <- $1["k"] }.reading(text)
        expectEqual(decimal.value, Decimal(string: "1.10000000000000000000000000001"))
        expectEqual(Property(decimal.value) { $0 <- $1["k"] }.text(), #"{"k":1.10000000000000000000000000001}"#)
        let number = Property(JSONNumber(0)) { $0 <- $1["k"] }.reading(text)
        expectEqual(number.value.text, "1.10000000000000000000000000001")
        expectEqual(Property(number.value) { $0 <- $1["k"] }.text(), #"{"k":1.10000000000000000000000000001}"#)
        let refused = Property(Decimal(7)) { $0 <- $1["k"] }.reading(#"{"k": "1"}"#)
        expectEqual(refused.value, 7)
        expectEqual(refused.messages, [#"$.k: expected a number, found the string "1" (line 1, column 7)"#])
    }
}
