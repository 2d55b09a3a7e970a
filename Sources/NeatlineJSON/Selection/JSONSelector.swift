/// Finds the values at a path in JSON text of any length, and validates the rest without building it.
///
/// The selector reads the tokens of the containers that the path leads through; a `JSONStreamFormatter` that writes nothing
/// validates all other values.
///
/// The text is a stream of values, as for `JSONStreamFormatter`: strict RFC 8259, except that the options decide about
/// half surrogate pairs and depth. For each value of the stream the selector follows the path; where it ends, or where
/// the text has something that the path's next step does not fit, it delivers the source bytes and the number of steps
/// taken, so that the receiver can go on from there.
///
/// Of several members with one name the last counts: what was found is held back until the objects on the path have
/// ended. More than `heldLimit` bytes are delivered earlier, so that memory stays constant; a duplicate that comes
/// after that is an error. Where only arrays are open, everything is delivered at once.
///
/// The memory needed is that of the largest string or number, `heldLimit`, and a bit for each level of nesting.
package struct JSONSelector: ~Copyable {
    /// A step of a path.
    package enum Step: Sendable, Hashable {
        /// The member with this name.
        case member(String)
        /// The element with this number, from 0.
        case element(Int)
        /// Every element. An object here is delivered as a whole.
        case elements
    }

    /// What the receiver is told; `bytes` and `end` belong to the last `begin`.
    package enum Event {
        /// A value for which so many steps of the path have been taken.
        case begin(steps: Int)
        /// The next part of its source; valid during the call.
        case bytes(UnsafeRawBufferPointer)
        /// It is complete.
        case end
        /// A value of the stream is complete.
        case endOfValue
    }

    /// How many bytes are held back while an object on the path may still bring a duplicate.
    package static let standardHeldLimit = 1 << 20

    let path: [Step]
    /// The names of the path's members as UTF-8; empty for other steps.
    let names: [[UInt8]]
    /// How many containers may be open.
    let maximumDepth: Int
    let heldLimit: Int
    let receive: (Event) throws -> Void
    private let tracksPositions: Bool

    /// Holds the text and validates it, without writing anything; its state is that of a container which is skipped.
    var validator: JSONStreamFormatter

    /// The containers that the path leads through, from the outermost.
    var levels: [Level] = []
    /// Whether the container that is being skipped is a result.
    var isCapturing = false
    var results = HeldResults()

    /// How far the values' positions have been worked out.
    private var tracked = SourcePosition.Consumed()
    /// The text before the value that was begun last; known only if positions are tracked.
    private var beforeValue = SourcePosition.Consumed()

    /// How many values of the stream are complete.
    package internal(set) var valueCount = 0

    /// A container on the path.
    struct Level {
        /// The step that is taken in it; an object for a member, otherwise an array.
        let step: Int
        let isObject: Bool
        var entry = JSONStreamFormatter.Entry.item
        var notFirst = false
        /// How many elements have begun.
        var count = 0
        /// Whether the member or element has been found.
        var isFound = false
        /// Whether the key before the value has the name of the member.
        var isMatch = false
        /// Where the results of the member begin among those held back.
        var mark = HeldResults.Mark()
    }

    /// Creates a selector that delivers what it finds to `receive`; an error thrown there is thrown by the call it came from.
    ///
    /// - Parameters:
    ///   - path: the steps from each value of the stream.
    ///   - parsing: of these the depth and what half a surrogate pair means.
    ///   - heldLimit: how many bytes are held back.
    ///   - isSequence: whether the input is a JSON text sequence (RFC 7464); record separators may also be missing.
    ///   - tracksPositions: whether `position(of:)` is going to be called, which costs counting the lines.
    package init(
        path: [Step], parsing: JSONParsingOptions = .init(), heldLimit: Int = JSONSelector.standardHeldLimit,
        isSequence: Bool = false, tracksPositions: Bool = false, receive: @escaping (Event) throws -> Void
    ) {
        self.path = path
        names = path.map { if case .member(let name) = $0 { Array(name.utf8) } else { [] } }
        maximumDepth = Swift.max(parsing.maximumDepth, 0)
        self.heldLimit = heldLimit
        self.receive = receive
        self.tracksPositions = tracksPositions
        var strict = JSONParsingOptions()
        strict.maximumDepth = parsing.maximumDepth
        strict.loneSurrogates = parsing.loneSurrogates
        validator = JSONStreamFormatter(
            options: .compact, parsing: strict, validatesOnly: true, isSequence: isSequence, heldLimit: 0,
            sink: { _ in })
        validator.stopsAfterContainer = true
    }

    /// Lets `body` read the next part of the input straight into the selector's memory; see `JSONStreamFormatter`.
    package mutating func withInputSpace<E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        if tracksPositions { track(to: validator.window.cursor) }
        return try validator.window.fill(body)
    }

    /// Goes through all complete tokens of the input so far.
    ///
    /// - Throws: `JSONError` with the position in the whole stream, or what the receiver threw.
    /// - Complexity: O(*n*) over all calls, however small the parts are that are read.
    package mutating func process() throws {
        if validator.mayGoOn { try advance() }
    }

    /// Goes through the rest of the input, which has come to its end.
    ///
    /// - Throws: `JSONError` if the input ends inside a value, or what the receiver threw.
    package mutating func finish() throws {
        validator.isFinal = true
        try advance()
    }

    /// After a `JSONError`: gives up the value that is wrong, and goes on after the end of the line where the error is; in
    /// a sequence at the next record separator.
    package mutating func recover() {
        levels = []
        isCapturing = false
        results.drop()
        validator.recover()
    }

    /// An error in the source of the value that is being received, with its position in the stream.
    ///
    /// - Parameter error: from parsing the bytes of a value of the stream, as a whole.
    package func position(of error: JSONError) -> JSONError { error.moved(behind: beforeValue) }
}

extension JSONSelector {
    private mutating func advance() throws {
        if validator.isRecovering, !validator.skipLine() { return }
        let stop = try scan()
        try validator.settle(stop)
    }

    /// Remembers that a value of the stream begins at `p`.
    mutating func noteValue(at p: Cursor) {
        guard tracksPositions else { return }
        track(to: p)
        beforeValue = tracked
    }

    private mutating func track(to p: Cursor) {
        // SAFETY: what has not been tracked lies before the cursor and is in memory: it was tracked before each read.
        let start = tracked.bytes - validator.window.streamOffset
        let end = validator.window.offset(of: p)
        if start < end { tracked.add(UnsafeBufferPointer(rebasing: validator.window.text[start..<end])) }
    }
}

extension JSONError {
    /// The error of a part of a text, with its position in the whole text.
    ///
    /// - Parameter before: what of the text is before the part.
    func moved(behind before: SourcePosition.Consumed) -> JSONError {
        guard var position = details.position else { return self }
        position.byteOffset += before.bytes
        if position.line == 1 { position.column += before.columns }
        position.line += before.lines
        return JSONError(
            details: Details(
                code, expected: details.expected, found: details.found, position: position, message: details.message))
    }
}
