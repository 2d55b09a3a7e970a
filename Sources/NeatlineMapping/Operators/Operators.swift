/// Maps a property in the direction that the map has: `name <- map["name"]`.
infix operator <-

/// Writes a property, and never reads it: `name >>> map["name"]`. For constants, in `ImmutableMappable`.
infix operator >>>

// The shapes of properties, one file each. An overload with more constraints wins, so each shape that two of them could
// take has one of its own:
//
//   Operators+Values         booleans, numbers, strings, JSON, and arrays, sets and dictionaries of them
//   Operators+RawValues      enums and other raw-representable types, and arrays and dictionaries of them
//   Operators+AmbiguousValues  types that are both of these
//   Operators+Objects        models, and arrays, dictionaries and sets of them
//   Operators+AmbiguousModels  models that are one of the above as well
//   Operators+Transforms     (map["name"], transform), for properties, arrays, dictionaries and sets
//   Operators+Presence       Presence, which tells null from absent
//
// What is here takes everything else: `Any`, `[Any]`, `[String: Any]`, `NSNumber`, types that a dictionary can hold, and
// enums whose raw values are of such types.

/// Maps a property of any type by a cast; keeps it if the value is absent or does not fit.
@inlinable
public func <- <T>(left: inout T, right: Map) {
    if right.isReading {
        if let value = right.read(any: T.self) { left = value }
    } else {
        right.write(any: left)
    }
}

// Swift 6.3's compiler crashes, in the language mode 6, when it opens an existential that is passed to the operator above.

/// Maps a property of type `Any`; keeps it if the value is absent or null.
@inlinable
public func <- (left: inout Any, right: Map) {
    if right.isReading {
        if let value = right.read(any: Any.self) { left = value }
    } else {
        right.write(any: left)
    }
}

/// Maps a property of type `AnyObject`; keeps it if the value is absent or null.
@inlinable
public func <- (left: inout AnyObject, right: Map) {
    if right.isReading {
        if let value = right.read(any: AnyObject.self) { left = value }
    } else {
        right.write(any: left)
    }
}

/// Maps an optional property of any type by a cast; keeps it if the value is absent, and makes it nil if it is null or
/// does not fit.
@inlinable
public func <- <T>(left: inout T?, right: Map) {
    if right.isReading {
        right.readOptional(&left) { right.cast($0, to: T.self, dropsRefused: true) }
    } else {
        left >>> right
    }
}

/// Writes a value of any type, if it has a form in JSON.
@inlinable
public func >>> <T>(left: T, right: Map) {
    if !right.isReading { right.write(any: left) }
}

/// Writes a value of any type, if it is there and has a form in JSON.
@inlinable
public func >>> <T>(left: T?, right: Map) {
    if right.isReading { return }
    if let left { right.write(any: left) } else { right.writeNil() }
}
