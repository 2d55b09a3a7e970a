import NeatlineFoundation
import NeatlineJSON

// `Presence`, and `Result` of types that are not `MappableValue`s, where no overload is for them: as the values that `Map.value` and
// `Map.valueIfPresent` return, and on the left of `>>>`. They are recognized when the program runs.

/// A type whose values wrap those of another, or say why there is none.
@usableFromInline
protocol ValueWrapper {
    /// The value for an absent member; nil if the member has to be there.
    static var ofAbsent: Any? { get }
    /// Reads the wrapped value.
    ///
    /// - Returns: nil, with a recorded failure, if the value does not fit.
    static func read(from reader: ValueReader, dropsRefused: Bool) -> Any?
    /// Writes the wrapped value.
    func write(to field: Map)
}

extension Presence: ValueWrapper {
    @usableFromInline static var ofAbsent: Any? { Presence.absent }

    @usableFromInline
    static func read(from reader: ValueReader, dropsRefused: Bool) -> Any? {
        if reader.reading.isNull(reader.position) { return Presence.null }
        return wrapped(Value.self, reader, dropsRefused).map { Presence.value($0) }
    }

    @usableFromInline
    func write(to field: Map) {
        switch self {
        case .absent: break
        case .null: field.writeNull()
        case .value(let value): field.write(wrapped: value)
        }
    }
}

extension Result: ValueWrapper where Failure == MappingError {
    @usableFromInline static var ofAbsent: Any? { nil }

    @usableFromInline
    static func read(from reader: ValueReader, dropsRefused: Bool) -> Any? {
        reader.result { wrapped(Success.self, $0, dropsRefused) } as Result
    }

    @usableFromInline
    func write(to field: Map) {
        if case .success(let value) = self { field.write(wrapped: value) } else { field.writeNull() }
    }
}

/// Reads a value by what its type conforms to.
private func wrapped<Value>(_ type: Value.Type, _ reader: ValueReader, _ dropsRefused: Bool) -> Value? {
    if let type = type as? any ModelForm.Type {
        let model = dropsRefused ? type._read(from: reader) : try? type._readAll(from: reader, rethrowing: false)
        return model as? Value
    }
    if let type = type as? any MappableValue.Type { return type.value(from: reader) as? Value }
    return reader.cast(to: Value.self, dropsRefused: dropsRefused)
}

extension Map {
    /// Writes a value by what its type conforms to.
    fileprivate func write(wrapped value: Any) {
        switch value {
        case let value as any ModelForm: write(model: value)
        case let value as any MappableValue: write(value: value)
        default: write(any: value)
        }
    }
}
