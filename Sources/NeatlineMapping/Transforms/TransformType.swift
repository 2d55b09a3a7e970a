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
/// A transform that returns nil for an existing value has failed: the property keeps its value, or becomes nil if it is
/// optional, and the failure is recorded.
public protocol TransformType<Object>: SendableMetatype {
    /// The type of the property.
    associatedtype Object
    /// The type of the value in JSON: a type that JSON can represent, or `Any`.
    associatedtype JSON

    /// Returns the value of the property; nil if there is none, which is a failure unless `value` is nil.
    ///
    /// - Parameter value: nil for null; otherwise a value as of `NeatlineJSON.JSON.object`: an `NSNumber`, which can be
    ///   cast to `Int`, `Double` and `Bool`, a `String`, `[Any]`, or `[String: Any]`. If the mapper maps a dictionary,
    ///   the value in the dictionary.
    func transformFromJSON(_ value: Any?) -> Object?

    /// Returns the value in JSON; nil omits the member.
    ///
    /// - Parameter value: the property's value; nil if it is an optional without a value.
    func transformToJSON(_ value: Object?) -> JSON?

    /// What the transform reads, in the words of a failure: `a length such as "2.5 m"`.
    ///
    /// Implementing it is optional: the default implementation names the types of the transform and the property.
    var expectedJSON: String { get }

    /// Returns the property's value, from a parsed value.
    ///
    /// Implementing it is optional: the default implementation converts the value to `Any` and calls the other method.
    /// An implementation is faster and has access to all digits of a number; it must be consistent with the other
    /// method.
    ///
    /// - Parameter value: the parsed value.
    func transform(fromParsed value: NeatlineJSON.JSON) -> Object?

    /// Returns the property's value, from a value that a mapper reads.
    ///
    /// Do not implement it: the default implementation calls one of the other methods. A transform of this module that
    /// maps models does so within the run of `map`: with its context, its depth limit, and its failures.
    func _transform(_ reader: ValueReader) -> Object?

    /// Writes the property's value as the field of `map`.
    ///
    /// Do not implement it: the default implementation writes what `transformToJSON` returns.
    func _write(_ value: Object?, to map: Map)

    /// Writes a value that `transformToJSON` returned as an element of an array, or a value of a dictionary.
    ///
    /// Do not implement it.
    func _append(_ value: JSON, to writer: ValueWriter)
}

extension TransformType {
    /// "a value that Metres converts to Double".
    public var expectedJSON: String { "a value that \(Self.self) converts to \(Object.self)" }

    /// Returns what `transformFromJSON` returns for the value.
    ///
    /// - Parameter value: The parsed value.
    @inlinable
    public func transform(fromParsed value: NeatlineJSON.JSON) -> Object? { transformAsAny(value) }

    /// Returns what `transform(fromParsed:)` returns for a value of a text, or `transformFromJSON` for one of a
    /// dictionary.
    ///
    /// - Parameter reader: The position of the value.
    @inlinable
    public func _transform(_ reader: ValueReader) -> Object? {
        reader.reading.isText ? transform(fromParsed: reader.json) : transformFromJSON(reader.transformedValue)
    }

    /// Writes what `transformToJSON` returns.
    ///
    /// - Parameters:
    ///   - value: The value of the property; nil if the property is nil.
    ///   - map: The field that is written.
    @inlinable
    public func _write(_ value: Object?, to map: Map) { writeAsAny(value, to: map) }

    /// Writes the value.
    ///
    /// - Parameters:
    ///   - value: A result of `transformToJSON`.
    ///   - writer: The position at which it is written.
    @inlinable
    public func _append(_ value: JSON, to writer: ValueWriter) { writer.append(any: value) }

    /// Writes what `transformToJSON` returns.
    @inlinable
    func writeAsAny(_ value: Object?, to map: Map) {
        if map.isReading { return }
        guard let json = transformToJSON(value) else { return map.writeNil() }
        if map.writing.isText {
            // Common types are written directly; they are compared by type, since an `NSNumber` can be cast to any of
            // them.
            if JSON.self == String.self, let text = json as? String { return map.write(value: text) }
            if JSON.self == Double.self, let number = json as? Double { return map.write(value: number) }
            if JSON.self == Int.self, let number = json as? Int { return map.write(value: number) }
            return map.write(any: json)
        }
        // Foundation's objects represent all values of dictionaries.
        map.write(any: (json as? NeatlineJSON.JSON)?.object ?? json)
    }

    /// Returns what `transformFromJSON` returns for the value, also if a subclass has overridden it.
    ///
    /// A transform that is an open class uses its faster implementation only for itself: a subclass that does not
    /// override it would be bypassed.
    @inlinable
    func transformAsAny(_ value: NeatlineJSON.JSON) -> Object? {
        switch value {
        case .null, .error: transformFromJSON(nil)
        default: transformFromJSON(value.object)
        }
    }
}
