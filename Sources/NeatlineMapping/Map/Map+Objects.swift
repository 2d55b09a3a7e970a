import NeatlineJSON

// Reading and writing models inside models.

extension Reading {
    /// Whether an object that may be mapped stands at `position`; notes why not.
    @usableFromInline
    func canEnter(_ position: Int, depth: Int, _ type: Any.Type) -> Bool {
        guard isObject(position) else {
            mismatch(at: position, expected: "an object")
            return false
        }
        if depth < Mapping.maximumDepth { return true }
        tooDeep(at: position)
        return false
    }

    /// Notes the members of an object that were not asked for, if that is wanted.
    @usableFromInline
    @inline(__always)
    func leave(_ position: Int) {
        if options.reportsUnknownKeys { reportUnknownKeys(position) }
    }

    @usableFromInline
    func reportUnknownKeys(_ position: Int) {
        for member in members(position) ?? [] where !wasRead(member, ofObjectAt: position) {
            note(
                .unknownKey, at: member.position, expected: .text("no member \(JSONKey.quotedText(member.name))"),
                found: describe(member.position))
        }
    }
}

extension Map {
    /// A model of the object at `position`; nil, noted down, if there is none or the model refuses.
    @inlinable
    func object<T: BaseMappable>(_ position: Int, _ type: T.Type) -> T? {
        guard reading.canEnter(position, depth: depth, T.self) else { return nil }
        let inner = Map(mapping, object: position, depth: depth &+ 1, toObject: false)
        do {
            guard var object = try T.instance(for: inner) else {
                reading.refused(at: position, by: T.self)
                return nil
            }
            object.mapping(map: inner)
            reading.leave(position)
            return object
        } catch {
            reading.thrown(at: position, by: T.self, error)
            return nil
        }
    }

    /// Maps the object at `position` into a model that exists.
    @inlinable
    func update<T: BaseMappable>(_ object: inout T, _ position: Int) {
        guard reading.canEnter(position, depth: depth, T.self) else { return }
        object.mapping(map: Map(mapping, object: position, depth: depth &+ 1, toObject: true))
        reading.leave(position)
    }

    /// The models of an array of objects. Those that are refused are dropped; nil, noted down, if there is no array, or
    /// an element is no object.
    @inlinable
    func objects<T: BaseMappable>(_ position: Int, _ type: T.Type) -> [T]? {
        guard reading.areObjects(inArrayAt: position) else { return nil }
        return array(position) { object($0, T.self) }
    }

    /// The models of an object of objects. Those that are refused are dropped; nil, noted down, if there is no object, if
    /// a value is none, or if all were dropped.
    @inlinable
    func objectsByName<T: BaseMappable>(_ position: Int, _ type: T.Type) -> [String: T]? {
        guard reading.areObjects(inObjectAt: position) else { return nil }
        return dictionary(position) { object($1, T.self) }
    }

    /// Maps an object of objects into a dictionary that exists: values that are there are updated, others added.
    @inlinable
    func update<T: BaseMappable>(_ dictionary: inout [String: T], _ position: Int) {
        guard reading.areObjects(inObjectAt: position) else { return }
        for member in reading.members(position) ?? [] {
            if var value = dictionary[member.name] {
                update(&value, member.position)
                dictionary[member.name] = value
            } else if let value = object(member.position, T.self) {
                dictionary[member.name] = value
            }
        }
    }

    /// Writes models as the elements of an array.
    @inlinable
    func append<T: BaseMappable>(objects: [T]) {
        writing.beginArray()
        for index in objects.indices {
            var object = objects[index]
            writing.beginElement()
            append(object: &object)
        }
        writing.endArray()
    }

    /// Writes a model where a value is expected.
    @inlinable
    func append<T: BaseMappable>(object: inout T) {
        writing.beginObject()
        object.mapping(map: Map(mapping, object: writing.level, depth: depth &+ 1, toObject: false))
        writing.endObject()
    }

    /// Writes a model that need not be copied.
    @inlinable
    func write<T: BaseMappable>(object: inout T) {
        guard canWriteObject(), begin() else { return }
        append(object: &object)
        end()
    }

    /// Whether an object may be written inside this one; notes why not.
    @inlinable
    func canWriteObject() -> Bool {
        if depth < Mapping.maximumDepth { return true }
        writing.tooDeep(key)
        return false
    }
}

extension Reading {
    /// Whether all elements of an array are objects; notes why not.
    @usableFromInline
    func areObjects(inArrayAt position: Int) -> Bool {
        guard var positions = elements(position) else {
            mismatch(at: position, expected: "an array")
            return false
        }
        while let element = positions.next() {
            if isObject(element) { continue }
            mismatch(at: element, expected: "an object")
            return false
        }
        return true
    }

    /// Whether all values of an object are objects; notes why not.
    @usableFromInline
    func areObjects(inObjectAt position: Int) -> Bool {
        guard let members = members(position) else {
            mismatch(at: position, expected: "an object")
            return false
        }
        for member in members where !isObject(member.position) {
            mismatch(at: member.position, expected: "an object")
            return false
        }
        return true
    }
}
