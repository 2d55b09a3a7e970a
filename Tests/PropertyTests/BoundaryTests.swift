import NeatlineJSON
import NeatlineTestSupport
import Testing

/// The kernels step 16 bytes at a time and stop 64 bytes before the end of the input to go on in a copy. Each input here
/// is an array of its own, exactly as long as the text, so that the address sanitizer sees a read beyond it.
@Suite("Tokens of every length at every distance from the end", .longRunning)
struct BoundaryTests {
    private func check(_ text: [UInt8], options: JSONParsingOptions = JSONParsingOptions()) {
        if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
        // The formatter reads from its own padded memory: fewer cases show as much.
        if text.count % 4 == 0, let difference = Disagreement.ofFormatter(text, options: options) {
            Issue.record("\(difference)")
        }
    }

    private func run(_ byte: Unicode.Scalar, _ count: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: byte), count: max(0, count))
    }

    @Test("strings of 0 to 200 bytes, as value, key and element, with each kind of byte at each offset")
    func strings() {
        let stops: [[UInt8]] = [
            Array(#"\n"#.utf8), Array(#"\u00e9"#.utf8), Array(#"\ud83d\ude00"#.utf8), Array("é".utf8), Array("日".utf8),
            Array("😀".utf8), [0x1F], [0xFF], [0x7F], [0x00], Array("\\".utf8), Array(#"\ud800"#.utf8), [0xE2, 0x82],
        ]
        var random = SeededGenerator(seed: 50)
        for length in stride(from: 0, through: 200, by: 1) {
            check(Array("\"".utf8) + run("x", length) + Array("\"".utf8))
            check(Array("{\"".utf8) + run("x", length) + Array("\":\"".utf8) + run("y", length) + Array("\"}".utf8))
            check(Array("[\"".utf8) + run("x", length))
            let offsets = stride(
                from: Int.random(in: 0..<TestScale.stride, using: &random), through: length, by: TestScale.stride)
            for offset in offsets {
                let stop = stops[(offset + length) % stops.count]
                let string = Array("\"".utf8) + run("x", offset) + stop + run("x", length - offset) + Array("\"".utf8)
                check(Array("[".utf8) + string + Array("]".utf8))
                check(Array("{".utf8) + string + Array(":1}".utf8))
                check(Array("{\"k\":".utf8) + string + Array("}".utf8))
                check(string)
            }
        }
    }

    @Test("every short string tail behind every prefix up to the read-ahead")
    func tails() {
        let tails = [
            "\"]", "\"", "", "\\", "\\u", "\\u1", "\\u12", "\\u123", "\\u1234", "\\ud83d", "\\ud83d\\", "\\ud83d\\ude0",
            "é", "😀",
        ]
        let cutTails: [[UInt8]] = tails.map { Array($0.utf8) } + [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]]
        for prefix in 0...150 {
            for tail in cutTails { check(Array("[\"".utf8) + run("x", prefix) + tail) }
        }
    }

    @Test("runs of 0 to 200 whitespace bytes of each kind at every position between tokens")
    func whitespace() {
        let blanks: [Unicode.Scalar] = [" ", "\n", "\t", "\r"]
        let parts = ["", "{", "\"a\"", ":", "[", "1", ",", "\"b\"", "]", "}", ""].map { Array($0.utf8) }
        for count in stride(from: 0, through: 200, by: TestScale.stride) {
            for (kind, blank) in blanks.enumerated() {
                for gap in 1..<parts.count {
                    var text: [UInt8] = []
                    for (ordinal, part) in parts.enumerated() {
                        if ordinal == gap { text += (kind == 0 ? [] : run("\n", 1)) + run(blank, count) }
                        text += part
                    }
                    check(text)
                    check(Array(text.dropLast()))
                }
            }
        }
    }

    @Test("numbers of 1 to 200 digits, with fraction and exponent, behind every prefix")
    func numbers() {
        for digits in stride(from: 1, through: 200, by: TestScale.stride) {
            for shape in ["", ".", ".5", "e", "E+", "e-12", "-"] {
                let number = run("7", digits) + Array(shape.utf8)
                check(number)
                check(Array("[".utf8) + number + Array("]".utf8))
                check(Array("{\"a\":-0.".utf8) + number + Array("}".utf8))
                check(Array("[1e".utf8) + number + Array(",".utf8))
            }
        }
        for prefix in 0...140 {
            for tail in [
                "-", "-0", "0", "1", "12345678901234567", "1.", "1.0", "1e", "1e+", "1e+9", "0.1]", "tru", "true",
                "nul",
            ] {
                check(run(" ", prefix) + Array(tail.utf8))
                check(Array("[".utf8) + run(" ", prefix) + Array(tail.utf8))
                check(Array("{\"a\":".utf8) + run(" ", prefix) + Array(tail.utf8))
            }
        }
    }

    @Test("comments of every length at every position, also unfinished ones")
    func comments() {
        var options = JSONParsingOptions()
        options.allowsComments = true
        options.allowsTrailingCommas = true
        let parts = ["", "{", "\"a\"", ":", "[", "1", ",", "\"b\"", ",", "]", "}", ""].map { Array($0.utf8) }
        for count in stride(from: 0, through: 150, by: TestScale.stride) {
            let comments = [
                Array("/*".utf8) + run("*", count) + Array("*/".utf8),
                Array("//".utf8) + run("/", count) + Array("\n".utf8),
                Array("//".utf8) + run("x", count), Array("/*".utf8) + run("x", count),
            ]
            for comment in comments {
                for gap in 1..<parts.count {
                    let head = Array(parts[..<gap].joined()) + comment
                    check(head, options: options)
                    check(head + Array(parts[gap...].joined()), options: options)
                }
            }
        }
    }

    @Test("texts cut into parts of every size give the same output")
    func chunks() {
        var generator = DocumentGenerator(seed: 51)
        let text = generator.document(.mixture, items: 12)
        let whole = Formatted(text).output
        for size in stride(from: 1, through: min(text.count, 400), by: TestScale.stride) {
            expectEqual(Formatted(text, chunkSize: size).output, whole)
        }
    }
}
