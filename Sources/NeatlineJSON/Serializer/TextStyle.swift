/// The form of written JSON text where RFC 8259 and the options leave it open.
package enum TextStyle: Sendable {
    /// The form of `JSON` and `jq`: DEL is escaped, there is no space before a colon and no line break in empty containers,
    /// and all doubles have a point.
    case neatline
    /// The form of Foundation's `JSONEncoder`: DEL is not escaped, indented text has spaces around colons and a line break in
    /// empty containers, and doubles without a fraction have no point.
    case foundation
}

/// The strings that are written for numbers that JSON cannot represent: infinities and NaN.
package struct NonFiniteTexts {
    private let positiveInfinity: String
    private let negativeInfinity: String
    private let nan: String

    package init(positiveInfinity: String, negativeInfinity: String, nan: String) {
        self.positiveInfinity = positiveInfinity
        self.negativeInfinity = negativeInfinity
        self.nan = nan
    }

    /// The string of a number, which is NaN or an infinity.
    package subscript(_ value: some BinaryFloatingPoint) -> String {
        value.isNaN ? nan : value < 0 ? negativeInfinity : positiveInfinity
    }
}
