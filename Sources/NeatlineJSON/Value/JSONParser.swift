/// Parses one text after another, and keeps its memory for the next one: for loops over many short messages.
///
/// ```swift
/// var parser = JSONParser()
/// for message in messages {
///     total += try parser.withJSON(parsing: message) { $0["amount"].intValue }
/// }
/// ```
///
/// It does what `JSON(parsing:)` does. A text of up to 256 bytes takes about a fifth less time, unless its value is kept
/// after the call. The memory of a value that is kept is about 1 KB, so use `JSON(parsing:)` for those.
public struct JSONParser: Sendable {
    private var document = Document.forReplacing()
    private let options: JSONParsingOptions

    /// Creates a parser.
    ///
    /// - Parameter options: extensions of RFC 8259 to accept; none by default.
    public init(options: JSONParsingOptions = JSONParsingOptions()) { self.options = options }

    /// Parses a text from its bytes, and calls a closure with its value.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value; a byte order mark is skipped.
    ///   - body: Reads the value. What it keeps of it stays as it is.
    /// - Returns: what `body` returns.
    /// - Throws: `JSONError` with the position of the first error, or what `body` throws.
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func withJSON<Result>(
        parsing bytes: borrowing [UInt8], _ body: (JSON) throws -> Result
    ) throws -> Result {
        try body(value(of: bytes))
    }

    /// Parses a text, and calls a closure with its value.
    ///
    /// - Parameters:
    ///   - text: text that contains one value.
    ///   - body: Reads the value. What it keeps of it stays as it is.
    /// - Returns: what `body` returns.
    /// - Throws: `JSONError` with the position of the first error, or what `body` throws.
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func withJSON<Result>(parsing text: String, _ body: (JSON) throws -> Result) throws -> Result {
        try body(value(of: text))
    }

    /// Parses a text from its bytes, and calls a closure with its value.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value; a byte order mark is skipped. They are copied.
    ///   - body: Reads the value. What it keeps of it stays as it is.
    /// - Returns: what `body` returns.
    /// - Throws: `JSONError` with the position of the first error, or what `body` throws.
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func withJSON<Result>(
        parsing bytes: borrowing Span<UInt8>, _ body: (JSON) throws -> Result
    ) throws -> Result {
        try body(value(of: bytes))
    }

    @usableFromInline
    mutating func value(of bytes: borrowing [UInt8]) throws -> JSON {
        if bytes.count <= Document.smallCount, let value = bytes.withUnsafeBufferPointer({ smallValue(of: $0) }) {
            return value
        }
        return try JSON(parsing: bytes, options: options)
    }

    @usableFromInline
    mutating func value(of bytes: borrowing Span<UInt8>) throws -> JSON {
        if bytes.count <= Document.smallCount, let value = bytes.withUnsafeBufferPointer({ smallValue(of: $0) }) {
            return value
        }
        return try JSON(parsing: bytes, options: options)
    }

    @usableFromInline
    mutating func value(of text: String) throws -> JSON {
        var bytes = text
        if bytes.utf8.count <= Document.smallCount, let value = bytes.withUTF8({ smallValue(of: $0) }) { return value }
        return try JSON(parsing: bytes, options: options)
    }

    /// The value of a small text; nil if `JSON(parsing:)` has to parse it.
    @inline(never)
    private mutating func smallValue(of text: UnsafeBufferPointer<UInt8>) -> JSON? {
        document.replace(with: text, options: options) ? JSON(rootOf: document) : nil
    }
}
