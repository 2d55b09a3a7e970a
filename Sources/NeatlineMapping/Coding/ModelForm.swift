import NeatlineJSON

/// What `Mapped` can hold: models, and optionals, arrays, sets and dictionaries of them.
///
/// Not for conforming: every model does, and so do the collections of them.
public protocol ModelForm {
    /// What stands at a position of the JSON that `map` reads; nil, noted down, if it does not fit.
    static func _read(at position: Int, of map: Map) -> Self?

    /// Writes it as one value, where `map` stands.
    func _append(to map: Map)
}

extension BaseMappable {
    /// A model; nil if there is no object, or if the model refuses it.
    @inlinable
    public static func _read(at position: Int, of map: Map) -> Self? { map.object(position, Self.self) }

    /// Writes the model as an object.
    @inlinable
    public func _append(to map: Map) {
        var model = self
        map.append(object: &model)
    }
}

extension Optional: ModelForm where Wrapped: ModelForm {
    /// nil for null.
    public static func _read(at position: Int, of map: Map) -> Wrapped?? {
        if map.reading.isNull(position) { return .some(nil) }
        return Wrapped._read(at: position, of: map).map { .some($0) }
    }

    /// Writes null for nil.
    public func _append(to map: Map) {
        guard let self else { return map.writing.appendNull() }
        self._append(to: map)
    }
}

extension Array: ModelForm where Element: ModelForm {
    /// The elements of an array, all of which have to fit.
    public static func _read(at position: Int, of map: Map) -> [Element]? {
        guard var positions = map.reading.elements(position) else {
            map.reading.mismatch(at: position, expected: "an array")
            return nil
        }
        var models: [Element] = []
        models.reserveCapacity(positions.count)
        while let position = map.reading.next(&positions) {
            guard let model = Element._read(at: position, of: map) else { return nil }
            models.append(model)
        }
        return models
    }

    /// Writes an array.
    public func _append(to map: Map) {
        map.writing.beginArray()
        for model in self {
            map.writing.beginElement()
            model._append(to: map)
        }
        map.writing.endArray()
    }
}

extension Set: ModelForm where Element: ModelForm {
    /// The elements of an array, all of which have to fit.
    public static func _read(at position: Int, of map: Map) -> Set<Element>? {
        [Element]._read(at: position, of: map).map { Set($0) }
    }

    /// Writes an array, in no order.
    public func _append(to map: Map) { Array(self)._append(to: map) }
}

extension Dictionary: ModelForm where Key == String, Value: ModelForm {
    /// The members of an object, all of which have to fit.
    public static func _read(at position: Int, of map: Map) -> [String: Value]? {
        guard let members = map.reading.members(position) else {
            map.reading.mismatch(at: position, expected: "an object")
            return nil
        }
        var models: [String: Value] = [:]
        models.reserveCapacity(members.count)
        for member in members {
            guard let model = Value._read(at: member.position, of: map) else { return nil }
            models[member.name] = model
        }
        return models
    }

    /// Writes an object, its members in the order of their names.
    public func _append(to map: Map) {
        map.writing.beginObject()
        for name in keys.sorted() {
            map.writing.beginMember(name)
            self[name]?._append(to: map)
        }
        map.writing.endObject()
    }
}
