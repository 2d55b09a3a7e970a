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
    /// In lines: how many there were.
    private var countedLines = 0

    /// Whether a byte order mark may still come.
    private var isAtStart = true
    private var isEnded = false
    /// Whether a record that is too large is being skipped.
    private var isSkipping = false

    /// A copy of the records in `batch`, a zero behind each, and `readAhead` more.
    private var shared: [UInt8] = []
    private var sharedOffset = 0
    /// Complete records of which no value has been made, in reverse.
    private var batch: [RecordSplitter.Record] = []
    /// The record after them, if it does not share its bytes.
    private var single: RecordSplitter.Record?

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
        // Records found but not yet asked for are still to be read.
        if !batch.isEmpty || single != nil {
            buffer += bytes
            return
        }
        let dropped = splitter.start
        let rest = buffer.count - dropped
        // Moving what is left must not cost more than what has been taken, or comes.
        if dropped == 0 || (rest > dropped && rest > bytes.count) {
            if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
            return
        }
        count(upTo: dropped, line: splitter.lineCount)
        if rest == 0 {
            buffer = bytes
        } else {
            var joined: [UInt8] = []
            joined.reserveCapacity(rest + bytes.count)
            joined += buffer[dropped...]
            joined += bytes
            buffer = joined
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
        while true {
            if let record = batch.popLast() {
                if let result = resultOfShared(record) { return settle(result) }
            } else if let record = single {
                single = nil
                if let result = resultOfSingle(record) { return settle(result) }
            } else if let error = findRecords() {
                return settle(.failure(error))
            } else if batch.isEmpty, single == nil {
                return nil
            }
        }
    }

    /// Ends the stream with an error, unless it is to go on.
    @inline(__always)
    private mutating func settle(_ result: Result<JSON, JSONError>) -> Result<JSON, JSONError> {
        if case .failure = result, !options.continuesAfterErrors {
            self = JSONStreamParser(options)
            isEnded = true
        }
        return result
    }
}

extension JSONStreamParser {
    /// Looks for complete records: a batch that share their bytes, or a single one.
    ///
    /// - Returns: the error of a record that is too large even without its end.
    private mutating func findRecords() -> JSONError? {
        guard skipMark() else { return nil }
        var size = 0
        while size < JSONStreamParser.batchSize {
            guard let record = nextRecord() else {
                if !isSkipping, batch.isEmpty, splitter.openCount > recordLimit {
                    isSkipping = true
                    let error = tooLarge(splitter.start, line: splitter.lineCount)
                    splitter.forget()
                    return error
                }
                if isSkipping { splitter.forget() }
                break
            }
            if isSkipping {
                isSkipping = false
                continue
            }
            let count = record.range.count
            if count > JSONStreamParser.batchSize || count > recordLimit || record.kind == .unmarked {
                single = record
                break
            }
            batch.append(record)
            size += count
        }
        shareBytes()
        batch.reverse()
        return nil
    }

    private var recordLimit: Int { Swift.max(options.maximumRecordSize, 0) }

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
    ///
    /// - Parameter line: in lines, how many have ended before `offset`.
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

    // MARK: Values

    /// Copies the records of `batch`.
    private mutating func shareBytes() {
        guard let first = batch.first, let last = batch.last else { return }
        let capacity = last.range.upperBound - first.range.lowerBound + batch.count + readAhead * 2
        // A zero behind each record stops the scanner's kernels there.
        shared = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            buffer.withUnsafeBufferPointer { bytes in
                for record in batch {
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
        sharedOffset = 0
    }

    /// The value or error of the next record in `shared`; nil if it is blank.
    @inline(__always)
    private mutating func resultOfShared(_ record: RecordSplitter.Record) -> Result<JSON, JSONError>? {
        let part = sharedOffset..<sharedOffset + record.range.count
        sharedOffset = part.upperBound + 1
        // A byte order mark begins a text, but a record only where it is whitespace.
        if !part.isEmpty, shared[part.lowerBound] != 0xEF,
            let document = try? Document.parse(part, of: shared, options: options.parsing), isWhole(record, document)
        {
            return .success(JSON(document, 0))
        }
        return result(of: Array(buffer[record.range]), record)
    }

    /// The value or error of a record that is large or wrong; nil if it is blank.
    private mutating func resultOfSingle(_ record: RecordSplitter.Record) -> Result<JSON, JSONError>? {
        if record.range.count > recordLimit { return .failure(tooLarge(record.range.lowerBound, line: record.ordinal)) }
        return result(of: Array(buffer[record.range]), record)
    }

    /// Whether a value that may have been cut off is known to be complete (RFC 7464, section 2.4).
    private func isWhole(_ record: RecordSplitter.Record, _ document: Document) -> Bool {
        if options.framing != .sequence || document[0].isContainer { return true }
        return document[0].kind == TapeWord.Kind.string || Byte.isWhitespace(buffer[record.range.upperBound - 1])
    }

    /// The value or error of a record; nil if it is blank.
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
            let document = try Document.parse(record: text, options: parsing)
            if !isWhole(record, document) {
                return .failure(error(.missingLineFeed, at: text.count, in: text, of: record))
            }
            return .success(JSON(document, 0))
        } catch {
            return .failure(self.error(error.reason, at: error.offset, in: text, of: record))
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
