import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("JSONNumber")
struct NumberTests {
    @Test(
        "Text of RFC 8259 is accepted and kept",
        arguments: [
            "0", "-0", "1", "-1", "10", "1.5", "-0.0", "1e5", "1E5", "1e+5", "1E-5", "0e0", "0.10e01",
            "123456789012345678901234567890.123456789012345678901234567890e-1234567890",
            String(repeating: "9", count: 1_000), "0." + String(repeating: "0", count: 500) + "1",
        ])
    func accepted(text: String) throws {
        let number = try #require(JSONNumber(text: text))
        expectEqual(number.text, text)
        expect(number.isFinite)
        expectEqual(number, number)
        try expectEqual(number, JSON(parsing: text).jsonNumber)
    }

    @Test(
        "Any other text is refused",
        arguments: [
            "", " ", "+1", "01", "-01", "00", ".5", "5.", "1.e5", "1e", "1e+", "-", "--1", "0x1", "1 ", " 1", "1\0",
            "1\n",
            "NaN", "Infinity", "-Infinity", "nan", "inf", "1,5", "1_0", "٣", "1e5.5", "1.5.5", "1e5e5", "\"1\"", "１",
        ])
    func refused(text: String) {
        expect(JSONNumber(text: text) == nil)
    }

    @Test("Exact integers, for what their type can hold")
    func exactly() throws {
        func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }
        try expectEqual(number("255").exactly(UInt8.self), 255)
        expect(try number("300").exactly(UInt8.self) == nil)
        expect(try number("-1").exactly(UInt8.self) == nil)
        try expectEqual(number("-128").exactly(Int8.self), -128)
        try expectEqual(number("1.0").exactly(Int.self), 1)
        try expectEqual(number("1e2").exactly(Int.self), 100)
        try expectEqual(number("1200e-2").exactly(Int.self), 12)
        expect(try number("1.5").exactly(Int.self) == nil)
        try expectEqual(number("-0").exactly(Int.self), 0)
        try expectEqual(number("9223372036854775807").exactly(Int64.self), .max)
        expect(try number("9223372036854775808").exactly(Int64.self) == nil)
        try expectEqual(number("-9223372036854775808").exactly(Int64.self), .min)
        expect(try number("-9223372036854775809").exactly(Int64.self) == nil)
        try expectEqual(number("18446744073709551615").exactly(UInt64.self), .max)
        expect(try number("18446744073709551616").exactly(UInt64.self) == nil)
        expect(try number("1e400").exactly(UInt64.self) == nil)
        expectEqual(JSONNumber(1.0).exactly(Int.self), 1)
        expect(JSONNumber(0.5).exactly(Int.self) == nil)
        expect(JSONNumber(Double.nan).exactly(Int.self) == nil)
        expect(JSONNumber(UInt64.max).exactInt64 == nil)
        expectEqual(JSONNumber(UInt64.max).exactUInt64, .max)
        expect(JSONNumber(-5).exactUInt64 == nil)
        expectEqual(JSONNumber(-5).exactInt64, -5)
        let parsed = try JSON(parsing: "[255, 255.0, 18446744073709551615, 1e400]").arrayValue.map(\.jsonNumber)
        expectEqual(parsed.map { $0?.exactly(UInt8.self) }, [255, 255, nil, nil])
        expectEqual(parsed.map { $0?.exactUInt64 }, [255, 255, .max, nil])
    }

    @Test("Integers of every type, wider than 64 bits too")
    func integers() {
        expectEqual(JSONNumber(Int8.min).text, "-128")
        expectEqual(JSONNumber(UInt64.max).text, "18446744073709551615")
        expectEqual(JSONNumber(Int64.min).text, "-9223372036854775808")
        expectEqual(JSONNumber(Int128.max).text, "170141183460469231731687303715884105727")
        expectEqual(JSONNumber(Int128(5)), 5)
    }

    @Test("Literals are integers and doubles")
    func literals() {
        let integer: JSONNumber = 42
        let double: JSONNumber = 2.5
        expectEqual(integer.text, "42")
        expectEqual(double.text, "2.5")
        expectEqual(double.doubleValue, 2.5)
        expectEqual(-integer.doubleValue, -42)
    }

    /// Groups of equal numbers, in ascending order.
    private static let ascending: [[JSONNumber?]] = [
        [JSONNumber(-Double.infinity)],
        [JSONNumber(text: "-1e401")],
        [JSONNumber(text: "-1e400"), JSONNumber(text: "-10e399")],
        [JSONNumber(text: "-9223372036854775809")],
        [JSONNumber(Int64.min), JSONNumber(text: "-9223372036854775808.0")],
        [JSONNumber(-1), JSONNumber(-1.0), JSONNumber(text: "-1.000"), JSONNumber(text: "-10e-1")],
        [JSONNumber(text: "-1e-400")],
        [0, JSONNumber(-0.0), JSONNumber(text: "-0"), JSONNumber(text: "0e99"), JSONNumber(text: "0.00")],
        [JSONNumber(text: "1e-400"), JSONNumber(text: "0.1e-399")],
        [0.1, JSONNumber(text: "0.1"), JSONNumber(text: "1e-1"), JSONNumber(text: "0.10")],
        [JSONNumber(text: "0.1000000000000000055511151231257827")],
        [1, JSONNumber(1.0), JSONNumber(text: "1.0"), JSONNumber(text: "10e-1"), JSONNumber(text: "1E0")],
        [9007199254740992, 9007199254740992.0],
        [9007199254740993, JSONNumber(text: "9007199254740993.000")],
        [JSONNumber(Int64.max), JSONNumber(text: "9223372036854775807")],
        [JSONNumber(UInt64.max), JSONNumber(text: "18446744073709551615.0")],
        [JSONNumber(text: "18446744073709551616"), JSONNumber(Int128(UInt64.max) + 1)],
        [1e300, JSONNumber(text: "1e300"), JSONNumber(text: "10E+299")],
        [JSONNumber(text: "1e400"), JSONNumber(text: "10e399"), JSONNumber(text: "0.01e402")],
        [JSONNumber(text: "1e401")],
        [JSONNumber(Double.infinity)],
    ]

    @Test("Numbers compare by exact value, and equal ones hash alike")
    func comparing() throws {
        let groups = try NumberTests.ascending.map { group in try group.map { try #require($0) } }
        // The parsed form of each, too.
        let withParsed = try groups.map { group in
            try group + group.filter(\.isFinite).map { try #require(try JSON(parsing: $0.text).jsonNumber) }
        }
        for (i, group) in withParsed.enumerated() {
            for a in group {
                for (j, others) in withParsed.enumerated() {
                    for b in others {
                        expectEqual(a == b, i == j, "\(a) == \(b)")
                        expectEqual(a < b, i < j, "\(a) < \(b)")
                        expectEqual(a > b, i > j, "\(a) > \(b)")
                        expectEqual(a <= b, i <= j, "\(a) <= \(b)")
                        if i == j { expectEqual(a.hashValue, b.hashValue, "\(a) and \(b)") }
                    }
                }
            }
        }
        expectEqual(Set(withParsed.joined()).count, groups.count)
    }

    @Test("NaN equals itself and has no order")
    func nan() {
        let nan = JSONNumber(Double.nan)
        expectEqual(nan, nan)
        expectEqual(nan.hashValue, JSONNumber(-Double.nan).hashValue)
        expectEqual(nan, JSONNumber(-Double.nan))
        for other in [JSONNumber(0), JSONNumber(Double.infinity), JSONNumber(-Double.infinity), nan] {
            expect(!(nan < other))
            expect(!(other < nan))
        }
        expect(nan != 0)
        expect(nan != JSONNumber(Double.infinity))
        expectEqual(nan.text, "NaN")
        expectEqual(JSONNumber(-Double.infinity).text, "-Infinity")
    }

    @Test("Doubles are written in the shortest form that reads back as them")
    func doubles() {
        expectEqual(JSONNumber(0.1).text, "0.1")
        expectEqual(JSONNumber(1.0).text, "1.0")
        expectEqual(JSONNumber(-0.0).text, "-0.0")
        expectEqual(JSONNumber(1e300).text, "1e+300")
        expectEqual(JSONNumber(9876543210.123456789).text, "9876543210.123457")
        expectEqual(JSONNumber(-0.00000000000000001).text, "-1e-17")
    }

    @Test("Non-finite numbers are parsed where the options allow them")
    func parsedNonFinite() throws {
        var options = JSONParsingOptions()
        options.allowsNonFiniteNumbers = true
        let numbers = try JSON(parsing: "[NaN, Infinity, -Infinity]", options: options).arrayValue.map(\.jsonNumber)
        expectEqual(numbers, [JSONNumber(Double.nan), JSONNumber(Double.infinity), JSONNumber(-Double.infinity)])
        expectEqual(numbers.map { $0?.isFinite }, [false, false, false])
        expectEqual(numbers.map { $0?.exactInt64 }, [nil, nil, nil])
        expectEqual(numbers.map { $0?.text }, ["NaN", "Infinity", "-Infinity"])
        let json = try JSON(parsing: "[NaN, -Infinity]", options: options)
        expectEqual(json[0].int, 0)
        expectEqual(json[1].int, .min)
        expectEqual(json[1].double, -.infinity)
    }
}

extension JSON {
    /// The number, as the value it is kept as.
    fileprivate var jsonNumber: JSONNumber? {
        if case .number(let number) = self { return number }
        return nil
    }
}
