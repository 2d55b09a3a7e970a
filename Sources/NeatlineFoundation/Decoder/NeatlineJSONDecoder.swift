internal import NeatlineSystem
public import Foundation
public import NeatlineJSON

/// Decodes `Decodable` types from JSON, with the interface and the results of Foundation's `JSONDecoder`, and with
/// errors that have a position in the text.
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
/// Errors are `DecodingError`s with the same case and coding path as Foundation's. Their debug descriptions end with
/// line, column and an excerpt of the text. A text that is not JSON is `.dataCorrupted` with a `JSONError` as
/// underlying error. `Documentation/Migrating/FromFoundation.md` lists the differences from Foundation.
///
/// Several threads can use one decoder at once.
///
/// Unchecked Sendable because the settings are protected by a lock; subclasses are responsible for their own state.
open class NeatlineJSONDecoder: @unchecked Sendable {
    private let settings = Locked(Settings())

    /// Creates a decoder with the default strategies of Foundation's.
    public init() {}

    /// How dates are decoded; by default as `Date` decodes itself, from the seconds since 2001.
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { settings.withLock { $0.values.dates } }
        set { set(\.dates, to: newValue) }
    }

    /// How `Data` is decoded; from Base64 by default.
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { settings.withLock { $0.values.data } }
        set { set(\.data, to: newValue) }
    }

    /// How numbers that JSON cannot represent are decoded; by default they are an error.
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { settings.withLock { $0.values.floats } }
        set { set(\.floats, to: newValue) }
    }

    /// How names are converted to keys; unchanged by default.
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { settings.withLock { $0.values.keys } }
        set { set(\.keys, to: newValue) }
    }

    /// The `userInfo` of the decoders that types receive.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.values.userInfo } }
        set { set(\.userInfo, to: newValue) }
    }

    /// Whether texts may be JSON5, in addition to the syntax that `parsingOptions` allow.
    open var allowsJSON5: Bool {
        get { settings.withLock { $0.values.allowsJSON5 } }
        set { set(\.allowsJSON5, to: newValue) }
    }

    /// Whether a text that does not begin with a brace is the content of an object.
    open var assumesTopLevelDictionary: Bool {
        get { settings.withLock { $0.values.assumesTopLevelDictionary } }
        set { set(\.assumesTopLevelDictionary, to: newValue) }
    }

    /// The syntax that is accepted beyond RFC 8259, which of several members with one name is effective, and the
    /// maximum depth.
    ///
    /// Regardless of that depth, at most 512 nested values are decoded.
    open var parsingOptions: JSONParsingOptions {
        get { settings.withLock { $0.values.parsing } }
        set { set(\.parsing, to: newValue) }
    }

    /// The settings, and a copy that is shared with the calls that began since the last change.
    private struct Settings {
        var values = DecodingSettings()
        var made: DecodingSettings.Shared?

        var shared: DecodingSettings.Shared {
            mutating get {
                if let made { return made }
                let new = DecodingSettings.Shared(values)
                made = new
                return new
            }
        }
    }

    /// Changes a setting. What it replaces is released without the lock: it may use the decoder while it dies.
    private func set<Value>(_ path: WritableKeyPath<DecodingSettings, Value>, to newValue: Value) {
        let old = settings.withLock { settings in
            let old = (settings.values[keyPath: path], settings.made)
            settings.values[keyPath: path] = newValue
            settings.made = nil
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// The current settings.
    final var currentSettings: DecodingSettings.Shared { settings.withLock { $0.shared } }
}

extension NeatlineJSONDecoder {
    /// How dates are decoded; `deferredToDate` by default.
    public enum DateDecodingStrategy: Sendable {
        /// By the conformance of `Date`: from the seconds since the first instant of 2001.
        case deferredToDate
        /// From the seconds since 1970.
        case secondsSince1970
        /// From the milliseconds since 1970.
        case millisecondsSince1970
        /// From a string of ISO 8601 in the form of RFC 3339, also with fractions of a second.
        case iso8601
        /// From a string, by a formatter.
        case formatted(DateFormatter)
        /// By a function that receives a decoder of the value.
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How `Data` is decoded; `base64` by default.
    public enum DataDecodingStrategy: Sendable {
        /// By the conformance of `Data`: from an array of bytes.
        case deferredToData
        /// From a string of Base64.
        case base64
        /// By a function that receives a decoder of the value.
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How numbers that JSON cannot represent are decoded.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// Strings are not decoded as NaN or infinities; they are an error.
        case `throw`
        /// The given strings are decoded as the infinities and NaN.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How names are converted to keys.
    public enum KeyDecodingStrategy: Sendable {
        /// The names are the keys.
        case useDefaultKeys
        /// `first_name` becomes `firstName`; underscores at both ends remain. `image_url` becomes `imageUrl`, not
        /// `imageURL`.
        case convertFromSnakeCase
        /// By a function that receives the coding path with the name as its last key.
        @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}

/// The settings of a decoder.
struct DecodingSettings: Sendable {
    var dates = NeatlineJSONDecoder.DateDecodingStrategy.deferredToDate
    var data = NeatlineJSONDecoder.DataDecodingStrategy.base64
    var floats = NeatlineJSONDecoder.NonConformingFloatDecodingStrategy.throw
    var keys = NeatlineJSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var allowsJSON5 = false
    var assumesTopLevelDictionary = false
    var parsing = JSONParsingOptions()

    /// The syntax that the parser accepts.
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

    /// Settings that are shared by calls of a decoder.
    final class Shared: Sendable {
        let values: DecodingSettings
        let parsing: JSONParsingOptions
        /// Whether names are not converted.
        let usesDefaultKeys: Bool

        init(_ values: DecodingSettings) {
            self.values = values
            parsing = values.effectiveParsing
            if case .useDefaultKeys = values.keys { usesDefaultKeys = true } else { usesDefaultKeys = false }
        }
    }
}
