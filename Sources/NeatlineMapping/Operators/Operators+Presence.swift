// Properties that tell null from absent. Absent, and a value that does not fit, keep the property.

/// Maps a value, and distinguishes null from an absent member.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field, such as `map["name"]`.
@inlinable
public func <- <T: MappableValue>(left: inout Presence<T>, right: Map) {
    right.map(presence: &left, { T.value(from: $0) }, { right.write(value: $0) })
}

/// Maps a raw-representable value, and distinguishes null from an absent member.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- <T: RawRepresentable>(left: inout Presence<T>, right: Map) where T.RawValue: MappableValue {
    right.map(presence: &left, { $0.raw(T.self) }, { right.write(value: $0.rawValue) })
}

/// Maps a model, or an array, a set or a dictionary of models, and distinguishes null from an absent member.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field, such as `map["name"]`.
@inlinable
public func <- <T: ModelForm>(left: inout Presence<T>, right: Map) {
    right.map(presence: &left, { T._read(from: $0) }, { right.write(model: $0) })
}

/// Maps a value whose type is both a model and a `MappableValue`, as a model, and distinguishes null from an absent member.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field, such as `map["name"]`.
@inlinable
public func <- <T: ModelForm & MappableValue>(left: inout Presence<T>, right: Map) {
    right.map(presence: &left, { T._read(from: $0) }, { right.write(model: $0) })
}

/// Maps any other value, such as an array of enums, and distinguishes null from an absent member.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field, such as `map["name"]`.
@inlinable
@_disfavoredOverload
public func <- <T>(left: inout Presence<T>, right: Map) {
    right.map(presence: &left, { $0.cast(to: T.self, dropsRefused: true) }, { right.write(any: $0) })
}

// MARK: Transforms

/// Maps a value through a transform, and distinguishes null from an absent member. The transform does not receive null.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType>(left: inout Presence<Transform.Object>, right: (Map, Transform)) {
    let (map, transform) = right
    map.map(presence: &left, { map.transform($0, transform) }, { $0 >>> right })
}

/// Writes the result of a transform for a value; null for null, and nothing for an absent member.
///
/// - Parameters:
///   - left: The value that the transform receives.
///   - right: The field and the transform, such as `(map["link"], URLTransform())`.
@inlinable
public func >>> <Transform: TransformType>(left: Presence<Transform.Object>, right: (Map, Transform)) {
    right.0.write(presence: left) { $0 >>> right }
}

/// Maps an array, a set or a dictionary, each element through a transform, and distinguishes null from an absent member.
///
/// - Parameters:
///   - left: The property. `.absent` writes nothing.
///   - right: The field and the transform, such as `(map["links"], URLTransform())`.
@inlinable
public func <- <Transform: TransformType, C: PropertyContainer>(left: inout Presence<C>, right: (Map, Transform))
where C.PropertyElement == Transform.Object {
    let (map, transform) = right
    map.map(presence: &left, { map.transform(elements: C.self, at: $0, transform) }, { $0 >>> right })
}

/// Writes an array, a set or a dictionary, each element through a transform; null for null, and nothing for an absent member.
///
/// - Parameters:
///   - left: The value whose elements the transform receives.
///   - right: The field and the transform, such as `(map["links"], URLTransform())`.
@inlinable
public func >>> <Transform: TransformType, C: PropertyContainer>(left: Presence<C>, right: (Map, Transform))
where C.PropertyElement == Transform.Object {
    right.0.write(presence: left) { $0 >>> right }
}

extension Map {
    /// Maps a property that tells null from absent.
    @inlinable
    func map<T>(presence: inout Presence<T>, _ read: (ValueReader) -> T?, _ write: (T) -> Void) {
        if isReading {
            if position == 0 { return }
            if isNull {
                presence = .null
            } else if let value = read(reader) {
                presence = .value(value)
            }
        } else {
            self.write(presence: presence, write)
        }
    }

    /// Writes a property that tells null from absent.
    @inlinable
    func write<T>(presence: Presence<T>, _ write: (T) -> Void) {
        if isReading { return }
        switch presence {
        case .absent: break
        case .null: writeNull()
        case .value(let value): write(value)
        }
    }
}
