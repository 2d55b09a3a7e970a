// Properties that are models, and containers of them. A model that refuses keeps the property, makes it nil if it is optional,
// and is dropped from arrays, dictionaries and sets. When an existing object is mapped (`toObject`), models inside it are
// updated in place, and dictionaries of models name by name.

/// Maps a model.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout T, right: Map) {
    if !right.isReading {
        right.write(object: &left)
    } else if right.toObject, right.position != 0 {
        right.update(&left, right.position)
    } else if let value = right.read(object: T.self) {
        left = value
    }
}

/// Maps an optional model.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout T?, right: Map) {
    if !right.isReading {
        left >>> right
    } else if right.toObject, left != nil, right.position != 0, !right.isNull {
        right.update(&left!, right.position)
    } else {
        right.read(optionalObject: &left)
    }
}

/// Writes a model.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: T, right: Map) {
    if right.isReading { return }
    var left = left
    right.write(object: &left)
}

/// Writes a model, if it is there.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: T?, right: Map) {
    if right.isReading { return }
    if let left { left >>> right } else { right.writeNil() }
}

// MARK: Containers

/// Maps an array of models.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [T], right: Map) {
    if !right.isReading {
        left >>> right
    } else if let value = right.read(objects: T.self) {
        left = value
    }
}

/// Maps an array of models, or nil.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [T]?, right: Map) {
    if !right.isReading {
        left >>> right
    } else {
        right.read(optionalObjects: &left)
    }
}

/// Writes an array of models.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [T], right: Map) {
    if right.isReading || !right.canWriteObject() { return }
    guard right.begin() else { return }
    right.append(objects: left)
    right.end()
}

/// Writes an array of models, if it is there; nil is left out, whatever the map says.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [T]?, right: Map) {
    if let left { left >>> right }
}

/// Maps an array of arrays of models.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [[T]], right: Map) {
    if !right.isReading {
        left >>> right
    } else if let value = right.present([[T]].self, { right.array($0) { right.objects($0, T.self) } }) {
        left = value
    }
}

/// Maps an array of arrays of models, or nil.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [[T]]?, right: Map) {
    if !right.isReading {
        left >>> right
    } else {
        right.readOptional(&left) { right.array($0) { right.objects($0, T.self) } }
    }
}

/// Writes an array of arrays of models.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [[T]], right: Map) {
    if right.isReading || !right.canWriteObject() { return }
    right.write(elements: left) { right.append(objects: $0) }
}

/// Writes an array of arrays of models, if it is there; nil is left out, whatever the map says.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [[T]]?, right: Map) {
    if let left { left >>> right }
}

/// Maps a set of models.
@inlinable
@inline(__always)
public func <- <T: BaseMappable & Hashable>(left: inout Set<T>, right: Map) {
    if !right.isReading {
        left >>> right
    } else if let value = right.present(Set<T>.self, { right.objects($0, T.self).map { Set($0) } }) {
        left = value
    }
}

/// Maps a set of models, or nil.
@inlinable
@inline(__always)
public func <- <T: BaseMappable & Hashable>(left: inout Set<T>?, right: Map) {
    if !right.isReading {
        left >>> right
    } else {
        right.readOptional(&left) { right.objects($0, T.self).map { Set($0) } }
    }
}

/// Writes a set of models.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable & Hashable>(left: Set<T>, right: Map) {
    if right.isReading || !right.canWriteObject() { return }
    right.write(elements: left) { object in
        var object = object
        right.append(object: &object)
    }
}

/// Writes a set of models, if it is there; nil is left out, whatever the map says.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable & Hashable>(left: Set<T>?, right: Map) {
    if let left { left >>> right }
}

/// Maps a dictionary of models.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [String: T], right: Map) {
    if !right.isReading {
        left >>> right
    } else if right.toObject, right.position != 0 {
        right.update(&left, right.position)
    } else if let value = right.present([String: T].self, { right.objectsByName($0, T.self) }) {
        left = value
    }
}

/// Maps a dictionary of models, or nil.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [String: T]?, right: Map) {
    if !right.isReading {
        left >>> right
    } else if right.toObject, left != nil, right.position != 0, !right.isNull {
        right.update(&left!, right.position)
    } else {
        right.readOptional(&left) { right.objectsByName($0, T.self) }
    }
}

/// Writes a dictionary of models.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [String: T], right: Map) {
    if right.isReading || !right.canWriteObject() { return }
    right.write(members: left) { object in
        var object = object
        right.append(object: &object)
    }
}

/// Writes a dictionary of models, if it is there; nil is left out, whatever the map says.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [String: T]?, right: Map) {
    if let left { left >>> right }
}

/// Maps a dictionary of arrays of models.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [String: [T]], right: Map) {
    if !right.isReading {
        left >>> right
    } else if let value = right.present([String: [T]].self, { right.arraysOfObjectsByName($0, T.self) }) {
        left = value
    }
}

/// Maps a dictionary of arrays of models, or nil.
@inlinable
@inline(__always)
public func <- <T: BaseMappable>(left: inout [String: [T]]?, right: Map) {
    if !right.isReading {
        left >>> right
    } else {
        right.readOptional(&left) { right.arraysOfObjectsByName($0, T.self) }
    }
}

/// Writes a dictionary of arrays of models.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [String: [T]], right: Map) {
    if right.isReading || !right.canWriteObject() { return }
    right.write(members: left) { right.append(objects: $0) }
}

/// Writes a dictionary of arrays of models, if it is there; nil is left out, whatever the map says.
@inlinable
@inline(__always)
public func >>> <T: BaseMappable>(left: [String: [T]]?, right: Map) {
    if let left { left >>> right }
}
