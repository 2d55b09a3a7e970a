import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Typed reads")
struct ReadingTests {
    /// What each accessor gives for a value; nil and defaults unless said otherwise.
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        var bool: Bool?
        var boolValue = false
        var string: String?
        var stringValue = ""
        var double: Double?
        var doubleValue = 0.0
        var int: Int?
        var intValue = 0
        var array: [JSON]?
        var dictionary: [String: JSON]?

        var testDescription: String { text }

        static func number(_ text: String, _ double: Double, _ int: Int, string: String? = nil) -> Row {
            Row(
                text: text, boolValue: double != 0, stringValue: string ?? text, double: double, doubleValue: double,
                int: int,
                intValue: int)
        }

        /// A string in which a number stands.
        static func numeral(_ string: String, _ double: Double, _ int: Int, bool: Bool = false) -> Row {
            Row(
                text: "\"\(string)\"", boolValue: bool, string: string, stringValue: string, doubleValue: double,
                intValue: int)
        }

        static func string(_ string: String, bool: Bool = false) -> Row { numeral(string, 0, 0, bool: bool) }
    }

    static let rows: [Row] = [
        Row(text: "null"),
        Row(
            text: "true", bool: true, boolValue: true, stringValue: "true", double: 1, doubleValue: 1, int: 1,
            intValue: 1),
        Row(text: "false", bool: false, stringValue: "false", double: 0, doubleValue: 0, int: 0, intValue: 0),
        Row(text: "[]", array: []),
        Row(text: "[1, null]", array: [1, .null]),
        Row(text: "{}", dictionary: [:]),
        Row(text: #"{"a": 1, "b": []}"#, dictionary: ["a": 1, "b": []]),
        .number("0", 0, 0), .number("-0", -0.0, 0), .number("1", 1, 1), .number("-1", -1, -1),
        .number("948394394.347384", 948394394.347384, 948_394_394), .number("-2.9", -2.9, -2),
        .number("0.999", 0.999, 0),
        .number("1e2", 100, 100), .number("1E-2", 0.01, 0), .number("12.50", 12.5, 12), .number("15e-1", 1.5, 1),
        .number("9223372036854775807", 0x1p63, .max),
        .number("-9223372036854775808", -9_223_372_036_854_775_808, .min),
        .number("9223372036854775807.5", 0x1p63, .max),
        .number("9007199254740993.5", 9_007_199_254_740_994, 9_007_199_254_740_993),
        .number("-9007199254740993.5", -9_007_199_254_740_994, -9_007_199_254_740_993),
        .number("18446744073709551615", 0x1p64, -1),
        .number("9223372036854775808", 9_223_372_036_854_775_808, .min),
        .number("18446744073709551616", 18_446_744_073_709_551_616, .max),
        .number("-9223372036854775809", -0x1p63, .min),
        .number("123456789012345678901234567890", 1.2345678901234568e29, .max),
        .string(""), .string("text"), .string("true", bool: true), .string("YES", bool: true), .string("y", bool: true),
        .string("T", bool: true), .string("false"), .string("no"), .string("on"), .string("NaN"), .string("infinity"),
        .string("-"), .string("+"), .string("."), .string("e5"), .string("--5"), .string("٣"), .string(" "),
        .numeral("1", 1, 1, bool: true), .numeral("111", 111, 111), .numeral("-7.9", -7.9, -7), .numeral("0", 0, 0),
        .numeral("1e5", 100_000, 100_000), .numeral("1E+2", 100, 100), .numeral("25e-1", 2.5, 2), .numeral("+5", 5, 5),
        .numeral("007", 7, 7), .numeral("-007.50", -7.5, -7), .numeral(" 12", 12, 12), .numeral("12 ", 12, 12),
        .numeral("12px", 12, 12), .numeral(".5", 0.5, 0), .numeral("-.5", -0.5, 0), .numeral("5.", 5, 5),
        .numeral("5.e1", 50, 50), .numeral("1,5", 1, 1), .numeral("0x10", 0, 0), .numeral("1e", 1, 1),
        .numeral("1e+", 1, 1),
        .numeral("1 2", 1, 1), .numeral("9007199254740993", 0x1p53, 9_007_199_254_740_993),
        .numeral("1e400", .infinity, .max), .numeral("-1e400", -.infinity, .min),
    ]

    @Test("Every accessor on every kind of value", arguments: rows)
    func accessors(row: Row) throws {
        let json = try JSON(parsing: row.text)
        let wrapped = try JSON(parsing: "{\"v\": [\(row.text)]}")["v"][0]
        for json in [json, wrapped] {
            expectEqual(json.bool, row.bool)
            expectEqual(json.boolValue, row.boolValue)
            expectEqual(json.string, row.string)
            expectEqual(json.stringValue, row.stringValue)
            expectEqual(json.double, row.double)
            expectEqual(json.double?.sign, row.double?.sign)
            expectEqual(json.doubleValue, row.doubleValue)
            expectEqual(json.float, row.double.map { Float($0) })
            expectEqual(json.floatValue, Float(row.doubleValue))
            expectEqual(json.int, row.int)
            expectEqual(json.intValue, row.intValue)
            expectEqual(json.int64, row.int.map { Int64($0) })
            expectEqual(json.int64Value, Int64(row.intValue))
            expectEqual(json.array, row.array)
            expectEqual(json.arrayValue, row.array ?? [])
            expectEqual(json.elements.map(Array.init), row.array)
            expectEqual(json.dictionary, row.dictionary)
            expectEqual(json.dictionaryValue, row.dictionary ?? [:])
            expectEqual(json.members?.count, row.dictionary?.count)
        }
    }

    @Test("A missing value reads as nil and defaults")
    func missing() throws {
        let json = try JSON(parsing: "{}")["no"]
        expect(json.bool == nil)
        expect(json.string == nil)
        expect(json.double == nil)
        expect(json.float == nil)
        expect(json.int == nil)
        expect(json.array == nil)
        expect(json.dictionary == nil)
        expect(json.elements == nil)
        expect(json.members == nil)
        expectEqual(json.boolValue, false)
        expectEqual(json.stringValue, "")
        expectEqual(json.doubleValue, 0)
        expectEqual(json.intValue, 0)
        expectEqual(json.arrayValue, [])
        expectEqual(json.dictionaryValue, [:])
    }

    /// The text of a number and what it is as Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64.
    private static let integers: [(String, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64)] = [
        ("0", 0, 0, 0, 0, 0, 0, 0, 0),
        ("100.9", 100, 100, 100, 100, 100, 100, 100, 100),
        ("-1", -1, 255, -1, 65535, -1, 4_294_967_295, -1, 18_446_744_073_709_551_615),
        ("-1.9", -1, 255, -1, 65535, -1, 4_294_967_295, -1, 18_446_744_073_709_551_615),
        ("200", -56, 200, 200, 200, 200, 200, 200, 200),
        ("300.7", 44, 44, 300, 300, 300, 300, 300, 300),
        ("-129.0", 127, 127, -129, 65407, -129, 4_294_967_167, -129, 18_446_744_073_709_551_487),
        ("40000", 64, 64, -25536, 40000, 40000, 40000, 40000, 40000),
        ("4294967296", 0, 0, 0, 0, 0, 0, 4_294_967_296, 4_294_967_296),
        ("18446744073709551615", -1, 255, -1, 65535, -1, 4_294_967_295, -1, 18_446_744_073_709_551_615),
        ("1e30", .max, .max, .max, .max, .max, .max, .max, .max),
        ("-1e30", .min, .min, .min, .min, .min, .min, .min, .min),
    ]

    @Test("Integers of every width drop the fraction and wrap around; beyond 64 bits they stop at their limits")
    func widths() throws {
        for (text, i8, u8, i16, u16, i32, u32, i64, u64) in ReadingTests.integers {
            let double = try #require(Double(text))
            var values = [try JSON(parsing: text), try JSON(parsing: "[\(text)]")[0]]
            if double < 1e19 { values.append(JSON(double)) }
            for json in values {
                expectEqual(json.int8, i8, "\(text)")
                expectEqual(json.uInt8, u8, "\(text)")
                expectEqual(json.int16, i16, "\(text)")
                expectEqual(json.uInt16, u16, "\(text)")
                expectEqual(json.int32, i32, "\(text)")
                expectEqual(json.uInt32, u32, "\(text)")
                expectEqual(json.int64, i64, "\(text)")
                expectEqual(json.uInt64, u64, "\(text)")
                expectEqual(json.uInt, UInt(u64), "\(text)")
                expectEqual(json.int, Int(i64), "\(text)")
            }
            for json in values + [JSON(text)] {
                expectEqual(json.int8Value, i8, "\(text)")
                expectEqual(json.uInt8Value, u8, "\(text)")
                expectEqual(json.int16Value, i16, "\(text)")
                expectEqual(json.uInt16Value, u16, "\(text)")
                expectEqual(json.int32Value, i32, "\(text)")
                expectEqual(json.uInt32Value, u32, "\(text)")
                expectEqual(json.int64Value, i64, "\(text)")
                expectEqual(json.uInt64Value, u64, "\(text)")
                expectEqual(json.uIntValue, UInt(u64), "\(text)")
                expectEqual(json.intValue, Int(i64), "\(text)")
            }
        }
        for json in ["null", #""200""#, "[200]", "{}"].map({ try? JSON(parsing: $0) }) {
            expect(json != nil)
            expect(json?.int8 == nil)
            expect(json?.uInt64 == nil)
        }
    }

    @Test("Integers of every length are read, wherever in a text they stand", arguments: [0, 1, 7, 8, 200, 300])
    func lengths(padding: Int) throws {
        let spaces = String(repeating: " ", count: padding)
        for digits in 1...18 {
            let value = Int(String(repeating: "9", count: digits)) ?? 0
            for number in [value, -value, value - 9, 10 - value] {
                let json = try JSON(parsing: "{\"a\":\(number)\(spaces),\"b\":[\(number)],\"c\":\(number)}")
                for read in [json["a"], json["b"][0], json["c"]] {
                    expect(read.int == number && read.intValue == number)
                    expect(read.double == Double(number) && read.doubleValue == Double(number))
                    expectEqual(read.stringValue, String(number))
                }
            }
        }
    }

    @Test(
        "A double is the nearest to what is written",
        arguments: [
            "0.1", "-0.1", "123456.789", "1e3", "1.5E-3", "0.30000000000000004", "12345678901234567890", "-0", "-0.0",
            "9007199254740993", "18446744073709551615", "3.1415926535897932384626433832795",
        ])
    func doubles(text: String) throws {
        let wanted = try #require(Double(text))
        let json = try JSON(parsing: "[\(text)]")[0]
        expectEqual(json.double?.bitPattern, wanted.bitPattern)
        expectEqual(json.doubleValue.bitPattern, wanted.bitPattern)
    }

    @Test("A number beyond the range of Double has no double, and an infinite doubleValue")
    func beyondDouble() throws {
        let json = try JSON(parsing: "[1e400, -1e400, 1e-400]")
        expect(json[0].double == nil)
        expect(json[0].float == nil)
        expectEqual(json[0].doubleValue, .infinity)
        expectEqual(json[0].floatValue, .infinity)
        expectEqual(json[0].stringValue, "1e400")
        expect(json[0].boolValue)
        expectEqual(json[0].type, .number)
        expectEqual(json[0].int, .max)
        expect(json[1].double == nil)
        expectEqual(json[1].doubleValue, -.infinity)
        expectEqual(json[1].int, .min)
        expectEqual(json[2].double, 0)
        expect(json[2].boolValue, "its exact value is not 0")
    }

    @Test("NaN and the infinities, which only code can make, read as themselves")
    func nonFinite() {
        expectEqual(JSON(Double.infinity).double, .infinity)
        expectEqual(JSON(-Double.infinity).double, -.infinity)
        expectEqual(JSON(Double.nan).double?.isNaN, true)
        expectEqual(JSON(Double.nan).int, 0)
        expectEqual(JSON(Double.infinity).int, .max)
        expectEqual(JSON(-Double.infinity).uInt, .min)
    }

    @Test("Digits are kept: as text, described, and written")
    func digits() throws {
        let numbers = [
            "123456789012345678901234567890", "0.1234567890123456789012345678901234567890", "1e400", "-0", "-0.0",
            "1.0",
            "1.50", "1E2", "1e+2", "100e-2", "18446744073709551615", "18446744073709551616", "-9223372036854775809",
            "0e0",
        ]
        let text = "[" + numbers.joined(separator: ",") + "]"
        let json = try JSON(parsing: text)
        for (index, number) in numbers.enumerated() {
            expectEqual(json[index].stringValue, number)
            expectEqual(json[index].description, number)
            try expectEqual(json[index].serializedString(), number)
            guard case .number(let value) = json[index] else { return expect(Bool(false), "no number") }
            expectEqual(value.text, number)
            expectEqual(value.description, number)
        }
        try expectEqual(json.serializedString(), text)
        try expectEqual(JSON(json.arrayValue).serializedString(), text)
    }

    @Test("Of several members with one name the dictionary has the one that wins")
    func duplicates() throws {
        let text = #"{"a": 1, "b": 2, "a": 3}"#
        try expectEqual(JSON(parsing: text).dictionary, ["a": 3, "b": 2])
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        try expectEqual(JSON(parsing: text, options: options).dictionary, ["a": 1, "b": 2])
    }
}
