// Scanning into a tape in memory of the caller, such as the object of a small document.
extension Scanner {
    /// Scans a text that is followed by a zero and `readAhead` more readable bytes, so that no tail has to be copied.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - tape: the memory for the tape; if it is too small, the tape is in a larger buffer.
    ///   - options: what is accepted.
    /// - Throws: the failure, if the text is not valid.
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

    /// Scans a text as `scan(_:options:_:)` does, into `tape`, or, if that is too small, into a larger buffer.
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
