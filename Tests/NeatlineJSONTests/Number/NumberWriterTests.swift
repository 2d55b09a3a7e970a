import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Numbers to text")
struct NumberWriterTests {
    private func text(_ value: Double) -> String { written { NumberWriter.write(value, to: $0) } }

    /// Checks a value's text and what it reads back as; quick, for loops over many values.
    private func isRight(_ value: Double) -> Bool {
        let text = text(value)
        guard text == value.description, parsedDouble(text).bitPattern == value.bitPattern else {
            Issue.record("\(value) was written \(text)")
            return false
        }
        return true
    }

    @Test("Random doubles are written as their description, and read back")
    func randomDoubles() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<rounds(1_000_000) {
            guard isRight(randomDouble(&generator)) else { return }
        }
    }

    @Test("Random subnormals and short decimals")
    func randomShapes() {
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<rounds(300_000) {
            let subnormal = Double(bitPattern: generator.next() >> UInt64.random(in: 12...63, using: &generator))
            let digits = Double(Int64(bitPattern: generator.next()) >> Int64.random(in: 10...60, using: &generator))
            let scale = Int.random(in: 0...22, using: &generator)
            let power = Double("1e\(scale)") ?? 1
            guard isRight(subnormal), isRight(digits), isRight(digits / power), isRight(digits * power) else { return }
        }
    }

    @Test("Powers of two and of ten, and the doubles around them")
    func powers() {
        for exponent in -1074...1023 {
            let value = Double(sign: .plus, exponent: exponent, significand: 1)
            guard isRight(value), isRight(value.nextUp), isRight(value.nextDown), isRight(-value) else { return }
        }
        for exponent in -323...308 {
            for digit in 1...9 {
                let value = parsedDouble("\(digit)e\(exponent)")
                guard value.isFinite else { continue }
                guard isRight(value), isRight(value.nextUp), isRight(value.nextDown) else { return }
            }
        }
    }

    @Test("Formats change where the description's do")
    func formats() {
        let expected: [(Double, String)] = [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1, "-1.0"), (0.1, "0.1"), (0.5, "0.5"), (100, "100.0"),
            (123_456.789, "123456.789"), (1e15, "1000000000000000.0"), (1e16, "1e+16"), (1.5e16, "1.5e+16"),
            (9_007_199_254_740_992, "9007199254740992.0"), (9_007_199_254_740_994, "9.007199254740994e+15"),
            (4_503_599_627_370_495.5, "4503599627370495.5"), (0.0001, "0.0001"), (0.00012345, "0.00012345"),
            (0.00001, "1e-05"), (1.5e-7, "1.5e-07"), (.leastNonzeroMagnitude, "5e-324"), (1e100, "1e+100"),
            (1e22, "1e+22"),
            (1e23, "1e+23"), (2e-44, "2e-44"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (.leastNormalMagnitude, "2.2250738585072014e-308"), (-2.2250738585072014e-308, "-2.2250738585072014e-308"),
            (65.613616999999977, "65.61361699999998"), (1.0 / 3, "0.3333333333333333"), (12.3456789, "12.3456789"),
            (123456789.125, "123456789.125"), (1234567.8, "1234567.8"), (12345678.9, "12345678.9"),
        ]
        for (value, description) in expected {
            expectEqual(text(value), description)
            expectEqual(value.description, description)
        }
    }

    @Test("Doubles stay within their 32 bytes, integers within 20")
    func bounds() throws {
        let page = try #require(GuardedPage())
        for value in [-2.2250738585072014e-308, -0.00012345678901234567, 1.5, 4_503_599_627_370_495.5, 1e300, 0, -1e-5]
        {
            page.withRoom(NumberWriter.capacity) { room in
                let count = NumberWriter.write(value, to: room)
                expectEqual(String(decoding: UnsafeBufferPointer(start: room, count: count), as: UTF8.self), "\(value)")
            }
        }
        for value in [Int64.min, .max, 0, -1, 123_456_789, 12_345_678_901_234_567, -99_999_999] {
            page.withRoom(20) { room in
                let count = NumberWriter.write(value, to: room)
                expectEqual(String(decoding: UnsafeBufferPointer(start: room, count: count), as: UTF8.self), "\(value)")
            }
        }
        page.withRoom(20) { room in
            let count = NumberWriter.write(UInt64.max, to: room)
            expectEqual(
                String(decoding: UnsafeBufferPointer(start: room, count: count), as: UTF8.self), "\(UInt64.max)")
        }
    }

    @Test("Integers are written as their description")
    func integers() {
        var generator = SeededGenerator(seed: 23)
        for value in [0, 1, 9, 10, 99, 100, .min, .max, .min + 1, -1, 99_999_999, 100_000_000] as [Int64] {
            expectEqual(written { NumberWriter.write(value, to: $0) }, value.description)
        }
        for _ in 0..<rounds(500_000) {
            let unsigned = generator.next() >> UInt64.random(in: 0...63, using: &generator)
            let signed = Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator)
            guard written({ NumberWriter.write(unsigned, to: $0) }) == unsigned.description,
                written({ NumberWriter.write(signed, to: $0) }) == signed.description
            else {
                Issue.record("\(unsigned) or \(signed)")
                return
            }
        }
        var power: UInt64 = 1
        for _ in 0..<20 {
            for value in [power - 1, power, power + 1] {
                expectEqual(written { NumberWriter.write(value, to: $0) }, value.description)
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
    }
}
