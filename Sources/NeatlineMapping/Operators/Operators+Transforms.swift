// Properties that a transform converts. What it makes nothing of keeps the property, makes it nil if it is optional, and is
// dropped from arrays, dictionaries and sets.

/// Maps what a transform makes of the value.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(Transform.Object.self, { map.transform($0, transform) }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps what a transform makes of the value, or nil.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object?, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left, through: transform)
    } else {
        left >>> right
    }
}

/// Writes what a transform makes of the value.
@inlinable
public func >>> <Transform: TransformType>(left: Transform.Object, right: (Map, Transform)) {
    right.0.write(left, through: right.1)
}

/// Writes what a transform makes of the value, or of nil.
@inlinable
public func >>> <Transform: TransformType>(left: Transform.Object?, right: (Map, Transform)) {
    right.0.write(left, through: right.1)
}

/// Maps an array, each element through a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout [Transform.Object], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present([Transform.Object].self, { map.array($0) { map.transform($0, transform) } }) {
            left = value
        }
    } else {
        left >>> right
    }
}

/// Maps an array, each element through a transform, or nil.
@inlinable
public func <- <Transform: TransformType>(left: inout [Transform.Object]?, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.array($0) { map.transform($0, transform) } }
    } else {
        left >>> right
    }
}

/// Writes an array, each element through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: [Transform.Object], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading { return }
    map.write(elements: left.compactMap { transform.transformToJSON($0) }) { transform._append($0, to: map) }
}

/// Writes an array, each element through a transform, if it is there.
@inlinable
public func >>> <Transform: TransformType>(left: [Transform.Object]?, right: (Map, Transform)) {
    if right.0.isReading { return }
    if let left { left >>> right } else { right.0.writeNil() }
}

/// Maps an array of arrays, each element through a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout [[Transform.Object]], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(
            [[Transform.Object]].self, { map.array($0) { map.array($0) { map.transform($0, transform) } } })
        {
            left = value
        }
    } else {
        left >>> right
    }
}

/// Maps an array of arrays, each element through a transform, or nil.
@inlinable
public func <- <Transform: TransformType>(left: inout [[Transform.Object]]?, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.array($0) { map.array($0) { map.transform($0, transform) } } }
    } else {
        left >>> right
    }
}

/// Writes an array of arrays, each element through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: [[Transform.Object]], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading { return }
    map.write(elements: left) {
        map.writeArray($0.compactMap { transform.transformToJSON($0) }) { transform._append($0, to: map) }
    }
}

/// Writes an array of arrays, each element through a transform, if it is there.
@inlinable
public func >>> <Transform: TransformType>(left: [[Transform.Object]]?, right: (Map, Transform)) {
    if right.0.isReading { return }
    if let left { left >>> right } else { right.0.writeNil() }
}

/// Maps a set, each element through a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout Set<Transform.Object>, right: (Map, Transform))
where Transform.Object: Hashable {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(
            Set<Transform.Object>.self, { map.array($0) { map.transform($0, transform) }.map { Set($0) } })
        {
            left = value
        }
    } else {
        left >>> right
    }
}

/// Maps a set, each element through a transform, or nil.
@inlinable
public func <- <Transform: TransformType>(left: inout Set<Transform.Object>?, right: (Map, Transform))
where Transform.Object: Hashable {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.array($0) { map.transform($0, transform) }.map { Set($0) } }
    } else {
        left >>> right
    }
}

/// Writes a set, each element through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: Set<Transform.Object>, right: (Map, Transform))
where Transform.Object: Hashable {
    let (map, transform) = right
    if map.isReading { return }
    map.write(elements: left.compactMap { transform.transformToJSON($0) }) { transform._append($0, to: map) }
}

/// Writes a set, each element through a transform, if it is there.
@inlinable
public func >>> <Transform: TransformType>(left: Set<Transform.Object>?, right: (Map, Transform))
where Transform.Object: Hashable {
    if right.0.isReading { return }
    if let left { left >>> right } else { right.0.writeNil() }
}

/// Maps a dictionary, each value through a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: Transform.Object], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(
            [String: Transform.Object].self, { map.dictionary($0) { map.transform($1, transform) } })
        {
            left = value
        }
    } else {
        left >>> right
    }
}

/// Maps a dictionary, each value through a transform, or nil.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: Transform.Object]?, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.dictionary($0) { map.transform($1, transform) } }
    } else {
        left >>> right
    }
}

/// Writes a dictionary, each value through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: [String: Transform.Object], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading { return }
    map.write(members: left.compactMapValues { transform.transformToJSON($0) }) { transform._append($0, to: map) }
}

/// Writes a dictionary, each value through a transform, if it is there.
@inlinable
public func >>> <Transform: TransformType>(left: [String: Transform.Object]?, right: (Map, Transform)) {
    if right.0.isReading { return }
    if let left { left >>> right } else { right.0.writeNil() }
}

/// Maps a dictionary of arrays, each element through a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: [Transform.Object]], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(
            [String: [Transform.Object]].self, { map.dictionary($0) { map.array($1) { map.transform($0, transform) } } }
        ) {
            left = value
        }
    } else {
        left >>> right
    }
}

/// Maps a dictionary of arrays, each element through a transform, or nil.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: [Transform.Object]]?, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.dictionary($0) { map.array($1) { map.transform($0, transform) } } }
    } else {
        left >>> right
    }
}

/// Writes a dictionary of arrays, each element through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: [String: [Transform.Object]], right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading { return }
    map.write(members: left) {
        map.writeArray($0.compactMap { transform.transformToJSON($0) }) { transform._append($0, to: map) }
    }
}

/// Writes a dictionary of arrays, each element through a transform, if it is there.
@inlinable
public func >>> <Transform: TransformType>(left: [String: [Transform.Object]]?, right: (Map, Transform)) {
    if right.0.isReading { return }
    if let left { left >>> right } else { right.0.writeNil() }
}

extension Map {
    /// What the transform makes of the value at `position`; nil, noted down, if nothing.
    @inlinable
    func transform<Transform: TransformType>(_ position: Int, _ transform: Transform) -> Transform.Object? {
        if let value = transformed(position, transform) { return value }
        reading.notTransformed(at: position, to: Transform.Object.self, by: Transform.self)
        return nil
    }

    @inlinable
    func transformed<Transform: TransformType>(_ position: Int, _ transform: Transform) -> Transform.Object? {
        transform._transform(at: position, of: self)
    }

    /// Reads into a property that can be nil; the transform is asked what null means.
    @inlinable
    func readOptional<Transform: TransformType>(_ property: inout Transform.Object?, through transform: Transform) {
        if position == 0 { return }
        property =
            reading.isNull(position) ? transformed(position, transform) : self.transform(position, transform)
    }

    /// Writes what the transform makes of a value.
    @inlinable
    func write<Transform: TransformType>(_ value: Transform.Object?, through transform: Transform) {
        if isReading { return }
        transform._write(value, to: self)
    }
}
