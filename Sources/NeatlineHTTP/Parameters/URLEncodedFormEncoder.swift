public import Foundation
public import NeatlineFoundation

/// An encoder for the names and values of a query or form: `name=Ada&tags%5B%5D=x`.
///
/// ```swift
/// struct Search: Encodable { var text: String, pages: [Int], since: Date? }
///
/// let encoder = URLEncodedFormEncoder(arrayEncoding: .noBrackets, dateEncoding: .iso8601)
/// let query: String = try encoder.encode(Search(text: "a b", pages: [2, 1], since: nil))
/// // pages=2&pages=1&text=a%20b
/// ```
///
/// The value must be an object: a type with keys, or a dictionary. Members without values, empty arrays and empty
/// objects are omitted.
public final class URLEncodedFormEncoder: Sendable {
    /// The error of a value that cannot be encoded.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The value is not an object, but the described one.
        case invalidRootObject(String)

        var localizedDescription: String {
            switch self {
            case .invalidRootObject(let object):
                "URLEncodedFormEncoder requires keyed root object. Received \(object) instead."
            }
        }
    }

    /// The maximum depth of nested values; less if the stack of the thread is smaller.
    public static let maximumDepth = 512

    /// Whether members are sorted by their encoded names, so that equal values have equal texts.
    ///
    /// Elements of an array with the same name, and the members of ``OrderedParameters``, keep their order.
    public let alphabetizeKeyValuePairs: Bool
    /// The names of the elements of an array.
    public let arrayEncoding: ArrayEncoding
    /// The representation of Boolean values.
    public let boolEncoding: BoolEncoding
    /// How `Data` is written: in Base64 by default.
    public let dataEncoding: DataEncoding
    /// How dates are written: as `Date` encodes itself by default.
    public let dateEncoding: DateEncoding
    /// The conversion of names. The name of a nested member is converted as a whole.
    public let keyEncoding: KeyEncoding
    /// The notation of the name of a nested member.
    public let keyPathEncoding: KeyPathEncoding
    /// How `nil` is written: its name is omitted by default.
    public let nilEncoding: NilEncoding
    /// How spaces are written: as `%20` by default.
    public let spaceEncoding: SpaceEncoding
    /// The ASCII characters that are not escaped; all others are.
    public let allowedCharacters: CharacterSet

    let escaping: PercentEscaping

    /// Creates an encoder with Alamofire's defaults, or with other representations. The parameters are the properties
    /// of the same names.
    public init(
        alphabetizeKeyValuePairs: Bool = true, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric, dataEncoding: DataEncoding = .base64,
        dateEncoding: DateEncoding = .deferredToDate, keyEncoding: KeyEncoding = .useDefaultKeys,
        keyPathEncoding: KeyPathEncoding = .brackets, nilEncoding: NilEncoding = .dropKey,
        spaceEncoding: SpaceEncoding = .percentEscaped, allowedCharacters: CharacterSet = .afURLQueryAllowed
    ) {
        self.alphabetizeKeyValuePairs = alphabetizeKeyValuePairs
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.dataEncoding = dataEncoding
        self.dateEncoding = dateEncoding
        self.keyEncoding = keyEncoding
        self.keyPathEncoding = keyPathEncoding
        self.nilEncoding = nilEncoding
        self.spaceEncoding = spaceEncoding
        self.allowedCharacters = allowedCharacters
        escaping = PercentEscaping(
            keeping: allowedCharacters.subtracting(CharacterSet(charactersIn: " ")),
            writesPlus: spaceEncoding == .plusReplaced)
    }

    /// Encodes a value as text.
    ///
    /// - Returns: The text.
    /// - Throws: ``URLEncodedFormEncoder/Error`` if the value is not an object; `EncodingError.invalidValue`, with the
    ///   path, if a value is nested in more than ``maximumDepth`` others; errors of the value's types and of the
    ///   encoder's closures.
    /// - Complexity: O(*n* log *n*), where *n* is the size of the value.
    public func encode(_ value: any Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// Encodes a value as UTF-8 text, which is ASCII.
    ///
    /// - Returns: The text.
    /// - Throws: The errors of the other function.
    public func encode(_ value: any Encodable) throws -> Data { Data(try bytes(of: value)) }

    private func bytes(of value: any Encodable) throws -> [UInt8] {
        let root = FormNode()
        let run = FormEncodingRun(encoder: self)
        try run.encode(value, at: FormPosition(node: root, path: [], depth: 0))
        if let problem = run.problem { throw problem }
        switch root.content {
        case .nothing, .object: break
        case .text, .array: throw Error.invalidRootObject(root.excerpt)
        }
        return FormWriter(encoder: self).bytes(of: root)
    }
}

extension URLEncodedFormEncoder.Error: NSErrorBridgeable {
    /// A description of the error, in English.
    public var errorDescription: String? { localizedDescription }
}

extension URLEncodedFormEncoder {
    /// The names of the elements of an array.
    public enum ArrayEncoding: Sendable {
        /// The name of the array, followed by `[]`.
        case brackets
        /// The name of the array.
        case noBrackets
        /// The name of the array, followed by the index in brackets.
        case indexInBrackets
        /// The result of a closure for the name of the array and the index.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)

        func encode(_ key: String, atIndex index: Int) -> String {
            switch self {
            case .brackets: key + "[]"
            case .noBrackets: key
            case .indexInBrackets: "\(key)[\(index)]"
            case .custom(let encoding): encoding(key, index)
            }
        }
    }

    /// The representation of Boolean values.
    public enum BoolEncoding: Sendable {
        /// Writes Boolean values as `1` and `0`.
        case numeric
        /// Writes Boolean values as `true` and `false`.
        case literal

        func encode(_ value: Bool) -> String {
            switch self {
            case .numeric: value ? "1" : "0"
            case .literal: value ? "true" : "false"
            }
        }
    }

    /// The ways to write `Data`.
    public enum DataEncoding: Sendable {
        /// An array of numbers, which is how `Data` encodes itself.
        case deferredToData
        /// Text in Base64, with padding.
        case base64
        /// The result of a closure.
        case custom(@Sendable (Data) throws -> String)

        /// Returns the text; `nil` if `Data` is to encode itself.
        func encode(_ data: Data) throws -> String? {
            switch self {
            case .deferredToData: nil
            case .base64: data.base64EncodedString()
            case .custom(let encoding): try encoding(data)
            }
        }
    }

    /// The ways to write dates.
    public enum DateEncoding: Sendable {
        /// The seconds since 2001, which is how `Date` encodes itself.
        case deferredToDate
        /// The seconds since 1970, with a fraction.
        case secondsSince1970
        /// The milliseconds since 1970, with a fraction.
        case millisecondsSince1970
        /// The format of RFC 3339, in whole seconds and UTC: `2026-11-21T13:05:09Z`. Years before 0 and after
        /// 999,999 cannot be encoded.
        case iso8601
        /// The text of a formatter.
        case formatted(DateFormatter)
        /// The result of a closure.
        case custom(@Sendable (Date) throws -> String)

        /// Returns the text; `nil` if `Date` is to encode itself.
        func encode(_ date: Date) throws -> String? {
            switch self {
            case .deferredToDate: nil
            case .secondsSince1970: String(date.timeIntervalSince1970)
            case .millisecondsSince1970: String(date.timeIntervalSince1970 * 1000)
            case .iso8601: try DateEncoding.iso8601Text(date)
            case .formatted(let formatter): formatter.string(from: date)
            case .custom(let encoding): try encoding(date)
            }
        }

        private static let writer = ISO8601Writer(timeZone: .gmt, fractionDigits: 0)

        private static func iso8601Text(_ date: Date) throws -> String {
            if let text = writer.text(date) { return text }
            // The seconds, because on Linux `Date.description` traps for NaN, and is called when the error is printed.
            throw EncodingError.invalidValue(
                date.timeIntervalSinceReferenceDate,
                EncodingError.Context(
                    codingPath: [], debugDescription: "The date's year is not between 0 and 999,999."))
        }
    }

    /// The ways to convert the names of members.
    public enum KeyEncoding: Sendable {
        /// Writes the names unchanged, as their keys.
        case useDefaultKeys
        /// Lowercase words joined by `_`: `oneTwo` becomes `one_two`.
        case convertToSnakeCase
        /// Lowercase words joined by `-`: `oneTwo` becomes `one-two`.
        case convertToKebabCase
        /// The first letter in uppercase: `oneTwo` becomes `OneTwo`.
        case capitalized
        /// All letters in uppercase: `oneTwo` becomes `ONETWO`.
        case uppercased
        /// All letters in lowercase: `oneTwo` becomes `onetwo`.
        case lowercased
        /// The result of a closure.
        case custom(@Sendable (String) -> String)

        func encode(_ key: String) -> String {
            switch self {
            case .useDefaultKeys: key
            case .convertToSnakeCase: SnakeCase.name(key)
            case .convertToKebabCase: SnakeCase.name(key, separator: "-")
            case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
            case .uppercased: key.uppercased()
            case .lowercased: key.lowercased()
            case .custom(let encoding): encoding(key)
            }
        }
    }

    /// The notation of the name of a nested member.
    public struct KeyPathEncoding: Sendable {
        /// The name in brackets: `user[name]`.
        public static let brackets = KeyPathEncoding { "[\($0)]" }
        /// The name after a dot: `user.name`.
        public static let dots = KeyPathEncoding { ".\($0)" }

        private let encoding: @Sendable (_ subkey: String) -> String

        /// Creates a notation from a closure.
        ///
        /// - Parameter encoding: Returns the text that is appended to the outer name for a member's name.
        public init(encoding: @escaping @Sendable (_ subkey: String) -> String) { self.encoding = encoding }

        func encodeKeyPath(_ keyPath: String) -> String { encoding(keyPath) }
    }

    /// The ways to write `nil`.
    public struct NilEncoding: Sendable {
        /// Neither the name nor a value is written.
        public static let dropKey = NilEncoding { nil }
        /// The name is written without a value: `name=`.
        public static let dropValue = NilEncoding { "" }
        /// The text `null` is written: `name=null`.
        public static let null = NilEncoding { "null" }

        private let encoding: @Sendable () -> String?

        /// Creates a representation from a closure.
        ///
        /// - Parameter encoding: Returns the text; `nil` to omit the name.
        public init(encoding: @escaping @Sendable () -> String?) { self.encoding = encoding }

        func encodeNil() -> String? { encoding() }
    }

    /// The ways to write spaces.
    public enum SpaceEncoding: Sendable {
        /// Spaces are written as `%20`.
        case percentEscaped
        /// Spaces are written as `+`.
        case plusReplaced
    }
}
