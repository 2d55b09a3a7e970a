// Streams in which a value may be wrong without an end to the rest, and those with record separators (RFC 7464).
extension JSONStreamFormatter {
    /// After a `JSONError`: gives up the value that is wrong, and goes on after the end of the line where the error is; in
    /// a sequence at the next record separator.
    ///
    /// What was written of the value stays written, without a line feed behind it; there must be no style.
    package mutating func recover() {
        state = State()
        nestingWords = []
        adjacency = .none
        refusal = nil
        isRecovering = true
    }

    /// Passes over what is left of a line or record that was given up; false if its end is not there yet.
    mutating func skipLine() -> Bool {
        isRecovering = !window.advance(toNext: isSequence ? Byte.recordSeparator : Byte.lineFeed)
        return !isRecovering
    }

    /// What is wrong with a number or literal of a sequence that no whitespace, or comment, follows: it may have been cut
    /// off there (RFC 7464, section 2.4).
    func truncatedScalar(endingAt p: Cursor) -> Stop? {
        guard isSequence else { return nil }
        if p < window.end {
            let isWhole =
                Byte.isWhitespace(p[0]) || (p[0] == Byte.slash && parsing.allowsComments)
                || ExtendedToken.spaceLength(p, end: window.end, options: parsing) > 0
            return isWhole ? nil : Stop(reason: .trailingContent, at: p)
        }
        return Stop(reason: isFinal ? .unexpectedEnd : .needsMore, at: p)
    }

    /// The first record separator, which ends a record whatever stands around it.
    func separator(in text: Range<Cursor>) -> Stop? {
        guard isSequence else { return nil }
        var p = text.lowerBound
        // SAFETY: the caller's range lies in the window.
        while p < text.upperBound {
            if p[0] == Byte.recordSeparator { return Stop(reason: .controlCharacter, at: p) }
            p += 1
        }
        return nil
    }
}
