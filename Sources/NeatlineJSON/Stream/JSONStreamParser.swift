/// Parses a stream of JSON values that arrives in parts of any size, and returns each value as soon as it is complete.
///
/// ```swift
/// var parser = JSONStreamParser()                 // JSON Lines
/// while let chunk = try read() {
///     parser.feed(chunk)
///     while let value = try parser.next() { use(value) }
/// }
/// parser.finish()
/// while let value = try parser.next() { use(value) }
/// ```
///
/// Values that arrive together share a document, as the elements of an array do. An array or object retains the chunk that it
/// was fed in, and the values parsed from it: up to 64 KB of text, more only if it is itself larger. A larger chunk is
/// copied in parts of that size. `JSON.detached()` returns a value that retains only itself.
///
/// The parser retains the record that is not complete, and chunks whose values have not been read.
///
/// Values, errors and their positions do not depend on how the stream is split.
public struct JSONStreamParser: Sendable {
    private let options: JSONStreamOptions
    private var splitter: RecordSplitter

    /// The bytes whose records are being parsed.
    private var buffer: [UInt8] = []
    /// The bytes that were fed after `buffer`; the first `joined` ones are also the last ones of `buffer`.
    private var following: [UInt8] = []
    private var joined = 0
    /// The extent of the stream before `buffer[counted]`.
    private var consumed = SourcePosition.Consumed()
    private var counted = 0
    /// In lines, the number of lines before `buffer[counted]`.
    private var countedLines = 0

    /// Whether a byte order mark may follow.
    private var isAtStart = true
    private var isEnded = false
    /// Whether a record that is too large is being skipped.
    private var isSkipping = false

    /// Records that have been scanned, whose values have not been read.
    private var batch = RecordBatch()
    /// The part of `buffer` that is scanned in batches; the part before it is scanned record by record.
    private var batchRange = 0..<0

    /// The maximum number of bytes of records that share a document.
    private static let batchSize = 64 << 10
    /// The number of bytes that are scanned record by record after an invalid record, which is rarely the only one.
    private static let cautiousSize = 4 << 10

    /// Creates a parser for a new stream.
    ///
    /// - Parameter options: how values are separated, and what is accepted.
    public init(options: JSONStreamOptions = JSONStreamOptions()) {
        self.options = options
        splitter = RecordSplitter(options)
    }

    /// Creates a parser for a block of a text, whose positions are those in the text.
    package init<Outcome>(options: JSONStreamOptions, reading block: TextBlock<Outcome>) {
        self.init(options: options, after: block.before)
    }

    /// Creates a parser for the rest of a stream of lines.
    ///
    /// - Parameters:
    ///   - options: how values are separated, and what is accepted.
    ///   - consumed: the extent of the stream before the rest.
    init(options: JSONStreamOptions, after consumed: SourcePosition.Consumed) {
        self.init(options: options)
        self.consumed = consumed
        isAtStart = consumed.bytes == 0
    }

    /// Creates a parser for a new stream.
    ///
    /// - Parameter options: how values are separated, and what is accepted.
    @available(*, deprecated, renamed: "init(options:)")
    public init(_ options: JSONStreamOptions) { self.init(options: options) }

    /// Takes the next part of the stream.
    ///
    /// The array is retained, not copied, if all values that were fed before have been read.
    ///
    /// - Parameter bytes: any part of the stream.
    /// - Complexity: O(*n*), amortised.
    public mutating func feed(_ bytes: [UInt8]) {
        if isEnded { return }
        if following.isEmpty { following = bytes } else { following += bytes }
    }

    /// Takes the next part of the stream.
    ///
    /// - Parameter bytes: any part of the stream; it is copied.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) { feed(Array(bytes)) }

    /// Takes the next part of the stream.
    ///
    /// - Parameter bytes: any part of the stream.
    @inlinable
    public mutating func feed(_ bytes: some Sequence<UInt8>) { feed(Array(bytes)) }

    /// Ends the stream; further parts are ignored.
    public mutating func finish() { isEnded = true }

    /// Returns the next value; nil if no value is complete, or all values of an ended stream have been read.
    ///
    /// - Throws: ``JSONError`` of the next record, with its position in the stream. If
    ///   `JSONStreamOptions.continuesAfterErrors` is set, the next call continues with the record after it; otherwise the
    ///   stream has ended.
    /// - Complexity: O(*n*) in the size of the record, amortised.
    public mutating func next() throws -> JSON? {
        if let value = batch.next() { return .some(value) }
        return try findResult()?.get()
    }

    /// Whether `finish` was called, or an error has ended the stream.
    @usableFromInline package var hasEnded: Bool { isEnded }

    /// The next value or error.
    @usableFromInline
    package mutating func nextResult() -> Result<JSON, JSONError>? {
        if let value = batch.next() { return .success(value) }
        return findResult()
    }

    /// A reader of the value that was returned last; nil if an error was, or nothing yet.
    package var lastReader: DocumentReader? { batch.lastReader }

    /// The next value or error after those of `batch`.
    @inline(never)
    private mutating func findResult() -> Result<JSON, JSONError>? {
        batch = RecordBatch()
        while true {
            switch findRecord() {
            case .result(let result): return settle(result)
            case .blank: continue
            case .incomplete: if !goOn() { return nil }
            }
        }
    }

    /// Ends the stream if the result is an error, unless the options say that it continues.
    private mutating func settle(_ result: Result<JSON, JSONError>) -> Result<JSON, JSONError> {
        if case .failure = result, !options.continuesAfterErrors {
            self = JSONStreamParser(options: options)
            isEnded = true
        }
        return result
    }
}

// MARK: Chunks

extension JSONStreamParser {
    /// Moves more of `following` to `buffer`, whose complete records have been read; false if there is no more.
    private mutating func goOn() -> Bool {
        if joined == following.count {
            following = []
            joined = 0
            return false
        }
        if leaveJoint() { return true }
        // The record that has begun is put together, in steps that grow with it.
        let rest = buffer.count - splitter.start
        let piece = following[joined..<Swift.min(joined + Swift.max(rest, 256), following.count)]
        if splitter.start > 0 {
            let record = Array(buffer[splitter.start...])
            move(to: 0)
            buffer = record
        }
        buffer += piece
        joined = piece.endIndex
        batchRange = 0..<0
        return true
    }

    /// Continues in `following` if it contains all bytes that are left in `buffer`.
    private mutating func leaveJoint() -> Bool {
        let rest = buffer.count - splitter.start
        guard rest <= joined, joined - rest < following.count, splitter.isBetweenRecords else { return false }
        let start = joined - rest
        if following.count <= JSONStreamParser.batchSize {
            move(to: start)
            buffer = following
            following = []
            joined = 0
        } else {
            // A value must not keep all of it.
            joined = Swift.min(start + JSONStreamParser.batchSize, following.count)
            let part = Array(following[start..<joined])
            move(to: 0)
            buffer = part
        }
        let end =
            options.framing == .lines
            ? buffer.withUnsafeBufferPointer { $0.count - LineKernel.lastLine($0).count } : buffer.count
        batchRange = Swift.min(splitter.start, end)..<end
        return true
    }

    /// Adapts all positions to a buffer in which the byte at `splitter.start` is at `offset`.
    private mutating func move(to offset: Int) {
        count(upTo: splitter.start, line: splitter.lineCount)
        counted = offset
        splitter.drop(splitter.start - offset)
    }

    /// Skips a byte order mark at the start of the stream; false if the first bytes are incomplete.
    private mutating func skipMark() -> Bool {
        if !isAtStart { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if !isAtEnd, buffer.count < 3, mark.starts(with: buffer) { return false }
        isAtStart = false
        if buffer.starts(with: mark) { splitter.skip(3) }
        return true
    }

    /// Whether the stream ends with `buffer`.
    private var isAtEnd: Bool { isEnded && joined == following.count }

    /// Counts lines and columns up to `offset`, for positions after it.
    ///
    /// - Parameters:
    ///   - offset: an offset in `buffer`.
    ///   - line: in lines, the number of lines that end before `offset`.
    private mutating func count(upTo offset: Int, line: Int) {
        guard offset > counted else { return }
        if options.framing == .lines, !splitter.hasReturns, line > countedLines {
            consumed.addLines(line - countedLines, bytes: offset - counted)
        } else {
            buffer.withUnsafeBufferPointer { consumed.add(UnsafeBufferPointer(rebasing: $0[counted..<offset])) }
        }
        counted = offset
        countedLines = line
    }
}

// MARK: Records

extension JSONStreamParser {
    private enum Step {
        case result(Result<JSON, JSONError>)
        /// A record without a value.
        case blank
        /// The end of `buffer`, before the end of a record.
        case incomplete
    }

    private mutating func findRecord() -> Step {
        guard skipMark() else { return .incomplete }
        if joined > 0, splitter.start >= batchRange.upperBound { _ = leaveJoint() }
        if !isSkipping, batchRange.contains(splitter.start), splitter.isBetweenRecords {
            takeBatch()
            if let value = batch.next() { return .result(.success(value)) }
        }
        if let record = nextRecord() {
            if !isSkipping { return step(over: record) }
            isSkipping = false
            return .blank
        }
        if isSkipping {
            splitter.forget()
        } else if splitter.openCount > recordLimit {
            isSkipping = true
            let error = tooLarge(splitter.start, line: splitter.lineCount)
            splitter.forget()
            return .result(.failure(error))
        }
        return .incomplete
    }

    /// Scans valid records into `batch`, up to the first that is invalid or incomplete.
    private mutating func takeBatch() {
        let part = splitter.start..<batchRange.upperBound
        let (document, records) = Document.parse(
            records: part, of: buffer, in: splitter.frame(maximumSize: recordLimit), options: options.parsing)
        if let document {
            count(upTo: part.lowerBound, line: splitter.lineCount)
            batch = RecordBatch(document.begun(after: consumed), end: records.wordCount)
        }
        let next = part.lowerBound + Swift.max(records.stop, records.end + JSONStreamParser.cautiousSize)
        batchRange =
            records.end == part.count
            ? part.upperBound..<part.upperBound
            : Swift.min(next, part.upperBound)..<part.upperBound
        splitter.skip(records)
    }

    private var recordLimit: Int { Swift.max(options.maximumRecordSize, 0) }

    private mutating func nextRecord() -> RecordSplitter.Record? {
        let isAtEnd = isAtEnd
        var splitter = splitter
        let record = buffer.withUnsafeBufferPointer { bytes in
            splitter.next(in: bytes) ?? (isAtEnd ? splitter.last(in: bytes) : nil)
        }
        self.splitter = splitter
        return record
    }

    /// The value or error of a record that is scanned alone.
    private mutating func step(over record: RecordSplitter.Record) -> Step {
        let range = record.range
        if range.count > recordLimit { return .result(.failure(tooLarge(range.lowerBound, line: record.ordinal))) }
        if record.kind == .comment { return .blank }
        // A byte order mark begins a text, but a record only where it is whitespace.
        if record.kind == .value, !range.isEmpty, buffer[range.lowerBound] != 0xEF {
            // A value must not retain much more than itself.
            let isShared = buffer.count <= Swift.max(JSONStreamParser.batchSize, range.count * 4)
            let source = isShared ? buffer : Array(buffer[range])
            let part = isShared ? range : 0..<range.count
            if let document = try? Document.parse(record: part, of: source, options: options.parsing),
                isWhole(record, document)
            {
                return .result(.success(value(document, of: record)))
            }
        }
        return result(of: Array(buffer[range]), record).map { .result($0) } ?? .blank
    }

    /// Whether a value that may have been truncated is known to be complete (RFC 7464, section 2.4).
    private func isWhole(_ record: RecordSplitter.Record, _ document: Document) -> Bool {
        if options.framing != .sequence || document[0].isContainer { return true }
        return document[0].kind == TapeWord.Kind.string || Byte.isWhitespace(buffer[record.range.upperBound - 1])
    }

    /// The value or error of a record that is not valid by itself; nil if it is blank.
    private mutating func result(of text: [UInt8], _ record: RecordSplitter.Record) -> Result<JSON, JSONError>? {
        if record.kind == .unmarked { return .failure(error(.missingSeparator, at: 0, in: text, of: record)) }
        if isBlank(text) { return nil }
        let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
        if hasMark, !options.parsing.allowsExtendedWhitespace {
            return .failure(error(.expectedValue, at: 0, in: text, of: record))
        }
        var parsing = options.parsing
        if parsing.invalidUTF8 == .replace, String(validating: text, as: UTF8.self) == nil {
            parsing.invalidUTF8 = .reject
            return result(of: Array(String(decoding: text, as: UTF8.self).utf8), record)
        }
        do throws(Scanner.Failure) {
            let document = try Document.parse(record: 0..<text.count, of: text, options: parsing)
            if !isWhole(record, document) {
                return .failure(error(.missingLineFeed, at: text.count, in: text, of: record))
            }
            return .success(value(document, of: record))
        } catch {
            return .failure(self.error(error.reason, at: error.offset, in: text, of: record))
        }
    }

    /// Returns the value of a document of one record, which then has its position in the stream.
    private mutating func value(_ document: Document, of record: RecordSplitter.Record) -> JSON {
        count(upTo: record.range.lowerBound, line: record.ordinal)
        batch = RecordBatch(document.begun(after: consumed), end: document.tapeCount)
        return batch.next() ?? .null
    }

    /// Whether there is no value: only whitespace, and comments where they are allowed.
    private func isBlank(_ text: [UInt8]) -> Bool {
        if text.allSatisfy(Byte.isWhitespace) { return true }
        guard options.parsing.allowsComments || options.parsing.allowsExtendedWhitespace else { return false }
        return Scanner.isBlank(text, options: options.parsing)
    }

    // MARK: Errors

    private mutating func error(
        _ reason: ScanFailure, at offset: Int, in text: [UInt8], of record: RecordSplitter.Record
    ) -> JSONError {
        count(upTo: record.range.lowerBound, line: record.ordinal)
        return text.withUnsafeBufferPointer { text in
            JSONError(reason, at: offset, in: text, after: consumed, options: options.parsing)
        }.inRecord(of: options.framing)
    }

    private mutating func tooLarge(_ start: Int, line: Int) -> JSONError {
        count(upTo: start, line: line)
        // No more of it is shown than is there in any case.
        let end = Swift.min(buffer.count, start + recordLimit + 1)
        let position = buffer[start..<end].withUnsafeBufferPointer { SourcePosition(at: 0, in: $0, after: consumed) }
        return JSONError(
            details: JSONError.Details(
                .tooLarge, expected: "at most \(JSONError.count(recordLimit, "byte")) in a record", found: "more",
                position: position))
    }
}

extension JSONError {
    /// The error with the words for the end of a record instead of those for the end of a text.
    fileprivate func inRecord(of framing: JSONStreamOptions.Framing) -> JSONError {
        let name = framing == .lines ? "line" : "value"
        guard found == "the end of the text" else { return self }
        return JSONError(
            details: Details(
                code, expected: expected, found: "the end of the \(name)", position: details.position,
                message: expected == nil ? "unexpected end of the \(name)" : nil))
    }
}
