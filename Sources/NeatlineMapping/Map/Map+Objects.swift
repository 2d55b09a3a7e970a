import NeatlineJSON

// Reading and writing models inside models.

extension MappingReader {
    /// Whether an object that may be mapped stands at `position`; notes why not.
    @usableFromInline
    func canEnter(_ position: Int, depth: Int, _ type: Any.Type) -> Bool {
        guard isObject(position) else {
            mismatch(at: position, expected: "an object")
            return false
        }
        if depth < Mapping.maximumDepth, hasRoomOnStack(depth: depth) { return true }
        tooDeep(at: position, depth)
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
        forEachMember(ofObjectAt: position) { name, member in
            if !wasRead(name, member, ofObjectAt: position) {
                note(.unknownKey, at: member, expected: .noMember)
            }
        }
    }
}

extension MappingReader {
    /// A model of the object at `position`, which stands in `depth` others; nil, noted down, if there is none or the model
    /// refuses.
    ///
    /// The reading does this, and not a field's `Map`, which then need not be made.
    @inlinable
    func object<T: BaseMappable>(_ position: Int, depth: Int, _ type: T.Type) -> T? {
        guard canEnter(position, depth: depth, T.self) else { return nil }
        let inner = Map(self, object: position, depth: depth &+ 1, toObject: false)
        do {
            guard var object = try T.instance(for: inner) else {
                refused(at: position, by: T.self)
                return nil
            }
            object.mapping(map: inner)
            leave(position)
            return object
        } catch {
            thrown(at: position, by: T.self, error)
            return nil
        }
    }

    /// The models of an array of objects. Those that are refused are dropped; nil, noted down, if there is no array, or
    /// an element is no object.
    @inlinable
    func objects<T: BaseMappable>(_ position: Int, depth: Int, _ type: T.Type) -> [T]? {
        guard areObjects(inArrayAt: position) else { return nil }
        return array(position) { object($0, depth: depth, T.self) }
    }

    /// Maps the object at `position`, which stands in `depth` others, into a model that exists.
    @inlinable
    func update<T: BaseMappable>(_ object: inout T, _ position: Int, depth: Int) {
        guard canEnter(position, depth: depth, T.self) else { return }
        object.mapping(map: Map(self, object: position, depth: depth &+ 1, toObject: true))
        leave(position)
    }

    /// Maps an object of objects into a dictionary that exists: values that are there are updated, others added.
    @inlinable
    func update<T: BaseMappable>(_ dictionary: inout [String: T], _ position: Int, depth: Int) {
        guard areObjects(inObjectAt: position) else { return }
        for member in members(position) ?? [] {
            if var value = dictionary[member.name] {
                update(&value, member.position, depth: depth)
                dictionary[member.name] = value
            } else if let value = object(member.position, depth: depth, T.self) {
                dictionary[member.name] = value
            }
        }
    }
}

extension MappingWriter {
    /// Writes models as the elements of an array that stands in `depth` objects.
    @inlinable
    func append<T: BaseMappable>(objects: [T], depth: Int) {
        beginArray()
        for index in objects.indices {
            var object = objects[index]
            beginElement()
            append(object: &object, depth: depth)
        }
        endArray()
    }

    /// Writes a model where a value is expected, in `depth` objects.
    @inlinable
    func append<T: BaseMappable>(object: inout T, depth: Int) {
        beginObject()
        object.mapping(map: Map(self, object: level, depth: depth &+ 1, toObject: false))
        endObject()
    }
}

extension Map {
    // Models are read and written by the run, which takes the map's parts: a field's map need not be in memory for them,
    // either.

    @inlinable
    @inline(__always)
    func object<T: BaseMappable>(_ position: Int, _ type: T.Type) -> T? {
        reading.object(position, depth: depth, T.self)
    }

    @inlinable
    @inline(__always)
    func objects<T: BaseMappable>(_ position: Int, _ type: T.Type) -> [T]? {
        reading.objects(position, depth: depth, T.self)
    }

    /// A model; nil if it is absent or refused.
    @inlinable
    @inline(__always)
    func read<T: BaseMappable>(object type: T.Type) -> T? {
        if position == 0 {
            noteMissing(T.self)
            return nil
        }
        return object(position, T.self)
    }

    /// As `readOptional`, without a function that would hold the map.
    @inlinable
    @inline(__always)
    func read<T: BaseMappable>(optionalObject property: inout T?) {
        if position == 0 { return }
        property = isNull ? nil : object(position, T.self)
    }

    /// An array of models; nil if it is absent or no array of objects.
    @inlinable
    @inline(__always)
    func read<T: BaseMappable>(objects type: T.Type) -> [T]? {
        if position == 0 {
            noteMissing([T].self)
            return nil
        }
        return objects(position, T.self)
    }

    /// As `readOptional`, without a function that would hold the map.
    @inlinable
    @inline(__always)
    func read<T: BaseMappable>(optionalObjects property: inout [T]?) {
        if position == 0 { return }
        property = isNull ? nil : objects(position, T.self)
    }

    /// The models of an object of objects. Those that are refused are dropped; nil, noted down, if there is no object, if
    /// a value is none, or if all were dropped.
    @inlinable
    func objectsByName<T: BaseMappable>(_ position: Int, _ type: T.Type) -> [String: T]? {
        guard reading.areObjects(inObjectAt: position) else { return nil }
        return reading.nilIfAllDropped(dictionary(position) { object($1, T.self) }, position)
    }

    /// The arrays of models of an object of arrays. Those that are none are dropped; nil, noted down, if there is no
    /// object, or if all were dropped.
    @inlinable
    func arraysOfObjectsByName<T: BaseMappable>(_ position: Int, _ type: T.Type) -> [String: [T]]? {
        reading.nilIfAllDropped(dictionary(position) { objects($1, T.self) }, position)
    }

    @inlinable
    @inline(__always)
    func update<T: BaseMappable>(_ object: inout T, _ position: Int) {
        reading.update(&object, position, depth: depth)
    }

    @inlinable
    @inline(__always)
    func update<T: BaseMappable>(_ dictionary: inout [String: T], _ position: Int) {
        reading.update(&dictionary, position, depth: depth)
    }

    @inlinable
    @inline(__always)
    func append<T: BaseMappable>(objects: [T]) { writing.append(objects: objects, depth: depth) }

    @inlinable
    @inline(__always)
    func append<T: BaseMappable>(object: inout T) { writing.append(object: &object, depth: depth) }

    /// Writes a model that need not be copied.
    @inlinable
    @inline(__always)
    func write<T: BaseMappable>(object: inout T) {
        guard canWriteObject(), begin() else { return }
        append(object: &object)
        end()
    }

    /// Whether an object may be written inside this one; notes why not.
    @inlinable
    @inline(__always)
    func canWriteObject() -> Bool {
        if writing.canEnter(depth: depth) { return true }
        writing.tooDeep(key, depth)
        return false
    }
}

extension MappingReader {
    /// Whether all elements of an array are objects; notes why not.
    @usableFromInline
    func areObjects(inArrayAt position: Int) -> Bool {
        guard var positions = elements(position) else {
            mismatch(at: position, expected: "an array")
            return false
        }
        while let element = next(&positions) {
            if isObject(element) { continue }
            mismatch(at: element, expected: "an object")
            return false
        }
        return true
    }

    /// The models that were made of an object's members; nil if there were members and none was made.
    @inlinable
    func nilIfAllDropped<T>(_ models: [String: T]?, _ position: Int) -> [String: T]? {
        guard let models, models.isEmpty else { return models }
        return isEmptyObject(position) ? models : nil
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
