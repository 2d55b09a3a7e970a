/// A JSON text that keeps its layout while its values are changed: comments, indentation, line ends, the order of members and
/// the spelling of numbers and strings.
///
/// It is for files that people edit and programs change, such as configurations with comments:
///
/// ```swift
/// var file = try JSONText(
///     parsing: """
///         {
///           // Where the server listens.
///           "port": 80,
///           "hosts": ["a", "b"], // in this order
///         }
///         """, options: .jsonc)
/// try file.set(8080, at: "port")
/// try file.append("c", to: "hosts")
/// print(file.text)
/// // {
/// //   // Where the server listens.
/// //   "port": 8080,
/// //   "hosts": ["a", "b", "c"], // in this order
/// // }
/// ```
///
/// ``value`` is what the text says. The functions that change it take the paths of `JSON`, and throw what those of `JSON`
/// throw. They change the text where the values differ, and nothing else: a value that is set to an equal one, such as
/// 1.50 to 1.5, keeps its text. ``update(to:)`` and ``change(_:)`` do so for a whole value.
///
/// What is written anew has the layout around it:
///
/// - A scalar takes the place of the old one. A container that replaces one of its type is compared with it, and only the
///   entries that differ are changed.
/// - A new element or member has the line break, the indentation and the colon of its neighbor. A list on one line stays on
///   its line, and a comma after the last entry stays, if there was one.
/// - A new container is written on one line if the one that it replaces, or the first one of its type beside it, is on one
///   line, or if it is inside one that is; otherwise over several lines. An empty container that gets its first entry follows
///   the same rule; the root of a text without line ends stays on one line.
/// - Names and strings are written in double quotes, and numbers as JSON, also in JSON5.
///
/// An entry that is removed takes its comma with it, the comments on its line and those before its comma. Comments on lines of
/// their own before it stay, as those of what follows.
///
/// The text is parsed again after each change, so it is always valid under ``options``: a change after which it would not be,
/// for example because it would be nested too deeply, throws the error of the parser and changes nothing.
public struct JSONText: Sendable {
    /// The text in UTF-8. Without changes these are the bytes that were parsed, with a byte order mark, if they had one.
    ///
    /// If ill-formed bytes were replaced (`JSONParsingOptions.InvalidUTF8.replace`), they are U+FFFD here, too.
    public private(set) var bytes: [UInt8]
    /// What the text may contain beyond RFC 8259, also after changes.
    public let options: JSONParsingOptions
    /// The document of `bytes`.
    let document: Document

    /// Parses a text from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text that contains one value.
    ///   - options: extensions of RFC 8259 to accept, such as `.jsonc`; none by default.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(
        parsing bytes: some Collection<UInt8>, options: JSONParsingOptions = JSONParsingOptions()
    ) throws {
        try self.init(utf8: Array(bytes), options: options)
    }

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - text: text that contains one value.
    ///   - options: extensions of RFC 8259 to accept, such as `.jsonc`; none by default.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(parsing text: String, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(utf8: Array(text.utf8), options: options)
    }

    /// Parses a text from its bytes; `init(parsing:options:)` with the type of its errors.
    package init(utf8 bytes: [UInt8], options: JSONParsingOptions) throws(JSONError) {
        document = try Document.parse(bytes, options: options)
        self.options = options
        self.bytes = options.invalidUTF8 == .replace ? Array(document.text) : bytes
    }

    /// The value of the text.
    ///
    /// - Complexity: O(1).
    public var value: JSON { JSON(rootOf: document) }

    /// The text; bytes in comments that are not UTF-8 are U+FFFD.
    ///
    /// - Complexity: O(*n*).
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
