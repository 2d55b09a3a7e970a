/// Conversion between bytes and hexadecimal digits. The JSON scanner uses lookup tables instead.
package enum HexadecimalDigits {
    /// Returns the value of a digit in upper or lower case; nil for other bytes.
    @inlinable
    package static func value(_ byte: UInt8) -> UInt8? {
        let digit = byte &- 0x30
        if digit < 10 { return digit }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// Returns the digit of a value up to 15.
    @inlinable
    package static func digit(_ value: UInt8, isUppercase: Bool = false) -> UInt8 {
        value < 10 ? 0x30 + value : (isUppercase ? 0x41 : 0x61) - 10 + value
    }

    /// Returns two digits for each byte.
    @inlinable
    package static func text(_ bytes: some Sequence<UInt8>, isUppercase: Bool = false) -> String {
        let digits = bytes.flatMap {
            [digit($0 >> 4, isUppercase: isUppercase), digit($0 & 15, isUppercase: isUppercase)]
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
