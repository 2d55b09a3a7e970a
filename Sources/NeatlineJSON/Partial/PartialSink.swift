/// Stores the words of tokens while the text arrives, for the loop over them.
///
/// A token that is cut off at the end of the text fails at one of the zeros after it, which `JSONPartialParser.settle`
/// distinguishes from an error.
struct PartialSink: TapeWritingSink {
    typealias Whitespace = WhitespaceKernel

    @inline(__always)
    static var isStream: Bool { true }

    // SAFETY: `JSONPartialParser.runLoop`, whose local variable the sink is, has the only access to the parser meanwhile.
    private let parser: UnsafeMutablePointer<JSONPartialParser>
    let classes: Cursor
    private let origin: Cursor
    /// The end of the text.
    let limit: Cursor
    var p: Cursor
    private(set) var words: UnsafeMutablePointer<UInt64>
    var next: UnsafeMutablePointer<UInt64>
    /// The position from which on the tape must grow before a member or element.
    private var room: UnsafeMutablePointer<UInt64>
    var container: OpenContainer
    var depth: Int
    private var lowestDepth: Int
    var entry: TokenEntry
    private var stop: JSONPartialParser.Stop

    @inline(__always)
    init(_ parser: UnsafeMutablePointer<JSONPartialParser>, classes: Cursor) {
        self.parser = parser
        self.classes = classes
        origin = UnsafePointer(parser.pointee.memory.bytes.start)
        limit = origin + parser.pointee.memory.byteCount
        let state = parser.pointee.state
        p = origin + state.cursor
        words = parser.pointee.memory.words.start
        next = words + state.wordCount
        room = words + (parser.pointee.memory.wordCapacity - 8)
        container = state.container
        depth = state.depth
        lowestDepth = state.lowestDepth
        entry = state.entry
        stop = JSONPartialParser.Stop(reason: .none, at: 0)
    }

    /// Stores the state in the parser, and returns the stop.
    @inline(__always)
    func finish() -> JSONPartialParser.Stop {
        assert(p <= limit + readAhead)
        parser.pointee.state = JSONPartialParser.State(
            cursor: p - origin, wordCount: next - words, container: container, depth: depth, lowestDepth: lowestDepth,
            entry: entry)
        return stop
    }

    @inline(__always)
    var keepsLoneSurrogates: Bool { parser.pointee.keepsLoneSurrogates }
    @inline(__always)
    var maximumDepth: Int { parser.pointee.options.maximumDepth }
    @inline(__always)
    var allowsTrailingCommas: Bool { parser.pointee.options.allowsTrailingCommas }

    @inline(__always)
    mutating func stop(_ reason: ScanFailure, at position: Cursor) -> TokenStep {
        stop = JSONPartialParser.Stop(reason: reason, at: position - origin)
        return .stopped
    }

    @inline(__always)
    func refill() {}
    @inline(__always)
    func noteSpace() {}

    @inline(__always)
    mutating func makeRoom() {
        if _fastPath(next < room) { return }
        let count = next - words
        parser.pointee.memory.growTape(after: count)
        words = parser.pointee.memory.words.start
        next = words + count
        room = words + (parser.pointee.memory.wordCapacity - 8)
    }

    @inline(__always)
    mutating func append(_ tag: UInt64, _ start: Cursor, _ stop: Cursor) {
        next = TapeWord.store(tag, start - origin..<stop - origin, at: next)
    }

    @inline(__always)
    var hasRoom: Bool { parser.pointee.memory.wordCapacity - (next - words) >= 2 }

    @inline(__always)
    mutating func appendSlot(count: Int) {
        next[0] = TapeWord.slot(parser.pointee.takeSlot(), count: count)
        next += 1
    }

    @inline(__always)
    func offset(of position: Cursor) -> Int { position - origin }

    @inline(__always)
    mutating func noteClosed() { lowestDepth = Swift.min(lowestDepth, depth) }

    @inline(__always)
    func isCut(_ number: NumberKernel.Result) -> Bool { number.end >= limit && !parser.pointee.isFinal }

    @inline(__always)
    mutating func skipRareSpace() -> TokenStep {
        let found = parser.pointee.skipComment(p - origin)
        if found.reason == .none {
            p = origin + found.at
            return .again
        }
        return found.reason == .expectedValue ? .none : stop(found.reason, at: p)
    }

    @inline(__always)
    mutating func takeRareKey(_ key: StringKernel.Result?) -> TokenStep {
        stop(key?.failure ?? .expectedKey, at: key?.stop ?? p)
    }

    @inline(__always)
    mutating func takeRareString(_ string: StringKernel.Result, inObject: Bool) -> TokenStep {
        stop(string.failure, at: string.stop)
    }

    @inline(__always)
    mutating func takeRareNumber(_ number: NumberKernel.Result, inObject: Bool) -> TokenStep {
        if number.failure == .hexadecimal {
            // The zero is the number; what follows it is rejected.
            take(number: NumberKernel.Result(number.end, flags: TapeWord.integerFlag), inObject: inObject)
            p = number.end
            return .taken
        }
        return stop(number.failure == .none ? .needsMore : number.failure, at: number.end)
    }

    @inline(__always)
    mutating func takeRareValue(inObject: Bool) -> TokenStep {
        let found = parser.pointee.failureOfValue(p - origin)
        return stop(found.reason, at: origin + found.at)
    }
}
