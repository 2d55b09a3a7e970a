import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Exact values of number texts")
struct DecimalTextTests {
    private func hash(_ text: String) -> Int { withBytes(text) { DecimalValue($0).hashValue } }

    private func equal(_ left: String, _ right: String) -> Bool {
        withBytes(left) { left in withBytes(right) { right in DecimalValue(left) == DecimalValue(right) } }
    }

    private func less(_ left: String, _ right: String) -> Bool {
        withBytes(left) { left in withBytes(right) { right in DecimalValue(left) < DecimalValue(right) } }
    }

    @Test(
        "Spellings of one value are equal and hash alike",
        arguments: [
            ["1", "1.0", "10e-1", "1E0", "0.1e1", "0.001e+3", "1000e-3", "1.000e00"],
            ["0", "-0", "0.0", "-0.000", "0e99999999999999999999", "-0E-5"],
            ["-12.5", "-1.25e1", "-125e-1", "-0.125e2", "-12.50", "-1250e-2"],
            ["1e400", "10e399", "0.1e401", "1.00E+400"],
            ["12345678901234567890123", "12345678901234567890.123e3", "1.2345678901234567890123e22"],
            ["9223372036854775808", "9223372036854775808.0", "9.223372036854775808e18"],
            ["100.001", "100001e-3", "1.00001e2"],
            ["0.5", "5e-1", "0.05e1", "0.50"],
        ])
    func spellings(_ texts: [String]) {
        for left in texts {
            for right in texts {
                expect(equal(left, right), "\(left) \(right)")
                expect(!less(left, right), "\(left) \(right)")
                expectEqual(hash(left), hash(right), "\(left) \(right)")
            }
        }
    }

    @Test("A list in rising order is in rising order")
    func order() {
        let rising = [
            "-1e400", "-1e399", "-12.5", "-12.4999999999999999999999", "-1", "-0.1", "-1e-400", "-1e-401", "0",
            "1e-401",
            "1e-400", "2e-400", "0.1", "0.10000000000000000000001", "0.2", "1", "1.000000000000000000000000001", "9.99",
            "10", "9007199254740992", "9007199254740993", "9007199254740993.5", "1e18", "1e400", "1.5e400", "1e401",
        ]
        for (leftIndex, left) in rising.enumerated() {
            for (rightIndex, right) in rising.enumerated() {
                expectEqual(less(left, right), leftIndex < rightIndex, "\(left) < \(right)")
                expectEqual(equal(left, right), leftIndex == rightIndex, "\(left) == \(right)")
            }
        }
    }

    @Test("Random spellings of one value keep the laws; a changed digit breaks equality")
    func randomSpellings() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<rounds(20_000) {
            let count = Int.random(in: 1...30, using: &generator)
            let digits = (0..<count).map { _ in UInt8.random(in: 0x31...0x39, using: &generator) }
            let exponent = Int.random(in: -400...400, using: &generator)
            let sign = Bool.random(using: &generator) ? "-" : ""
            let left = sign + spelling(digits, exponent, &generator)
            let right = sign + spelling(digits, exponent, &generator)
            expect(equal(left, right), "\(left) \(right)")
            expectEqual(hash(left), hash(right), "\(left) \(right)")
            var changed = digits
            let index = Int.random(in: 0..<count, using: &generator)
            changed[index] = changed[index] == 0x39 ? 0x38 : changed[index] + 1
            let other = sign + spelling(changed, exponent, &generator)
            expect(!equal(left, other), "\(left) \(other)")
            expectEqual(less(left, other), (changed[index] > digits[index]) != (sign == "-"), "\(left) \(other)")
            expect(less(left, other) != less(other, left), "\(left) \(other)")
        }
    }

    /// A text of 0.`digits` × 10^`exponent` with the point anywhere and zeros around it.
    private func spelling(_ digits: [UInt8], _ exponent: Int, _ generator: inout SeededGenerator) -> String {
        var all = String(decoding: digits, as: UTF8.self)
        all += String(repeating: "0", count: Int.random(in: 0...5, using: &generator))
        let point = Int.random(in: -5...all.utf8.count, using: &generator)
        let mark = Bool.random(using: &generator) ? "e" : "E"
        if point <= 0 {
            return "0.\(String(repeating: "0", count: -point))\(all)\(mark)\(exponent - point)"
        }
        let fraction = all.dropFirst(point)
        return "\(all.prefix(point))\(fraction.isEmpty ? "" : ".")\(fraction)\(mark)\(exponent - point)"
    }

    @Test("Order agrees with doubles where doubles tell numbers apart")
    func orderOfDoubles() {
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<rounds(50_000) {
            let left = randomNumberText(&generator)
            let right = randomNumberText(&generator)
            let (leftValue, rightValue) = (parsedDouble(left), parsedDouble(right))
            if leftValue != rightValue {
                expectEqual(less(left, right), leftValue < rightValue, "\(left) \(right)")
                expect(!equal(left, right), "\(left) \(right)")
            }
        }
    }

    @Test("Exponents beyond the limit count as the limit, consistently")
    func hugeExponents() {
        let huge = String(repeating: "9", count: 60)
        expect(equal("1e\(huge)", "1e9\(huge)"))
        expectEqual(hash("1e\(huge)"), hash("1e9\(huge)"))
        expect(!equal("1e\(huge)", "2e\(huge)"))
        expect(!equal("1e-\(huge)", "0"))
        expect(less("0", "1e-\(huge)"))
        expect(less("1e-\(huge)", "1e-400"))
        expect(less("1e400", "1e\(huge)"))
        expect(less("-1e\(huge)", "-1e400"))
        expect(!equal("1e999999999999999997", "1e999999999999999998"))
        expect(equal("10e999999999999999997", "1e999999999999999998"))
    }

    @Test("A megabyte of digits is compared and hashed")
    func longTexts() {
        let digits = String(repeating: "1234567890", count: 100_000)
        let zeros = String(repeating: "0", count: 1_000_000)
        expect(equal(digits + "1", "0.\(digits)1e1000001"))
        expectEqual(hash(digits + "1"), hash("0.\(digits)1e1000001"))
        expect(less(digits + "1", digits + "2"))
        expect(equal("1\(zeros)e-1000000", "1"))
        expect(equal("0.\(zeros)1e1000001", "1"))
        expectEqual(hash("0.\(zeros)1e1000001"), hash("1"))
    }

    @Test("Integers are found in any spelling, and nothing else is")
    func integers() {
        func int(_ text: String) -> Int64? { withBytes(text) { DecimalValue.exactInt64($0) } }
        func uint(_ text: String) -> UInt64? { withBytes(text) { DecimalValue($0).uint64 } }
        expectEqual(int("1.0"), 1)
        expectEqual(int("1E2"), 100)
        expectEqual(int("-0.0"), 0)
        expectEqual(int("0e999"), 0)
        expectEqual(int("-12.50e1"), -125)
        expect(int("1.5") == nil)
        expect(int("1e-1") == nil)
        expect(int("0.1") == nil)
        expectEqual(int("9223372036854775807.0"), .max)
        expect(int("922337203685477580.8e1") == nil)
        expectEqual(int("-922337203685477580.8e1"), .min)
        expect(int("-9223372036854775809") == nil)
        expectEqual(int("1e18"), 1_000_000_000_000_000_000)
        expect(int("1e19") == nil)
        expect(int("1e99999999999999999999") == nil)
        expect(int("1e-99999999999999999999") == nil)
        expectEqual(uint("1e19"), 10_000_000_000_000_000_000)
        expectEqual(uint("18446744073709551615"), .max)
        expectEqual(uint("1844674407370955161.5e1"), .max)
        expect(uint("18446744073709551616") == nil)
        expect(uint("2e19") == nil)
        expect(uint("-1") == nil)
        expectEqual(uint("-0"), 0)
    }

    @Test("Integers and doubles have the values of their texts")
    func values() {
        func same<Value>(
            _ text: String, _ value: Value, _ with: (Value, (DecimalValue) -> Bool) -> Bool,
            _ location: SourceLocation = #_sourceLocation
        ) {
            withBytes(text) { bytes in
                let parsed = DecimalValue(bytes)
                let isEqual = with(value) { $0 == parsed && $0.hashValue == parsed.hashValue }
                expect(isEqual, "\(text)", sourceLocation: location)
            }
        }
        same("1.0", Int64(1), DecimalValue.with)
        same("-9223372036854775808", Int64.min, DecimalValue.with)
        same("18446744073709551615", UInt64.max, DecimalValue.with)
        same("0", -0.0, DecimalValue.with)
        same("100", 100.0, DecimalValue.with)
        same("0.1", 0.1, DecimalValue.with)
        same("1e300", 1e300, DecimalValue.with)
        same("0.5e-323", Double.leastNonzeroMagnitude, DecimalValue.with)
        same("1152921504606847e3", Double(1 << 60), DecimalValue.with)
    }

    @Test("A value that an integer holds hashes as that integer")
    func hashesOfIntegers() {
        for (text, value) in [("1.0", 1), ("-5e1", -50), ("0.0", 0)] as [(String, Int64)] {
            expectEqual(hash(text), value.hashValue)
        }
    }
}
