import NeatlineFoundation
import NeatlineJSON

/// A conversion of one field, in both directions.
///
/// ```swift
/// struct Centimetres: TransformType {
///     func transformFromJSON(_ value: Any?) -> Double? { (value as? Double).map { $0 / 100 } }
///     func transformToJSON(_ value: Double?) -> Double? { value.map { $0 * 100 } }
/// }
///
/// height <- (map["height"], Centimetres())
/// ```
///
/// A transform that returns nil for a value that is there has failed: the property keeps its value, or becomes nil if it
/// is optional, and the failure is recorded.
public protocol TransformType<Object> {
    /// The type of the property.
    associatedtype Object
    /// The type of the value in JSON: one that has a form in JSON, or `Any`.
    associatedtype JSON

    /// The property's value.
    ///
    /// - Parameter value: nil for null; otherwise as `NeatlineJSON.JSON.object` gives it: an `NSNumber`, which answers
    ///   casts to `Int`, `Double` and `Bool`, a `String`, `[Any]`, or `[String: Any]`. If the mapper was given a
    ///   dictionary, whatever stands in it.
    func transformFromJSON(_ value: Any?) -> Object?

    /// The value in JSON; nil leaves the member out.
    func transformToJSON(_ value: Object?) -> JSON?

    /// The property's value, from a value that was parsed.
    ///
    /// There is no need to implement it: what is there by default makes `Any` of the value and calls the other method.
    /// An own implementation saves that detour and sees all digits of a number; it has to agree with the other.
    func transform(fromParsed value: NeatlineJSON.JSON) -> Object?
}

extension TransformType {
    /// What `transformFromJSON` makes of the value.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> Object? {
        if case .null = value { return transformFromJSON(nil) }
        return transformFromJSON(value.object)
    }
}
