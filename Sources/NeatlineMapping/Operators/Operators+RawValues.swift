// Properties whose values are those of a raw type: a value that is none of theirs keeps the property, makes it nil if it is
// optional, and is dropped from arrays and dictionaries.
//
// Raw types without a form of their own in JSON, such as `NSNumber`, are left to the operators for any type.

/// Maps a raw-representable value.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable>(left: inout T, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        if let value = right.present(T.self, { right.raw($0, T.self) }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps an optional raw-representable value.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable>(left: inout T?, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        right.read(optionalRaw: &left)
    } else {
        left >>> right
    }
}

/// Writes a raw-representable value.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable>(left: T, right: Map) where T.RawValue: MappableValue {
    if !right.isReading { right.write(value: left.rawValue) }
}

/// Writes an optional raw-representable value, if it is there.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable>(left: T?, right: Map) where T.RawValue: MappableValue {
    if right.isReading { return }
    if let left { left >>> right } else { right.writeNil() }
}

/// Maps an array of raw-representable values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable>(left: inout [T], right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        if let value = right.present([T].self, { right.array($0) { right.raw($0, T.self) } }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps an optional array of raw-representable values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable>(left: inout [T]?, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        right.readOptional(&left) { right.array($0) { right.raw($0, T.self) } }
    } else {
        left >>> right
    }
}

/// Writes an array of raw-representable values.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable>(left: [T], right: Map) where T.RawValue: MappableValue {
    if !right.isReading { right.write(value: left.map(\.rawValue)) }
}

/// Writes an optional array of raw-representable values, if it is there.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable>(left: [T]?, right: Map) where T.RawValue: MappableValue {
    if right.isReading { return }
    if let left { left >>> right } else { right.writeNil() }
}

/// Maps a dictionary of raw-representable values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable>(left: inout [String: T], right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        if let value = right.present([String: T].self, { right.dictionary($0) { right.raw($1, T.self) } }) {
            left = value
        }
    } else {
        left >>> right
    }
}

/// Maps an optional dictionary of raw-representable values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable>(left: inout [String: T]?, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        right.readOptional(&left) { right.dictionary($0) { right.raw($1, T.self) } }
    } else {
        left >>> right
    }
}

/// Writes a dictionary of raw-representable values.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable>(left: [String: T], right: Map) where T.RawValue: MappableValue {
    if !right.isReading { right.write(value: left.mapValues(\.rawValue)) }
}

/// Writes an optional dictionary of raw-representable values, if it is there.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable>(left: [String: T]?, right: Map) where T.RawValue: MappableValue {
    if right.isReading { return }
    if let left { left >>> right } else { right.writeNil() }
}
