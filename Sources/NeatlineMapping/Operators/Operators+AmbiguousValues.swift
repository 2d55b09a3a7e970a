// Raw-representable types that have a form of their own in JSON as well, such as `JSON`: that form counts.

/// Maps a value.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable & MappableValue>(left: inout T, right: Map) where T.RawValue: MappableValue {
    right.map(twofold: &left)
}

/// Writes a value.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable & MappableValue>(left: T, right: Map) where T.RawValue: MappableValue {
    right.write(twofold: left)
}

/// Maps an optional value.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable & MappableValue>(left: inout T?, right: Map) where T.RawValue: MappableValue {
    right.map(twofold: &left)
}

/// Writes an optional value.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable & MappableValue>(left: T?, right: Map) where T.RawValue: MappableValue {
    right.write(twofold: left)
}

/// Maps an array of values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable & MappableValue>(left: inout [T], right: Map) where T.RawValue: MappableValue {
    right.map(twofold: &left)
}

/// Writes an array of values.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable & MappableValue>(left: [T], right: Map) where T.RawValue: MappableValue {
    right.write(twofold: left)
}

/// Maps an optional array of values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable & MappableValue>(left: inout [T]?, right: Map) where T.RawValue: MappableValue {
    right.map(twofold: &left)
}

/// Writes an optional array of values.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable & MappableValue>(left: [T]?, right: Map) where T.RawValue: MappableValue {
    right.write(twofold: left)
}

/// Maps a dictionary of values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable & MappableValue>(left: inout [String: T], right: Map)
where T.RawValue: MappableValue {
    right.map(twofold: &left)
}

/// Writes a dictionary of values.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable & MappableValue>(left: [String: T], right: Map) where T.RawValue: MappableValue {
    right.write(twofold: left)
}

/// Maps an optional dictionary of values.
@inlinable
@inline(__always)
public func <- <T: RawRepresentable & MappableValue>(left: inout [String: T]?, right: Map)
where T.RawValue: MappableValue {
    right.map(twofold: &left)
}

/// Writes an optional dictionary of values.
@inlinable
@inline(__always)
public func >>> <T: RawRepresentable & MappableValue>(left: [String: T]?, right: Map) where T.RawValue: MappableValue {
    right.write(twofold: left)
}

extension Map {
    // Where the compiler knows no more of a type than its form, only one overload fits.

    @inlinable
    @inline(__always)
    func map<T: MappableValue>(twofold value: inout T) { value <- self }

    @inlinable
    @inline(__always)
    func map<T: MappableValue>(twofold value: inout T?) { value <- self }

    @inlinable
    @inline(__always)
    func write<T: MappableValue>(twofold value: T) { value >>> self }

    @inlinable
    @inline(__always)
    func write<T: MappableValue>(twofold value: T?) { value >>> self }
}
