/// An error of a text or a value, with its reason and its position or path.
///
/// An error of parsing has a position in the text; an error of a subscript or a typed read has a path. Line, column and
/// excerpt are computed when parsing fails, so that an error does not keep the text in memory.
///
/// ```swift
/// do {
///     _ = try JSON(parsing: #"{"name": "Ada" "born": 1815}"#)
/// } catch {
///     print(error)
///     // line 1, column 16: expected ',' or '}' after a member, found '"'
///     //     {"name": "Ada" "born": 1815}
///     //                    ^
/// }
/// ```
public struct JSONError: Error, Sendable, Hashable {
    /// The kinds of errors; the raw values are stable and meant for logs and metrics.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text ends inside a value, or contains none.
        case unexpectedEnd
        /// No value begins at this position.
        case expectedValue
        /// No key begins at this position.
        case expectedKey
        /// The colon after the key is missing.
        case expectedColon
        /// A comma or the closing bracket is missing.
        case expectedComma
        /// A comma precedes the closing bracket.
        case trailingComma
        /// Other text follows the value.
        case trailingContent
        /// A word that begins like `null`, `true` or `false`, but is none of them.
        case invalidLiteral
        /// A number that does not follow the grammar, such as `01` or `1.`.
        case invalidNumber
        /// An unescaped control character in a string.
        case controlCharacter
        /// An unknown or incomplete escape sequence.
        case invalidEscape
        /// An unpaired surrogate: one half of a surrogate pair.
        case loneSurrogate
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A comment does not end.
        case unterminatedComment
        /// More nested arrays and objects than `JSONParsingOptions.maximumDepth`.
        case tooDeep
        /// A name that an earlier member of the object has.
        case duplicateKey
        /// A scalar at the top level, which the options forbid.
        case topLevelScalar
        /// The text has 4 GiB or more, or a JSON Patch exceeds its limit of copies.
        case tooLarge
        /// A NaN or an infinity, which JSON cannot represent.
        case nonFiniteNumber
        /// The object has no such member.
        case missingKey
        /// The array has no such element.
        case indexOutOfBounds
        /// The value does not have the type that the step or the read requires.
        case wrongType
        /// A Swift value that JSON cannot represent.
        case unsupportedType
        /// A value that cannot be represented in the requested form of JSON text.
        case invalidJSON
        /// A text that is not a JSON Pointer of RFC 6901.
        case invalidPointer
        /// An invalid JSON Patch or Merge Patch.
        case invalidPatch
        /// A test of a JSON Patch that found another value.
        case testFailed
    }

    let details: Details

    /// The kind of error, which code can compare.
    public var code: Code { details.code }

    /// What was expected; nil if the text ends inside a value.
    public var expected: String? { details.expected }

    /// What was found in place of the expected, such as `'"'` or `the number 5`; nil if the error has no such text.
    public var found: String? { details.found }

    /// The position in the text, in bytes from 0; nil for an error of a value.
    public var byteOffset: Int? { details.position?.byteOffset }

    /// The line in the text, from 1; nil for an error of a value.
    public var line: Int? { details.position?.line }

    /// The column in the line, in Unicode scalars from 1; nil for an error of a value.
    public var column: Int? { details.position?.column }

    /// The line of the error, at most 76 characters of it, and a second line with a caret; nil for an error of a value,
    /// and if the line is blank.
    public var excerpt: String? {
        guard let position = details.position, !position.excerpt.allSatisfy(\.isWhitespace) else { return nil }
        return position.excerpt + "\n" + String(repeating: " ", count: position.caret) + "^"
    }

    /// The path from the root, such as `$.statuses[3].user.name`; nil for an error of parsing.
    ///
    /// The root is that of the parsed document. Scalars, and values built by code, do not know their document: a
    /// subscript of one of these starts a new path. Take all steps in one call (`json["a", 0, "b"]`) to get the path
    /// from `json`.
    ///
    /// - Complexity: O(*n*) in the size of a parsed document: it is derived when it is read.
    public var path: String? { details.path }

    /// The reason of the error, without its position.
    public var message: String { details.message }

    /// Returns whether the errors are equal. Errors of values are equal if their codes are equal, regardless of the
    /// path; errors of texts are equal if their codes, positions, and expected and found texts are.
    public static func == (a: JSONError, b: JSONError) -> Bool {
        guard a.code == b.code, a.details.position == b.details.position else { return false }
        return a.details.position == nil || (a.expected == b.expected && a.found == b.found)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(details.position)
    }
}

extension JSONError: CustomStringConvertible {
    /// The position, the reason, and for errors of parsing the excerpt.
    public var description: String {
        if let position = details.position {
            let lines = excerpt?.split(separator: "\n").map { "\n    \($0)" }.joined() ?? ""
            return "line \(position.line), column \(position.column): \(message)\(lines)"
        }
        if let path { return "\(path): \(message)" }
        return message
    }
}
