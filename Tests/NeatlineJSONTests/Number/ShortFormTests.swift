import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// The short ways that the usual numbers take agree with the general ones.
@Suite struct ShortFormTests {
    @Test("Short integers agree with the general routine")
    func shortIntegersAgreeWithTheGeneralRoutine() {
        var generator = SeededGenerator(seed: 41)
        for digits in 1...19 {
            for _ in 0..<500 {
                var text = "\(Int.random(in: 1...9, using: &generator))"
                for _ in 1..<digits { text += "\(Int.random(in: 0...9, using: &generator))" }
                for number in [text, "-" + text, String(repeating: "9", count: digits)] {
                    // An exact buffer, so that a read outside it is seen by the address sanitizer.
                    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: number.utf8.count)
                    defer { bytes.deallocate() }
                    _ = bytes.initialize(from: number.utf8)
                    let buffer = UnsafeBufferPointer(bytes)
                    expectEqual(DecimalParser.shortInt64(buffer, followedBy: 0), DecimalParser.int64(buffer))
                    expectEqual(DecimalParser.shortInt64(buffer, followedBy: 0), Int64(number))
                    for rest in [",\n  \"more", "9999999", "......."] {
                        let value = withText(number, followedBy: rest) {
                            DecimalParser.shortInt64($0, followedBy: $1)
                        }
                        expectEqual(value, Int64(number))
                    }
                }
            }
        }
    }

    @Test(
        "Short decimals keep text and value",
        arguments: [
            "0.0", "-0.0", "0.5", "-0.05", "1.0", "1.50", "-65.613616999999977", "0.000000000000000001",
            "123456789.123456789", "9999999999999999.999", "0.000", "100.00100",
        ])
    func shortDecimalsKeepTextAndValue(_ text: String) throws {
        let decimal = try #require(Array(text.utf8).withUnsafeBufferPointer { ShortDecimal($0) })
        for rest in ["", "}", ",\n  \"more", "e5999999", "12345678"] {
            let other = try #require(withText(text, followedBy: rest) { ShortDecimal($0, followedBy: $1) })
            expectEqual(self.written(other), text)
            expectEqual(other.doubleValue.bitPattern, decimal.doubleValue.bitPattern)
        }
        expectEqual(written(decimal), text)
        expectEqual(decimal.doubleValue.bitPattern, Double(text)?.bitPattern)
    }

    @Test("Short decimals of all lengths keep their text")
    func shortDecimalsOfAllLengthsKeepTheirText() throws {
        var generator = SeededGenerator(seed: 43)
        for integerDigits in 1...18 {
            for fractionDigits in 1...(19 - integerDigits) {
                var text = "\(Int.random(in: 1...9, using: &generator))"
                for _ in 1..<integerDigits { text += "\(Int.random(in: 0...9, using: &generator))" }
                text += "."
                for _ in 0..<fractionDigits { text += "\(Int.random(in: 0...9, using: &generator))" }
                for number in [text, "-" + text] {
                    for rest in ["", ",", "]\n\n\n\n\n\n\n\n", "00000000"] {
                        let decimal = try #require(
                            withText(number, followedBy: rest) { ShortDecimal($0, followedBy: $1) })
                        expectEqual(written(decimal), number)
                    }
                }
            }
        }
    }

    @Test("Short decimals of any parts are written digit by digit")
    func shortDecimalsOfAnyPartsAreWrittenDigitByDigit() throws {
        var generator = SeededGenerator(seed: 47)
        for fractionDigits in 1...19 {
            for digits in 0...19 {
                // All digits the same at the ends of the range, and any between.
                for digit in [0, 1, 9, 10] {
                    var text = ""
                    for _ in 0..<digits { text += "\(digit < 10 ? digit : Int.random(in: 0...9, using: &generator))" }
                    let significand = UInt64(text) ?? 0
                    let isNegative = Bool.random(using: &generator)
                    let decimal = try #require(
                        ShortDecimal(
                            significand: significand, fractionDigits: fractionDigits, isNegative: isNegative))
                    var padded = "\(significand)"
                    while padded.count <= fractionDigits { padded = "0" + padded }
                    let expected = "\(padded.dropLast(fractionDigits)).\(padded.suffix(fractionDigits))"
                    expectEqual(written(decimal), (isNegative ? "-" : "") + expected)
                }
            }
        }
    }

    @Test("Short texts keep text and value")
    func shortTextsKeepTextAndValue() throws {
        var generator = SeededGenerator(seed: 53)
        var numbers = [
            "0", "-0", "-0.0", "0.000", "1e5", "1E-05", "-1.5e+300", "1.7976931348623e308", "5e-324", "1e400",
        ]
        for integerDigits in 1...15 {
            for fractionDigits in 0...(15 - integerDigits) {
                var text = "\(Int.random(in: (integerDigits == 1 ? 0 : 1)...9, using: &generator))"
                for _ in 1..<integerDigits { text += "\(Int.random(in: 0...9, using: &generator))" }
                if fractionDigits > 0 { text += "." }
                for _ in 0..<fractionDigits { text += "\(Int.random(in: 0...9, using: &generator))" }
                numbers += [text, "-" + text]
            }
        }
        for number in numbers where number.utf8.count <= ShortText.capacity {
            for rest in ["", "}", ",\n  \"more\": 1", "0123456789ABCDEF", "................"] {
                let text = withText(number, followedBy: rest) { ShortText($0, followedBy: $1) }
                expectEqual(text.count, number.utf8.count)
                expectEqual(written(text), number)
                expectEqual(text.nearestDouble.bitPattern, Double(number)?.bitPattern, "\(number)")
                // The same digits as in the general routine, where it has any.
                let decimal = text.decimal
                if let decimal { expectEqual(self.written(decimal), number) }
                let isUsual = number.utf8.drop { $0 == UInt8(ascii: "-") }.prefix { $0 != UInt8(ascii: ".") }.count < 8
                let isDecimal = number.contains(".") && !number.lowercased().contains("e")
                expectEqual(decimal != nil, isDecimal && isUsual, "\(number)")
            }
        }
    }

    private func written(_ number: ShortText) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { output in
            String(decoding: output[..<number.write(to: output.baseAddress!)], as: UTF8.self)
        }
    }

    /// Calls `body` with a text and how many bytes follow it, in memory that ends there.
    private func withText<Value>(
        _ text: String, followedBy rest: String, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Value
    ) -> Value {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + rest.utf8.count)
        defer { bytes.deallocate() }
        _ = bytes.initialize(from: (text + rest).utf8)
        return body(UnsafeBufferPointer(rebasing: bytes[..<text.utf8.count]), rest.utf8.count)
    }

    private func written(_ decimal: ShortDecimal) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { output in
            String(decoding: output[..<decimal.write(to: output.baseAddress!)], as: UTF8.self)
        }
    }

    @Test(
        "Other numbers are no short decimals",
        arguments: ["1", "1e5", "1.5e3", "1.2345678901234567890", "12345678901234567890.5", "0.0000000000000000001"])
    func otherNumbersAreNoShortDecimals(_ text: String) {
        expect(Array(text.utf8).withUnsafeBufferPointer { ShortDecimal($0) } == nil)
        expect(withText(text, followedBy: ",\"a\":1.5}") { ShortDecimal($0, followedBy: $1) } == nil)
    }

    @Test("Small strings are what the standard library makes")
    func smallStringsAreWhatTheStandardLibraryMakes() {
        expect(SmallString.isKnown)
        for count in 0...SmallString.capacity {
            let bytes = (0..<count).map { UInt8(0x41 + $0) }
            let text = bytes.withUnsafeBufferPointer { SmallString.make($0) }
            let prefix = (bytes + Array("\"after".utf8) + Array(repeating: 0xFF, count: 16)).withUnsafeBufferPointer {
                SmallString.make(prefixOf: $0.baseAddress!, count: count)
            }
            expectEqual(prefix, text)
            expect(prefix.utf8.elementsEqual(bytes))
            expectEqual(text, String(decoding: bytes, as: UTF8.self))
            expectEqual(text.utf8.count, count)
            expectEqual(text.hashValue, String(decoding: bytes, as: UTF8.self).hashValue)
            expectEqual(text + "é", String(decoding: bytes, as: UTF8.self) + "é")
        }
    }
}
