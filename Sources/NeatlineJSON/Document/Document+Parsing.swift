// Parsing whole texts, and the records of streams.

extension Document {
    /// Parses a whole text.
    ///
    /// - Throws: ``JSONError`` if the text is not valid under `options`.
    /// - Complexity: O(*n*). The input is retained, not copied.
    @inline(__always)
    static func parse(_ input: [UInt8], options: JSONParsingOptions) throws(JSONError) -> Document {
        let document = try scan(input, options: options)
        if options.duplicateKeys == .reject, let offset = document.duplicateKeyOffset() {
            throw JSONError(.duplicateKey, at: offset, in: document.text, options: options)
        }
        return document
    }

    /// Parses a text that this library has written.
    ///
    /// - Throws: ``JSONError`` if the text has 4 GiB or more.
    /// - Complexity: O(*n*). The input is retained, not copied.
    @inline(never)
    static func parse(written text: [UInt8]) throws(JSONError) -> Document { try parse(text, options: .written) }

    /// Parses the complete records at the beginning of a part of `source`; the document retains all of `source`.
    ///
    /// - Returns: a document with a root for each record, nil if there is none, and the scanner's result.
    /// - Complexity: O(*n*) in the size of the part.
    static func parse(
        records part: Range<Int>, of source: [UInt8], in frame: RecordFrame, options: JSONParsingOptions
    ) -> (document: Document?, records: Scanner.Records) {
        let found = source.withUnsafeBufferPointer { bytes -> (document: Document?, records: Scanner.Records) in
            let text = UnsafeBufferPointer(rebasing: bytes[part])
            return Scanner.scan(records: text, in: frame, options: options) { tape, records in
                if tape.count == 0 {
                    tape.buffer.release()
                    return (nil, records)
                }
                return (make(text, of: source, tape, options), records)
            }
        }
        if options.duplicateKeys == .reject, found.document?.duplicateKeyOffset() != nil {
            return (nil, Scanner.Records(stop: found.records.stop))
        }
        return found
    }

    /// Creates a document for the tape of `text`, which is a part of `source`.
    private static func make(
        _ text: UnsafeBufferPointer<UInt8>, of source: [UInt8], _ tape: Scanner.Tape, _ options: JSONParsingOptions
    ) -> Document {
        // Rewritten tokens are stored after the text, so the part is copied to an array for them.
        tape.rewritten == nil ? make(source, text, tape, options) : make(Array(text), nil, tape, options)
    }

    /// Parses a record of a stream, which is a part of `source`. Ill-formed UTF-8 is an error under any options.
    static func parse(
        record part: Range<Int>, of source: [UInt8], options: JSONParsingOptions
    ) throws(Scanner.Failure) -> Document {
        let document = try source.withUnsafeBufferPointer { bytes throws(Scanner.Failure) in
            let text = UnsafeBufferPointer(rebasing: bytes[part])
            return try Scanner.scan(text, options: options) { make(text, of: source, $0, options) }
        }
        if options.duplicateKeys == .reject, let offset = document.duplicateKeyOffset() {
            throw Scanner.Failure(reason: .duplicateKey, offset: offset)
        }
        return document
    }

    @inline(__always)
    private static func scan(strictly input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        if input.count <= mediumCount, !input.isEmpty {
            return input.count <= smallCount
                ? try scan(small: input, options: options) : try scan(medium: input, options: options)
        }
        return try input.withUnsafeBufferPointer { bytes throws(Scanner.Failure) in
            try Scanner.scan(bytes, options: options) { make(input, nil, $0, options) }
        }
    }

    @inline(__always)
    private static func scan(_ input: [UInt8], options: JSONParsingOptions) throws(JSONError) -> Document {
        let failure: Scanner.Failure
        do throws(Scanner.Failure) {
            return try scan(strictly: input, options: options)
        } catch {
            failure = error
        }
        return try repair(input, after: failure, options: options)
    }

    /// Scans the text again with U+FFFD for ill-formed UTF-8, if the options ask for that; otherwise throws the failure.
    @inline(never)
    private static func repair(
        _ input: [UInt8], after failure: Scanner.Failure, options: JSONParsingOptions
    ) throws(JSONError) -> Document {
        if failure.reason == .invalidUTF8, options.invalidUTF8 == .replace {
            var strict = options
            strict.invalidUTF8 = .reject
            return try parse(Array(String(decoding: input, as: UTF8.self).utf8), options: strict)
        }
        throw input.withUnsafeBufferPointer {
            JSONError(failure.reason, at: failure.offset, in: $0, options: options)
        }
    }

    /// The offset in the text of the first key that repeats a name of its object.
    func duplicateKeyOffset() -> Int? {
        // An object comes before its values on the tape, so an object inside it may contain the first duplicate of the text.
        var first: Int?
        for index in 0..<(partial?.wordCount ?? tapeCount) where self[index].kind == TapeWord.Kind.object {
            guard let key = firstDuplicateKey(ofObjectAt: index) else { continue }
            let offset = stringOffset(key)
            first = Swift.min(first ?? offset, offset)
        }
        return first
    }
}
