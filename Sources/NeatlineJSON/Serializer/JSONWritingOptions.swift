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
    /// What a level of nesting is indented with.
    public enum Indentation: Sendable, Hashable {
        /// Everything stands on one line, without whitespace.
        case none
        /// An element or member a line, with so many spaces a level, from 0 to 4096; values beyond count as
        /// the nearest of these.
        case spaces(Int)
        /// An element or member a line, with so many tabs a level, from 0 to 4096; values beyond count as
        /// the nearest of these.
        case tabs(Int)
    }

    /// What is written for NaN and the infinities, which JSON has no form for.
    public enum NonFiniteNumbers: Sendable, Hashable {
        /// They are an error.
        case reject
        /// They become `null`.
        case null
        /// They are written as `NaN`, `Infinity` and `-Infinity`, which is not JSON (RFC 8259).
        case literal
    }

    /// What a level of nesting is indented with; `.none` unless set.
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
    /// What is written for NaN and the infinities; an error unless set.
    public var nonFiniteNumbers: NonFiniteNumbers

    /// No whitespace at all: the bytes of `jq -c .` without the newline.
    public static let compact = JSONWritingOptions()
    /// Two spaces a level: the bytes of `jq .` without the newline.
    public static let pretty = JSONWritingOptions(indentation: .spaces(2))
    /// Two spaces a level, and members in the order of their names: the bytes of `jq -S .` without the newline.
    public static let prettySorted = JSONWritingOptions(indentation: .spaces(2), sortsKeys: true)

    /// Compact, unless said otherwise.
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
    /// Whether elements and members stand on lines of their own.
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
