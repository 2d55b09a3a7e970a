public import NeatlineFoundation
public import NeatlineJSON

/// A transform of two closures.
///
/// ```swift
/// let transform = TransformOf<Int, String>(fromJSON: { $0.flatMap { Int($0) } }, toJSON: { $0.map { String($0) } })
///
/// id <- (map["id"], transform)   // "id": "17"
/// ```
///
/// If `JSONType` is `JSON`, the closure receives the parsed value.
open class TransformOf<ObjectType, JSONType>: TransformType {
    /// The type of the property.
    public typealias Object = ObjectType
    /// The type of the value in JSON.
    public typealias JSON = JSONType

    @usableFromInline let fromJSON: (JSONType?) -> ObjectType?
    @usableFromInline let toJSON: (ObjectType?) -> JSONType?

    /// Creates a transform of two closures.
    ///
    /// - Parameters:
    ///   - fromJSON: receives nil for null and for a value that is not a `JSONType`, and returns nil if there is no
    ///     value for the property.
    ///   - toJSON: returns nil to omit the member.
    @inlinable
    public init(fromJSON: @escaping (JSONType?) -> ObjectType?, toJSON: @escaping (ObjectType?) -> JSONType?) {
        self.fromJSON = fromJSON
        self.toJSON = toJSON
    }

    /// Returns what the first closure returns for the value, cast to `JSONType`.
    ///
    /// - Parameter value: The value, which the closure receives if it is a `JSONType`.
    @inlinable
    open func transformFromJSON(_ value: Any?) -> ObjectType? {
        if JSONType.self == NeatlineJSON.JSON.self, let value {
            return fromJSON(NeatlineJSON.JSON(value) as? JSONType)
        }
        return fromJSON(value as? JSONType)
    }

    /// Returns what the second closure returns for the value.
    ///
    /// - Parameter value: The value of the property; nil if the property is nil.
    @inlinable
    open func transformToJSON(_ value: ObjectType?) -> JSONType? { toJSON(value) }

    /// Returns what the first closure returns for the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    @inlinable
    open func transform(fromParsed value: NeatlineJSON.JSON) -> ObjectType? {
        guard type(of: self) == TransformOf.self else { return transformAsAny(value) }
        switch value {
        case .string(let text) where JSONType.self == String.self: return fromJSON(text as? JSONType)
        case .number(let number) where JSONType.self == Int.self: return fromJSON(number.exactly(Int.self) as? JSONType)
        case .number(let number) where JSONType.self == Double.self: return fromJSON(number.doubleValue as? JSONType)
        case .null, .error: return transformFromJSON(nil)
        default:
            if JSONType.self == NeatlineJSON.JSON.self { return fromJSON(value as? JSONType) }
            return transformFromJSON(value.object)
        }
    }

    /// "a string that can be converted to Int".
    open var expectedJSON: String {
        let name = (JSONType.self as? any MappableValue.Type)?.mappedName ?? "a value"
        return "\(name) that can be converted to \(ObjectType.self)"
    }
}
