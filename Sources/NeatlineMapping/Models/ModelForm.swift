import NeatlineJSON

/// A model, or an optional, an array, a set or a dictionary of models.
///
/// Not for conforming: every model does, and so do the collections of them.
public protocol ModelForm {
    /// Reads the models at a position; those that are refused are left out of arrays, sets and dictionaries.
    ///
    /// - Returns: nil, with a recorded failure, if the value does not fit.
    static func _read(from reader: ValueReader) -> Self?

    /// Reads the models at a position, all of which have to fit.
    ///
    /// - Parameters:
    ///   - reader: The position.
    ///   - rethrowing: Whether the errors of the models' initialisers are thrown, and null is refused. Otherwise the errors
    ///     are noted down, and null is nil of an optional.
    /// - Returns: nil, noted down, if something does not fit.
    /// - Throws: The error of a model's initialiser.
    static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> Self?

    /// Maps an object into a model that exists, or into models by name.
    ///
    /// - Returns: false, having done nothing, if such values are replaced.
    mutating func _update(from reader: ValueReader) -> Bool

    /// Writes the models as one value.
    mutating func _append(to writer: ValueWriter)

    /// Whether the form is an object that one model maps, which is then the only kind of element that a container may have.
    static var _isModel: Bool { get }
}

extension ModelForm {
    /// false: the values are replaced.
    @inlinable
    public mutating func _update(from reader: ValueReader) -> Bool { false }

    /// false, as for all containers.
    @inlinable
    public static var _isModel: Bool { false }
}

extension BaseMappable {
    /// Reads a model; nil if there is no object, or if the model refuses it.
    @inlinable
    @inline(__always)
    public static func _read(from reader: ValueReader) -> Self? {
        reader.reading.object(reader.position, depth: reader.depth, Self.self)
    }

    /// Reads a model; nil if there is no object, or if the model refuses it.
    ///
    /// - Throws: The error of the model's initialiser, if it is `rethrowing`.
    @inlinable
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> Self? {
        rethrowing
            ? try reader.reading.requiredObject(reader.position, depth: reader.depth, Self.self) : _read(from: reader)
    }

    /// Maps an object into the model.
    @inlinable
    @inline(__always)
    public mutating func _update(from reader: ValueReader) -> Bool {
        reader.reading.update(&self, reader.position, depth: reader.depth)
        return true
    }

    /// Writes the model as an object.
    @inlinable
    public mutating func _append(to writer: ValueWriter) {
        let changes = writer.writing.changes
        writer.writing.beginObject()
        mapping(map: Map(writer.writing, object: writer.writing.level, depth: writer.depth &+ 1, toObject: false))
        writer.writing.endObject()
        writer.writing.undoChanges(to: changes)
    }

    /// true: it is an object.
    @inlinable
    public static var _isModel: Bool { true }
}

extension Optional: ModelForm where Wrapped: ModelForm {
    /// nil for null.
    @inlinable
    public static func _read(from reader: ValueReader) -> Wrapped?? {
        if reader.reading.isNull(reader.position) { return .some(nil) }
        return Wrapped._read(from: reader).map { .some($0) }
    }

    /// nil for null, unless it is `rethrowing`.
    ///
    /// - Throws: The error of a model's initialiser, if it is `rethrowing`.
    @inlinable
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> Wrapped?? {
        if !rethrowing, reader.reading.isNull(reader.position) { return .some(nil) }
        return try Wrapped._readAll(from: reader, rethrowing: rethrowing).map { .some($0) }
    }

    /// Writes null for nil.
    @inlinable
    public mutating func _append(to writer: ValueWriter) {
        if self == nil { return writer.writing.appendNull() }
        self?._append(to: writer)
    }
}

extension Array: ModelForm where Element: ModelForm {
    /// Reads the elements of an array; if they are to be models, all have to be objects.
    @inlinable
    public static func _read(from reader: ValueReader) -> [Element]? {
        let fits = !Element._isModel || reader.reading.areObjects(inArrayAt: reader.position)
        // The elements of an array that does not fit are read for their failures.
        let elements = _readElements(from: reader, dropsRefused: true) { Element._read(from: $0) }
        return fits ? elements : nil
    }

    /// Reads the elements of an array, all of which have to fit.
    ///
    /// - Throws: The error of a model's initialiser, if it is `rethrowing`.
    @inlinable
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> [Element]? {
        try _readElements(from: reader, dropsRefused: false) { try Element._readAll(from: $0, rethrowing: rethrowing) }
    }

    /// Writes an array.
    @inlinable
    public mutating func _append(to writer: ValueWriter) {
        writer.writing.beginArray()
        for index in indices {
            // The array is not changed.
            var element = self[index]
            writer.writing.beginElement()
            element._append(to: writer)
        }
        writer.writing.endArray()
    }
}

extension Set: ModelForm where Element: ModelForm {
    /// Reads the elements of an array, as `Array` does.
    @inlinable
    public static func _read(from reader: ValueReader) -> Set<Element>? {
        [Element]._read(from: reader).map { Set($0) }
    }

    /// Reads the elements of an array, all of which have to fit.
    ///
    /// - Throws: The error of a model's initialiser, if it is `rethrowing`.
    @inlinable
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> Set<Element>? {
        try [Element]._readAll(from: reader, rethrowing: rethrowing).map { Set($0) }
    }

    /// Writes an array, in no order.
    @inlinable
    public mutating func _append(to writer: ValueWriter) {
        var elements = Array(self)
        elements._append(to: writer)
    }
}

extension Dictionary: ModelForm where Key: MemberKey, Value: ModelForm {
    /// Reads the values of an object's members; if they are to be models, all have to be objects. nil also if all values
    /// are refused.
    @inlinable
    public static func _read(from reader: ValueReader) -> [Key: Value]? {
        let fits = !Value._isModel || reader.reading.areObjects(inObjectAt: reader.position)
        // The values of an object that does not fit are read for their failures.
        let models = _readElements(from: reader, dropsRefused: true) { Value._read(from: $0) }
        guard fits else { return nil }
        guard let models, models.isEmpty, !reader.reading.omitsBrokenElements else { return models }
        return reader.reading.isEmptyObject(reader.position) ? models : nil
    }

    /// Reads the values of an object's members, all of which have to fit.
    ///
    /// - Throws: The error of a model's initialiser, if it is `rethrowing`.
    @inlinable
    public static func _readAll(from reader: ValueReader, rethrowing: Bool) throws -> [Key: Value]? {
        try _readElements(from: reader, dropsRefused: false) { try Value._readAll(from: $0, rethrowing: rethrowing) }
    }

    /// Maps an object of objects into models by name: those that are there are updated, others are added.
    @inlinable
    public mutating func _update(from reader: ValueReader) -> Bool {
        if !Value._isModel { return false }
        guard let members = reader.reading.members(reader.position),
            reader.reading.areObjects(inObjectAt: reader.position)
        else {
            // The models are unchanged; the failures are those of new ones.
            _ = Self._read(from: reader)
            return true
        }
        for (name, position) in members {
            let key = Key(memberName: name)
            let existing = key.flatMap { self[$0] }
            // A model that exists keeps what did fit, also if it is broken.
            let new = reader.reading.element(position, depth: reader.depth) { member in
                guard let key else {
                    member.reading.unknownName(name, at: member.position, Key.self)
                    return nil as Value?
                }
                guard var model = existing else { return Value._read(from: member) }
                _ = model._update(from: member)
                self[key] = model
                return model
            }
            if existing == nil, let key, let new { self[key] = new }
        }
        return true
    }

    /// Writes an object, its members in the order of their names.
    @inlinable
    public mutating func _append(to writer: ValueWriter) {
        _appendElements(to: writer, { $0 }) { model in
            var model = model
            model._append(to: writer)
        }
    }
}
