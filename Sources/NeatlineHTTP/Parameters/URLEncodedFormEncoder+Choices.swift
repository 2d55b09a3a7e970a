public import Foundation
internal import NeatlineFoundation

extension URLEncodedFormEncoder {
    /// How the elements of an array are named.
    public enum ArrayEncoding: Sendable {
        /// All alike, with `[]` behind the array's name.
        case brackets
        /// All as the array.
        case noBrackets
        /// With their number in brackets behind the array's name.
        case indexInBrackets
        /// As a closure says that gets the array's name and the element's number.
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

    /// How booleans are written.
    public enum BoolEncoding: Sendable {
        /// `1` and `0`.
        case numeric
        /// `true` and `false`.
        case literal

        func encode(_ value: Bool) -> String {
            switch self {
            case .numeric: value ? "1" : "0"
            case .literal: value ? "true" : "false"
            }
        }
    }

    /// How `Data` is written.
    public enum DataEncoding: Sendable {
        /// As an array of numbers, which is what `Data` encodes by itself.
        case deferredToData
        /// In base 64.
        case base64
        /// As a closure says.
        case custom(@Sendable (Data) throws -> String)

        /// The text; nil if `Data` is to encode itself.
        func encode(_ data: Data) throws -> String? {
            switch self {
            case .deferredToData: nil
            case .base64: data.base64EncodedString()
            case .custom(let encoding): try encoding(data)
            }
        }
    }

    /// How dates are written.
    public enum DateEncoding: Sendable {
        /// As seconds since 2001, which is what `Date` encodes by itself.
        case deferredToDate
        /// As seconds since 1970, with a fraction.
        case secondsSince1970
        /// As milliseconds since 1970, with a fraction.
        case millisecondsSince1970
        /// As in RFC 3339, to the second, in UTC: `2026-11-21T13:05:09Z`. A year beyond 999,999 cannot be written.
        case iso8601
        /// As a formatter says.
        case formatted(DateFormatter)
        /// As a closure says.
        case custom(@Sendable (Date) throws -> String)

        /// The text; nil if `Date` is to encode itself.
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
            throw EncodingError.invalidValue(
                date, EncodingError.Context(codingPath: [], debugDescription: "The date's year has too many digits."))
        }
    }

    /// How names are changed.
    public enum KeyEncoding: Sendable {
        /// Not at all.
        case useDefaultKeys
        /// Words in small letters, with `_` between them: `oneTwo` becomes `one_two`.
        case convertToSnakeCase
        /// Words in small letters, with `-` between them: `oneTwo` becomes `one-two`.
        case convertToKebabCase
        /// The first letter large: `oneTwo` becomes `OneTwo`.
        case capitalized
        /// All letters large.
        case uppercased
        /// All letters small.
        case lowercased
        /// As a closure says.
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

    /// How the name of a member is put behind the name of what it is in.
    public struct KeyPathEncoding: Sendable {
        /// In brackets: `user[name]`.
        public static let brackets = KeyPathEncoding { "[\($0)]" }
        /// Behind a dot: `user.name`.
        public static let dots = KeyPathEncoding { ".\($0)" }

        private let encoding: @Sendable (_ subkey: String) -> String

        /// As a closure says, which gets the member's name and gives what is put behind the other.
        public init(encoding: @escaping @Sendable (_ subkey: String) -> String) { self.encoding = encoding }

        func encodeKeyPath(_ keyPath: String) -> String { encoding(keyPath) }
    }

    /// How nil is written.
    public struct NilEncoding: Sendable {
        /// Not at all, nor is its name.
        public static let dropKey = NilEncoding { nil }
        /// As a name without a value: `name=`.
        public static let dropValue = NilEncoding { "" }
        /// As `null`.
        public static let null = NilEncoding { "null" }

        private let encoding: @Sendable () -> String?

        /// As a closure says; if it gives nil, the name is left out.
        public init(encoding: @escaping @Sendable () -> String?) { self.encoding = encoding }

        func encodeNil() -> String? { encoding() }
    }

    /// How spaces are written.
    public enum SpaceEncoding: Sendable {
        /// As `%20`.
        case percentEscaped
        /// As `+`.
        case plusReplaced
    }
}
