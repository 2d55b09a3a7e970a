import NeatlineFoundation
import NeatlineJSON

extension Array: MappableValue where Element: MappableValue {
    /// The elements of an array, all of which have to fit.
    @inlinable
    public static func value(from reader: ValueReader) -> [Element]? {
        guard var positions = reader.reading.elements(reader.position) else {
            reader.reading.mismatch(at: reader.position, expected: "an array")
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(positions.count)
        while let position = reader.reading.next(&positions) {
            guard let element = Element.value(from: ValueReader(reader.reading, position)) else { return nil }
            elements.append(element)
        }
        return elements
    }

    /// Writes an array.
    @inlinable
    public func write(to writer: ValueWriter) {
        writer.writing.beginArray()
        for element in self {
            writer.writing.beginElement()
            element.write(to: writer)
        }
        writer.writing.endArray()
    }

    /// The elements' objects.
    @inlinable
    public var mappedObject: Any { map(\.mappedObject) }

    /// "an array".
    public static var mappedName: String { "an array" }
}

extension Set: MappableValue where Element: MappableValue {
    /// The elements of an array, all of which have to fit.
    @inlinable
    public static func value(from reader: ValueReader) -> Set<Element>? {
        [Element].value(from: reader).map { Set($0) }
    }

    /// Writes an array, in no order.
    @inlinable
    public func write(to writer: ValueWriter) { Array(self).write(to: writer) }

    /// The elements' objects.
    @inlinable
    public var mappedObject: Any { map(\.mappedObject) }

    /// "an array".
    public static var mappedName: String { "an array" }
}

extension Dictionary: MappableValue where Key == String, Value: MappableValue {
    /// The members of an object, all of which have to fit.
    @inlinable
    public static func value(from reader: ValueReader) -> [String: Value]? {
        guard let members = reader.reading.members(reader.position) else {
            reader.reading.mismatch(at: reader.position, expected: "an object")
            return nil
        }
        var dictionary: [String: Value] = [:]
        dictionary.reserveCapacity(members.count)
        for member in members {
            guard let value = Value.value(from: ValueReader(reader.reading, member.position)) else { return nil }
            dictionary[member.name] = value
        }
        return dictionary
    }

    /// Writes an object, its members in the order of their names.
    @inlinable
    public func write(to writer: ValueWriter) {
        writer.writing.beginObject()
        for name in keys.sorted() {
            writer.writing.beginMember(name)
            self[name]?.write(to: writer)
        }
        writer.writing.endObject()
    }

    /// The values' objects.
    @inlinable
    public var mappedObject: Any { mapValues(\.mappedObject) }

    /// "an object".
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

    /// What is wrapped.
    public static var mappedName: String { Wrapped.mappedName }
}
