import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct SourcePositionTests {
    /// The definition, byte for byte: a line ends at a line feed, a carriage return, or both.
    private struct Simple {
        var lines = 0
        var columns = 0
        private var endsInCarriageReturn = false

        mutating func add(_ text: some Sequence<UInt8>) {
            for byte in text {
                if byte == 0x0A {
                    if !endsInCarriageReturn { lines += 1 }
                    columns = 0
                } else if byte == 0x0D {
                    lines += 1
                    columns = 0
                } else if byte & 0xC0 != 0x80 {
                    columns += 1
                }
                endsInCarriageReturn = byte == 0x0D
            }
        }
    }

    @Test("Counting by vectors is counting by bytes", arguments: 0..<40)
    func countingByVectorsIsCountingBy(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let alphabets: [[String]] = [
            ["a"], ["a", "\n"], ["a", "\r", "\n"], ["\r\n", "text and more text", "é"], ["日", "😀", "\n"],
            [String(repeating: "long line ", count: 90), "\n", "\r"], ["\n"], ["\r", "\n", "\r\n"],
        ]
        let alphabet = alphabets[seed % alphabets.count]
        var text = ""
        for _ in 0..<Int.random(in: 0...3000, using: &generator) { text += alphabet.randomElement(using: &generator)! }
        let bytes = Array(text.utf8)

        var simple = Simple()
        var consumed = SourcePosition.Consumed()
        var offset = 0
        while offset < bytes.count {
            let count = min(Int.random(in: 0...5000, using: &generator), bytes.count - offset)
            bytes[offset..<offset + count].withUnsafeBufferPointer { consumed.add($0) }
            simple.add(bytes[offset..<offset + count])
            offset += count
            expectEqual(consumed.bytes, offset)
            expectEqual(consumed.lines, simple.lines)
            expectEqual(consumed.columns, simple.columns)
        }
    }

    @Test("A line end of two bytes counts once across a split")
    func aLineEndOfTwoBytes() {
        var consumed = SourcePosition.Consumed()
        for part in ["a\r", "\nb", "\r", "\r", "\n"] {
            Array(part.utf8).withUnsafeBufferPointer { consumed.add($0) }
        }
        expectEqual(consumed.lines, 3)
        expectEqual(consumed.columns, 0)
    }
}
