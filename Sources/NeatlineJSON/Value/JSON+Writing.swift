// The functions that write a value as text.

extension JSON {
    /// Returns the value as UTF-8 JSON text.
    ///
    /// ```swift
    /// let bytes = try json.serialized()           // {"a":[1,2]}
    /// let readable = try json.serialized(.pretty)
    /// ```
    ///
    /// Parsed numbers keep their digits, members their order; a missing value is written as null.
    ///
    /// - Parameter options: how the text is written.
    /// - Throws: `JSONError.Code.nonFiniteNumber` for NaN and the infinities, unless the options permit them;
    ///   `JSONError.Code.unsupportedType` if the value contains such an error.
    /// - Complexity: O(*n*).
    public func serialized(_ options: JSONWritingOptions = .compact) throws -> [UInt8] {
        try utf8(options)
    }

    /// Returns the value as UTF-8 JSON text; `serialized(_:)` with the type of its errors.
    ///
    /// - Throws: as `serialized(_:)`.
    package func utf8(_ options: JSONWritingOptions) throws(JSONError) -> [UInt8] {
        let source = location
        return try OutputBuffer.bytes(estimatedCount: source?.estimatedSize(options) ?? 256) {
            buffer throws(JSONError) in
            try ValueSerializer.write(self, source, options, into: &buffer)
        }
    }

    /// Returns the value as JSON text.
    ///
    /// - Parameter options: how the text is written.
    /// - Throws: as `serialized(_:)`.
    /// - Complexity: O(*n*).
    public func serializedString(_ options: JSONWritingOptions = .compact) throws -> String {
        let source = location
        return try OutputBuffer.string(estimatedCount: source?.estimatedSize(options) ?? 256) {
            buffer throws(JSONError) in
            try ValueSerializer.write(self, source, options, into: &buffer)
        }
    }

    /// Writes the value as UTF-8 JSON text in chunks of at most about 128 KiB, one of which is in memory at a time.
    ///
    /// ```swift
    /// try json.write(.pretty) { chunk in try file.write(contentsOf: chunk) }
    /// ```
    ///
    /// - Parameters:
    ///   - options: how the text is written.
    ///   - sink: receives each chunk, which is valid only during the call.
    /// - Throws: the error of `sink`, after which it is not called again; otherwise as `serialized(_:)`.
    /// - Complexity: O(*n*).
    public func write(
        _ options: JSONWritingOptions = .compact, to sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try withoutActuallyEscaping(sink) { sink in
            var buffer = OutputBuffer(sink: sink)
            try ValueSerializer(options).write(self, into: &buffer)
            buffer.flush()
            if let error = buffer.sinkError { throw error }
        }
    }
}

extension Document.Location {
    /// An estimate of the size of the value's text: if it is too small, the text is copied; if it is too large, only address
    /// space is used.
    fileprivate func estimatedSize(_ options: JSONWritingOptions) -> Int {
        if !document[index].isContainer { return document.length(index) + 16 }
        let entries = document[index].skip
        let isWhole = entries == document.tapeCount
        let bytes = (isWhole ? document.byteCount : document.byteCount * entries / document.tapeCount) + 16
        if options.indentation == .none { return bytes }
        return bytes + document.indentedBreaks(index, width: Indentation(options.indentation).width)
    }
}

extension Document {
    /// Returns the number of bytes of line breaks, margins and spaces after colons, if the container at `root` is
    /// indented.
    ///
    /// - Complexity: O(*n*), a small part of the time of writing.
    fileprivate func indentedBreaks(_ root: Int, width: Int) -> Int {
        var ends = ContiguousArray<Int>()
        var index = root
        var total = 0
        var margin = 1
        let last = root + self[root].skip
        while index < last {
            while let end = ends.last, index >= end {
                ends.removeLast()
                margin &-= width
                total &+= margin
            }
            let word = self[index]
            if word.isContainer, word.kind != TapeWord.Kind.extension {
                ends.append(index &+ word.skip)
                margin &+= width
            }
            // Each word is counted as one line, although keys are not, which leaves room for the spaces after
            // colons.
            total &+= margin
            index &+= 1
        }
        return total + margin * (ends.count + 1)
    }
}

extension JSON: CustomStringConvertible, CustomDebugStringConvertible {
    /// Indented JSON for arrays and objects, strings without quotes, numbers as `stringValue`, `null` for a missing
    /// value, `unknown` for a Swift value that JSON cannot represent.
    ///
    /// Values that are nested deeper than 512 levels are not indented, because the indentation would use up the memory.
    ///
    /// - Complexity: O(*n*).
    public var description: String {
        switch self {
        case .string(let text): return text
        case .number(.init(Double.infinity)): return "inf"
        case .number(.init(-Double.infinity)): return "-inf"
        case .number(.init(Double.nan)): return "nan"
        case .number(let number): return number.shownText
        case .error(let error) where error.code == .unsupportedType: return "unknown"
        default:
            var options = boundedIndentation(.pretty)
            options.nonFiniteNumbers = .literal
            return (try? serializedString(options)) ?? "null"
        }
    }

    private static let deepestIndented = 512

    /// Returns the options, without indentation if the value is nested deeper than 512 levels: the size of the
    /// indentation grows with the square of the depth.
    ///
    /// - Complexity: O(*n*).
    package func boundedIndentation(_ options: JSONWritingOptions) -> JSONWritingOptions {
        guard options.indentation != .none, nests(deeperThan: JSON.deepestIndented) else { return options }
        var compact = options
        compact.indentation = .none
        return compact
    }

    /// Returns whether there are more than `limit` nested arrays and objects.
    package func nests(deeperThan limit: Int) -> Bool {
        var walk = ValueWalk(self)
        while let event = walk.next() {
            if case .value(let value) = event, walk.depth >= limit, value.isContainer { return true }
        }
        return false
    }

    /// The same text as `description`.
    public var debugDescription: String { description }
}

extension JSONArray: CustomStringConvertible {
    /// The array as JSON text, indented by two spaces.
    public var description: String { JSON.array(self).description }
}

extension JSONObject: CustomStringConvertible {
    /// The object as JSON text, indented by two spaces.
    public var description: String { JSON.object(self).description }
}
