import NeatlineSystem
import Testing

struct HexadecimalDigitTests {
    @Test("Every byte: its value as a digit, and its two digits")
    func everyByte() {
        for byte in UInt8.min ... .max {
            let scalar = Character(Unicode.Scalar(byte))
            #expect(HexadecimalDigits.value(byte).map { Int($0) } == (byte < 0x80 ? scalar.hexDigitValue : nil))
            let text = String(byte, radix: 16)
            let digits = (byte < 16 ? "0" : "") + text
            #expect(HexadecimalDigits.text([byte]) == digits)
            #expect(HexadecimalDigits.text([byte, 0x0A], isUppercase: true) == digits.uppercased() + "0A")
        }
        #expect(HexadecimalDigits.text([]) == "")
    }
}
