import NeatlineJSON
import NeatlineTestSupport
import Testing

/// Texts in messages.
struct ShortenedTextTests {
    @Test("A text is cut only if it is too long, by characters", arguments: ["a", "é", "e\u{301}", "👩‍👩‍👧", "\r\n"])
    func aTextIsCutOnlyIfItIsTooLong(_ character: String) {
        for count in 0...50 {
            let text = String(repeating: character, count: count)
            let expected = count <= 40 ? text : String(repeating: character, count: 39) + "…"
            expectEqual(text.shortened(), expected)
            expectEqual(text.shortened(to: 50), text)
        }
    }

    @Test("A pointer that is shown whole has no ellipsis")
    func aPointerThatIsShownWholeHasNoEllipsis() {
        // 50 characters of two bytes each.
        let text = String(repeating: "é", count: 50)
        #expect {
            try JSONPointer(parsing: text)
        } throws: { error in
            !"\(error)".contains("…") && "\(error)".contains(text)
        }
    }
}
