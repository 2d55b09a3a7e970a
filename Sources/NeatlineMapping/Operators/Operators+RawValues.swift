// Properties of raw-representable types whose raw values are `MappableValue`s, such as enums, and arrays, sets and dictionaries of
// them. A raw value that the type does not have keeps the property, makes it nil if it is optional, and is dropped from
// containers.
//
// Raw types that are not a `MappableValue`, such as `NSNumber`, are left to the operators for any type.

/// Maps a value of a raw-representable type, such as an enum, through its raw value.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
@_disfavoredOverload
public func <- <T: RawRepresentable>(left: inout T, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        if let value = right.present(T.self, { $0.raw(T.self) }) { left = value }
    } else {
        right.write(value: left.rawValue)
    }
}

/// Maps an optional raw-representable value.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
@_disfavoredOverload
public func <- <T: RawRepresentable>(left: inout T?, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        if right.position != 0 { right.reading.read(optionalRaw: &left, right.position, depth: right.depth) }
    } else {
        left >>> right
    }
}

/// Writes a raw-representable value; nil only if the map includes nil values.
///
/// - Parameters:
///   - left: The value; nil writes null if the map includes nil values, and nothing otherwise.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
@_disfavoredOverload
public func >>> <T: RawRepresentable>(left: T?, right: Map) where T.RawValue: MappableValue {
    if right.isReading { return }
    if let left { right.write(value: left.rawValue) } else { right.writeNil() }
}

/// Maps an array, a set or a dictionary of raw-representable values.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- <C: PropertyContainer>(left: inout C, right: Map)
where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
    if right.isReading {
        if let value = right.present(C.self, { C._readRawValues(from: $0, dropsRefused: true) }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps an optional array, set or dictionary of raw-representable values.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- <C: PropertyContainer>(left: inout C?, right: Map)
where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
    if right.isReading {
        right.readOptional(&left) { C._readRawValues(from: $0, dropsRefused: true) }
    } else {
        left >>> right
    }
}

/// Writes an array, a set or a dictionary of raw-representable values; nil only if the map includes nil values.
///
/// - Parameters:
///   - left: The value; nil writes null if the map includes nil values, and nothing otherwise.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func >>> <C: PropertyContainer>(left: C?, right: Map)
where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
    right.write(container: left, { $0.rawValue }, { right.append(value: $0) })
}

extension ValueReader {
    /// Reads a raw value; nil, noted down, if there is none, or none that the type has.
    @inlinable
    @inline(__always)
    func raw<T: RawRepresentable>(_ type: T.Type) -> T? where T.RawValue: MappableValue {
        let noted = reading.noted
        guard let rawValue = T.RawValue.value(from: self) else { return nil }
        if let value = T(rawValue: rawValue) { return value }
        reading.unknownCase(at: position, of: T.self, since: noted)
        return nil
    }
}

extension PropertyContainer where PropertyElement: RawRepresentable, PropertyElement.RawValue: MappableValue {
    /// Reads raw values; those that the type does not have are dropped, or the container is nil.
    @inlinable
    static func _readRawValues(from reader: ValueReader, dropsRefused: Bool) -> Self? {
        _readElements(from: reader, dropsRefused: dropsRefused) { $0.raw(PropertyElement.self) }
    }
}
