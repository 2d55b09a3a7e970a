import NeatlineFoundation
import NeatlineJSON

// The operators' access to a field, with one method for each family of properties: `read` when JSON is read, `write` when it
// is written. Reading records a failure for a value that does not fit.

// MARK: Values

extension Map {
    // Methods that are used for every field take the parts of a map, so that the map of a subscript is not created in memory.

    /// Records that the field of a property that cannot be nil is absent.
    @inlinable
    @inline(__always)
    func noteMissing(_ type: Any.Type) {
        reading.missing(key, nesting, nestedKeyDelimiter, ofObjectAt: object, expected: type)
    }

    /// Begins the member of the field; one value has to follow, and `end`.
    ///
    /// - Returns: false if the field has no name; then no value must be written.
    @inlinable
    @inline(__always)
    func begin() -> Bool { writing.begin(key, nesting, nestedKeyDelimiter) }

    /// Ends the member of the field.
    @inlinable
    @inline(__always)
    func end() { writing.end(key, nesting, nestedKeyDelimiter) }

    /// The position of the field's value, which must not be absent.
    @inlinable
    @inline(__always)
    var reader: ValueReader { ValueReader(reading, position, depth: depth) }

    /// The run to which the field's value is written.
    @inlinable
    @inline(__always)
    var writer: ValueWriter { ValueWriter(writing, depth: depth) }

    /// Whether the field, which must not be absent, is null.
    @inlinable
    @inline(__always)
    var isNull: Bool { mapping.isNull(position) }

    /// Reads a value; nil if it is absent or does not fit.
    @inlinable
    @inline(__always)
    func read<T: MappableValue>(value type: T.Type) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return T.value(from: reader)
    }

    /// Writes a value.
    @inlinable
    @inline(__always)
    func write<T: MappableValue>(value: T) { writing.write(value, key, nesting, nestedKeyDelimiter, depth: depth) }

    /// Writes null.
    @inlinable
    func writeNull() {
        guard begin() else { return }
        writing.appendNull()
        end()
    }

    /// Writes a property that is nil.
    @inlinable
    func writeNil() {
        if mapping.includesNil { writeNull() }
    }
}

// MARK: Other types

extension ValueReader {
    /// The value as a transform receives it from a dictionary: nil for null, and for what `castableValue` refuses.
    @usableFromInline var transformedValue: Any? { reading.castableValue(position) }

    /// Reads a value by a cast; nil if it does not fit.
    @inlinable
    func cast<T>() -> T? {
        let isAny = T.self == Any.self || T.self == [Any].self || T.self == [String: Any].self
        // An optional in `Any` is a value, so it is unwrapped first.
        guard let value = isAny ? reading.value(position) : reading.castableValue(position) else { return nil }
        return value as? T
    }

    /// Reads a value by a cast, or, for raw-representable types and arrays and dictionaries of them, by casts of the raw values.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - dropsRefused: Whether raw values that the type does not have are dropped from arrays and dictionaries; otherwise all
    ///     have to fit.
    /// - Returns: nil, with a recorded failure, if the value does not fit.
    @inlinable
    func cast<T>(to type: T.Type, dropsRefused: Bool = false) -> T? {
        if let value: T = cast() { return value }
        if let type = T.self as? any ValueWrapper.Type {
            return type.read(from: self, dropsRefused: dropsRefused) as? T
        }
        // In generic code the compiler also selects this overload for a `MappableValue`, which a cast refuses if the number has
        // another type.
        if let type = T.self as? any MappableValue.Type { return type.value(from: self) as? T }
        if !reading.isNull(position), let read = ValueReader.rawReader(of: T.self) {
            return read(self, dropsRefused) as? T
        }
        noteCastFailure(of: T.self)
        return nil
    }
}

extension ValueReader {
    /// Records why a value cannot be cast to a type; for an array or an object, which of its elements cannot.
    @usableFromInline
    @inline(never)
    func noteCastFailure(of type: Any.Type) {
        let noted = reading.noted
        if let container = unwrapped(type) as? any PropertyContainer.Type, !needsTransform(container) {
            container.noteCastFailures(in: self)
        }
        if reading.noted == noted { reading.mismatch(at: position, cast: type) }
    }
}

extension PropertyContainer {
    /// Records which elements cannot be cast to the container's type of elements.
    fileprivate static func noteCastFailures(in reader: ValueReader) {
        _ = _readElements(from: reader, dropsRefused: true) { element in
            let value: PropertyElement? = element.cast()
            if value == nil { element.noteCastFailure(of: PropertyElement.self) }
            return nil
        }
    }
}

extension Map {
    /// Reads a value by a cast; nil if it is absent or does not fit.
    @inlinable
    func read<T>(any type: T.Type) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return reader.cast(to: T.self, dropsRefused: true)
    }

    /// Writes a value if JSON can represent it, and omits the field if not.
    @usableFromInline
    func write(any value: Any) {
        if let wrapper = value as? any ValueWrapper { return wrapper.write(to: self) }
        if let rawForm = rawForm(of: value) { return write(any: rawForm) }
        let json = NeatlineJSON.JSON(value)
        if case .error = json { return writing.leaveOut(name, value) }
        guard begin() else { return }
        if writing.isText { writing.append(json) } else { writing.appendObject(value) }
        end()
    }
}

// MARK: Fields that may be absent

extension Map {
    /// Reads a field whose property cannot be nil.
    ///
    /// - Returns: nil, with a recorded failure, if the field is absent or does not fit.
    @inlinable
    @inline(__always)
    func present<T>(_ type: T.Type, _ read: (ValueReader) -> T?) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return read(reader)
    }

    /// Reads into a property that can be nil: it is unchanged if the field is absent, and set to nil if the field is null or
    /// does not fit.
    @inlinable
    @inline(__always)
    func readOptional<T>(_ property: inout T?, _ read: (ValueReader) -> T?) {
        if position == 0 { return }
        property = isNull ? nil : read(reader)
    }

    /// Writes an array, a set or a dictionary, unless it is nil.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - convert: Converts an element to the value that is written, or returns nil to omit the element.
    ///   - append: Writes a converted element.
    @inlinable
    func write<C: PropertyContainer, Output>(
        container: C?, _ convert: (C.PropertyElement) -> Output?, _ append: (Output) -> Void
    ) {
        if isReading { return }
        guard let container else { return writeNil() }
        guard begin() else { return }
        container._appendElements(to: writer, convert, append)
        end()
    }

    /// Writes a value where one is expected.
    @inlinable
    @inline(__always)
    func append<T: MappableValue>(value: T) {
        if writing.isText { value.write(to: writer) } else { writing.appendObject(value.mappedObject) }
    }

}

extension ValueWriter {
    /// Writes a value of any kind where one is expected.
    @inlinable
    func append<T>(any value: T) {
        if writing.isText {
            // Compared by type, because an `NSNumber` can be cast to any of them.
            if T.self == String.self, let value = value as? String { return writing.append(value) }
            if T.self == Double.self, let value = value as? Double { return writing.append(value) }
            if T.self == Int.self, let value = value as? Int { return writing.append(Int64(value)) }
            writing.append(NeatlineJSON.JSON(value as Any))
        } else {
            writing.appendObject(value)
        }
    }
}
