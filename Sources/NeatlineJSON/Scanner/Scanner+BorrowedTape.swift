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
        var scanner = Scanner(padded: start, count: text.count, options: options, tape: TapeBuffer(borrowed: tape))
        let count = scanner.runText(start)
        return try scanner.finished(count)
    }

    /// As `scan(_:options:_:)`, with the tape laid out in `tape`, or, if it has not enough room, in a larger buffer.
    @inline(__always)
    static func scan(
        _ text: UnsafeBufferPointer<UInt8>, into tape: UnsafeMutableBufferPointer<UInt64>, options: JSONParsingOptions
    ) throws(Failure) -> Tape {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: shortTail + readAhead * 2) {
            scratch throws(Failure) in
            try scan(text, options: options, tape: TapeBuffer(borrowed: tape), scratch: scratch)
        }
    }
}
