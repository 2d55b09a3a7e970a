// Scanning in memory that the caller has prepared.
extension Scanner {
    /// The tape of a text that a zero and `readAhead` more readable bytes follow, so that no tail has to be copied.
    ///
    /// - Parameter tape: where the tape is laid out; left for a larger buffer if it has not enough room.
    @inline(__always)
    static func scan(
        padded text: UnsafeBufferPointer<UInt8>, into tape: UnsafeMutableBufferPointer<UInt64>,
        options: JSONParsingOptions
    ) throws(Failure) -> Tape {
        // SAFETY: the caller lends a non-empty buffer.
        let start = text.baseAddress!
        var scanner = Scanner(padded: start, count: text.count, options: options, tape: TapeBuffer(lent: tape))
        let count = scanner.runText(start)
        return try scanner.finished(count)
    }
}
