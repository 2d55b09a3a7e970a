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
    func begin() -> Bool {
        if nesting == .ifDotted, writing.beginMember(plain: key) { return true }
        return writing.beginSlowPath(key, nesting, nestedKeyDelimiter)
    }

    /// Ends the member of the field.
    @inlinable
    @inline(__always)
    func end() {
        if !writing.isText { writing.put(key, nesting, nestedKeyDelimiter) }
    }

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
        return T.value(from: ValueReader(reading, position))
    }

    /// As `readOptional`, without a function that would hold the map.
    @inlinable
    @inline(__always)
    func read<T: MappableValue>(optional property: inout T?) {
        if position == 0 { return }
        property = isNull ? nil : T.value(from: ValueReader(reading, position))
    }

    @inlinable
    @inline(__always)
    func write<T: MappableValue>(value: T) {
        guard begin() else { return }
        if writing.isText {
            value.write(to: ValueWriter(writing))
        } else {
            writing.appendObject(value.mappedObject)
        }
        end()
    }

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

extension Map {
    /// A value that a cast gives; nil if it is absent or does not fit.
    @inlinable
    func read<T>(any type: T.Type) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return cast(position, to: T.self, dropsRefused: true)
    }

    /// A value that a cast gives, or, for raw-representable types and arrays and dictionaries of them, one of raw values
    /// that casts give; nil, noted down, if it does not fit.
    ///
    /// - Parameter dropsRefused: whether raw values that are none of a type's are dropped from arrays and dictionaries;
    ///   otherwise all have to fit.
    @inlinable
    func cast<T>(_ position: Int, to type: T.Type, dropsRefused: Bool = false) -> T? {
        // Unwrapped first: an optional in `Any` is a value too.
        let value = reading.value(position)
        if let value, let value = value as? T { return value }
        if value != nil, let raw = rawReader(of: T.self) { return raw(self, position, dropsRefused) as? T }
        reading.mismatch(at: position, expected: T.self)
        return nil
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

// MARK: Raw values

extension Map {
    @inlinable
    @inline(__always)
    func raw<T: RawRepresentable>(_ position: Int, _ type: T.Type) -> T? where T.RawValue: MappableValue {
        guard let rawValue = T.RawValue.value(from: ValueReader(reading, position)) else { return nil }
        if let value = T(rawValue: rawValue) { return value }
        reading.unknownCase(at: position, of: T.self)
        return nil
    }

    /// Reads into a raw-representable property that can be nil, as `readOptional`.
    @inlinable
    @inline(__always)
    func read<T: RawRepresentable>(optionalRaw property: inout T?) where T.RawValue: MappableValue {
        if position == 0 { return }
        property = isNull ? nil : raw(position, T.self)
    }
}

// MARK: Containers of what a function makes

extension Map {
    @inlinable
    @inline(__always)
    func array<T>(_ position: Int, _ make: (Int) -> T?) -> [T]? { reading.array(position, make) }

    @inlinable
    @inline(__always)
    func dictionary<T>(_ position: Int, _ make: (String, Int) -> T?) -> [String: T]? {
        reading.dictionary(position, make)
    }
}

extension MappingReader {
    /// The elements of which `make` makes something; the others, which it has noted, are dropped. nil if there is no array.
    @inlinable
    func array<T>(_ position: Int, _ make: (Int) -> T?) -> [T]? {
        guard var positions = elements(position) else {
            mismatch(at: position, expected: "an array")
            return nil
        }
        var result: [T] = []
        result.reserveCapacity(positions.count)
        while let position = next(&positions) {
            if let element = make(position) { result.append(element) }
        }
        return result
    }

    /// The members of whose values `make` makes something; the others, which it has noted, are dropped. nil if there is
    /// no object.
    @inlinable
    func dictionary<T>(_ position: Int, _ make: (String, Int) -> T?) -> [String: T]? {
        guard let members = members(position) else {
            mismatch(at: position, expected: "an object")
            return nil
        }
        var result: [String: T] = [:]
        result.reserveCapacity(members.count)
        for member in members {
            if let value = make(member.name, member.position) { result[member.name] = value }
        }
        return result
    }
}

// MARK: Fields that may be absent

extension Map {
    /// What `make` makes of a field that is there; nil, noted down, if it is absent.
    @inlinable
    @inline(__always)
    func present<T, Property>(_ type: Property.Type, _ make: (Int) -> T?) -> T? {
        if position == 0 {
            noteMissing(Property.self)
            return nil
        }
        return make(position)
    }

    /// Reads into a property that can be nil: absent leaves it as it is, null makes it nil, and so does what does not
    /// fit.
    @inlinable
    @inline(__always)
    func readOptional<T>(_ property: inout T?, _ make: (Int) -> T?) {
        if position == 0 { return }
        property = isNull ? nil : make(position)
    }

    /// Writes an array, each element as `write` does.
    @inlinable
    func write<Elements: Sequence>(elements: Elements, _ write: (Elements.Element) -> Void) {
        guard begin() else { return }
        writeArray(elements, write)
        end()
    }

    @inlinable
    func writeArray<Elements: Sequence>(_ elements: Elements, _ write: (Elements.Element) -> Void) {
        writing.beginArray()
        for element in elements {
            writing.beginElement()
            write(element)
        }
        writing.endArray()
    }

    /// Writes an object, its members in the order of their names, each value as `write` does.
    @inlinable
    func write<T>(members: [String: T], _ write: (T) -> Void) {
        guard begin() else { return }
        writing.beginObject()
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            writing.beginMember(name)
            write(value)
            writing.endMember(name)
        }
        writing.endObject()
        end()
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
