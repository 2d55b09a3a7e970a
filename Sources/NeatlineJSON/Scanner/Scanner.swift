/// Turns bytes into a tape, in one pass and without recursion.
///
/// The hot loop keeps its state in local variables; what it needs rarely lives in the properties. The input is scanned
/// where it is as long as `readAhead` bytes follow; the rest is scanned in a copy that zeroes follow, because a zero
/// stops every kernel and the grammar rejects it. The switch happens between tokens, or by scanning one token again.
struct Scanner {
    /// Where the text stopped being JSON.
    struct Failure: Error {
        var reason: ScanFailure
        /// From the start of the input, in bytes.
        var offset: Int
    }

    /// A finished tape; who receives it releases the buffer.
    struct Tape {
        var buffer: TapeBuffer
        /// In words.
        var count: Int
        /// How many containers have a slot for an index.
        var slots: Int
        var rewritten: RewrittenText?
    }

    let options: JSONParsingOptions
    let keepsLoneSurrogates: Bool
    var maximumDepth: Int
    var tape: TapeBuffer
    var slots = 0
    /// Taken over by the tape, or released; not counted here, so that a scanner is plain memory.
    var rewritten: Unmanaged<RewrittenText>?
    var failure = Failure(reason: .none, offset: 0)
    /// Where the loop is to begin on the tape, and where the functions out of line have left its end. Not passed `inout`:
    /// the loop would keep its own in memory then.
    var next: UnsafeMutablePointer<UInt64>
    /// The position after the value that was scanned.
    var stop: Cursor

    /// The end of the bytes being scanned, of the input or of the tail.
    var end: Cursor
    /// Beyond it the kernels may not read ahead; see `readAhead`.
    var limit: Cursor
    /// Subtracted from a cursor this gives the offset in the input, before and after the switch to the tail.
    var origin: Int
    /// Room for a short tail; a longer one gets memory of its own.
    let scratch: UnsafeMutableBufferPointer<UInt8>
    var tail: UnsafeMutablePointer<UInt8>?

    /// Bytes of input that fit in `scratch`.
    static let shortTail = 256

    @inline(__always)
    init(
        _ input: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions, tape: TapeBuffer,
        scratch: UnsafeMutableBufferPointer<UInt8>
    ) {
        // SAFETY: an empty buffer may have no address; any other will do, because the tail is copied before anything is
        // read. The loop appends without a look at the room only while eight words are free.
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

    /// Indented text holds fewer values than compact text of the same size.
    static func estimatedWords(_ input: UnsafeBufferPointer<UInt8>) -> Int {
        let isIndented = input.count > 1 && input[1] <= Byte.space
        return input.count / (isIndented ? 10 : 6) + 16
    }

    /// Calls `body` with the tape of a whole text.
    ///
    /// - Complexity: O(*n*); a tape word per value and key.
    @inline(__always)
    static func scan<Value>(
        _ input: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions, _ body: (Tape) -> Value
    ) throws(Failure) -> Value {
        if input.count >= Int(UInt32.max) { throw Failure(reason: .tooLarge, offset: 0) }
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
        return count.flatMap { finish(stop, $0) }
    }

    /// The tape of `count` words, with what it owns; nothing of it is left if there is none.
    @inline(__always)
    func finished(_ count: Int?) throws(Failure) -> Tape {
        let rewritten = rewritten?.takeRetainedValue()
        guard let count else {
            tape.release()
            throw failure
        }
        return Tape(buffer: tape, count: count, slots: slots, rewritten: rewritten)
    }

    /// Calls `body` with the tape of the records that `input` begins with, and with what they are.
    ///
    /// Nothing is an error here: the first record that is wrong, or incomplete, is where they end.
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
        // SAFETY: no kernel goes on over the zero, so the input is its own tail. The tape has room as above.
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
