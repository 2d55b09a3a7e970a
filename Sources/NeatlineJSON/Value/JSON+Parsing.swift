// The initialisers that parse a text.

extension JSON {
    /// Parses a text from its bytes.
    ///
    /// The values that are read from it keep the array; it is not copied.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value; a byte order mark is skipped.
    ///   - options: extensions of RFC 8259 to accept; none by default.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: borrowing [UInt8], options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(utf8: bytes, options: options)
    }

    // Public functions throw `any Error`: the compiler (Swift 6.3) crashes on callers that catch some of the errors of
    // a type that contains references, as `JSONError` does, and not all. Neatline's own code uses the typed form.

    /// Parses a text from its bytes; `init(parsing:options:)` with the type of its errors.
    ///
    /// - Throws: the first error in the text, with its position.
    package init(utf8 bytes: borrowing [UInt8], options: JSONParsingOptions) throws(JSONError) {
        self.init(rootOf: try Document.parse(bytes, options: options))
    }

    /// Parses a text that contains one value.
    ///
    /// ```swift
    /// let json = try JSON(parsing: "[1, 2.50, \"three\"]")
    /// ```
    ///
    /// - Parameters:
    ///   - text: text that contains one value.
    ///   - options: extensions of RFC 8259 to accept.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(parsing text: String, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// Parses a part of a longer text.
    ///
    /// - Parameters:
    ///   - text: text that contains one value.
    ///   - options: extensions of RFC 8259 to accept.
    /// - Throws: `JSONError` with the position of the first error, from the start of `text`.
    /// - Complexity: O(*n*).
    public init(parsing text: Substring, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// Parses a copy of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value; only accessed during the call.
    ///   - options: extensions of RFC 8259 to accept.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: UnsafeRawBufferPointer, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: Array(bytes), options: options)
    }

    /// Parses a copy of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value.
    ///   - options: extensions of RFC 8259 to accept.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: borrowing Span<UInt8>, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: bytes.withUnsafeBufferPointer { Array($0) }, options: options)
    }

    /// Parses a copy of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value.
    ///   - options: extensions of RFC 8259 to accept.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: borrowing RawSpan, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: bytes.withUnsafeBytes { Array($0) }, options: options)
    }

    /// Parses a copy of a collection of bytes, which is copied as a whole if it is contiguous.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value.
    ///   - options: extensions of RFC 8259 to accept.
    /// - Throws: `JSONError` with the position of the first error, from the start of the collection.
    /// - Complexity: O(*n*).
    @inlinable
    public init(
        parsing bytes: some Collection<UInt8>, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: Array(bytes), options: options)
    }
}
