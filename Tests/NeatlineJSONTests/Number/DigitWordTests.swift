import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Digits in a word")
struct DigitWordTests {
    private func word(_ text: String, at offset: Int = 0) -> DigitWord {
        withBytes(text) { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress!)
            return DigitWord(at: start + offset, in: start, upTo: start + bytes.count)
        }
    }

    @Test("Any byte that is not a digit ends the count")
    func counts() {
        for byte in UInt8.min...UInt8.max where !(0x30...0x39).contains(byte) {
            for count in 0..<8 {
                var bytes = [UInt8](repeating: 0x39, count: 8)
                bytes[count] = byte
                let digits = bytes.withUnsafeBytes { raw in
                    DigitWord(at: raw.baseAddress!, in: raw.baseAddress!, upTo: raw.baseAddress! + 8).digitCount
                }
                expectEqual(digits, count, "byte \(byte)")
            }
        }
    }

    @Test("A text is read from any offset, whatever its length")
    func offsets() {
        let digits = "12345678901234567890"
        for length in 1...20 {
            let text = String(digits.prefix(length))
            for offset in 0..<length {
                let expected = text.dropFirst(offset).prefix(8)
                let word = word(text, at: offset)
                expectEqual(word.digitCount, expected.count)
                expectEqual(word.value(ofFirst: expected.count), UInt64(expected))
            }
        }
    }

    @Test("Every number of up to eight digits splits into its digits")
    func splits() {
        var generator = SeededGenerator(seed: 1)
        for round in 0..<rounds(1_000_000) {
            let random = UInt64.random(in: 0..<100_000_000, using: &generator)
            let value = round < 20_000 ? UInt64(round) * 5_000 + 4_999 : random
            let digits = DigitWord.digits(of: value)
            var joined: UInt64 = 0
            for index in 0..<8 {
                let digit = digits >> UInt64(index * 8) & 0xFF
                guard digit <= 9 else {
                    Issue.record("\(value) has a digit \(digit)")
                    return
                }
                joined = joined * 10 + digit
            }
            guard joined == value else {
                Issue.record("\(value) became \(joined)")
                return
            }
        }
    }
}
