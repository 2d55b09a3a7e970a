/// Parses one JSON text while it arrives, in pieces that are cut anywhere, and has a value of what has come at any time.
///
/// ```swift
/// var parser = JSONPartialParser()
/// for piece in [#"{"answer": "Forty-t"#, #"wo", "sure": tr"#, "ue}"] {
///     try parser.feed(piece)
///     print(parser.snapshot ?? .null)
/// }
/// let json = try parser.finish()
/// ```
///
/// What a snapshot shows is certain: each is a beginning of the next one.
///
/// - An array or object is there from its opening bracket on, with the elements or members so far. Only the last of them may
///   be one that grows.
/// - A string is there from its opening quote on, with the text that is certain: without half an escape sequence, half a
///   surrogate pair or half a scalar of UTF-8.
/// - A number, `true`, `false` or `null` is there when it has ended: a number ends at what follows it.
/// - A member is there when its value is. A later member of the same name is the effective one, unless the options say
///   otherwise.
///
/// Snapshots share what they have in common; they are values, and stay as they are. After the last piece, `finish()` returns
/// the same value as `JSON(parsing:)` of the whole text.
///
/// The parser keeps the text and 16 bytes for each key and value: memory that doubles when it is full, as that of an array
/// does, and that snapshots and the final value keep, too. `JSON.detached()` returns a value with memory of its own.
///
/// Of the options, those of JSON5 that add tokens have no effect (single quotes, names without quotes, and its strings,
/// numbers and whitespace), and ill-formed UTF-8 is always an error.
///
/// A copy of a parser is independent; the first of the two that goes on copies the memory.
public struct JSONPartialParser: Sendable {
    let options: JSONParsingOptions
    let keepsLoneSurrogates: Bool
    var memory = PartialMemory()
    /// The extent of the stream before the text.
    var before = SourcePosition.Consumed()
    /// The state of the loop, for when more has come.
    var state = State()
    /// Whether the text has ended.
    private(set) var isFinal = false
    /// The last snapshot of a text that ended too early.
    private(set) var cutOff: JSON?
    var slotCount = 0
    private(set) var stage = Stage.start
    private var waiting = Waiting.nothing
    private(set) var failure: JSONError?
    private(set) var levels = PartialLevels()
    var latest = LatestSnapshot()
    private let reportsEvents: Bool
    let passesOverProse: Bool
    /// Has a second reference if the parser was copied: its memory then belongs to the copies, too.
    private var owner = Owner()

    private final class Owner: Sendable {}

    /// The state of the loop between two tokens.
    struct State {
        /// The offset of the token that is not complete, or that comes next.
        var cursor = 0
        var wordCount = 0
        var container = OpenContainer(at: 0, isObject: false)
        var depth = 0
        /// The lowest depth since `levels` was brought up to date.
        var lowestDepth = 0
        var entry = TokenEntry.item
    }

    /// Why and where the loop stopped.
    struct Stop {
        var reason: ScanFailure
        var at: Int
    }

    enum Stage {
        /// The value has not begun.
        case start
        case inside
        /// The value has ended.
        case end
    }

    /// The token at the cursor, whose rest has not come. It is scanned again when it may be complete.
    private enum Waiting {
        case nothing
        case string(PartialString)
        case number
        /// A comment without an end before this offset.
        case comment(searched: Int)
    }

    /// Creates a parser for a new text.
    ///
    /// - Parameters:
    ///   - options: what is accepted; RFC 8259 unless set.
    ///   - reportsEvents: whether `takeEvents()` tells what has changed, which takes time for each value.
    ///   - passesOverProse: whether the value is an array or object in other text, as a fence of Markdown around JSON:
    ///     what is before and after it is passed over. A bracket after which no element or name follows is such text,
    ///     too; until then a snapshot may show it.
    public init(
        options: JSONParsingOptions = JSONParsingOptions(), reportsEvents: Bool = false, passesOverProse: Bool = false
    ) {
        var options = options
        options.maximumDepth = Swift.max(options.maximumDepth, 0)
        options.allowsSingleQuotes = false
        options.allowsUnquotedKeys = false
        options.allowsExtendedStrings = false
        options.allowsExtendedNumbers = false
        options.allowsExtendedWhitespace = false
        options.allowsNonFiniteNumbers = false
        options.invalidUTF8 = .reject
        self.options = options
        self.reportsEvents = reportsEvents
        self.passesOverProse = passesOverProse
        keepsLoneSurrogates = options.loneSurrogates != .reject
    }

    // MARK: Pieces

    /// Takes the next piece of the text.
    ///
    /// - Parameter bytes: any part of the text; it may end anywhere, also inside a scalar.
    /// - Throws: ``JSONError`` at the first byte that no valid text has there, with the code and the place that
    ///   `JSON(parsing:)` has for it. All further calls throw it again; the snapshot stays as it was before the error.
    /// - Complexity: O(*n*), amortized: a long token is not scanned again for each piece.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws {
        if let failure { throw failure }
        if isFinal || bytes.isEmpty { return }
        separate()
        let before = memory.byteCount
        if !TapeWord.canHold(offset: before + bytes.count) { throw fail(.tooLarge, at: 0) }
        memory.append(bytes)
        defer { if reportsEvents { synchronize() } }
        if mayGoOn(after: before) { try run() }
    }

    /// Takes the next piece of the text.
    ///
    /// - Parameter bytes: any part of the text; it may end anywhere, also inside a scalar.
    /// - Throws: ``JSONError``, as `feed(_:)` of a buffer does.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws {
        try ContiguousArray(bytes).withUnsafeBytes { try feed($0) }
    }

    /// Takes the next piece of the text.
    ///
    /// - Parameter text: any part of the text.
    /// - Throws: ``JSONError``, as `feed(_:)` of a buffer does.
    public mutating func feed(_ text: String) throws {
        var text = text
        try text.withUTF8 { try feed(UnsafeRawBufferPointer($0)) }
    }

    /// Ends the text, and returns its value.
    ///
    /// - Returns: a value equal to that of `JSON(parsing:)` for the whole text.
    /// - Throws: ``JSONError``, as `JSON(parsing:)` does for the whole text.
    public mutating func finish() throws -> JSON {
        if let failure { throw failure }
        if !isFinal {
            separate()
            // What the text has if it is cut off: its end would end a number, too.
            let last = snapshot
            isFinal = true
            do throws(JSONError) {
                try run()
            } catch {
                cutOff = last
                throw error
            }
            try rejectDuplicateKeys()
            if reportsEvents { synchronize() }
        }
        return snapshot ?? .null
    }

    /// Whether the error is that something follows the value with which the next text of a stream may begin.
    ///
    /// A number or literal must not directly follow another one.
    package var isFollowedByNext: Bool {
        guard failure?.code == .trailingContent else { return false }
        let document = finalDocument
        if document[0].isContainer || document[0].kind == TapeWord.Kind.string { return true }
        switch memory.text[state.cursor] {
        case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.slash: return true
        default: return document.source(0).upperBound < state.cursor
        }
    }

    /// Ends a value of a stream that the next text follows.
    ///
    /// - Returns: the value.
    /// - Throws: ``JSONError`` if the options reject a key that occurs twice in it; there is no snapshot then.
    package mutating func endValue() throws -> JSON {
        precondition(isFollowedByNext, "the value has not ended")
        try rejectDuplicateKeys()
        return snapshot ?? .null
    }

    /// Throws an error if the options reject a key that occurs twice in the value, which has ended.
    private mutating func rejectDuplicateKeys() throws {
        guard options.duplicateKeys == .reject, let offset = finalDocument.duplicateKeyOffset() else { return }
        isFinal = true
        cutOff = nil
        throw fail(.duplicateKey, at: offset)
    }

    /// Goes on with the next text of a stream, which follows the value.
    ///
    /// - Throws: ``JSONError`` of what has come of the next text, with its place in the stream.
    package mutating func startNext() throws {
        precondition(isFollowedByNext, "the value has not ended")
        let rest = Array(memory.text[state.cursor...])
        var before = before
        before.add(UnsafeBufferPointer(rebasing: memory.text[..<state.cursor]))
        self = JSONPartialParser(options: options, reportsEvents: reportsEvents, passesOverProse: passesOverProse)
        self.before = before
        try feed(rest)
    }

    /// Whether nothing but whitespace and comments has come.
    package var isBlank: Bool {
        guard stage == .start else { return false }
        // The end of the text ends the comment of a line, too.
        if case .comment = waiting { return memory.text[state.cursor + 1] == Byte.slash }
        return state.cursor == memory.byteCount
    }

    /// The position in the stream at which the value begins.
    ///
    /// - Complexity: O(*n*) in the bytes before the value.
    package var valuePosition: ValueOrigin.Position {
        ValueOrigin(before: before, text: UnsafeBufferPointer(rebasing: memory.text[..<valueOffset])).position()
    }

    /// Whether the value has ended: only whitespace may follow.
    public var isComplete: Bool { stage == .end && failure == nil }

    /// The number of bytes so far.
    public var byteCount: Int { memory.byteCount }

    // MARK: Parts of the memory

    /// Copies the memory if another copy of the parser shares it.
    mutating func separate() {
        if isKnownUniquelyReferenced(&owner) { return }
        owner = Owner()
        memory.separate(wordCount: state.wordCount)
        levels.separate()
    }

    var finalDocument: Document {
        Document(PartialTape(memory: memory, wordCount: state.wordCount), options)
    }

    // MARK: Events

    /// What has changed since the piece before.
    public enum Event: Sendable, Hashable {
        /// The string at the path has grown; all that it grew by together is the string.
        case grew(path: [JSONKey], by: String)
        /// The value at the path is final.
        case final(path: [JSONKey])
    }

    /// Returns what has changed since the last call, in the order of the text; nothing unless the parser was created with
    /// `reportsEvents`.
    public mutating func takeEvents() -> [Event] { levels.takeEvents() }

    mutating func synchronize() {
        levels.synchronize(memory, state, string: openString, reportsEvents: reportsEvents)
        state.lowestDepth = state.depth
    }

    // MARK: Tokens that are cut off

    /// The value that is a string that has not ended.
    var openString: PartialString? {
        guard case .string(let string) = waiting else { return nil }
        let isKey = stage == .inside && state.container.isObject && state.entry == .item
        return isKey ? nil : string
    }

    func text(_ string: PartialString) -> String {
        StringDecoder.string(UnsafeBufferPointer(rebasing: memory.text[string.content]), flags: string.flags)
    }

    /// Whether the token at the cursor may be complete, or an error, with the bytes from `before` on.
    private mutating func mayGoOn(after before: Int) -> Bool {
        switch waiting {
        case .nothing: return true
        case .string(var string):
            let isComplete = string.advance(in: memory, keepsLoneSurrogates: keepsLoneSurrogates)
            waiting = .string(string)
            return isComplete
        case .number:
            // Digits go on with a number that ends with a digit, unless that is its only one.
            if before - state.cursor < 32 || !Byte.isDigit(memory.text[before - 1]) { return true }
            return !memory.text[before...].allSatisfy(Byte.isDigit)
        case .comment(let searched):
            let isLine = memory.text[state.cursor + 1] == Byte.slash
            let rest = memory.text[searched...]
            waiting = .comment(searched: memory.byteCount)
            if isLine { return rest.contains { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } }
            return rest.indices.contains {
                rest[$0] == Byte.slash && $0 > state.cursor + 2 && memory.text[$0 - 1] == UInt8(ascii: "*")
            }
        }
    }

    private mutating func run() throws(JSONError) {
        waiting = .nothing
        while true {
            let stop: Stop
            switch stage {
            case .start: stop = begin()
            case .inside: stop = runLoop()
            case .end: stop = skipRest()
            }
            if isProse(stop) {
                searchOn()
                continue
            }
            if stop.reason != .none { return try settle(stop) }
            if stage == .end { return }
            stage = state.depth == 0 ? .end : .inside
        }
    }

    /// Decides whether a stop is an error or waits for more.
    private mutating func settle(_ stop: Stop) throws(JSONError) {
        let isError = isFinal || !PartialString.mayGoOn(stop, in: memory)
        let token = state.cursor < memory.byteCount ? memory.text[state.cursor] : 0
        switch token {
        case Byte.quote where stage != .end && stop.at > state.cursor:
            // It is shown as far as it goes, also up to an error.
            var string = PartialString(contentAt: state.cursor + 1)
            _ = string.advance(in: memory, keepsLoneSurrogates: keepsLoneSurrogates)
            waiting = .string(string)
        case Byte.minus, Byte.zero...Byte.nine: waiting = .number
        case Byte.slash where stop.reason == .needsMore && memory.byteCount - state.cursor >= 2:
            waiting = .comment(searched: memory.byteCount)
        default: break
        }
        if isError { throw fail(stop.reason, at: stop.at) }
    }

    private mutating func fail(_ reason: ScanFailure, at offset: Int) -> JSONError {
        let isEnd = offset >= memory.byteCount && reason != .unterminatedComment && reason != .tooLarge
        let error = JSONError(
            isEnd ? .unexpectedEnd : reason, at: Swift.min(offset, memory.byteCount), in: memory.text, after: before,
            options: options)
        failure = error
        return error
    }

    /// Whether the loop stopped because the brackets so far are prose: an error follows them, before any name or value.
    private func isProse(_ stop: Stop) -> Bool {
        passesOverProse && stop.reason != .none && stage == .inside && state.wordCount == state.depth && !isFinal
            && !PartialString.mayGoOn(stop, in: memory)
    }

    /// Searches for the value after brackets that are prose.
    private mutating func searchOn() {
        let offset = state.cursor
        state = State()
        state.cursor = offset
        stage = .start
        levels = PartialLevels()
        latest = LatestSnapshot()
    }
}
