import NeatlineFoundation
import NeatlineJSON

// Arrays, sets, dictionaries and optionals of `MappableValue` types, as such values: all elements must fit.

extension Array: MappableValue where Element: MappableValue {
    /// The elements of an array, all of which have to fit.
    @inlinable
    public static func value(from reader: ValueReader) -> [Element]? {
        Element._values(from: reader)
            ?? _readElements(from: reader, dropsRefused: false) { Element.value(from: $0) }
    }

    // A separate loop, as for models: `_appendElements` takes 11 % more instructions (`neatline-bench encode-map`, twitter).

    /// Writes the elements as a JSON array.
    @inlinable
    public func write(to writer: ValueWriter) {
        writer.writing.beginArray()
        for element in self {
            writer.writing.beginElement()
            element.write(to: writer)
        }
        writer.writing.endArray()
    }

    /// The elements as Foundation's objects, in an array.
    @inlinable
    public var mappedObject: Any { map(\.mappedObject) }

    /// The text "an array", for messages about values that do not fit.
    public static var mappedName: String { "an array" }
}

extension Set: MappableValue where Element: MappableValue {
    /// The elements of an array, all of which have to fit.
    @inlinable
    public static func value(from reader: ValueReader) -> Set<Element>? {
        _readElements(from: reader, dropsRefused: false) { Element.value(from: $0) }
    }

    /// Writes an array, in no order.
    @inlinable
    public func write(to writer: ValueWriter) { _appendElements(to: writer, { $0 }, { $0.write(to: writer) }) }

    /// The elements as Foundation's objects, in an array.
    @inlinable
    public var mappedObject: Any { map(\.mappedObject) }

    /// The text "an array", for messages about values that do not fit.
    public static var mappedName: String { "an array" }
}

extension Dictionary: MappableValue where Key: MemberKey, Value: MappableValue {
    /// The members of an object, all of which have to fit.
    @inlinable
    public static func value(from reader: ValueReader) -> [Key: Value]? {
        _readElements(from: reader, dropsRefused: false) { Value.value(from: $0) }
    }

    /// Writes an object, its members in the order of their names.
    @inlinable
    public func write(to writer: ValueWriter) { _appendElements(to: writer, { $0 }, { $0.write(to: writer) }) }

    /// The values as Foundation's objects, in a dictionary.
    @inlinable
    public var mappedObject: Any { Dictionary<String, Any>(map { ($0.key.memberName, $0.value.mappedObject) }) { $1 } }

    /// The text "an object", for messages about values that do not fit.
    public static var mappedName: String { "an object" }
}

extension Optional: MappableValue where Wrapped: MappableValue {
    /// nil for null, otherwise the value.
    @inlinable
    public static func value(from reader: ValueReader) -> Wrapped?? {
        if reader.reading.isNull(reader.position) { return .some(nil) }
        return Wrapped.value(from: reader).map { .some($0) }
    }

    /// Writes the value, or null.
    @inlinable
    public func write(to writer: ValueWriter) {
        guard let self else { return writer.writing.appendNull() }
        self.write(to: writer)
    }

    /// The value's object, or `NSNull`.
    public var mappedObject: Any { self?.mappedObject ?? NeatlineJSON.JSON.null.object }

    /// nil, which is a value of the type.
    @inlinable
    public static var valueOfAbsent: Wrapped?? { .some(nil) }

    /// The name of the wrapped type's values, for messages.
    public static var mappedName: String { Wrapped.mappedName }
}
