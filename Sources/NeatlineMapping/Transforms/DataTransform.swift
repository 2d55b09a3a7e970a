public import Foundation
public import NeatlineJSON

/// Maps bytes to strings, in base64 by default.
///
/// ```swift
/// thumbnail <- (map["thumbnail"], DataTransform())                   // "thumbnail": "iVBORw0KGgo="
/// digest <- (map["digest"], DataTransform(encoding: .hexadecimal))   // "digest": "9f86d081"
/// ```
open class DataTransform: TransformType {
    /// The type of the property.
    public typealias Object = Data
    /// The type of the value in JSON.
    public typealias JSON = String

    private let encoding: Encoding

    /// Creates a transform for base64.
    public init() { encoding = .base64 }

    /// Creates a transform for a text encoding.
    ///
    /// - Parameter encoding: The encoding of the bytes as text.
    public init(encoding: Encoding) { self.encoding = encoding }

    /// Returns the bytes of a string; nil for all other values. An empty string is a value without bytes.
    ///
    /// - Parameter value: A string in the encoding; nil for null.
    open func transformFromJSON(_ value: Any?) -> Data? { (value as? String).flatMap(encoding.data) }

    /// Returns the bytes as text, without line breaks.
    ///
    /// - Parameter value: The bytes; nil if the property is nil.
    open func transformToJSON(_ value: Data?) -> String? { value.map(encoding.text) }

    /// Returns the bytes of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Data? {
        guard type(of: self) == DataTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return encoding.data(text)
    }

    /// "a string in Base64", or in the other encoding.
    open var expectedJSON: String {
        switch encoding {
        case .base64: "a string in Base64"
        case .base64URL: "a string in Base64 for URLs"
        case .hexadecimal: "a string of hexadecimal digits"
        }
    }
}
