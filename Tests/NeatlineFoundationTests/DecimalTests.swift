import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Decimals") struct DecimalTests {
    @Test(
        "A decimal becomes a number with all its digits, and the number that decimal",
        arguments: [
            "0", "1", "-1", "0.5", "99.99", "65535", "65536", "4294967296", "281474976710656", "18446744073709551615",
            "18446744073709551616", "-0.0000000000000000001", "1e-20", "1e20", "12345678901234567890.5", "-1234.5678",
            "0.1234567890123456789", "99999999999999999999999999999999999999",
        ])
    func digits(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        let number = JSONNumber(decimal)
        expectEqual(number.decimal, decimal)
        expectEqual(number, JSONNumber(text: text))
    }

    @Test("A decimal of a text is as Foundation makes it", arguments: ["1.50", "100", "-0", "0.00", "1.0", "120.00"])
    func zeroes(text: String) throws {
        let decimal = try #require(JSONNumber(text: text)?.decimal)
        let other = try #require(Decimal(string: text))
        let parsed = try #require(try JSON(parsing: "[\(text)]")[0].get(as: JSONNumber.self).decimal)
        expect(decimal == other && parsed == other)
        expect(parsed.description == other.description && parsed.hashValue == other.hashValue)
    }

    @Test("Random decimals come back as they were")
    func random() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for _ in 0..<5000 {
            let significand = Decimal(next() >> (next() % 64))
            let decimal = Decimal(
                sign: next() % 2 == 0 ? .plus : .minus, exponent: Int(next() % 30) - 25, significand: significand)
            let number = JSONNumber(decimal)
            expectEqual(number.decimal, decimal)
            expectEqual(Decimal(string: number.text), decimal)
        }
    }

    // Zeroes apart, of which Foundation has several, and all of them are equal.
    @Test("A decimal of a number has the bytes that Foundation gives it")
    func bytes() throws {
        func bytes(_ decimal: Decimal) -> [UInt8] { withUnsafeBytes(of: decimal) { Array($0) } }
        var texts = [
            "0", "1", "-1", "10", "1000000000000000000", "18446744073709551615", "-9223372036854775808",
        ]
        for digits in 1...19 {
            let run = "1234567890123456789".prefix(digits)
            texts += ["0.\(run)", "-\(run).5", "\(run)0", "\(run).00", "655\(run.prefix(15)).36"]
        }
        for text in texts {
            let decimal = try #require(try JSON(parsing: "[\(text)]")[0].get(as: JSONNumber.self).decimal)
            expectEqual(bytes(decimal), bytes(try #require(Decimal(string: text))), "\(text)")
        }
    }

    @Test("What is no number stays so")
    func notANumber() { expect(!JSONNumber(Decimal.nan).isFinite) }

    @Test(
        "Foundation's decoder keeps the digits of a number that has no more than a decimal",
        arguments: [
            "12345678901234567.89", "-9007199254740993.5", "18446744073709551614.25", "9007199254740993", "0", "-1.5",
            "18446744073709551615", "-9223372036854775808", "9007199254740992", "123456789012345678901234567890",
        ])
    func foundationDecoder(_ text: String) throws {
        let numbers = try JSONDecoder().decode([JSONNumber].self, from: Data("[\(text)]".utf8))
        expectEqual(numbers.map(\.text), [text])
    }
}
