import NeatlineSystem
import NeatlineTestSupport
import Testing

struct HexadecimalDigitTests {
    @Test("Every byte: its value as a digit, and its two digits")
    func everyByte() {
        for byte in UInt8.min ... .max {
            let scalar = Character(Unicode.Scalar(byte))
            expectEqual(HexadecimalDigits.value(byte).map { Int($0) }, byte < 0x80 ? scalar.hexDigitValue : nil)
            let text = String(byte, radix: 16)
            let digits = (byte < 16 ? "0" : "") + text
            expectEqual(HexadecimalDigits.text([byte]), digits)
            expectEqual(HexadecimalDigits.text([byte, 0x0A], isUppercase: true), digits.uppercased() + "0A")
        }
        expectEqual(HexadecimalDigits.text([]), "")
    }
}
