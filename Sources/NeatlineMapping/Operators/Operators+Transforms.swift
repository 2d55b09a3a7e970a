// Properties that a transform converts, and arrays, sets and dictionaries of them. If the transform returns nil, the property is
// unchanged, or set to nil if it is optional; elements of containers are omitted.

/// Maps a value through a transform.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(Transform.Object.self, { map.transform($0, transform) }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps an optional value through a transform, which also receives null.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object?, right: (Map, Transform)) {
    let (map, transform) = right
    if map.isReading {
        if map.position == 0 { return }
        left = map.isNull ? transform._transform(map.reader) : map.transform(map.reader, transform)
    } else {
        left >>> right
    }
}

/// Writes the result of a transform for a value. No other `>>>` has an overload for properties that are not optional; this one
/// needs it, because `Any` and `Any?` would be ambiguous where both types are inferred.
///
/// - Parameters:
///   - left: The value that the transform receives.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func >>> <Transform: TransformType>(left: Transform.Object, right: (Map, Transform)) {
    if !right.0.isReading { right.1._write(left, to: right.0) }
}

/// Writes the result of a transform for a value, or for nil.
///
/// - Parameters:
///   - left: The value that the transform receives.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func >>> <Transform: TransformType>(left: Transform.Object?, right: (Map, Transform)) {
    if !right.0.isReading { right.1._write(left, to: right.0) }
}

// MARK: Containers

/// Maps an array, a set or a dictionary, each element through a transform.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType, C: PropertyContainer>(left: inout C, right: (Map, Transform))
where C.PropertyElement == Transform.Object {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(C.self, { map.transform(elements: C.self, at: $0, transform) }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps an optional array, set or dictionary, each element through a transform.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType, C: PropertyContainer>(left: inout C?, right: (Map, Transform))
where C.PropertyElement == Transform.Object {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.transform(elements: C.self, at: $0, transform) }
    } else {
        left >>> right
    }
}

/// Writes an array, a set or a dictionary, each element through a transform, unless it is nil.
///
/// - Parameters:
///   - left: The value that the transform receives.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func >>> <Transform: TransformType, C: PropertyContainer>(left: C?, right: (Map, Transform))
where C.PropertyElement == Transform.Object {
    let (map, transform) = right
    map.write(container: left, { transform.transformToJSON($0) }, { transform._append($0, to: map.writer) })
}

/// Maps an array or a dictionary of containers, each element of those through a transform.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType, C: PropertyContainer>(left: inout C, right: (Map, Transform))
where C.PropertyElement: PropertyContainer, C.PropertyElement.PropertyElement == Transform.Object {
    let (map, transform) = right
    if map.isReading {
        if let value = map.present(C.self, { map.transform(innerElements: C.self, at: $0, transform) }) { left = value }
    } else {
        left >>> right
    }
}

/// Maps an optional array or dictionary of containers, each element of those through a transform.
///
/// - Parameters:
///   - left: The property, which is assigned or written.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType, C: PropertyContainer>(left: inout C?, right: (Map, Transform))
where C.PropertyElement: PropertyContainer, C.PropertyElement.PropertyElement == Transform.Object {
    let (map, transform) = right
    if map.isReading {
        map.readOptional(&left) { map.transform(innerElements: C.self, at: $0, transform) }
    } else {
        left >>> right
    }
}

/// Writes an array or a dictionary of containers, each element of those through a transform, unless it is nil.
///
/// - Parameters:
///   - left: The value that the transform receives.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func >>> <Transform: TransformType, C: PropertyContainer>(left: C?, right: (Map, Transform))
where C.PropertyElement: PropertyContainer, C.PropertyElement.PropertyElement == Transform.Object {
    let (map, transform) = right
    map.write(container: left, { $0 }) { inner in
        inner._appendElements(
            to: map.writer, { transform.transformToJSON($0) }, { transform._append($0, to: map.writer) })
    }
}

extension Map {
    /// Converts the value at a position; nil, noted down, if the transform returns nil.
    @inlinable
    func transform<Transform: TransformType>(_ reader: ValueReader, _ transform: Transform) -> Transform.Object? {
        if let value = transform._transform(reader) { return value }
        reading.notTransformed(at: reader.position, expected: transform.expectedJSON)
        return nil
    }

    /// Converts the elements of a container; those that the transform returns nil for are dropped.
    @inlinable
    func transform<Transform: TransformType, C: PropertyContainer>(
        elements type: C.Type, at reader: ValueReader, _ transform: Transform
    ) -> C? where C.PropertyElement == Transform.Object {
        C._readElements(from: reader, dropsRefused: true) { self.transform($0, transform) }
    }

    /// Converts the elements of containers in a container; those that the transform returns nil for are dropped.
    @inlinable
    func transform<Transform: TransformType, C: PropertyContainer>(
        innerElements type: C.Type, at reader: ValueReader, _ transform: Transform
    ) -> C? where C.PropertyElement: PropertyContainer, C.PropertyElement.PropertyElement == Transform.Object {
        C._readElements(from: reader, dropsRefused: true) {
            self.transform(elements: C.PropertyElement.self, at: $0, transform)
        }
    }
}
