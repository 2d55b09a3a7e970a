/// Finds the values at a path in JSON text of any length, and validates the rest without building it.
///
/// The selector reads the tokens of the containers that the path leads through; a `JSONStreamFormatter` that writes nothing
/// validates all other values.
///
/// The text is a stream of values, as for `JSONStreamFormatter`: strict RFC 8259, except that the options decide about
/// unpaired surrogates and depth. In each value of the stream the selector follows the path. At its end, or at a value that
/// the next step does not apply to, it delivers the source bytes and the number of steps taken, so that the receiver can
/// apply the other steps to the parsed value.
///
/// Of several members with the same name the last is effective, so results are held back until the objects on the path have
/// ended. If they have more than `heldLimit` bytes they are delivered earlier, so that memory stays constant; a duplicate
/// after that is an error. While only arrays are open, results are delivered immediately.
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

    /// An event that is delivered to the receiver; `bytes` and `end` refer to the last `begin`.
    package enum Event {
        /// A result begins, to which `steps` steps of the path have led.
        case begin(steps: Int)
        /// The next part of the result's source; valid during the call.
        case bytes(UnsafeRawBufferPointer)
        /// The result is complete. It is in the value of the stream that begins at the origin.
        case end(ValueOrigin)
        /// A value of the stream is complete.
        case endOfValue
    }

    /// The default for the number of bytes held back while an object on the path may contain a duplicate.
    package static let standardHeldLimit = 1 << 20

    let path: [Step]
    /// The names of the path's members as UTF-8; empty for other steps.
    let names: [[UInt8]]
    /// The maximum number of open containers.
    let maximumDepth: Int
    let heldLimit: Int
    let receive: (Event) throws -> Void

    /// Contains the text and validates it, without writing; its state is that of the container that is skipped.
    var validator: JSONStreamFormatter

    /// The containers that the path leads through, from the outermost.
    var levels: [Level] = []
    /// Whether the container that is being skipped is a result.
    var isCapturing = false
    var results = HeldResults()

    /// The number of values of the stream that are complete.
    package internal(set) var valueCount = 0

    /// A container on the path.
    struct Level {
        /// The step that is taken in it; an object for a member, otherwise an array.
        let step: Int
        let isObject: Bool
        var entry = TokenEntry.item
        var notFirst = false
        /// The number of elements that have begun.
        var count = 0
        /// Whether the member or element has been found.
        var isFound = false
        /// Whether the key before the value has the name of the member.
        var isMatch = false
        /// The position among the held results at which those of the member begin.
        var mark = HeldResults.Mark()
    }

    /// Creates a selector that delivers events to `receive`; the call that delivers them throws the errors of `receive`.
    ///
    /// - Parameters:
    ///   - path: the steps from each value of the stream.
    ///   - parsing: options, of which `maximumDepth` and `loneSurrogates` are used.
    ///   - heldLimit: the number of bytes that are held back.
    ///   - isSequence: whether the input is a JSON text sequence (RFC 7464); record separators may also be missing.
    ///   - receive: called with each event, by `process` and `finish`.
    package init(
        path: [Step], parsing: JSONParsingOptions = .init(), heldLimit: Int = JSONSelector.standardHeldLimit,
        isSequence: Bool = false, receive: @escaping (Event) throws -> Void
    ) {
        self.path = path
        names = path.map { if case .member(let name) = $0 { Array(name.utf8) } else { [] } }
        maximumDepth = Swift.max(parsing.maximumDepth, 0)
        self.heldLimit = heldLimit
        self.receive = receive
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
        try validator.window.fill(body)
    }

    /// Processes all complete tokens of the input so far.
    ///
    /// - Throws: `JSONError` with the position in the whole stream, or the error of the receiver.
    /// - Complexity: O(*n*) over all calls, for parts of any size.
    package mutating func process() throws {
        if validator.mayGoOn { try advance() }
    }

    /// Processes the rest of the input, to which nothing may be added.
    ///
    /// - Throws: `JSONError` if the input ends inside a value, or the error of the receiver.
    package mutating func finish() throws {
        validator.isFinal = true
        try advance()
    }

    /// Continues after a `JSONError`: skips the invalid value up to the end of the line of the error, or in a sequence up to
    /// the next record separator.
    package mutating func recover() {
        levels = []
        isCapturing = false
        results.drop()
        validator.recover()
    }

    /// An error in the source of the value that is being received, with its position in the stream.
    ///
    /// - Parameter error: the error of parsing the bytes of a whole value of the stream.
    package func position(of error: JSONError) -> JSONError {
        error.moved(behind: validator.window.markOrigin.position().before)
    }
}

// Parts of a stream that several selectors read.
extension JSONSelector: StreamReader {
    package var place: StreamPlace {
        if isCapturing || !results.isEmpty || validator.isRecovering { return .inside }
        guard let outermost = levels.first else { return validator.place == .values ? .values : .inside }
        if path[0] != .elements || outermost.isObject { return .inside }
        let isBetween = levels.count == 1 && validator.state.depth == 0 && validator.window.remainingCount == 0
        return isBetween && outermost.entry == .item && outermost.notFirst ? .elements : .array
    }

    package mutating func read<Outcome>(_ block: TextBlock<Outcome>) throws -> StreamPart {
        validator.restart(over: block)
        isCapturing = false
        results = HeldResults()
        valueCount = 0
        go(to: block.start)
        try process()
        return StreamPart(end: place, valueCount: valueCount, extent: validator.window.readExtent())
    }

    package mutating func skip(_ part: StreamPart) {
        validator.skip(part)
        valueCount += part.valueCount
        go(to: part.end)
    }

    private mutating func go(to place: StreamPlace) {
        validator.state = JSONStreamFormatter.State()
        levels = place == .elements ? [Level(step: 0, isObject: false, notFirst: true)] : []
    }
}

extension JSONSelector {
    private mutating func advance() throws {
        if validator.isRecovering, !validator.skipLine() { return }
        let stop = try scan()
        try validator.settle(stop)
    }
}

extension JSONError {
    /// The error of a part of a text, with its position in the whole text.
    ///
    /// - Parameter before: the extent of the text before the part.
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

/// The results that a selector has found and not yet delivered, because a later member of the same name may replace them.
struct HeldResults {
    /// A position among the results, to which `forget(from:)` returns.
    struct Mark {
        fileprivate var result = 0
        fileprivate var byte = 0
        /// The number of results that had begun, including those delivered.
        fileprivate var begun = 0
    }

    private struct Result {
        var steps: Int
        /// The offset in `bytes` at which the result ends and the next one begins.
        var end: Int
    }

    private var bytes: [UInt8] = []
    private var results: [Result] = []
    private var begun = 0
    /// Whether the last result is not complete.
    private var isOpen = false
    /// Whether the first of `results` has been delivered in part.
    private var isFirstDelivered = false

    var count: Int { bytes.count }
    var isEmpty: Bool { results.isEmpty }
    /// Whether a part of the first result has been delivered, so that the rest need not be held back.
    var isPartlyDelivered: Bool { isFirstDelivered }

    var mark: Mark { Mark(result: results.count, byte: bytes.count, begun: begun) }

    mutating func begin(steps: Int) {
        results.append(Result(steps: steps, end: bytes.count))
        begun += 1
        isOpen = true
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        bytes += more
        results[results.count - 1].end = bytes.count
    }

    mutating func end() { isOpen = false }

    /// Removes the results from `mark` on; false, without an effect, if one of them has been delivered, at least in part.
    mutating func forget(from mark: Mark) -> Bool {
        let delivered = begun - results.count + (isFirstDelivered ? 1 : 0)
        if delivered > mark.begun { return false }
        let dropped = begun - mark.begun
        results.removeLast(dropped)
        begun = mark.begun
        bytes.removeLast(bytes.count - (results.last?.end ?? 0))
        return true
    }

    /// Removes all results.
    mutating func drop() {
        bytes.removeAll(keepingCapacity: true)
        results.removeAll(keepingCapacity: true)
        isOpen = false
        isFirstDelivered = false
    }

    /// Delivers all results, including the beginning of one that is not complete.
    ///
    /// - Parameters:
    ///   - origin: the place of the value that they are in.
    ///   - receive: receives the events.
    mutating func deliver(from origin: ValueOrigin, to receive: (JSONSelector.Event) throws -> Void) throws {
        if results.isEmpty { return }
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            for (index, result) in results.enumerated() {
                if index > 0 || !isFirstDelivered { try receive(.begin(steps: result.steps)) }
                if result.end > start {
                    try receive(.bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<result.end])))
                }
                if index < results.count - 1 || !isOpen { try receive(.end(origin)) }
                start = result.end
            }
        }
        bytes.removeAll(keepingCapacity: true)
        results.removeFirst(isOpen ? results.count - 1 : results.count)
        if isOpen { results[0].end = 0 }
        isFirstDelivered = isOpen
    }
}
