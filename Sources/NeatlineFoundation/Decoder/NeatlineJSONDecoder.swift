public import Foundation
public import NeatlineJSON

/// Decodes `Decodable` types from JSON: the interface and the results of Foundation's `JSONDecoder`, faster, and with
/// errors that say where in the text they are.
///
/// ```swift
/// struct User: Decodable {
///     var name: String
///     var joined: Date
/// }
///
/// let decoder = NeatlineJSONDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let user = try decoder.decode(User.self, from: data)
/// ```
///
/// Errors are `DecodingError`s with the same case and coding path as Foundation's. Their debug descriptions go on with
/// line, column and an excerpt of the text. A text that is not JSON is `.dataCorrupted` with a `JSONError` as underlying
/// error. What differs from Foundation is listed in
/// `Documentation/Migrating/FromFoundation.md`.
///
/// Unchecked Sendable, because: what is stored stands behind a lock; subclasses answer for themselves.
open class NeatlineJSONDecoder: @unchecked Sendable {
    private let settings = Locked(Settings())

    /// A decoder with the strategies that Foundation's has at first.
    public init() {}

    /// How dates are read; as `Date` decodes itself, a number of seconds since 2001, unless set.
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { settings.withLock { $0.values.dates } }
        set { settings.withLock { $0.values.dates = newValue } }
    }

    /// How `Data` is read; from Base64 unless set.
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { settings.withLock { $0.values.data } }
        set { settings.withLock { $0.values.data = newValue } }
    }

    /// How numbers that JSON has no form for are read; not at all unless set.
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { settings.withLock { $0.values.floats } }
        set { settings.withLock { $0.values.floats = newValue } }
    }

    /// How names become keys; as they stand unless set.
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { settings.withLock { $0.values.keys } }
        set { settings.withLock { $0.values.keys = newValue } }
    }

    /// What the types that are decoded find in their decoder's `userInfo`.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.values.userInfo } }
        set { settings.withLock { $0.values.userInfo = newValue } }
    }

    /// Whether texts may be JSON5, besides what `parsingOptions` allow.
    open var allowsJSON5: Bool {
        get { settings.withLock { $0.values.allowsJSON5 } }
        set { settings.withLock { $0.values.allowsJSON5 = newValue } }
    }

    /// Whether a text that does not begin with a brace is the inside of an object.
    open var assumesTopLevelDictionary: Bool {
        get { settings.withLock { $0.values.assumesTopLevelDictionary } }
        set { settings.withLock { $0.values.assumesTopLevelDictionary = newValue } }
    }

    /// What is accepted beyond RFC 8259, which of several members with one name counts, and how deep a text may be.
    ///
    /// However deep it is, at most 512 values are decoded inside one another.
    open var parsingOptions: JSONParsingOptions {
        get { settings.withLock { $0.values.parsing } }
        set { settings.withLock { $0.values.parsing = newValue } }
    }

    /// What is set, and the same shared with the calls that began since it was last changed.
    private struct Settings {
        var values = DecodingSettings() { didSet { made = nil } }
        private var made: DecodingSettings.Shared?

        var shared: DecodingSettings.Shared {
            mutating get {
                if let made { return made }
                let new = DecodingSettings.Shared(values)
                made = new
                return new
            }
        }
    }

    /// What is set now.
    final var currentSettings: DecodingSettings.Shared { settings.withLock { $0.shared } }
}

extension NeatlineJSONDecoder {
    /// How dates are read.
    public enum DateDecodingStrategy: Sendable {
        /// As `Date` decodes itself: a number of seconds since the first instant of 2001.
        case deferredToDate
        /// A number of seconds since 1970.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// A string of ISO 8601, as RFC 3339 has it, also with fractions of a second.
        case iso8601
        /// A string that a formatter reads.
        case formatted(DateFormatter)
        /// By a function that gets a decoder of the value.
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How `Data` is read.
    public enum DataDecodingStrategy: Sendable {
        /// As `Data` decodes itself: an array of bytes.
        case deferredToData
        /// A string of Base64.
        case base64
        /// By a function that gets a decoder of the value.
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How numbers that JSON has no form for are read.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// They are an error.
        case `throw`
        /// From these strings.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How names become keys.
    public enum KeyDecodingStrategy: Sendable {
        /// They are keys as they stand.
        case useDefaultKeys
        /// `first_name` becomes `firstName`; underscores at both ends stay. `image_url` becomes `imageUrl`, not `imageURL`.
        case convertFromSnakeCase
        /// By a function that gets the coding path with the name as its last key.
        @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}

/// What is set in a decoder.
struct DecodingSettings: Sendable {
    var dates = NeatlineJSONDecoder.DateDecodingStrategy.deferredToDate
    var data = NeatlineJSONDecoder.DataDecodingStrategy.base64
    var floats = NeatlineJSONDecoder.NonConformingFloatDecodingStrategy.throw
    var keys = NeatlineJSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var allowsJSON5 = false
    var assumesTopLevelDictionary = false
    var parsing = JSONParsingOptions()

    /// What the parser accepts.
    var effectiveParsing: JSONParsingOptions {
        if !allowsJSON5 { return parsing }
        var options = JSONParsingOptions.json5
        options.maximumDepth = parsing.maximumDepth
        options.duplicateKeys = parsing.duplicateKeys
        options.invalidUTF8 = parsing.invalidUTF8
        options.loneSurrogates = parsing.loneSurrogates
        options.allowsTopLevelScalars = parsing.allowsTopLevelScalars
        return options
    }

    /// Settings that a call of a decoder refers to.
    final class Shared: Sendable {
        let values: DecodingSettings
        let parsing: JSONParsingOptions
        /// Whether names are keys as they stand.
        let usesDefaultKeys: Bool

        init(_ values: DecodingSettings) {
            self.values = values
            parsing = values.effectiveParsing
            if case .useDefaultKeys = values.keys { usesDefaultKeys = true } else { usesDefaultKeys = false }
        }
    }
}
