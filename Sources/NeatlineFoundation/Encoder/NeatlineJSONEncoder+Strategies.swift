public import Foundation
internal import NeatlineJSON

// The strategies of the encoder, in the terms of Foundation's `JSONEncoder`.

extension NeatlineJSONEncoder {
    /// Options that determine the layout of the text.
    public struct OutputFormatting: OptionSet, Sendable {
        /// A bit for each option.
        public let rawValue: UInt

        /// Creates options from their bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Each element or member is on a separate line, indented by two spaces for each level, with Foundation's
        /// layout.
        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
        /// The members of each object in the order of their names, compared by their bytes in UTF-8.
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
        /// `/` is written unchanged, not as `\/`.
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// How dates are encoded; `deferredToDate` by default.
    public enum DateEncodingStrategy: Sendable {
        /// By the conformance of `Date`: the seconds since 2001 as a number.
        case deferredToDate
        /// The seconds since 1970 as a number.
        case secondsSince1970
        /// The milliseconds since 1970 as a number.
        case millisecondsSince1970
        /// As an ISO 8601 string such as `2026-11-21T12:05:09Z`, in UTC.
        case iso8601
        /// A string of this formatter.
        case formatted(DateFormatter)
        /// By a closure, which encodes the value; `{}` if it encodes nothing.
        case custom(@Sendable (Date, any Encoder) throws -> Void)
    }

    /// How `Data` is encoded; `base64` by default.
    public enum DataEncodingStrategy: Sendable {
        /// By the conformance of `Data`: an array of numbers.
        case deferredToData
        /// As a string in Base64 with padding.
        case base64
        /// By a closure, which encodes the value; `{}` if it encodes nothing.
        case custom(@Sendable (Data, any Encoder) throws -> Void)
    }

    /// How NaN and the infinities are encoded, which JSON cannot represent.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// NaN and the infinities are an error.
        case `throw`
        /// NaN and the infinities are encoded as these strings.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How keys are converted to names of members.
    public enum KeyEncodingStrategy: Sendable {
        /// The names of members are the unchanged keys.
        case useDefaultKeys
        /// Words in lower case with `_` between them: `myURLName` becomes `my_url_name`.
        ///
        /// A word begins at a capital letter that follows another character than a capital letter, and at the last of
        /// several capital letters before a small one.
        case convertToSnakeCase
        /// The key that the closure returns for the path to a key, whose last element is the key itself.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}

/// The settings of an encoder.
struct EncodingSettings: Sendable {
    var formatting: NeatlineJSONEncoder.OutputFormatting = []
    var dates = NeatlineJSONEncoder.DateEncodingStrategy.deferredToDate
    var data = NeatlineJSONEncoder.DataEncodingStrategy.base64
    var nonConformingFloats = NeatlineJSONEncoder.NonConformingFloatEncodingStrategy.throw
    var keys = NeatlineJSONEncoder.KeyEncodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The strings for numbers that are not finite; nil if these are an error.
    var nonFiniteTexts: NonFiniteTexts? {
        guard case .convertToString(let positive, let negative, let nan) = nonConformingFloats else { return nil }
        return NonFiniteTexts(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
}
