import Testing

@testable import NeatlineJSON

@Suite struct JSONWritingOptionsTests {
    @Test("Compact is the default, pretty has two spaces")
    func compactIsTheDefaultPrettyHas() {
        #expect(JSONWritingOptions() == .compact)
        #expect(JSONWritingOptions.compact.indentation == .none)
        #expect(JSONWritingOptions.pretty == JSONWritingOptions(indentation: .spaces(2)))
        #expect(JSONWritingOptions.compact.nonFiniteNumbers == .reject)
        #expect(!JSONWritingOptions.pretty.endsWithNewline)
    }

    @Test("An indentation beyond the bounds counts as the nearest")
    func anIndentationBeyondTheBoundsCounts() {
        #expect(JSONWritingOptions.Indentation.spaces(-1).unit.count == 0)
        #expect(JSONWritingOptions.Indentation.tabs(-1).unit.count == 0)
        #expect(JSONWritingOptions.Indentation.spaces(.max).unit.count == 4096)
        #expect(JSONWritingOptions.Indentation.tabs(2).unit == (Byte.tab, 2))
        #expect(JSONWritingOptions.Indentation.spaces(0).breaksLines)
    }
}
