import NeatlineJSON

// What the code that NeatlineMacros makes needs of a run, beside the operators. Nothing of it is for other use.

extension Map {
    /// The number of failures that were recorded, without reports such as those of conversions, and without those in omitted
    /// elements.
    public var _failureCount: Int { isReading ? reading.log.openCount : 0 }

    /// The number of records of failures and reports.
    public var _recordCount: Int { isReading ? reading.noted : 0 }

    /// Records that the field, which is not absent, or the object without a field, does not fit.
    ///
    /// - Parameters:
    ///   - expected: What was expected.
    ///   - count: The number of records before the field was read. Those after them that its value was converted are removed,
    ///     because no property has the converted value; if it is nil, none are.
    public func _fail(expected: String, since count: Int? = nil) {
        guard isReading else { return }
        removeConversions(since: count)
        reading.mismatch(at: hasField ? position : object, expected: expected)
    }

    private func removeConversions(since count: Int?) {
        if let count { reading.log.removeConversions(at: position, since: count) }
    }

    /// Records an error of a model of this object.
    public func _fail(_ error: any Error, for type: Any.Type) {
        if isReading { reading.thrown(at: object, by: type, error) }
    }

    /// The error of a field that does not fit, which is not recorded.
    ///
    /// - Parameters: as those of `_fail(expected:since:)`.
    public func _error(expected: String, since count: Int? = nil) -> MapError {
        let reason = "Expected \(expected)"
        guard isReading else { return MapError(key: currentKey, currentValue: nil, reason: reason) }
        removeConversions(since: count)
        let noted = reading.noted
        _fail(expected: expected)
        return reading.error(since: noted, currentKey, reason, nil, absent: self, NeatlineJSON.JSON.self)
    }

    /// Whether null is read.
    public var _isNull: Bool { isReading && hasField && position != 0 && reading.isNull(position) }

    /// Reads the field by a function; nil, with a recorded failure, if it is absent or does not fit.
    public func _read<Value>(_ type: Value.Type, _ read: (ValueReader) -> Value?) -> Value? {
        isReading ? present(type, read) : nil
    }

    /// The object, all of whose members are read, so that none is unknown.
    public var _object: NeatlineJSON.JSON {
        if isReading, reading.reportsUnknownKeys {
            reading.forEachMember(ofObjectAt: object) { name, _ in
                _ = reading.find(name: name(), ofObjectAt: object, depth: depth)
            }
        }
        return json
    }

    /// The object again, for a part of the model whose members are those of the object; nil, with a recorded failure,
    /// if there are too many parts inside one another.
    ///
    /// - Parameter updates: Whether the part exists, so that the models inside it are updated in place.
    public func _part(updates: Bool = false) -> Map? {
        if isReading {
            guard reading.canEnter(object, depth: depth) else { return nil }
        } else {
            guard writing.canEnter(depth: depth) else {
                writing.tooDeep(depth)
                return nil
            }
        }
        return Map(mapping, object: object, depth: depth &+ 1, toObject: updates)
    }
}

extension ValueReader {
    /// The members of the value; nil if it is no object, or, with a recorded failure, is inside too many others.
    public func _object() -> Map? {
        guard reading.isObject(position), reading.canEnter(position, depth: depth) else { return nil }
        return Map(reading, object: position, depth: depth &+ 1, toObject: false)
    }

    /// Whether the value is null.
    public var _isNull: Bool { reading.isNull(position) }

    /// What a function reads, as `_attempt`; nil, with nothing recorded, also if the same type is being read of the same value: a type
    /// that has itself as an alternative, directly or through others, would be read without end.
    public func _alternative<Value>(_ read: (ValueReader) throws -> Value?) -> Value? {
        guard reading.beginAlternative(Value.self, at: position) else { return nil }
        defer { reading.endAlternative() }
        return _attempt(read)
    }

    /// What a function reads, as `_alternative`; nil also if the value itself was converted, such as 1 to true: then another
    /// alternative may fit as it is, and this one is kept in `converted`.
    public func _alternative<Value>(
        _ converted: inout _ConvertedAlternative<Value>, _ read: (ValueReader) throws -> Value?
    ) -> Value? {
        let noted = reading.noted
        guard let value = _alternative(read) else { return nil }
        let records = reading.log.records[noted...]
        guard records.contains(where: { $0.reason == .coerced && $0.position == position }) else { return value }
        if converted.first == nil { converted.first = (value, Array(records)) }
        reading.forgetAll(since: noted)
        return nil
    }

    /// The first alternative that was kept, whose conversion is recorded; nil if there is none.
    public func _first<Value>(_ converted: _ConvertedAlternative<Value>) -> Value? {
        guard let (value, records) = converted.first else { return nil }
        for record in records { reading.log.append(record) }
        return value
    }

    /// What a function reads; nil, with nothing recorded, if anything does not fit or it throws.
    public func _attempt<Value>(_ read: (ValueReader) throws -> Value?) -> Value? {
        let noted = reading.noted
        if let value = try? read(self), !reading.log.records[noted...].contains(where: FailureLog.isOpen) {
            return value
        }
        reading.forgetAll(since: noted)
        return nil
    }

    /// The raw-representable value with the raw value that is read; nil, with a recorded failure, if there is none, or none that the
    /// type has.
    public func _raw<Value: RawRepresentable>(_ type: Value.Type) -> Value? where Value.RawValue: MappableValue {
        raw(type)
    }

    /// The array, set or dictionary of raw-representable values; nil, with a recorded failure, if there is none.
    public func _rawValues<Container: PropertyContainer>(_ type: Container.Type) -> Container?
    where Container.PropertyElement: RawRepresentable, Container.PropertyElement.RawValue: MappableValue {
        Container._readRawValues(from: self, dropsRefused: true)
    }

    /// What a function reads of an element; nil, with the failures of an omitted element, if anything does not fit.
    public func _omittable<Value>(_ read: (ValueReader) -> Value?) -> Value? {
        reading.unbroken(position, depth: depth, read)
    }
}

/// The first alternative of a value that fits after a conversion, with what is recorded of that.
public struct _ConvertedAlternative<Value> {
    var first: (value: Value, records: [FailureLog.Record])?

    /// Creates it without an alternative.
    public init() {}
}

extension ValueWriter {
    /// Writes an object, whose members a function writes.
    public func _object(_ body: (Map) -> Void) {
        guard writing.canEnter(depth: depth) else {
            writing.tooDeep(depth)
            return writing.appendNull()
        }
        writing.beginObject()
        body(Map(writing, object: writing.level, depth: depth &+ 1, toObject: false))
        writing.endObject()
    }
}

extension MemberName {
    /// Returns what `==` returns. Of that operator the type checker has to try all overloads: a debug build of models takes 14 %
    /// longer with it.
    @inlinable
    @inline(__always)
    public func _is(_ literal: StaticString) -> Bool { self == literal }
}
