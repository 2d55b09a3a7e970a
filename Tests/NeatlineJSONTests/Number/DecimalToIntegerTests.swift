import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Text to integer")
struct DecimalToIntegerTests {
    @Test("Integers at and around the limits")
    func limits() {
        expectEqual(parsedInt64("9223372036854775807"), .max)
        expect(parsedInt64("9223372036854775808") == nil)
        expectEqual(parsedInt64("-9223372036854775808"), .min)
        expect(parsedInt64("-9223372036854775809") == nil)
        expect(parsedInt64("18446744073709551615") == nil)
        expect(parsedInt64("-18446744073709551616") == nil)
        expect(parsedInt64("99999999999999999999") == nil)
        expectEqual(parsedUInt64("18446744073709551615"), .max)
        expect(parsedUInt64("18446744073709551616") == nil)
        expect(parsedUInt64("18446744073709551620") == nil)
        expect(parsedUInt64("99999999999999999999") == nil)
        expect(parsedUInt64("100000000000000000000") == nil)
        expect(parsedUInt64("-1") == nil)
        expectEqual(parsedUInt64("-0"), 0)
        expectEqual(parsedInt64("-0"), 0)
        expectEqual(parsedInt64("0"), 0)
        expect(parsedInt64(String(repeating: "9", count: 100_000)) == nil)
    }

    @Test("Random integers of every length")
    func randomIntegers() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<rounds(500_000) {
            let value = generator.next() >> UInt64.random(in: 0...63, using: &generator)
            let signed = Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator)
            let isRight =
                parsedUInt64(String(value)) == value && parsedInt64(String(signed)) == signed
                && parsedInt64(String(value)) == Int64(exactly: value)
                && parsedUInt64(String(signed)) == UInt64(exactly: signed)
            guard isRight else {
                Issue.record("\(value) or \(signed)")
                return
            }
        }
    }

    @Test("Nothing outside the text is read")
    func bounds() throws {
        let page = try #require(GuardedPage())
        let digits = "12345678901234567890"
        for length in 1...20 {
            let text = String(digits.prefix(length))
            page.withBytes(text) { expectEqual(DecimalParser.uint64($0), UInt64(text)) }
            page.withBytes("-" + text) { expectEqual(DecimalParser.int64($0), Int64("-" + text)) }
        }
    }
}
