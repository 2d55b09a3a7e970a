import Testing

@testable import NeatlineJSON

@Suite struct HexadecimalTextTests {
    private func decimal(_ digits: [UInt8]) -> String {
        var text: [UInt8] = []
        digits.withUnsafeBufferPointer { HexadecimalText.appendDecimal($0, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The number that `digits` spell in `base`, modulo `modulus`.
    private func remainder(_ digits: some Sequence<UInt8>, base: UInt64, _ modulus: UInt64) -> UInt64 {
        digits.reduce(0 as UInt64) { rest, digit in
            (rest * base + UInt64(Byte.hexValue(digit) ?? 99)) % modulus
        }
    }

    private static let moduli: [UInt64] = [1_000_003, 2_147_483_647, 4_294_967_291, 99_991, 7]

    /// Around each length at which another step of the conversion begins, and where halves are not alike.
    @Test(
        "Every length is right",
        arguments: [1, 4, 5, 16, 511, 512, 513, 1023, 1024, 1025, 2048, 2049, 3000, 4097, 9999, 40_001])
    func everyLengthIsRight(_ count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let alphabet = Array("0123456789abcdefABCDEF".utf8)
        let digits =
            [UInt8(ascii: "7")] + (1..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
        let text = decimal(digits)
        #expect(text.utf8.first != UInt8(ascii: "0") && text.utf8.allSatisfy(Byte.isDigit))
        // log10(16) = 1.20412; with the first digit 7 the count is known up to one.
        let expected = Double(count - 1) * 1.2041199826559248
        #expect(abs(Double(text.utf8.count) - expected - 1.3) < 1)
        for modulus in Self.moduli {
            #expect(remainder(text.utf8, base: 10, modulus) == remainder(digits, base: 16, modulus))
        }
    }

    @Test("Carries run through the whole number", arguments: [600, 5000, 20_000])
    func carriesRunThroughTheWholeNumber(_ count: Int) {
        // 16^n − 1 and 16^n: all limbs of a product as large, or as small, as they can be.
        let ones = decimal([UInt8](repeating: UInt8(ascii: "f"), count: count))
        let power = decimal([UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: count))
        #expect(ones.dropLast() == power.dropLast())
        #expect(ones.hasSuffix("5") && power.hasSuffix("6"))
        for modulus in Self.moduli {
            let one = (remainder(ones.utf8, base: 10, modulus) + 1) % modulus
            #expect(one == remainder(power.utf8, base: 10, modulus))
        }
    }

    @Test("Zeros are no digits")
    func zerosAreNoDigits() {
        #expect(decimal([]) == "0")
        #expect(decimal(Array("0000".utf8)) == "0")
        #expect(decimal([UInt8](repeating: UInt8(ascii: "0"), count: 5000) + Array("fF".utf8)) == "255")
    }
}
