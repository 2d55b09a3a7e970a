public import Foundation
public import NeatlineJSON

/// Bytes as strings in base64.
///
/// ```swift
/// thumbnail <- (map["thumbnail"], DataTransform())   // "thumbnail": "iVBORw0KGgo="
/// ```
open class DataTransform: TransformType {
    /// The type of the property.
    public typealias Object = Data
    /// The type of the value in JSON.
    public typealias JSON = String

    /// A transform.
    public init() {}

    /// The bytes that a string says; nil for everything else. An empty string is no bytes, which is a value.
    open func transformFromJSON(_ value: Any?) -> Data? { (value as? String).flatMap { Data(base64Encoded: $0) } }

    /// The bytes in base64, with padding and without line breaks.
    open func transformToJSON(_ value: Data?) -> String? { value?.base64EncodedString() }

    /// The bytes that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Data? {
        guard type(of: self) == DataTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return Data(base64Encoded: text)
    }
}
