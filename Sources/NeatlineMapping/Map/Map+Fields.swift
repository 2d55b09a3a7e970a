import NeatlineFoundation
import NeatlineJSON

// What the operators do with a field, one method for each shape of property: `read` when JSON is read, `write` when it is
// written. Reading notes what does not fit.

// MARK: Values

extension Map {
    // What is done for every field takes its parts, not the map: so a map that a subscript made need never be in memory.

    /// Notes that the field is absent whose property cannot be nil.
    @inlinable
    @inline(__always)
    func noteMissing(_ type: Any.Type) {
        reading.missing(key, nesting, nestedKeyDelimiter, ofObjectAt: object, expected: type)
    }

    /// Begins the member of the field; one value has to follow, and `end`.
    ///
    /// - Returns: false if the field has no name: nothing is to be written then.
    @inlinable
    @inline(__always)
    func begin() -> Bool { writing.begin(key, nesting, nestedKeyDelimiter) }

    /// Ends the member of the field.
    @inlinable
    @inline(__always)
    func end() { writing.end(key, nesting, nestedKeyDelimiter) }

    /// The position of the field's value; for use where there is one.
    @inlinable
    @inline(__always)
    var reader: ValueReader { ValueReader(reading, position, depth: depth) }

    /// Where the field's value is written.
    @inlinable
    @inline(__always)
    var writer: ValueWriter { ValueWriter(writing, depth: depth) }

    /// Whether the field, which is there, is null.
    @inlinable
    @inline(__always)
    var isNull: Bool { mapping.isNull(position) }

    /// A value; nil if it is absent or does not fit.
    @inlinable
    @inline(__always)
    func read<T: MappableValue>(value type: T.Type) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return T.value(from: reader)
    }

    /// As `readOptional`, without a function that would hold the map.
    @inlinable
    @inline(__always)
    func read<T: MappableValue>(optional property: inout T?) {
        if position == 0 { return }
        property = isNull ? nil : T.value(from: reader)
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

// MARK: Anything else

extension ValueReader {
    /// Reads a value by a cast, or, for raw-representable types and arrays and dictionaries of them, by casts of the raw values.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - dropsRefused: Whether raw values that the type does not have are dropped from arrays and dictionaries; otherwise all
    ///     have to fit.
    /// - Returns: nil, noted down, if the value does not fit.
    @inlinable
    func cast<T>(to type: T.Type, dropsRefused: Bool = false) -> T? {
        // Unwrapped first: an optional in `Any` is a value too.
        let value = reading.value(position)
        if let value, let value = value as? T { return value }
        if value != nil, let read = ValueReader.rawReader(of: T.self) { return read(self, dropsRefused) as? T }
        reading.mismatch(at: position, expected: T.self)
        return nil
    }
}

extension Map {
    /// A value that a cast gives; nil if it is absent or does not fit.
    @inlinable
    func read<T>(any type: T.Type) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return reader.cast(to: T.self, dropsRefused: true)
    }

    /// Writes a value if it has a form in JSON, and leaves the field out if not.
    @usableFromInline
    func write(any value: Any) {
        if let rawForm = rawForm(of: value) { return write(any: rawForm) }
        let json = NeatlineJSON.JSON(value)
        if case .error = json { return writing.leaveOut(key, value) }
        guard begin() else { return }
        if writing.isText { writing.append(json) } else { writing.appendObject(value) }
        end()
    }
}

// MARK: Fields that may be absent

extension Map {
    /// Reads a field whose property cannot be nil.
    ///
    /// - Returns: nil, noted down, if the field is absent or does not fit.
    @inlinable
    @inline(__always)
    func present<T>(_ type: T.Type, _ read: (ValueReader) -> T?) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return read(reader)
    }

    /// Reads into a property that can be nil: absent leaves it as it is, null makes it nil, and so does what does not
    /// fit.
    @inlinable
    @inline(__always)
    func readOptional<T>(_ property: inout T?, _ read: (ValueReader) -> T?) {
        if position == 0 { return }
        property = isNull ? nil : read(reader)
    }

    /// Reads into a raw-representable property that can be nil, as `readOptional`, without a function that would hold the map.
    @inlinable
    @inline(__always)
    func read<T: RawRepresentable>(optionalRaw property: inout T?) where T.RawValue: MappableValue {
        if position == 0 { return }
        property = isNull ? nil : reader.raw(T.self)
    }

    /// Writes an array, a set or a dictionary, if it is there.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - convert: Converts an element to what is written, or returns nil to leave the element out.
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

    /// Writes a value of any kind where one is expected.
    @inlinable
    func append<T>(any value: T) {
        if writing.isText {
            // By the type: an `NSNumber` would be cast to any of them.
            if T.self == String.self, let value = value as? String { return writing.append(value) }
            if T.self == Double.self, let value = value as? Double { return writing.append(value) }
            if T.self == Int.self, let value = value as? Int { return writing.append(Int64(value)) }
            writing.append(NeatlineJSON.JSON(value as Any))
        } else {
            writing.appendObject(value)
        }
    }
}
