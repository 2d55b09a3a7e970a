import NeatlineFoundation
public import NeatlineJSON

/// Maps enums, and other types with raw values, to their raw values.
///
/// ```swift
/// enum Plan: String { case free, paid, unknown }
///
/// plan <- (map["plan"], EnumTransform<Plan>())                        // fails for "plan": "trial"
/// plan <- (map["plan"], EnumTransform<Plan>(unknownCase: .unknown))   // .unknown for "plan": "trial"
/// ```
///
/// Numbers are read exactly: 300 is not a `UInt8`, 1.5 is not an `Int`, and a boolean is not a number.
open class EnumTransform<T: RawRepresentable>: TransformType {
    /// The type of the property.
    public typealias Object = T
    /// The type of the value in JSON.
    public typealias JSON = T.RawValue

    @usableFromInline let unknownCase: T?

    /// Creates a transform that fails for unknown raw values.
    @inlinable
    public init() { unknownCase = nil }

    /// Creates a transform that has a case for unknown raw values, which a newer server may send.
    ///
    /// - Parameter unknownCase: the case, which is written as its own raw value. A value that does not have the type of
    ///   the raw values is still a failure.
    @inlinable
    public init(unknownCase: T) { self.unknownCase = unknownCase }

    /// Returns the case of a raw value.
    ///
    /// - Parameter value: A raw value; nil for null.
    @inlinable
    open func transformFromJSON(_ value: Any?) -> T? {
        if let value = NeatlineJSON.JSON(scalar: value) { return object(value) }
        return (value as? T.RawValue).flatMap { T(rawValue: $0) ?? unknownCase }
    }

    /// Returns the raw value of the case; nil omits the member.
    ///
    /// - Parameter value: The case; nil if the property is nil.
    @inlinable
    open func transformToJSON(_ value: T?) -> T.RawValue? { value?.rawValue }

    /// Returns the case of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    @inlinable
    open func transform(fromParsed value: NeatlineJSON.JSON) -> T? {
        guard type(of: self) == EnumTransform.self else { return transformAsAny(value) }
        return object(value)
    }

    /// The raw values of a type that is `CaseIterable`, without the one of a case for unknown values: `"free" or
    /// "paid"`.
    open var expectedJSON: String { caseDescription(of: T.self, except: unknownCase) }

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
