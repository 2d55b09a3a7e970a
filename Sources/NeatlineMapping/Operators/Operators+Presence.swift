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
            return
        }
        switch presence {
        case .absent: break
        case .null: writeNull()
        case .value(let value): write(value)
        }
    }
}
