/// Stores the words of tokens on a scanner's tape.
///
/// Rare cases are in functions of the scanner that are not inlined. `next` goes to them and back through the scanner's property.
struct TapeSink<Whitespace: WhitespaceSkipping>: TapeWritingSink {
    @inline(__always)
    static var isStream: Bool { false }

    // SAFETY: `Scanner.run`, whose local variable the sink is, has the only access to the scanner meanwhile.
    private let scanner: UnsafeMutablePointer<Scanner>
    let classes: Cursor
    var p: Cursor
    private(set) var limit: Cursor
    private var origin: Int
    private(set) var words: UnsafeMutablePointer<UInt64>
    var next: UnsafeMutablePointer<UInt64>
    /// The position from which on the tape must grow before a member or element.
    private var room: UnsafeMutablePointer<UInt64>
    var container: OpenContainer
    var depth = 1

    /// Creates a sink with the container at `p` open.
    @inline(__always)
    init(_ scanner: UnsafeMutablePointer<Scanner>, at p: Cursor, classes: Cursor) {
        self.scanner = scanner
        self.classes = classes
        self.p = p + 1
        limit = scanner.pointee.limit
        origin = scanner.pointee.origin
        words = scanner.pointee.tape.words
        next = scanner.pointee.next
        // SAFETY: a member takes at most a key and a value with an extension each, and a closing bracket an extension: five
        // words. `hasRoom` checks each append in debug builds.
        room = words + (scanner.pointee.tape.capacity - 8)
        assert(scanner.pointee.hasRoom(at: next))
        container = OpenContainer(at: next - words, isObject: p[0] == Byte.openBrace)
        next[0] = 0
        next += 1
    }

    /// The number of words on the tape.
    @inline(__always)
    var wordCount: Int { next - words }

    @inline(__always)
    var keepsLoneSurrogates: Bool { scanner.pointee.keepsLoneSurrogates }
    @inline(__always)
    var maximumDepth: Int { scanner.pointee.maximumDepth }
    @inline(__always)
    var allowsTrailingCommas: Bool { scanner.pointee.options.allowsTrailingCommas }
    @inline(__always)
    var entry: TokenEntry {
        get { .item }
        set {}
    }

    @inline(__always)
    func stop(_ reason: ScanFailure, at position: Cursor) -> TokenStep {
        _ = scanner.pointee.fail(reason, position)
        return .stopped
    }

    @inline(__always)
    mutating func refill() {
        p = scanner.pointee.switchToTail(p)
        limit = scanner.pointee.limit
        origin = scanner.pointee.origin
    }

    @inline(__always)
    func noteSpace() { scanner.pointee.isCompact = false }

    @inline(__always)
    mutating func makeRoom() {
        if _fastPath(next < room) { return }
        next = scanner.pointee.grow(next)
        words = scanner.pointee.tape.words
        room = words + (scanner.pointee.tape.capacity - 8)
    }

    @inline(__always)
    var hasRoom: Bool { scanner.pointee.hasRoom(at: next) }

    @inline(__always)
    mutating func append(_ tag: UInt64, _ start: Cursor, _ stop: Cursor) {
        next = scanner.pointee.append(next, tag, start, stop, origin)
    }

    @inline(__always)
    mutating func appendSlot(count: Int) { next = scanner.pointee.appendSlot(next, count: count) }

    @inline(__always)
    func offset(of position: Cursor) -> Int { Int(bitPattern: position) &- origin }

    @inline(__always)
    func noteClosed() { assert(words == scanner.pointee.tape.words) }

    @inline(__always)
    func isCut(_ number: NumberKernel.Result) -> Bool { false }

    @inline(__always)
    mutating func skipRareSpace() -> TokenStep {
        // After a comment that does not end, the next failure is not noted, but the loop stops.
        guard let after = scanner.pointee.skipSpaceSlowPath(p) else { return .none }
        p = after
        if p > limit { refill() }
        return .again
    }

    /// Goes on after a token that the scanner has appended; false if it was none.
    @inline(__always)
    private mutating func goOn(at after: Cursor?) -> Bool {
        guard let after else { return false }
        noteSpace()
        next = scanner.pointee.next
        limit = scanner.pointee.limit
        origin = scanner.pointee.origin
        p = after
        return true
    }

    @inline(__always)
    mutating func takeRareKey(_ key: StringKernel.Result?) -> TokenStep {
        makeRoom()
        container.addEntry()
        if goOn(at: scanner.pointee.appendNonStandardKey(p, next)) { return .taken }
        return stop(key?.failure ?? .expectedKey, at: key?.stop ?? p)
    }

    @inline(__always)
    mutating func takeRareString(_ string: StringKernel.Result, inObject: Bool) -> TokenStep {
        beginEntry(inObject: inObject)
        return goOn(at: scanner.pointee.appendValueSlowPath(p, next)) ? .taken : stop(string.failure, at: string.stop)
    }

    @inline(__always)
    mutating func takeRareNumber(_ number: NumberKernel.Result, inObject: Bool) -> TokenStep {
        beginEntry(inObject: inObject)
        return goOn(at: scanner.pointee.appendNumberSlowPath(p, number, next))
            ? .taken : stop(number.failure, at: number.end)
    }

    @inline(__always)
    mutating func takeRareValue(inObject: Bool) -> TokenStep {
        beginEntry(inObject: inObject)
        if goOn(at: scanner.pointee.appendValueSlowPath(p, next)) { return .taken }
        _ = scanner.pointee.failLiteral(p)
        return .stopped
    }
}

extension Scanner {
    /// Scans the value at `first` and stores its tape from `next` on.
    ///
    /// - Returns: the number of words on the tape, with `stop` after the value; nil after a failure, which is in `failure`.
    @inline(never)
    mutating func run<Whitespace: WhitespaceSkipping>(
        _ first: Cursor, classes: Cursor, _ whitespace: Whitespace.Type
    ) -> Int? {
        var p = first
        if p > limit || !Scanner.opensContainer(p[0]) {
            p = findFirst(p, Whitespace.self)
            if failure.reason != .none { return nil }
            guard Scanner.opensContainer(p[0]) else { return runScalar(p, classes: classes) }
        }
        if maximumDepth == 0 { return fail(.tooDeep, p) }
        let end = withUnsafeMutablePointer(to: &self) { scanner -> (stop: Cursor, count: Int)? in
            var sink = TapeSink<Whitespace>(scanner, at: p, classes: classes)
            sink.runLoop()
            return sink.depth == 0 ? (sink.p, sink.wordCount) : nil
        }
        guard let end else { return nil }
        stop = end.stop
        return end.count
    }

    /// Whether a word and its extension can be appended at `next`; for assertions.
    func hasRoom(at next: UnsafeMutablePointer<UInt64>) -> Bool {
        next >= tape.words && tape.capacity - (next - tape.words) >= 2
    }

    /// Appends the word of a string or number.
    @inline(__always)
    func append(
        _ next: UnsafeMutablePointer<UInt64>, _ tag: UInt64, _ start: Cursor, _ stop: Cursor, _ origin: Int
    ) -> UnsafeMutablePointer<UInt64> {
        // SAFETY: the callers have checked that there is room for two words.
        assert(hasRoom(at: next) && start <= stop && stop <= end)
        let offset = Int(bitPattern: start) &- origin
        let length = stop - start
        if length >= Int(TapeWord.lengthMask) { return appendLong(next, tag, offset: offset, length: length) }
        next[0] = TapeWord.scalar(tag, offset: offset, length: length)
        return next + 1
    }
}
