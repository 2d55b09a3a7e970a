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

    /// The property's value, from what stands at a position of the JSON that `map` reads.
    ///
    /// Not for implementing: what is there by default calls one of the other methods. A transform of this module that
    /// maps models does so within the run that it is part of: with its context, its limit of depth, and its failures.
    func _transform(at position: Int, of map: Map) -> Object?

    /// Writes the property's value as the field that `map` stands at.
    ///
    /// Not for implementing, as the method above; what is there by default writes what `transformToJSON` gives.
    func _write(_ value: Object?, to map: Map)

    /// Writes what `transformToJSON` gave as an element of an array, or a value of a dictionary.
    ///
    /// Not for implementing, as the methods above.
    func _append(_ value: JSON, to map: Map)
}

extension TransformType {
    /// What `transformFromJSON` makes of the value.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> Object? { transformAsAny(value) }

    /// What `transform(fromParsed:)` makes of a value of a text, or `transformFromJSON` of one of a dictionary.
    @inlinable
    public func _transform(at position: Int, of map: Map) -> Object? {
        map.reading.isText
            ? transform(fromParsed: map.reading.json(position)) : transformFromJSON(map.reading.value(position))
    }

    /// Writes what `transformToJSON` gives.
    @inlinable
    public func _write(_ value: Object?, to map: Map) { writeAsAny(value, to: map) }

    /// Writes the value.
    @inlinable
    public func _append(_ value: JSON, to map: Map) { map.append(any: value) }

    /// Writes what `transformToJSON` gives.
    @inlinable
    func writeAsAny(_ value: Object?, to map: Map) {
        guard let json = transformToJSON(value) else { return map.writeNil() }
        if map.writing.isText {
            // The usual types need no detour; by their names, since an `NSNumber` would be cast to any of them.
            if JSON.self == String.self, let text = json as? String { return map.write(value: text) }
            if JSON.self == Double.self, let number = json as? Double { return map.write(value: number) }
            if JSON.self == Int.self, let number = json as? Int { return map.write(value: number) }
            return map.write(any: json)
        }
        // A dictionary holds what Foundation knows.
        map.write(any: (json as? NeatlineJSON.JSON)?.object ?? json)
    }

    /// What `transformFromJSON` makes of the value, also where a subclass has overridden it.
    ///
    /// A transform that is an open class takes its shorter way only for itself: a subclass that knows nothing of it
    /// would be bypassed.
    @inlinable
    func transformAsAny(_ value: NeatlineJSON.JSON) -> Object? {
        switch value {
        case .null, .error: transformFromJSON(nil)
        default: transformFromJSON(value.object)
        }
    }
}
