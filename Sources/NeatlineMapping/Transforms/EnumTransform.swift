import NeatlineFoundation
public import NeatlineJSON

/// Enums, and whatever else has raw values, as their raw values.
///
/// ```swift
/// enum Plan: String { case free, paid, unknown }
///
/// plan <- (map["plan"], EnumTransform<Plan>())                        // fails for "plan": "trial"
/// plan <- (map["plan"], EnumTransform<Plan>(unknownCase: .unknown))   // .unknown for "plan": "trial"
/// ```
///
/// Numbers are read exactly: 300 is no raw value of type `UInt8`, 1.5 none of type `Int`, and a boolean is no number.
open class EnumTransform<T: RawRepresentable>: TransformType {
    /// The type of the property.
    public typealias Object = T
    /// The type of the value in JSON.
    public typealias JSON = T.RawValue

    @usableFromInline let unknownCase: T?

    /// A transform that fails for a raw value that is none of the type's.
    @inlinable
    public init() { unknownCase = nil }

    /// A transform that has a case for raw values that are none of the type's, such as a newer server sends.
    ///
    /// - Parameter unknownCase: the case, which also is written as its own raw value. A value of another type than that
    ///   of raw values still is a failure.
    @inlinable
    public init(unknownCase: T) { self.unknownCase = unknownCase }

    /// The case that a raw value stands for.
    @inlinable
    open func transformFromJSON(_ value: Any?) -> T? {
        if let value = NeatlineJSON.JSON(scalar: value) { return object(value) }
        return (value as? T.RawValue).flatMap { T(rawValue: $0) ?? unknownCase }
    }

    /// The raw value.
    @inlinable
    open func transformToJSON(_ value: T?) -> T.RawValue? { value?.rawValue }

    /// The case that the value stands for; a subclass is asked through `transformFromJSON`.
    @inlinable
    open func transform(fromParsed value: NeatlineJSON.JSON) -> T? {
        guard type(of: self) == EnumTransform.self else { return transformAsAny(value) }
        return object(value)
    }

    @inlinable
    func object(_ value: NeatlineJSON.JSON) -> T? {
        let rawValue: T.RawValue?
        switch value {
        case .null, .error: return nil
        case .string(let text) where T.RawValue.self == String.self: rawValue = text as? T.RawValue
        case .number(let number) where T.RawValue.self == Int.self: rawValue = number.exactly(Int.self) as? T.RawValue
        default: rawValue = EnumTransform.read(value)
        }
        return rawValue.flatMap { T(rawValue: $0) ?? unknownCase }
    }

    @usableFromInline
    static func read(_ value: NeatlineJSON.JSON) -> T.RawValue? {
        guard let type = T.RawValue.self as? any JSONReadable.Type else { return value.object as? T.RawValue }
        return (try? type.read(from: value)) as? T.RawValue
    }
}
