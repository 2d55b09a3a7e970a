/// What was wrong with a text, or with a step into a value, and where.
///
/// An error from parsing knows its position in the text; an error from a subscript or a typed read knows its path.
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
    /// What kind of error it is; the raw values are stable and meant for logs and metrics.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text ends inside a value, or holds none.
        case unexpectedEnd
        /// No value begins at this place.
        case expectedValue
        /// No key begins at this place.
        case expectedKey
        /// A colon should follow the key.
        case expectedColon
        /// A comma or the closing bracket should follow.
        case expectedComma
        /// A comma stands before the closing bracket.
        case trailingComma
        /// Something follows the value.
        case trailingContent
        /// A word that begins like `null`, `true` or `false` and is none of them.
        case invalidLiteral
        /// A number that breaks the grammar.
        case invalidNumber
        /// A control character stands unescaped in a string.
        case controlCharacter
        /// An escape sequence that does not exist, or is incomplete.
        case invalidEscape
        /// Half a surrogate pair.
        case loneSurrogate
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A comment does not end.
        case unterminatedComment
        /// More arrays and objects inside one another than `JSONParsingOptions.maximumDepth`.
        case tooDeep
        /// A name that the object already has.
        case duplicateKey
        /// The text is a single scalar, and the options forbid it.
        case topLevelScalar
        /// The text has 4 GiB or more, or a JSON Patch copies more than its limit allows.
        case tooLarge
        /// A NaN or an infinity was to be written.
        case nonFiniteNumber
        /// The object has no such member.
        case missingKey
        /// The array has no such element.
        case indexOutOfBounds
        /// The value is of another type than the step or the read needs.
        case wrongType
        /// The Swift value has no form in JSON.
        case unsupportedType
        /// The value has no form as the JSON text that was asked for.
        case invalidJSON
        /// A text that is no JSON Pointer.
        case invalidPointer
        /// A JSON Patch or Merge Patch that is not as it has to be.
        case invalidPatch
        /// A test of a JSON Patch found another value.
        case testFailed
    }

    let details: Details

    /// What kind of error it is.
    public var code: Code { details.code }

    /// What should have been there; nil where the text ends inside a value.
    public var expected: String? { details.expected }

    /// What was there.
    public var found: String? { details.found }

    /// The position in the text, in bytes from 0; nil for an error from a value.
    public var byteOffset: Int? { details.position?.byteOffset }

    /// The line in the text, from 1; nil for an error from a value.
    public var line: Int? { details.position?.line }

    /// The column in the line, in Unicode scalars from 1; nil for an error from a value.
    public var column: Int? { details.position?.column }

    /// The place in its line and a second line with a caret below it; nil for an error from a value.
    ///
    /// At most 76 characters of the line are shown.
    public var excerpt: String? {
        details.position.map { $0.excerpt + "\n" + String(repeating: " ", count: $0.caret) + "^" }
    }

    /// The steps from the root to the place, such as `$.statuses[3].user.name`; nil for an error from parsing.
    ///
    /// The root is that of the parsed document. A scalar does not know where it came from, nor does a value built by
    /// code: a subscript of one of these counts it as the root. Take all the steps in one call (`json["a", 0, "b"]`) for
    /// a path from `json` on.
    ///
    /// - Complexity: O(*n*) in the size of a parsed document: it is derived when asked for.
    public var path: String? { details.path }

    /// What is wrong, without the place.
    public var message: String { details.message }

    /// Whether the errors are the same: errors of values if their codes are, wherever they happened; errors of texts if
    /// code, position and what was expected and found are.
    public static func == (a: JSONError, b: JSONError) -> Bool {
        guard a.code == b.code, a.details.position == b.details.position else { return false }
        return a.details.position == nil || (a.expected == b.expected && a.found == b.found)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(details.position)
    }
}

extension JSONError: CustomStringConvertible {
    /// The place, what is wrong, and for text the excerpt.
    public var description: String {
        if let position = details.position {
            let caret = String(repeating: " ", count: position.caret) + "^"
            return "line \(position.line), column \(position.column): \(message)\n    \(position.excerpt)\n    \(caret)"
        }
        if let path { return "\(path): \(message)" }
        return message
    }
}
