extension JSON {
    /// Parses a text from its bytes.
    ///
    /// The array is kept by the values read from it, not copied.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text holding one value; a byte order mark is skipped.
    ///   - options: what is accepted beyond RFC 8259; nothing, unless given.
    /// - Throws: the first thing that is wrong, with its position.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: borrowing [UInt8], options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(utf8: bytes, options: options)
    }

    // Public functions throw `any Error`: the compiler (Swift 6.3) crashes on callers that catch some of the errors of a
    // type that holds references, as `JSONError` does, and not all. Neatline's own code knows the type.

    /// `init(parsing:options:)` with the type of its errors.
    package init(utf8 bytes: borrowing [UInt8], options: JSONParsingOptions) throws(JSONError) {
        self.init(rootOf: try Document.parse(bytes, options: options))
    }

    /// Parses a text.
    ///
    /// ```swift
    /// let json = try JSON(parsing: "[1, 2.50, \"three\"]")
    /// ```
    ///
    /// - Throws: the first thing that is wrong, with its position.
    /// - Complexity: O(*n*).
    public init(parsing text: String, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// Parses a part of a longer text.
    ///
    /// - Throws: the first thing that is wrong, with its position from the start of `text`.
    /// - Complexity: O(*n*).
    public init(parsing text: Substring, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// Parses a copy of the bytes, which need to be valid during the call only.
    ///
    /// - Throws: the first thing that is wrong, with its position.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: UnsafeRawBufferPointer, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: Array(bytes), options: options)
    }

    /// Parses a copy of the bytes.
    ///
    /// - Throws: the first thing that is wrong, with its position.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: borrowing Span<UInt8>, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: bytes.withUnsafeBufferPointer { Array($0) }, options: options)
    }

    /// Parses a copy of the bytes.
    ///
    /// - Throws: the first thing that is wrong, with its position.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: borrowing RawSpan, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: bytes.withUnsafeBytes { Array($0) }, options: options)
    }

    /// Parses a copy of any collection of bytes, at once where it is contiguous.
    ///
    /// - Throws: the first thing that is wrong, with its position from the start of the collection.
    /// - Complexity: O(*n*).
    @inlinable
    public init(
        parsing bytes: some Collection<UInt8>, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(parsing: Array(bytes), options: options)
    }
}
