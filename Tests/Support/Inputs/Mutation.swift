/// Damages texts: changed, lost, added, moved and repeated bytes, and parts of other texts.
public enum Mutation {
    /// Bytes that mean something, or that nearly do.
    private static let telling =
        Array("\"\\[]{},:-+.eE0123456789 \n\t\r/*utfn'aNI".utf8) + [
            0x00, 0x01, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
        ]

    /// `text` with one to four changes.
    public static func mutate(_ text: [UInt8], with other: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&text, other, &random) }
        return text
    }

    private static func change(_ text: inout [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) {
        guard !text.isEmpty else {
            text = [telling.randomElement(using: &random) ?? 0]
            return
        }
        let offset = Int.random(in: 0..<text.count, using: &random)
        let length = min(Int.random(in: 1...24, using: &random), text.count - offset)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: text[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: text[offset] = telling.randomElement(using: &random) ?? 0
        case 2: text[offset] = UInt8.random(in: .min ... .max, using: &random)
        case 3: text.insert(telling.randomElement(using: &random) ?? 0, at: offset)
        case 4: text.removeSubrange(offset..<offset + length)
        case 5: text.insert(contentsOf: text[offset..<offset + length], at: offset)
        case 6: text.swapAt(offset, Int.random(in: 0..<text.count, using: &random))
        case 7: text.removeSubrange(offset...)
        default:
            guard !other.isEmpty else { return }
            let from = Int.random(in: 0..<other.count, using: &random)
            text.insert(contentsOf: other[from..<min(from + length, other.count)], at: offset)
        }
    }
}
