/// Reformats, or validates, JSON text of any length in constant memory.
///
/// Values may follow one another, with whitespace between them or (after a string, array or object) without; each is
/// written on its own, followed by a line feed. No tree is built: member order, duplicate members and every digit of
/// numbers stay as they are; only escapes take their normal form (`\u00e9` becomes `é`, `\/` becomes `/`). Only the
/// largest single string or number (or comment) must fit in memory. Everything is validated as `JSON(parsing:)` does.
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
/// Of `JSONWritingOptions`, `sortsKeys` is not looked at (sorting needs the whole object), nor is `endsWithNewline`
/// (a line feed always follows a value); of `JSONParsingOptions`, `duplicateKeys` is not: duplicate members are passed
/// on. JSON5 comes out as JSON, and ill-formed UTF-8 in strings, where it is to be replaced, as U+FFFD.
///
/// After an error the formatter is of no further use, except that `flush()` hands on what was written before it.
public struct JSONStreamFormatter: ~Copyable {
    let parsing: JSONParsingOptions
    let nonFiniteNumbers: JSONWritingOptions.NonFiniteNumbers
    let writer: StringWriter
    let writesRawStrings: Bool
    let layout: Layout
    let margins: Indentation
    /// The sequences that begin the colour of each `JSONStyle.Part`; empty without a style.
    let colors: [[UInt8]]
    /// How many containers may be open.
    var maximumDepth: Int
    let keepsLoneSurrogates: Bool
    /// Whether the loop stops behind the container that it is in, instead of going on with the next value.
    var stopsAfterContainer = false

    var window = InputWindow()
    var output: OutputBuffer
    /// Where the loop goes on when more input is there.
    var state = State()
    /// How many levels have been pushed out of `state.nesting`, 64 at a time.
    var nestingWords: [UInt64] = []
    /// Whether the input ends at the window's end.
    var isFinal = false
    /// What is right before the cursor.
    var adjacency = Adjacency.start
    /// Why a number that was accepted cannot be written.
    var refusal: JSONError?

    /// Whether each value is after a record separator, as in a JSON text sequence (RFC 7464).
    let isSequence: Bool
    /// Whether everything up to the next line feed or record separator is skipped.
    var isRecovering = false

    /// How many values have been completed.
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
        /// A number or a literal, which another one must not follow directly.
        case scalar
    }

    /// Creates a formatter that hands its output to `sink`, in chunks of about 128 KB.
    ///
    /// - Parameters:
    ///   - options: how values are written.
    ///   - parsing: what is accepted; `.keep` for `loneSurrogates` makes a formatter that changes no text.
    ///   - style: colours for a terminal; plain text if nil.
    ///   - rawStrings: whether a string that is a value of its own is written decoded and without quotes.
    ///   - validatesOnly: whether nothing is written.
    ///   - sink: takes the output; the bytes are valid during the call. An error that it throws is thrown by the call
    ///     that wrote.
    public init(
        options: JSONWritingOptions = .pretty, parsing: JSONParsingOptions = .init(), style: JSONStyle? = nil,
        rawStrings: Bool = false, validatesOnly: Bool = false,
        sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.init(
            options: options, parsing: parsing, style: style, rawStrings: rawStrings, validatesOnly: validatesOnly,
            heldLimit: 0, sink: sink)
    }

    /// As the public one.
    ///
    /// - Parameters:
    ///   - isSequence: whether the input is a JSON text sequence (RFC 7464); record separators may also be missing.
    ///   - heldLimit: the size, as written, up to which a value goes to the sink only when it is complete; 0 for none.
    package init(
        options: JSONWritingOptions, parsing: JSONParsingOptions, style: JSONStyle? = nil, rawStrings: Bool = false,
        validatesOnly: Bool = false, isSequence: Bool = false, heldLimit: Int,
        sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.parsing = parsing
        self.isSequence = isSequence
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

    /// Lets `body` read the next part of the input straight into the formatter's memory.
    ///
    /// - Parameter body: is given at least 128 KB of space and returns how many bytes it has written there.
    /// - Returns: what `body` returned.
    public mutating func withInputSpace<E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        try window.fill(body)
    }

    /// Formats all complete tokens of the input so far.
    ///
    /// A string, number or comment that goes on beyond the input so far is scanned again when a quarter more of it is there,
    /// a string in double quotes when it ends.
    ///
    /// - Throws: `JSONError` with the position in the whole stream, or what the sink threw.
    /// - Complexity: O(*n*) over all calls, for *n* bytes of input and output, however small the parts are that are read.
    public mutating func process() throws {
        if mayGoOn { try advance() }
    }

    /// Whether the token at the cursor may be complete.
    var mayGoOn: Bool {
        mutating get { window.mayGoOn(keepsLoneSurrogates: keepsLoneSurrogates) }
    }

    /// Formats the rest of the input, which has come to its end, and hands all output to the sink.
    ///
    /// An input without any value is no error; see `valueCount`. No more input may be read afterwards.
    ///
    /// - Throws: `JSONError` if the input ends inside a value, or what the sink threw.
    public mutating func finish() throws {
        isFinal = true
        try advance()
        try flush()
    }

    /// Hands the complete values to the sink, if they are told apart, and otherwise all output so far.
    package mutating func flushCompleted() throws {
        output.flushCompleted()
        if let error = output.sinkError { throw error }
    }

    /// Gives up what was written of an incomplete value, if values are told apart and no part of it went to the sink yet.
    ///
    /// An error in the text does so by itself.
    package mutating func dropIncomplete() { output.dropIncomplete() }

    /// Hands all output so far to the sink.
    public mutating func flush() throws {
        output.flush()
        if let error = output.sinkError { throw error }
    }
}

extension JSONStreamFormatter {
    /// The state of the loop between two tokens.
    struct State {
        /// How many containers are open; 0 between values.
        var depth = 0
        /// The innermost containers, the lowest bit first; 1 is an object.
        var nesting: UInt64 = 0
        /// What is expected next in the innermost container.
        var entry = Entry.item
        /// 1 if the innermost container has an element or member already.
        var notFirst = 0
    }

    /// What is expected next in an element or member; in an array there is no key and no colon.
    enum Entry: UInt8 {
        /// A key or an element.
        case item = 0
        case colon
        case value
        /// A comma or the closing bracket.
        case after
    }

    /// Why the loop stopped, and where; the window's cursor is at the token that was not finished.
    struct Stop {
        var reason: ScanFailure
        var at: Cursor

        /// Of a look for a comment: whether one begins here that does not end in the window.
        var isComment: Bool { reason == .needsMore || reason == .unterminatedComment }
    }

    /// Runs the loop over the window and decides what its stop means.
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
    /// - Throws: `JSONError` with the position in the whole stream, or what the sink threw.
    mutating func settle(_ stop: Stop) throws {
        if stop.reason == .none { return }
        if isFinal || !window.awaitRest(of: stop) {
            if let refusal { throw refusal }
            throw try failure(stop)
        }
        refusal = nil
    }

    /// The error at a position in the window; what was written before it goes to the sink.
    private mutating func failure(_ stop: Stop) throws -> JSONError {
        let atEnd = stop.at >= window.end && stop.reason != .unterminatedComment
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
