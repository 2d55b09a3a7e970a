/// The colours of JSON on a terminal.
///
/// Each is the part of an ANSI escape sequence between `ESC [` and `m`, such as `0;32`. The scheme and the defaults are
/// those of `jq` 1.7.
///
/// ```swift
/// let style = JSONStyle(jqColors: "0;90:0;31:0;32") ?? .standard
/// ```
public struct JSONStyle: Sendable, Hashable {
    /// The colour of `null`; `0;90` by default.
    public var null = "0;90"
    /// The colour of `false`; `0;39` by default.
    public var `false` = "0;39"
    /// The colour of `true`; `0;39` by default.
    public var `true` = "0;39"
    /// The colour of numbers; `0;39` by default.
    public var number = "0;39"
    /// The colour of strings that are values, not names; `0;32` by default.
    public var string = "0;32"
    /// The colour of brackets and commas of arrays; `1;39` by default.
    public var array = "1;39"
    /// The colour of braces, colons and commas of objects; `1;39` by default.
    public var object = "1;39"
    /// The colour of the names of members; `34;1` by default.
    public var key = "34;1"

    /// The parts of the text that have a colour; the raw values are positions in `parts`.
    enum Part: Int {
        case null, `false`, `true`, number, string, array, object, key
    }

    /// The colours in the order of the fields of `JQ_COLORS`.
    private static var parts: [WritableKeyPath<JSONStyle, String>] {
        [\.null, \.false, \.true, \.number, \.string, \.array, \.object, \.key]
    }

    /// The escape sequence that begins the colour of each `Part`.
    var sequences: [[UInt8]] { JSONStyle.parts.map { Array("\u{1B}[\(self[keyPath: $0])m".utf8) } }

    /// The default colours of `jq` 1.7.
    public static let standard = JSONStyle()

    /// Creates a style with the default colours of `jq` 1.7.
    public init() {}

    /// Creates a style from a text in the format of the environment variable `JQ_COLORS`.
    ///
    /// The fields are separated by colons: null, false, true, numbers, strings, arrays, objects, keys. Those that are
    /// missing keep their defaults; those after the eighth are ignored. The result is nil if a field holds anything
    /// but digits and semicolons.
    ///
    /// - Parameter jqColors: the value of the environment variable.
    public init?(jqColors: String) {
        let fields = jqColors.split(separator: ":", maxSplits: 8, omittingEmptySubsequences: false)
        guard fields.prefix(8).allSatisfy({ $0.utf8.allSatisfy { Byte.isDigit($0) || $0 == 0x3B } }) else { return nil }
        for (part, field) in zip(JSONStyle.parts, fields) { self[keyPath: part] = String(field) }
    }
}
