/// Options of parsing: extensions of RFC 8259 that are accepted, and behaviour that the RFC leaves open.
///
/// The default is strict: exactly the grammar of RFC 8259, well-formed UTF-8, no lone surrogates, at most 512 levels.
///
/// ```swift
/// var options = JSONParsingOptions()
/// options.allowsComments = true
/// options.allowsTrailingCommas = true
/// let settings = try JSON(parsing: "{ \"port\": 8080, /* default */ }", options: options)
/// ```
public struct JSONParsingOptions: Sendable, Hashable {
    /// Which of several members with the same name is the effective one.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The last member wins in lookup, equality and hashing; iteration and output show all, as written.
        case lastWins
        /// The first member wins in lookup, equality and hashing; iteration and output show all, as written.
        case firstWins
        /// A second member with the same name is an error at its position.
        case reject
    }

    /// How bytes that are not UTF-8 are handled.
    public enum InvalidUTF8: Sendable, Hashable {
        /// Ill-formed bytes are an error at the first of them.
        case reject
        /// Each maximal ill-formed part is replaced with U+FFFD; positions then refer to the repaired text.
        case replace
    }

    /// How a `\u` escape of an unpaired surrogate is handled.
    public enum LoneSurrogates: Sendable, Hashable {
        /// The escape is an error at its backslash.
        case reject
        /// The escape is written unchanged; in a `String` it is read as U+FFFD.
        case keep
        /// The escape is replaced with U+FFFD, also in output.
        case replace
    }

    /// The maximum number of nested arrays and objects; 512 unless set.
    ///
    /// Nothing in Neatline recurses over its input, so a larger limit only costs memory. Values below 0 count as 0.
    public var maximumDepth = 512
    /// Which of several members with the same name is the effective one; the last unless set.
    public var duplicateKeys = DuplicateKeys.lastWins
    /// How bytes that are not UTF-8 are handled; they are an error unless set.
    public var invalidUTF8 = InvalidUTF8.reject
    /// How an escape of an unpaired surrogate is handled; it is an error unless set.
    public var loneSurrogates = LoneSurrogates.reject
    /// Whether a text may be a single string, number, boolean or null; true unless set.
    public var allowsTopLevelScalars: Bool {
        get { switches.contains(.allowsTopLevelScalars) }
        set { switches.set(.allowsTopLevelScalars, newValue) }
    }
    /// Whether `// …` and `/* … */` count as whitespace.
    public var allowsComments: Bool {
        get { switches.contains(.allowsComments) }
        set { switches.set(.allowsComments, newValue) }
    }
    /// Whether one comma may follow the last element or member.
    public var allowsTrailingCommas: Bool {
        get { switches.contains(.allowsTrailingCommas) }
        set { switches.set(.allowsTrailingCommas, newValue) }
    }
    /// Whether `NaN`, `Infinity` and `-Infinity` are numbers.
    public var allowsNonFiniteNumbers: Bool {
        get { switches.contains(.allowsNonFiniteNumbers) }
        set { switches.set(.allowsNonFiniteNumbers, newValue) }
    }
    /// Whether strings and names may be in single quotes, inside which `\'` is an apostrophe.
    public var allowsSingleQuotes: Bool {
        get { switches.contains(.allowsSingleQuotes) }
        set { switches.set(.allowsSingleQuotes, newValue) }
    }
    /// Whether names may be without quotes if they are identifiers of ECMAScript 5.1, such as `$a_1` or `\u0061`.
    public var allowsUnquotedKeys: Bool {
        get { switches.contains(.allowsUnquotedKeys) }
        set { switches.set(.allowsUnquotedKeys, newValue) }
    }
    /// Whether strings may hold the escapes of JSON5 (`\v`, `\0`, `\x41`, a backslash before any other character but
    /// `1` to `9`), lines that a backslash continues, and control characters that do not end a line.
    ///
    /// A continued line adds nothing to the string, also between the two halves of a surrogate pair, which form one
    /// character as in ECMAScript.
    public var allowsExtendedStrings: Bool {
        get { switches.contains(.allowsExtendedStrings) }
        set { switches.set(.allowsExtendedStrings, newValue) }
    }
    /// Whether numbers may be hexadecimal integers (`0x1F`), begin with a plus sign, or begin or end with their point.
    ///
    /// Hexadecimal integers have at most 1,024 digits, besides zeros before them; all are exact.
    ///
    /// They are written as JSON: `0x1F` as `31`, `+1` as `1`, `.5` as `0.5`, `5.` as `5`. With
    /// `allowsNonFiniteNumbers`, `NaN` and `Infinity` may have either sign.
    public var allowsExtendedNumbers: Bool {
        get { switches.contains(.allowsExtendedNumbers) }
        set { switches.set(.allowsExtendedNumbers, newValue) }
    }
    /// Whether vertical tabs, form feeds, byte order marks, the line and paragraph separator and all of Unicode's space
    /// separators count as whitespace.
    public var allowsExtendedWhitespace: Bool {
        get { switches.contains(.allowsExtendedWhitespace) }
        set { switches.set(.allowsExtendedWhitespace, newValue) }
    }

    /// All boolean options in one word: as separate properties they would be unpacked and packed at each call that passes
    /// options, which is measurable for short texts.
    private var switches: Switches = .allowsTopLevelScalars

    /// Creates the default options: RFC 8259 without extensions, at most 512 levels.
    public init() {}

    /// The options for text that this library has written: any depth, unpaired surrogates that a value has kept, NaN and
    /// infinities.
    package static var written: JSONParsingOptions {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        options.allowsNonFiniteNumbers = true
        options.loneSurrogates = .keep
        return options
    }

    /// JSON with comments and trailing commas, as in the settings of many editors.
    public static var jsonc: JSONParsingOptions {
        var options = JSONParsingOptions()
        options.allowsComments = true
        options.allowsTrailingCommas = true
        return options
    }

    /// JSON5 (spec.json5.org, version 1.0.0), with the default rules for unpaired surrogates and nesting.
    ///
    /// ```swift
    /// let json = try JSON(parsing: "{port: 0x1F90, hosts: ['a', 'b',],}", options: .json5)
    /// json.description   // {"port":8080,"hosts":["a","b"]}, but over several lines
    /// ```
    public static var json5: JSONParsingOptions {
        var options = jsonc
        options.allowsNonFiniteNumbers = true
        options.allowsSingleQuotes = true
        options.allowsUnquotedKeys = true
        options.allowsExtendedStrings = true
        options.allowsExtendedNumbers = true
        options.allowsExtendedWhitespace = true
        return options
    }
}

/// The properties of `JSONParsingOptions` that are true or false.
private struct Switches: OptionSet, Hashable {
    let rawValue: UInt16

    static let allowsTopLevelScalars = Switches(rawValue: 1 << 0)
    static let allowsComments = Switches(rawValue: 1 << 1)
    static let allowsTrailingCommas = Switches(rawValue: 1 << 2)
    static let allowsNonFiniteNumbers = Switches(rawValue: 1 << 3)
    static let allowsSingleQuotes = Switches(rawValue: 1 << 4)
    static let allowsUnquotedKeys = Switches(rawValue: 1 << 5)
    static let allowsExtendedStrings = Switches(rawValue: 1 << 6)
    static let allowsExtendedNumbers = Switches(rawValue: 1 << 7)
    static let allowsExtendedWhitespace = Switches(rawValue: 1 << 8)

    mutating func set(_ element: Switches, _ isOn: Bool) {
        if isOn { formUnion(element) } else { subtract(element) }
    }
}
