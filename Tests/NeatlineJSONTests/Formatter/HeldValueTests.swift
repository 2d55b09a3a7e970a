@testable import NeatlineJSON
import NeatlineTestSupport
import Testing

/// A formatter that keeps a value from its sink until the value is complete.
@Suite struct HeldValueTests {
    /// What a formatter hands to its sink, call by call, and the error that ends it.
    private func chunks(
        of text: [UInt8], heldLimit: Int, options: JSONWritingOptions = .compact, style: JSONStyle? = nil
    ) -> (chunks: [[UInt8]], error: JSONError?) {
        var chunks: [[UInt8]] = []
        var formatter = JSONStreamFormatter(
            options: options, parsing: JSONParsingOptions(), style: style, heldLimit: heldLimit
        ) {
            chunks.append(Array($0))
        }
        var offset = 0
        do {
            while offset < text.count {
                offset += formatter.withInputSpace { space in
                    let count = min(space.count, text.count - offset, 70_000)
                    space.copyBytes(from: text[offset..<(offset + count)])
                    return count
                }
                try formatter.process()
            }
            try formatter.finish()
        } catch {
            return (chunks, error as? JSONError)
        }
        return (chunks, nil)
    }

    private static func value(_ size: Int) -> String {
        "[" + String(repeating: "{\"key\":[1,2]},", count: size / 14) + "\"" + String(repeating: "x", count: size % 14)
            + "\"]"
    }

    /// Sizes around those of a chunk and of the limit, which is twice as large as what memory grows to first.
    private static let sizes = [
        20, 1_000, 100_000, 131_000, 131_072, 132_000, 200_000, 262_000, 300_000, 500_000,
    ]

    @Test("A value up to the limit comes when it is complete", arguments: [1 << 19, 600_000])
    func aValueUpToTheLimitComesWhenItIsComplete(_ limit: Int) {
        for size in TestScale.share(of: Self.sizes, offset: limit) {
            for others in ["", "1 ", "[2]\n", Self.value(70_000) + "\n"] {
                let text = Array((others + Self.value(size) + " " + others).utf8)
                let held = chunks(of: text, heldLimit: limit)
                let plain = chunks(of: text, heldLimit: 0)
                expect(held.error == nil)
                expect(held.chunks.joined().elementsEqual(plain.chunks.joined()), "\(size)")
                // Each chunk ends where a value does.
                expect(held.chunks.allSatisfy { $0.last == UInt8(ascii: "\n") }, "\(size)")
            }
        }
    }

    @Test("Nothing comes of an invalid value up to the limit")
    func nothingComesOfAnInvalidValueUpToTheLimit() {
        for size in Self.sizes {
            for others in ["", "1\n", "[2]\n", Self.value(70_000) + "\n"] {
                let text = Array((others + Self.value(size).dropLast() + "}").utf8)
                let held = chunks(of: text, heldLimit: 1 << 20)
                expect(held.error != nil)
                expect(held.chunks.joined().elementsEqual(others.utf8), "\(size)")
            }
        }
    }

    @Test("A larger value comes in parts, and the next one is held back again")
    func aLargerValueComesInParts() {
        let large = Self.value(900_000)
        let text = Array((large + "\n" + large.dropLast() + ",]").utf8)
        let held = chunks(of: text, heldLimit: 200_000)
        let plain = chunks(of: text, heldLimit: 0)
        expect(held.error != nil)
        expect(held.chunks.count > 4)
        expect(held.chunks.joined().elementsEqual(plain.chunks.joined()))
        let small = chunks(of: Array((large + "\n[1,2").utf8), heldLimit: 200_000)
        expect(small.chunks.joined().elementsEqual((large + "\n").utf8))
    }

    @Test("Layouts and colors make no difference")
    func layoutsAndColorsMakeNoDifference() {
        for options in [JSONWritingOptions.pretty, .compact] {
            for style in [nil, JSONStyle.standard] {
                let value = Self.value(30_000)
                let whole = chunks(
                    of: Array((value + "\"a\" 1 null {}").utf8), heldLimit: 0, options: options, style: style)
                let cut = chunks(
                    of: Array((value + "\"a\" 1 null {}[[3]").utf8), heldLimit: 1 << 20, options: options, style: style)
                expect(cut.error != nil)
                expect(cut.chunks.joined().elementsEqual(whole.chunks.joined()))
            }
        }
    }
}
