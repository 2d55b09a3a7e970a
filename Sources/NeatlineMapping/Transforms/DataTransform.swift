public import Foundation
public import NeatlineJSON

/// Bytes as strings, in base64 unless something else is asked for.
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

    /// A transform for base64.
    public init() { encoding = .base64 }

    /// A transform for one of the ways to write bytes as text.
    public init(encoding: Encoding) { self.encoding = encoding }

    /// The bytes that a string says; nil for everything else. An empty string is no bytes, which is a value.
    open func transformFromJSON(_ value: Any?) -> Data? { (value as? String).flatMap(encoding.data) }

    /// The bytes as text, without line breaks.
    open func transformToJSON(_ value: Data?) -> String? { value.map(encoding.text) }

    /// The bytes that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Data? {
        guard type(of: self) == DataTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return encoding.data(text)
    }
}
