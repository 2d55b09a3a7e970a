/// What a parser accepts beyond RFC 8259, and what it does where the RFC leaves a choice.
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
    /// Which of several members with one name counts.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The last member wins in lookup, equality and hashing; iteration and output show all, as written.
        case lastWins
        /// The first member wins in lookup, equality and hashing; iteration and output show all, as written.
        case firstWins
        /// A second member with the same name is an error at its position.
        case reject
    }

    /// What happens to bytes that are not UTF-8.
    public enum InvalidUTF8: Sendable, Hashable {
        /// They are an error at the first offending byte.
        case reject
        /// Each maximal ill-formed part becomes U+FFFD; positions then refer to the repaired text.
        case replace
    }

    /// What happens to a `\u` escape of half a surrogate pair.
    public enum LoneSurrogates: Sendable, Hashable {
        /// It is an error at its backslash.
        case reject
        /// It is written back as it stands; read as a `String` it is U+FFFD.
        case keep
        /// It becomes U+FFFD, also when written.
        case replace
    }

    /// How many arrays and objects may stand inside one another; 512 unless set.
    ///
    /// Nothing in Neatline recurses over its input, so a larger limit costs memory only. Values below 0 count as 0.
    public var maximumDepth = 512
    /// Which of several members with one name counts; the last unless set.
    public var duplicateKeys = DuplicateKeys.lastWins
    /// What happens to bytes that are not UTF-8; an error unless set.
    public var invalidUTF8 = InvalidUTF8.reject
    /// What happens to half a surrogate pair; an error unless set.
    public var loneSurrogates = LoneSurrogates.reject
    /// Whether a text may be a single string, number, boolean or null; true unless set.
    public var allowsTopLevelScalars = true
    /// Whether `// …` and `/* … */` count as whitespace.
    public var allowsComments = false
    /// Whether one comma may follow the last element or member.
    public var allowsTrailingCommas = false
    /// Whether `NaN`, `Infinity` and `-Infinity` are numbers.
    public var allowsNonFiniteNumbers = false

    /// Strict RFC 8259.
    public init() {}
}
