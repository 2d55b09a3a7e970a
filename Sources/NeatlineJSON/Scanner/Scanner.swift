/// Validates JSON text and converts it to a tape, in one pass and without recursion.
///
/// The loop keeps its state in local variables; the properties are for what it rarely needs. The input is scanned in place
/// while at least `readAhead` bytes follow; the rest is scanned in a copy padded with zeros, because a zero stops every
/// kernel and is not valid JSON. The scanner switches to the copy between two tokens, or by scanning one token again.
struct Scanner {
    /// The reason and the position of the first error.
    struct Failure: Error {
        var reason: ScanFailure
        /// The offset in bytes from the start of the input.
        var offset: Int
    }

    /// The result of a scan. Its receiver must release the buffer.
    struct Tape {
        var buffer: TapeBuffer
        /// The number of words.
        var count: Int
        /// The number of containers that have a slot for an index.
        var slots: Int
        var rewritten: RewrittenText?
    }

    let options: JSONParsingOptions
    let keepsLoneSurrogates: Bool
    var maximumDepth: Int
    var tape: TapeBuffer
    var slots = 0
    /// Whether no whitespace was between the tokens so far, and only tokens of RFC 8259.
    var isCompact = true
    /// A retained reference, which the tape takes over or `finished` releases. Unmanaged, so that a scanner is a trivial type.
    var rewritten: Unmanaged<RewrittenText>?
    var failure = Failure(reason: .none, offset: 0)
    /// The next word of the tape to be written. The loop has a local copy and exchanges it with the slow paths through this
    /// property: an `inout` argument would force the local variable into memory.
    var next: UnsafeMutablePointer<UInt64>
    /// The position after the value that was scanned.
    var stop: Cursor

    /// The end of the bytes that are scanned, in the input or in the tail.
    var end: Cursor
    /// The last position from which the kernels may read ahead; see `readAhead`.
    var limit: Cursor
    /// The address of the first byte of the input; in the tail, the address that it would have before the tail.
    var origin: Int
    /// Memory for a short tail; a longer one is allocated.
    let scratch: UnsafeMutableBufferPointer<UInt8>
    /// The copy of the last bytes of the input, padded with zeros; nil before the switch to it.
    var tail: UnsafeMutablePointer<UInt8>?

    /// The largest number of bytes of input that are copied to `scratch`.
    static let shortTail = 256

    @inline(__always)
    init(
        _ input: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions, tape: TapeBuffer,
        scratch: UnsafeMutableBufferPointer<UInt8>
    ) {
        // SAFETY: an empty buffer may have no address; any other will do, because the tail is copied before anything is
        // read. The loop appends words without a check only while eight words are free.
        assert(tape.capacity >= 8)
        let start = input.baseAddress ?? UnsafePointer(bitPattern: readAhead)!
        self.options = options
        self.scratch = scratch
        self.tape = tape
        next = tape.words
        keepsLoneSurrogates = options.loneSurrogates != .reject
        maximumDepth = Swift.max(options.maximumDepth, 0)
        end = start + input.count
        limit = input.count >= readAhead ? end - readAhead : start - 1
        origin = Int(bitPattern: start)
        stop = start
    }

    /// An estimate of the length of a text's tape: indented text contains fewer values than compact text of the same size.
    static func estimatedWords(_ input: UnsafeBufferPointer<UInt8>) -> Int {
        let isIndented = input.count > 1 && input[1] <= Byte.space
        return input.count / (isIndented ? 10 : 6) + 16
    }

    /// Scans a whole text and calls `body` with its tape.
    ///
    /// - Throws: the failure, if the text is not valid.
    /// - Complexity: O(*n*); a tape word for each value and key.
    @inline(__always)
    static func scan<Value>(
        _ input: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions, _ body: (Tape) -> Value
    ) throws(Failure) -> Value {
        if !TapeWord.canHold(offset: input.count) { throw Failure(reason: .tooLarge, offset: 0) }
        // 384 bytes of the stack.
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: shortTail + readAhead * 2) {
            scratch throws(Failure) in
            let tape = TapeBuffer(estimatedWords: estimatedWords(input))
            return body(try scan(input, options: options, tape: tape, scratch: scratch))
        }
    }

    static func scan(
        _ input: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions, tape: TapeBuffer,
        scratch: UnsafeMutableBufferPointer<UInt8>
    ) throws(Failure) -> Tape {
        var scanner = Scanner(input, options: options, tape: tape, scratch: scratch)
        let first = input.baseAddress ?? scanner.end
        let count = scanner.runText(first)
        scanner.releaseTail()
        return try scanner.finished(count)
    }

    /// Scans a whole text: a value, and nothing after it.
    @inline(__always)
    mutating func runText(_ first: Cursor) -> Int? {
        let count = stringStops.withUnsafeBufferPointer {
            run(first, classes: $0.baseAddress!, WhitespaceKernel.self)
        }
        guard let count, finish(stop) else { return nil }
        if isCompact, TapeWord(bits: tape.words[0]).isContainer { tape.words[0] |= TapeWord.compactFlag }
        return count
    }

    /// The tape of `count` words, which takes over what the scanner owns. If `count` is nil, all of that is freed, and the
    /// failure is thrown.
    @inline(__always)
    func finished(_ count: Int?) throws(Failure) -> Tape {
        let rewritten = rewritten?.takeRetainedValue()
        guard let count else {
            tape.release()
            throw failure
        }
        return Tape(buffer: tape, count: count, slots: slots, rewritten: rewritten)
    }

    /// Scans the records at the beginning of `input` and calls `body` with their tape and description.
    ///
    /// The scan never fails: it ends before the first record that is invalid or incomplete.
    ///
    /// - Complexity: O(*n*).
    static func scan<Value>(
        records input: UnsafeBufferPointer<UInt8>, in frame: RecordFrame, options: JSONParsingOptions,
        _ body: (Tape, Records) -> Value
    ) -> Value {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: shortTail + readAhead * 2) { scratch in
            let tape = TapeBuffer(estimatedWords: estimatedWords(input))
            return scan(records: input, in: frame, options: options, tape: tape, scratch: scratch, body)
        }
    }

    private static func scan<Value>(
        records input: UnsafeBufferPointer<UInt8>, in frame: RecordFrame, options: JSONParsingOptions,
        tape: TapeBuffer, scratch: UnsafeMutableBufferPointer<UInt8>, _ body: (Tape, Records) -> Value
    ) -> Value {
        var scanner = Scanner(input, options: options, tape: tape, scratch: scratch)
        let records = scanner.runRecords(input, in: frame)
        scanner.releaseTail()
        let rewritten = scanner.rewritten?.takeRetainedValue()
        return body(
            Tape(buffer: scanner.tape, count: records.wordCount, slots: scanner.slots, rewritten: rewritten), records)
    }

    /// Creates a scanner of `count` bytes from `start` on, which a zero and `readAhead` more readable bytes follow.
    init(padded start: Cursor, count: Int, options: JSONParsingOptions, tape: TapeBuffer) {
        // SAFETY: every kernel stops at the zero, so the input needs no tail. The tape has room as above.
        assert(tape.capacity >= 8 && start[count] == 0)
        self.options = options
        self.tape = tape
        next = tape.words
        scratch = UnsafeMutableBufferPointer(start: nil, count: 0)
        keepsLoneSurrogates = options.loneSurrogates != .reject
        maximumDepth = Swift.max(options.maximumDepth, 0)
        end = start + count
        // As in a tail: the zero stops every kernel.
        limit = end
        tail = UnsafeMutablePointer(mutating: end)
        origin = Int(bitPattern: start)
        stop = start
    }
}

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
