/// Takes a stream of JSON values in parts of any size, and gives each value as soon as its last byte is there.
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
/// Each value is a document of its own. Small records that come together share their bytes, at most 16 KB of them, so a
/// value keeps little more than itself alive. The parser itself keeps the record that is not yet complete and what was
/// fed but not asked for.
///
/// How the stream is cut makes no difference to values, errors and their positions.
public struct JSONStreamParser: Sendable {
    private let options: JSONStreamOptions
    private var splitter: RecordSplitter

    /// What was fed and is still of use.
    private var buffer: [UInt8] = []
    /// How much of the stream there was before `buffer[counted]`.
    private var consumed = SourcePosition.Consumed()
    private var counted = 0

    /// Whether a byte order mark may still come.
    private var isAtStart = true
    private var isEnded = false
    /// Whether a record that is too large is being skipped.
    private var isSkipping = false
    /// Records of which the values have been asked for, in reverse.
    private var ready: [Result<JSON, JSONError>] = []

    /// Records up to this size share their bytes, up to so many.
    private static let batchSize = 16 << 10

    /// A parser of a stream that begins with the first byte it is fed.
    public init(_ options: JSONStreamOptions = JSONStreamOptions()) {
        self.options = options
        splitter = RecordSplitter(options)
    }

    /// Takes the next part of the stream.
    ///
    /// - Complexity: O(*n*), amortised.
    public mutating func feed(_ bytes: [UInt8]) {
        if isEnded { return }
        let dropped = splitter.start
        if dropped == buffer.count {
            count(upTo: dropped)
            buffer = bytes
        } else {
            // Moving what is left costs no more than has been taken.
            if dropped > buffer.count / 2 {
                count(upTo: dropped)
                buffer.removeSubrange(..<dropped)
            } else {
                buffer += bytes
                return
            }
            buffer += bytes
        }
        counted = 0
        splitter.drop(dropped)
    }

    /// Takes the next part of the stream, which needs to be valid during the call only.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) { feed(Array(bytes)) }

    /// Takes the next part of the stream.
    @inlinable
    public mutating func feed(_ bytes: some Sequence<UInt8>) { feed(Array(bytes)) }

    /// Says that the stream ends with what was fed.
    public mutating func finish() { isEnded = true }

    /// The next value; nil if more of the stream, or its end, has to come first.
    ///
    /// - Throws: what is wrong with the next record, with its position in the stream. If
    ///   `JSONStreamOptions.continuesAfterErrors` is set, the next call goes on with the record behind it; otherwise the
    ///   stream has come to its end.
    /// - Complexity: O(*n*) in the size of the record, amortised.
    public mutating func next() throws(JSONError) -> JSON? { try nextResult()?.get() }

    /// Whether no more of the stream can come.
    @usableFromInline var hasEnded: Bool { isEnded }

    /// The next value or error.
    @usableFromInline
    mutating func nextResult() -> Result<JSON, JSONError>? {
        if ready.isEmpty { parseRecords() }
        guard let result = ready.popLast() else { return nil }
        if case .failure = result, !options.continuesAfterErrors {
            isEnded = true
            ready = []
            buffer = []
            counted = 0
            splitter = RecordSplitter(options)
        }
        return result
    }
}

extension JSONStreamParser {
    /// Fills `ready` with the values of the records that come next, if there are complete ones.
    private mutating func parseRecords() {
        var records: [RecordSplitter.Record] = []
        var size = 0
        guard skipMark() else { return }
        while ready.isEmpty, size < JSONStreamParser.batchSize {
            let limit = options.maximumRecordSize
            guard let record = nextRecord() else {
                let isLate = !isSkipping && splitter.openCount > Swift.max(limit, 0)
                if isLate {
                    // Whoever is first in the stream is first in line.
                    if !records.isEmpty { break }
                    refuse(splitter.start)
                }
                if isSkipping { splitter.forget() }
                break
            }
            if isSkipping {
                isSkipping = false
                continue
            }
            let count = record.range.count
            if count > Swift.max(limit, 0) {
                parse(records)
                ready.append(tooLarge(record.range.lowerBound))
                records = []
                break
            }
            if count > JSONStreamParser.batchSize || record.kind == .unmarked {
                parse(records)
                records = []
                parseAlone(record)
                continue
            }
            records.append(record)
            size += count
        }
        parse(records)
        ready.reverse()
    }

    private mutating func refuse(_ start: Int) {
        ready.append(tooLarge(start))
        isSkipping = true
    }

    /// Steps over a byte order mark at the start of the stream; false if it is not yet known whether there is one.
    private mutating func skipMark() -> Bool {
        if !isAtStart { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if !isEnded, buffer.count < 3, mark.starts(with: buffer) { return false }
        isAtStart = false
        if buffer.starts(with: mark) { splitter.skip(3) }
        return true
    }

    private mutating func nextRecord() -> RecordSplitter.Record? {
        let isEnded = isEnded
        var splitter = splitter
        let record = buffer.withUnsafeBufferPointer { bytes in
            splitter.next(in: bytes) ?? (isEnded ? splitter.last(in: bytes) : nil)
        }
        self.splitter = splitter
        return record
    }

    /// Counts lines and columns up to `offset`, so that the position of what stands there is known.
    private mutating func count(upTo offset: Int) {
        guard offset > counted else { return }
        buffer.withUnsafeBufferPointer { consumed.add(UnsafeBufferPointer(rebasing: $0[counted..<offset])) }
        counted = offset
    }

    // MARK: Values

    /// Parses records that share a copy of their bytes.
    private mutating func parse(_ records: [RecordSplitter.Record]) {
        guard let first = records.first, let last = records.last else { return }
        let capacity = last.range.upperBound - first.range.lowerBound + records.count + readAhead * 2
        // A zero behind each record stops the scanner's kernels there.
        let source = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            buffer.withUnsafeBufferPointer { bytes in
                for record in records {
                    let text = UnsafeBufferPointer(rebasing: bytes[record.range])
                    // SAFETY: the records lie one after another in the span that the capacity covers.
                    (memory.baseAddress! + count).initialize(from: text.baseAddress!, count: text.count)
                    memory[count + text.count] = 0
                    count += text.count + 1
                }
                (memory.baseAddress! + count).initialize(repeating: 0, count: readAhead)
                count += readAhead
            }
        }
        var tape = TapeBuffer(estimatedWords: capacity / 6 + 16)
        source.withUnsafeBufferPointer { bytes in
            stringStops.withUnsafeBufferPointer { classes in
                var offset = 0
                for record in records {
                    let part = offset..<offset + record.range.count
                    offset = part.upperBound + 1
                    parse(record, part, of: source, at: bytes.baseAddress!, &tape, classes: classes.baseAddress!)
                }
            }
        }
        tape.release()
    }

    @inline(__always)
    private mutating func parse(
        _ record: RecordSplitter.Record, _ part: Range<Int>, of source: [UInt8], at bytes: Cursor,
        _ tape: inout TapeBuffer, classes: Cursor
    ) {
        // A byte order mark begins a text, but a record only where it is whitespace.
        if bytes[part.lowerBound] != 0xEF, !part.isEmpty {
            let document = try? Document.parse(
                part, of: source, at: bytes, options: options.parsing, tape: &tape, classes: classes)
            if let document, isWhole(record, document) {
                ready.append(.success(JSON(document, 0)))
                return
            }
        }
        parseAlone(record)
    }

    /// Whether a value that may have been cut off is known to be complete (RFC 7464, section 2.4).
    private func isWhole(_ record: RecordSplitter.Record, _ document: Document) -> Bool {
        if options.framing != .sequence || document[0].isContainer { return true }
        return document[0].kind == TapeWord.Kind.string || Byte.isWhitespace(buffer[record.range.upperBound - 1])
    }

    /// Parses a record that is large or wrong, or of which nothing is known.
    private mutating func parseAlone(_ record: RecordSplitter.Record) {
        let text = Array(buffer[record.range])
        if let result = result(of: text, record) { ready.append(result) }
    }

    /// The value or error of a record; nil if it is blank.
    private mutating func result(of text: [UInt8], _ record: RecordSplitter.Record) -> Result<JSON, JSONError>? {
        let start = record.range.lowerBound
        if record.kind == .unmarked { return .failure(error(.missingSeparator, at: 0, in: text, from: start)) }
        if isBlank(text) { return nil }
        let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
        if hasMark, !options.parsing.allowsExtendedWhitespace {
            return .failure(error(.expectedValue, at: 0, in: text, from: start))
        }
        var parsing = options.parsing
        if parsing.invalidUTF8 == .replace, String(validating: text, as: UTF8.self) == nil {
            parsing.invalidUTF8 = .reject
            return result(of: Array(String(decoding: text, as: UTF8.self).utf8), record)
        }
        do throws(Scanner.Failure) {
            let document = try Document.parse(record: text, options: parsing)
            if !isWhole(record, document) {
                return .failure(error(.missingLineFeed, at: text.count, in: text, from: start))
            }
            return .success(JSON(document, 0))
        } catch {
            return .failure(self.error(error.reason, at: error.offset, in: text, from: start))
        }
    }

    /// Whether there is no value: only whitespace, and comments where they are allowed.
    private func isBlank(_ text: [UInt8]) -> Bool {
        if text.allSatisfy(Byte.isWhitespace) { return true }
        guard options.parsing.allowsComments || options.parsing.allowsExtendedWhitespace else { return false }
        return Scanner.isBlank(text, options: options.parsing)
    }

    // MARK: Errors

    private mutating func error(
        _ reason: ScanFailure, at offset: Int, in text: [UInt8], from start: Int
    ) -> JSONError {
        count(upTo: start)
        return text.withUnsafeBufferPointer { text in
            JSONError(reason, at: offset, in: text, after: consumed, options: options.parsing)
        }.inRecord(of: options.framing)
    }

    private mutating func tooLarge(_ start: Int) -> Result<JSON, JSONError> {
        count(upTo: start)
        let limit = Swift.max(options.maximumRecordSize, 0)
        // No more of it is shown than is there in any case.
        let end = Swift.min(buffer.count, start + limit + 1)
        let position = buffer[start..<end].withUnsafeBufferPointer { SourcePosition(at: 0, in: $0, after: consumed) }
        return .failure(
            JSONError(
                details: JSONError.Details(
                    .tooLarge, expected: "at most \(JSONError.count(limit, "byte")) in a record", found: "more",
                    position: position)))
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
