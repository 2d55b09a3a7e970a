/// Maps a property in the direction that the map has: `name <- map["name"]`.
infix operator <-

/// Writes a property, and never reads it: `name >>> map["name"]`. For constants, in `ImmutableMappable`.
infix operator >>>

// The overloads of both operators, by the type of the property:
//
//   here                     a `MappableValue` (booleans, numbers, strings, `JSON`), a model, a container of these, or anything
//   Operators+RawValues      an enum or another raw-representable type, or a container of such
//   Operators+Transforms     what a transform converts, or a container of such: `name <- (map["name"], transform)`
//   Operators+Presence       `Presence`, which tells null from absent
//
// `<-` has an overload for each of these and another one for optionals, because an `inout` argument is not converted. `>>>` has
// the one for optionals only, to which other arguments are converted.
//
// The overloads for raw values and for anything are disfavored: so a type that is raw-representable and a value or a model is
// read as a value or a model.

// MARK: Values

/// Maps a value; keeps it if it is absent or does not fit.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
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
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func <- <T: MappableValue>(left: inout T?, right: Map) {
    if right.isReading {
        if right.position != 0 { right.reading.read(optional: &left, right.position, depth: right.depth) }
    } else {
        right.writing.write(optional: left, right.key, right.nesting, right.nestedKeyDelimiter, depth: right.depth)
    }
}

/// Writes a value; nil only if the map includes nil values.
///
/// - Parameters:
///   - left: The value; nil writes null if the map includes nil values, and nothing otherwise.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func >>> <T: MappableValue>(left: T?, right: Map) {
    if right.isReading { return }
    if let left { right.write(value: left) } else { right.writeNil() }
}

// MARK: Models
//
// A model that is refused keeps the property, makes it nil if it is optional, and is dropped from arrays, dictionaries and sets.
// When an existing object is mapped (`toObject`), models inside it are updated in place, and dictionaries of models name by name.

/// Maps a model, or an array, a set or a dictionary of models; keeps it if it is absent or does not fit.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func <- <T: ModelForm>(left: inout T, right: Map) {
    right.map(model: &left)
}

/// Maps an optional model, or an optional container of models; keeps it if it is absent, and makes it nil if it is null or does
/// not fit.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func <- <T: ModelForm>(left: inout T?, right: Map) {
    right.map(optionalModel: &left)
}

/// Writes a model, or a container of models; nil models only if the map includes nil values, nil containers never.
///
/// - Parameters:
///   - left: The value; nil writes null if the map includes nil values, and nothing otherwise.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func >>> <T: ModelForm>(left: T?, right: Map) {
    right.write(model: left)
}

/// Maps a value whose type is both a model and a `MappableValue`, as a model.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func <- <T: ModelForm & MappableValue>(left: inout T, right: Map) {
    right.map(model: &left)
}

/// Maps an optional value whose type is both a model and a `MappableValue`, as a model.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func <- <T: ModelForm & MappableValue>(left: inout T?, right: Map) {
    right.map(optionalModel: &left)
}

/// Writes a value whose type is both a model and a `MappableValue`, as a model.
///
/// - Parameters:
///   - left: The value; nil writes null if the map includes nil values, and nothing otherwise.
///   - right: The field, such as `map["name"]`.
@inlinable
@inline(__always)
public func >>> <T: ModelForm & MappableValue>(left: T?, right: Map) {
    right.write(model: left)
}

// MARK: Anything else: `Any`, `[Any]`, `[String: Any]`, `NSNumber`, and types that only a dictionary can hold

/// Maps a property of any type by a cast; keeps it if the value is absent or does not fit.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- <T>(left: inout T, right: Map) {
    if right.isReading {
        if let value = right.read(any: T.self) { left = value }
    } else {
        right.write(any: left)
    }
}

/// Maps an optional property of any type by a cast; keeps it if the value is absent, and makes it nil if it is null or
/// does not fit.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- <T>(left: inout T?, right: Map) {
    if right.isReading {
        right.readOptional(&left) { $0.cast(to: T.self, dropsRefused: true) }
    } else {
        left >>> right
    }
}

// Swift 6.3's compiler crashes, in the language mode 6, when it opens an existential that is passed to the operator above.

/// Maps a property of type `Any`; keeps it if the value is absent or null.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- (left: inout Any, right: Map) {
    if right.isReading {
        if let value = right.read(any: Any.self) { left = value }
    } else {
        right.write(any: left)
    }
}

/// Maps a property of type `AnyObject`; keeps it if the value is absent or null.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- (left: inout AnyObject, right: Map) {
    if right.isReading {
        if let value = right.read(any: AnyObject.self) { left = value }
    } else {
        right.write(any: left)
    }
}

/// Writes a value of any type that JSON can represent; nil only if the map includes nil values.
///
/// - Parameters:
///   - left: The value; nil writes null if the map includes nil values, and nothing otherwise.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func >>> <T>(left: T?, right: Map) {
    if right.isReading { return }
    if let left { right.write(any: left) } else { right.writeNil() }
}
