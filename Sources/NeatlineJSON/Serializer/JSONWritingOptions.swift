/// How JSON text is written.
///
/// The default is compact: no whitespace, members in their order, text as UTF-8 with only the escapes that JSON (and
/// `jq`) needs.
///
/// ```swift
/// var options = JSONWritingOptions.pretty
/// options.sortsKeys = true
/// options.escapesNonASCII = true
/// let text = try json.serializedString(options)
///
/// let tabbed = JSONWritingOptions(indentation: .tabs(1), endsWithNewline: true)
/// ```
public struct JSONWritingOptions: Sendable, Hashable {
    /// The indentation of a level of nesting.
    public enum Indentation: Sendable, Hashable {
        /// All text is on one line, without whitespace.
        case none
        /// Each element or member is on a separate line, indented by this number of spaces for each level; the number
        /// is limited to 0 to 4096.
        case spaces(Int)
        /// Each element or member is on a separate line, indented by this number of tabs for each level; the number is
        /// limited to 0 to 4096.
        case tabs(Int)
    }

    /// How NaN and the infinities are written, which JSON cannot represent.
    public enum NonFiniteNumbers: Sendable, Hashable {
        /// Writing NaN or an infinity throws an error.
        case reject
        /// NaN and the infinities are written as `null`.
        case null
        /// NaN and the infinities are written as `NaN`, `Infinity` and `-Infinity`, which is not JSON (RFC 8259).
        case literal
    }

    /// The indentation of a level of nesting; `.none` unless set.
    public var indentation: Indentation
    /// Whether the members of objects are written in the order of their names.
    ///
    /// Names are compared by their Unicode code points; members of one name keep their order.
    public var sortsKeys: Bool
    /// Whether everything beyond ASCII is written as `\uXXXX`, as a surrogate pair where needed.
    public var escapesNonASCII: Bool
    /// Whether `/` is written as `\/`, for text that is embedded in HTML.
    public var escapesSlashes: Bool
    /// Whether a line feed follows the text.
    public var endsWithNewline: Bool
    /// How NaN and the infinities are written; they are an error unless set.
    public var nonFiniteNumbers: NonFiniteNumbers

    /// No whitespace at all: the bytes of `jq -c .` without the newline.
    public static let compact = JSONWritingOptions()
    /// Two spaces a level: the bytes of `jq .` without the newline.
    public static let pretty = JSONWritingOptions(indentation: .spaces(2))
    /// Two spaces a level, and members in the order of their names: the bytes of `jq -S .` without the newline.
    public static let prettySorted = JSONWritingOptions(indentation: .spaces(2), sortsKeys: true)

    /// Creates options; the defaults write compact text.
    ///
    /// - Parameters:
    ///   - indentation: the indentation of a level of nesting.
    ///   - sortsKeys: whether the members of objects are written in the order of their names.
    ///   - escapesNonASCII: whether all characters beyond ASCII are written as `\uXXXX`.
    ///   - escapesSlashes: whether `/` is written as `\/`.
    ///   - endsWithNewline: whether a line feed follows the text.
    ///   - nonFiniteNumbers: how NaN and the infinities are written.
    public init(
        indentation: Indentation = .none, sortsKeys: Bool = false, escapesNonASCII: Bool = false,
        escapesSlashes: Bool = false, endsWithNewline: Bool = false, nonFiniteNumbers: NonFiniteNumbers = .reject
    ) {
        self.indentation = indentation
        self.sortsKeys = sortsKeys
        self.escapesNonASCII = escapesNonASCII
        self.escapesSlashes = escapesSlashes
        self.endsWithNewline = endsWithNewline
        self.nonFiniteNumbers = nonFiniteNumbers
    }
}

extension JSONWritingOptions.Indentation {
    /// Whether each element and member is on a separate line.
    var breaksLines: Bool { self != .none }

    /// The byte that a level repeats, and how often; bounded, so that no depth makes an indentation overflow.
    var unit: (byte: UInt8, count: Int) {
        switch self {
        case .none: (Byte.space, 0)
        case .spaces(let count): (Byte.space, Swift.min(Swift.max(count, 0), 4096))
        case .tabs(let count): (Byte.tab, Swift.min(Swift.max(count, 0), 4096))
        }
    }
}
