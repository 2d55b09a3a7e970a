import NeatlineFoundation
import NeatlineJSON

// Properties that keep why a value did not fit, for models that go on without it:
//
//     var price: Result<Decimal, MappingError> = .success(0)
//     price <- map["price"]           // .failure with the place, which then is none of the mapper's failures
//
// A member that is absent is a failure of the mapper as for other types, and keeps the property. A failure is written as null.

extension Result: MappableValue where Success: MappableValue, Failure == MappingError {
    /// The value, or why it does not fit; never nil.
    public static func value(from reader: ValueReader) -> Result? { reader.result { Success.value(from: $0) } }

    /// Writes the value; null for a failure.
    public func write(to writer: ValueWriter) {
        if case .success(let value) = self { value.write(to: writer) } else { writer.writing.appendNull() }
    }

    /// The value's object; `NSNull` for a failure.
    public var mappedObject: Any { (try? get())?.mappedObject ?? JSON.null.object }

    /// The name of the values, for messages.
    public static var mappedName: String { Success.mappedName }
}

extension Result: ModelForm where Success: ModelForm, Failure == MappingError {
    /// The models, or why they do not fit; never nil.
    public static func _read(from reader: ValueReader) -> Result? { reader.result { Success._read(from: $0) } }

    /// The models, or why they do not fit; never nil.
    ///
    /// - Throws: The error of a model's initialiser, if it is `rethrowing`.
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> Result? {
        try reader.result { try Success._readAll(from: $0, rethrowing: rethrowing) }
    }

    /// Writes the models; null for a failure.
    public mutating func _append(to writer: ValueWriter) {
        guard case .success(var models) = self else { return writer.writing.appendNull() }
        models._append(to: writer)
    }
}

/// Maps a raw-representable value, such as an enum, or keeps why it does not fit.
///
/// - Parameters:
///   - left: The property, which is assigned or written. A failure is written as null.
///   - right: The field, such as `map["name"]`.
@_disfavoredOverload
public func <- <T: RawRepresentable>(left: inout Result<T, MappingError>, right: Map) where T.RawValue: MappableValue {
    if right.isReading {
        if right.position == 0 { right.noteMissing(T.self) } else { left = right.reader.result { $0.raw(T.self) } }
    } else if case .success(let value) = left {
        right.write(value: value.rawValue)
    } else {
        right.writeNull()
    }
}

extension ValueReader {
    /// Reads a value, or returns the failures that `read` has recorded, which are taken back.
    func result<Value>(_ read: (ValueReader) throws -> Value?) rethrows -> Result<Value, MappingError> {
        let noted = reading.noted
        if let value = try read(self) { return .success(value) }
        return .failure(reading.takenError(since: noted, at: position, Value.self))
    }
}

extension MappingReader {
    /// Removes the failures after the first `count`, and returns them as an error.
    func takenError(since count: Int, at position: Int, _ type: Any.Type) -> MappingError {
        var failures = log.records.dropFirst(count).filter { FailureLog.isOpen($0) }.map { failure($0) }
        if failures.isEmpty {
            failures = [failure(.init(reason: .mismatch, position: position, expected: .type(type)))]
        }
        forget(since: count)
        noteRefusal(at: position, isRecorded: false)
        return MappingError(failures: failures)
    }
}
