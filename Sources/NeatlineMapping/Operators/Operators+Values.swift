// Properties with a form of their own in JSON.

/// Maps a value; keeps it if it is absent or does not fit.
@inlinable
@inline(__always)
public func <- <T: MappableValue>(left: inout T, right: Map) {
    if right.isReading {
        if let value = right.read(value: T.self) { left = value }
    } else {
        right.write(value: left)
    }
}

/// Maps an optional value; keeps it if it is absent, and makes it nil if it is null or does not fit.
@inlinable
@inline(__always)
public func <- <T: MappableValue>(left: inout T?, right: Map) {
    if right.isReading {
        right.read(optional: &left)
    } else {
        left >>> right
    }
}

/// Writes a value.
@inlinable
@inline(__always)
public func >>> <T: MappableValue>(left: T, right: Map) {
    if !right.isReading { right.write(value: left) }
}

/// Writes a value, if it is there.
@inlinable
@inline(__always)
public func >>> <T: MappableValue>(left: T?, right: Map) {
    if right.isReading { return }
    if let left { right.write(value: left) } else { right.writeNil() }
}
