import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct JSONWritingOptionsTests {
    @Test("Compact is the default, pretty has two spaces")
    func compactIsTheDefaultPrettyHas() {
        expectEqual(JSONWritingOptions(), .compact)
        expectEqual(JSONWritingOptions.compact.indentation, .none)
        expectEqual(JSONWritingOptions.pretty, JSONWritingOptions(indentation: .spaces(2)))
        expectEqual(JSONWritingOptions.compact.nonFiniteNumbers, .reject)
        expect(!JSONWritingOptions.pretty.endsWithNewline)
    }

    @Test("An indentation beyond the bounds counts as the nearest")
    func anIndentationBeyondTheBoundsCounts() {
        expectEqual(JSONWritingOptions.Indentation.spaces(-1).unit.count, 0)
        expectEqual(JSONWritingOptions.Indentation.tabs(-1).unit.count, 0)
        expectEqual(JSONWritingOptions.Indentation.spaces(.max).unit.count, 4096)
        expect(JSONWritingOptions.Indentation.tabs(2).unit == (Byte.tab, 2))
        expect(JSONWritingOptions.Indentation.spaces(0).breaksLines)
    }

    @Test(
        "The width of a margin is limited, whatever was asked for", arguments: [Int.max, .min, 1 << 32, 4097, -1, 4096])
    func indentation(width: Int) throws {
        let text = #"[[1,[{}]],{"a":[true]}]"#
        let used = min(max(width, 0), 4096)
        for indentation in [JSONWritingOptions.Indentation.spaces(width), .tabs(width)] {
            let options = JSONWritingOptions(indentation: indentation)
            let written = try JSON(parsing: text).serializedString(options)
            let widths = written.utf8.split(separator: UInt8(ascii: "\n")).map { (line: Substring.UTF8View) -> Int in
                line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
            }
            expectEqual(widths.max(), 3 * used)
            let built: JSON = [[1, [[:] as JSON]], ["a": [true]]]
            try expectEqual(built.serializedString(options), written)
            expect(format(Array(text.utf8), options).text.hasPrefix(written))
        }
    }
}
