import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Scalars") struct ScalarTests {
    /// What becomes of one value for a property of each type, from text and from a dictionary.
    private func reads<T: Equatable>(
        _ text: String, as start: T, _ map: @escaping (inout T, Map) -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> T? {
        let property = Property(start, map)
        let outcome = property.reading(#"{"k": \#(text)}"#)
        let value = outcome.failures.isEmpty ? outcome.value : nil
        if value == nil { expect(outcome.value == start && outcome.failures.count == 1, sourceLocation: location) }
        let json = try JSON(parsing: text)
        // Beyond the range of a double an `NSNumber` is infinite, and JSON has no such number.
        if Double(text)?.isInfinite == true { return value }
        let again = property.reading(["k": json.object])
        expectEqual(
            again.failures.isEmpty ? again.value : nil, value, "\(text) in a dictionary", sourceLocation: location)
        let viaJSON = property.reading(["k": json])
        expectEqual(
            viaJSON.failures.isEmpty ? viaJSON.value : nil, value, "\(text) as JSON", sourceLocation: location)
        return value
    }

    @Test(
        "Integers: exactly those of the range, however they are written",
        arguments: [
            ("0", 0), ("-0", 0), ("127", 127), ("-128", -128), ("1.0", 1), ("1e2", 100), ("12e1", 120), ("1.20e1", 12),
            ("128", nil), ("-129", nil), ("300", nil), ("1.5", nil), ("1e-1", nil), ("1e400", nil), ("-1e400", nil),
            ("9223372036854775808", nil), ("18446744073709551616", nil), ("true", nil), ("false", nil), (#""1""#, nil),
            (#""""#, nil), ("[1]", nil), ("{}", nil), ("null", nil),
        ] as [(String, Int?)])
    func integers(text: String, expected: Int?) throws {
        try expectEqual(reads(text, as: Int8(55)) { $0 <- $1["k"] }, expected.flatMap { Int8(exactly: $0) })
        let unsigned = expected.flatMap { $0 >= 0 ? UInt8($0) : nil }
        let wide = text == "128" ? UInt8(128) : unsigned
        try expectEqual(reads(text, as: UInt8(55)) { $0 <- $1["k"] }, wide)
    }

    @Test("The bounds of every width")
    func bounds() throws {
        func check<T: FixedWidthInteger & MappableValue>(_ type: T.Type) throws {
            let map: (inout T, Map) -> Void = { $0 <- $1["k"] }
            for value in [T.min, T.max, 0, 1] {
                try expectEqual(reads("\(value)", as: 55, map), value)
                try expectEqual(reads("\(value).0", as: 55, map), value)
                expectEqual(Property(value, map).text(), #"{"k":\#(value)}"#)
                expect(Property(value, map).dictionary()["k"] as? T == value)
            }
            let above = T.max.magnitude.addingReportingOverflow(1)
            expect(try reads(above.overflow ? "18446744073709551616" : "\(above.partialValue)", as: 55, map) == nil)
            if T.isSigned {
                expect(try reads("-\(T.min.magnitude + 1)", as: 55, map) == nil)
            } else {
                expect(try reads("-1", as: 55, map) == nil)
            }
        }
        try check(Int.self)
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(UInt.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
    }

    @Test(
        "Doubles: the nearest, if it is finite",
        arguments: [
            ("0", 0), ("5", 5), ("0.1", 0.1), ("1e308", 1e308), ("-1.7976931348623157e308", -.greatestFiniteMagnitude),
            ("5e-324", .leastNonzeroMagnitude),
            ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992), ("1e400", nil),
            ("-1e309", nil),
            ("true", nil), (#""1.5""#, nil), ("null", nil), ("[]", nil),
        ] as [(String, Double?)])
    func doubles(text: String, expected: Double?) throws {
        try expectEqual(reads(text, as: -7.0) { $0 <- $1["k"] }, expected)
        let float = expected.map { Float($0) }.flatMap { $0.isFinite ? $0 : nil }
        try expectEqual(reads(text, as: Float(-7)) { $0 <- $1["k"] }, float)
    }

    @Test("What is beyond the range says so")
    func beyond() {
        let double = Property(0.0) { $0 <- $1["k"] }.reading(#"{"k": 1e400}"#)
        expectEqual(
            double.messages,
            [
                "$.k: expected a number in the range of Double, found the number 1e400 (line 1, column 7)"
            ])
        let float = Property(Float(0)) { $0 <- $1["k"] }.reading(#"{"k": 1e39}"#)
        expectEqual(
            float.messages, ["$.k: expected a number in the range of Float, found the number 1e39 (line 1, column 7)"]
        )
        let decimal = Property(Decimal(0)) { $0 <- $1["k"] }.reading(#"{"k": 1e400}"#)
        expectEqual(
            decimal.messages,
            [
                "$.k: expected a number in the range of Decimal, found the number 1e400 (line 1, column 7)"
            ])
    }

    @Test("Booleans are not numbers; of numbers 1 and 0 are booleans")
    func booleans() throws {
        for (text, expected) in [
            ("true", true), ("false", false), ("2", nil), ("-1", nil), ("0.5", nil), (#""true""#, nil), (#""1""#, nil),
            ("null", nil),
        ]
            as [(String, Bool?)]
        {
            try expectEqual(reads(text, as: true) { $0 <- $1["k"] }, expected)
            try expectEqual(reads(text, as: false) { $0 <- $1["k"] }, expected)
        }
        for (text, expected) in [("1", true), ("0", false), ("1.0", true), ("-0.0", false), ("1e0", true)] {
            let property = Property(!expected) { (x: inout Bool, map: Map) in x <- map["k"] }
            let outcome = property.reading(#"{"k": \#(text)}"#)
            expect(outcome.value == expected && outcome.reasons == [.coerced])
        }
    }

    @Test("Strings with escapes, of all lengths")
    func strings() throws {
        for text in [
            #""""#, #""\u00e9\ud83d\ude00\n\"\\""#, "\"" + String(repeating: "long ", count: 100) + "\"", #""\u0000""#,
        ] {
            try expectEqual(reads(text, as: "old") { $0 <- $1["k"] }, (try JSON(parsing: text)).string)
        }
        for text in ["5", "true", "null", "[]", "{}"] {
            expect(try reads(text, as: "old") { $0 <- $1["k"] } == nil)
        }
    }

    @Test("A dictionary's NSNumber is what it was made of")
    func bridged() {
        let numbers: [String: Any] = [
            "bool": NSNumber(value: true), "one": NSNumber(value: 1), "double": NSNumber(value: 1.5),
            "decimal": NSDecimalNumber(string: "1.10"), "float": Float(0.1), "string": NSString("s"),
            "array": NSArray(array: [1]),
        ]
        let map = Map(mappingType: .fromJSON, JSON: numbers)
        var (bool, int, double, string, list, decimal) = (false, 0, 0.0, "", [Int](), Decimal())
        bool <- map["one"]
        int <- map["bool"]
        expect(bool && int == 0)
        bool = false
        bool <- map["bool"]
        int <- map["one"]
        double <- map["double"]
        string <- map["string"]
        list <- map["array"]
        decimal <- map["decimal"]
        expect(bool && int == 1 && double == 1.5 && string == "s" && list == [1] && decimal == Decimal(string: "1.1"))
        double <- map["decimal"]
        expectEqual(double, 1.1)
        int <- map["double"]
        expectEqual(int, 1)
    }
}
