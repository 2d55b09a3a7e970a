/// Reformats, or validates, JSON text of any length in constant memory.
///
/// Values may follow one another, with whitespace between them or (after a string, array or object) without; each is
/// written on its own, followed by a line feed. No tree is built: member order, duplicate members and every digit of
/// numbers are kept; only escapes take their normal form (`\u00e9` becomes `é`, `\/` becomes `/`). Only the largest
/// single string or number (or comment) must fit in memory. Everything is validated as `JSON(parsing:)` does.
///
/// ```swift
/// var formatter = JSONStreamFormatter(options: .pretty) { chunk in
///     try write(chunk, to: output)
/// }
/// while try formatter.withInputSpace({ try read(into: $0, from: input) }) > 0 {
///     try formatter.process()
/// }
/// try formatter.finish()
/// ```
///
/// Of `JSONWritingOptions`, `sortsKeys` is ignored, because sorting needs the whole object, and `endsWithNewline`, because a
/// line feed always follows a value. Of `JSONParsingOptions`, `duplicateKeys` is ignored: duplicate members are written.
/// JSON5 is written as JSON, and ill-formed UTF-8 in strings as U+FFFD if the options say that it is replaced.
///
/// After an error only `flush()` may be called, which passes the output before the error to the sink.
public struct JSONStreamFormatter: ~Copyable {
    let parsing: JSONParsingOptions
    let nonFiniteNumbers: JSONWritingOptions.NonFiniteNumbers
    let writer: StringWriter
    let writesRawStrings: Bool
    let layout: Layout
    let margins: Indentation
    /// The sequences that begin the colour of each `JSONStyle.Part`; empty without a style.
    let colors: [[UInt8]]
    /// The maximum number of open containers.
    var maximumDepth: Int
    let keepsLoneSurrogates: Bool
    /// Whether the loop stops after the container that it is in, instead of continuing with the next value.
    var stopsAfterContainer = false

    var window = InputWindow()
    var output: OutputBuffer
    /// The state in which the loop continues when more input has been read.
    var state = State()
    /// The levels that have been moved out of `state.nesting`, 64 at a time.
    var nestingWords: [UInt64] = []
    /// Whether the input ends at the window's end.
    var isFinal = false
    /// The kind of the token directly before the cursor.
    var adjacency = Adjacency.start
    /// The error of a number that was accepted and cannot be written.
    var refusal: JSONError?

    /// Whether each value is after a record separator, as in a JSON text sequence (RFC 7464).
    let isSequence: Bool
    /// Whether the input is skipped up to the next line feed or record separator.
    var isRecovering = false

    /// Whether the position of each value is noted for `takeValuePosition()`.
    let notesValues: Bool
    /// The positions of values that have begun, and not been taken.
    private var valuePositions: [ValueOrigin.Position] = []
    /// The position of the last value that has begun, from which the lines before the next one are counted.
    private var lastPosition: ValueOrigin.Position?
    /// The number of positions that have been taken.
    private var takenPositions = 0

    /// The number of values that are complete.
    public internal(set) var valueCount = 0

    enum Layout {
        /// Nothing is written.
        case none
        case compact
        case indented
        /// Compact or indented, with colours.
        case colored
    }

    enum Adjacency {
        case none
        case start
        case byteOrderMark
        /// A number or literal, which must not be followed directly by another one.
        case scalar
    }

    /// Creates a formatter that passes its output to `sink`, in chunks of about 128 KB.
    ///
    /// - Parameters:
    ///   - options: how values are written.
    ///   - parsing: what is accepted; with `.keep` for `loneSurrogates` the formatter changes the text of no string.
    ///   - style: colours for a terminal; plain text if nil.
    ///   - rawStrings: whether a string that is a value of the stream is written decoded and without quotes.
    ///   - validatesOnly: whether the input is only validated, and nothing is written.
    ///   - sink: receives the output; the bytes are valid during the call. Its errors are thrown by the functions of the
    ///     formatter that write.
    public init(
        options: JSONWritingOptions = .pretty, parsing: JSONParsingOptions = .init(), style: JSONStyle? = nil,
        rawStrings: Bool = false, validatesOnly: Bool = false,
        sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.init(
            options: options, parsing: parsing, style: style, rawStrings: rawStrings, validatesOnly: validatesOnly,
            heldLimit: 0, sink: sink)
    }

    /// Creates a formatter like the public initializer, also for JSON text sequences.
    ///
    /// - Parameters:
    ///   - isSequence: whether the input is a JSON text sequence (RFC 7464); record separators may also be missing.
    ///   - heldLimit: the size, as written, up to which a value goes to the sink only when it is complete; 0 for none.
    ///   - notesValues: whether the position of each value is noted, which takes memory until it is taken.
    ///   - sink: receives the output.
    package init(
        options: JSONWritingOptions, parsing: JSONParsingOptions, style: JSONStyle? = nil, rawStrings: Bool = false,
        validatesOnly: Bool = false, isSequence: Bool = false, heldLimit: Int, notesValues: Bool = false,
        sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.parsing = parsing
        self.isSequence = isSequence
        self.notesValues = notesValues
        nonFiniteNumbers = options.nonFiniteNumbers
        writer = StringWriter(options, loneSurrogates: parsing.loneSurrogates)
        writesRawStrings = rawStrings
        maximumDepth = Swift.max(parsing.maximumDepth, 0)
        keepsLoneSurrogates = parsing.loneSurrogates != .reject
        margins = Indentation(options.indentation)
        if validatesOnly {
            layout = .none
            colors = []
            output = OutputBuffer(capacity: 0)
        } else {
            layout = style != nil ? .colored : options.indentation.breaksLines ? .indented : .compact
            colors = style?.sequences ?? []
            output = OutputBuffer(heldLimit: heldLimit, sink: sink)
        }
    }

    /// Calls `body` to read the next part of the input directly into the formatter's memory.
    ///
    /// - Parameter body: receives at least 128 KB of space and returns the number of bytes that it has written there.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`.
    public mutating func withInputSpace<E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        try window.fill(body)
    }

    /// Formats all complete tokens of the input so far.
    ///
    /// A string or comment that is incomplete is scanned again when a quarter more of it has been read, a string in
    /// double quotes or a number when it is complete.
    ///
    /// - Throws: ``JSONError`` with the position in the whole stream, or the error of the sink.
    /// - Complexity: O(*n*) over all calls, for *n* bytes of input and output, and parts of any size.
    public mutating func process() throws {
        if mayGoOn { try advance() }
    }

    /// Whether the token at the cursor may be complete.
    var mayGoOn: Bool {
        mutating get { window.mayGoOn(keepsLoneSurrogates: keepsLoneSurrogates) }
    }

    /// Formats the rest of the input and passes all output to the sink. No more input may be read afterwards.
    ///
    /// Input without any value is not an error; see `valueCount`.
    ///
    /// - Throws: ``JSONError`` if the input ends inside a value, or the error of the sink.
    public mutating func finish() throws {
        isFinal = true
        try advance()
        try flush()
    }

    /// Passes the complete values to the sink, if they are told apart, and otherwise all output so far.
    package mutating func flushCompleted() throws {
        output.flushCompleted()
        if let error = output.sinkError { throw error }
    }

    /// Notes that a value of the stream begins at `p`, once, though a token that is truncated there is scanned again.
    mutating func noteValue(at p: Cursor) {
        window.mark(p)
        let position = window.markOrigin.position(from: lastPosition)
        if position == lastPosition { return }
        lastPosition = position
        if takenPositions > valuePositions.count / 2 {
            valuePositions.removeFirst(takenPositions)
            takenPositions = 0
        }
        valuePositions.append(position)
    }

    /// Returns the position of the next value that has begun; nil if there is none, or positions are not noted.
    package mutating func takeValuePosition() -> ValueOrigin.Position? {
        guard takenPositions < valuePositions.count else { return nil }
        defer { takenPositions += 1 }
        return valuePositions[takenPositions]
    }

    /// Takes all positions.
    package mutating func dropValuePositions() { takenPositions = valuePositions.count }

    /// Gives up what was written of an incomplete value, if values are told apart and no part of it went to the sink yet.
    ///
    /// An error in the text does so by itself.
    package mutating func dropIncomplete() { output.dropIncomplete() }

    /// Passes all output so far to the sink.
    ///
    /// - Throws: what the sink threw, now or earlier.
    public mutating func flush() throws {
        output.flush()
        if let error = output.sinkError { throw error }
    }
}

extension JSONStreamFormatter {
    /// The state of the loop between two tokens.
    struct State {
        /// The number of open containers; 0 between values.
        var depth = 0
        /// The kinds of the innermost containers, the innermost in the lowest bit; 1 is an object.
        var nesting: UInt64 = 0
        /// The kind of token that is expected next in the innermost container.
        var entry = TokenEntry.item
        /// 1 if the innermost container has an element or member already.
        var notFirst = 0
    }

    /// The reason and the position of a stop of the loop; the window's cursor is at the token that is not complete.
    struct Stop {
        var reason: ScanFailure
        var at: Cursor

        /// Whether a comment begins here that does not end in the window; for stops of functions that scan comments.
        var isComment: Bool { reason == .needsMore || reason == .unterminatedComment }
    }

    /// Runs the loop over the window and handles its stop.
    private mutating func advance() throws {
        if isRecovering, !skipLine() { return }
        let stop = runLoop()
        if let error = output.sinkError { throw error }
        try settle(stop)
    }

    /// Formats tokens until the window has no more complete ones, or, if `stopsAfterContainer` is set, until the container
    /// around them is complete.
    mutating func runLoop() -> Stop {
        stringStops.withUnsafeBufferPointer { classes in
            // SAFETY: a table of 256 entries has an address.
            switch layout {
            case .none: run(ValidatingMode.self, classes: classes.baseAddress!)
            case .compact: run(CompactMode.self, classes: classes.baseAddress!)
            case .indented: run(IndentedMode.self, classes: classes.baseAddress!)
            case .colored: run(ColoredMode.self, classes: classes.baseAddress!)
            }
        }
    }

    /// Decides whether a stop of the loop is an error or waits for more input.
    ///
    /// - Throws: `JSONError` with the position in the whole stream, or the error of the sink.
    mutating func settle(_ stop: Stop) throws {
        if stop.reason == .none { return }
        if isFinal || !window.awaitRest(of: stop) {
            if let refusal { throw refusal }
            throw try failure(stop)
        }
        refusal = nil
    }

    /// The error at a position in the window; the output before it is passed to the sink.
    private mutating func failure(_ stop: Stop) throws -> JSONError {
        let namesEnd = stop.reason == .unterminatedComment || stop.reason == .missingLineFeed
        let atEnd = stop.at >= window.end && !namesEnd
        let context = window.context(of: stop.at)
        let error = JSONError(
            atEnd ? .unexpectedEnd : stop.reason, at: context.offset, in: context.text, after: context.before,
            options: parsing)
        window.advance(to: Swift.min(stop.at, window.end))
        output.dropIncomplete()
        try flush()
        return error
    }
}
