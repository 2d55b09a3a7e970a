import NeatlineJSON

// Reading and writing models inside models.

extension MappingReader {
    /// Whether the value at `position` is an object that may be mapped; records a failure if it is not.
    @usableFromInline
    func canEnter(_ position: Int, depth: Int) -> Bool {
        guard isObject(position) else {
            mismatch(at: position, expected: "an object")
            return false
        }
        if depth < Mapping.maximumDepth, hasRoomOnStack(depth: depth) { return true }
        tooDeep(at: position, depth)
        return false
    }

    /// Records the members of an object that were not read, if the options ask for that.
    @inlinable
    @inline(__always)
    func leave(_ position: Int) {
        if reportsUnknownKeys { reportUnknownKeys(position) }
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
    // These are methods of the reader, not of a field's `Map`, so that no map is created in memory.

    /// Maps the object at `position`, which is inside `depth` others, to a new model.
    ///
    /// - Returns: nil, with a recorded failure, if the value is not an object, or the model refuses it, or its initializer
    ///   throws.
    @inlinable
    func object<T: BaseMappable>(_ position: Int, depth: Int, _ type: T.Type) -> T? {
        do {
            return try requiredObject(position, depth: depth, T.self)
        } catch {
            thrown(at: position, depth: depth, by: T.self, error)
            return nil
        }
    }

    /// Maps the object at `position`, which is inside `depth` others, to a new model.
    ///
    /// - Returns: nil, with a recorded failure, if the value is not an object, or the model refuses it.
    /// - Throws: The error of the model's initializer.
    @inlinable
    @inline(__always)
    func requiredObject<T: BaseMappable>(_ position: Int, depth: Int, _ type: T.Type) throws -> T? {
        guard canEnter(position, depth: depth) else { return nil }
        let left = positionsLeft
        let changes = changes
        defer {
            positionsLeft = left
            undoChanges(to: changes)
        }
        // A map for each call: one that is a variable is retained.
        guard var object = try T.instance(for: Map(self, object: position, depth: depth &+ 1, toObject: false)) else {
            refused(at: position, by: T.self)
            return nil
        }
        object.mapping(map: Map(self, object: position, depth: depth &+ 1, toObject: false))
        leave(position)
        return object
    }

    /// Maps the object at `position`, which is inside `depth` others, into an existing model.
    @inlinable
    func update<T: BaseMappable>(_ object: inout T, _ position: Int, depth: Int) {
        guard canEnter(position, depth: depth) else { return }
        let left = positionsLeft
        let changes = changes
        defer {
            positionsLeft = left
            undoChanges(to: changes)
        }
        object.mapping(map: Map(self, object: position, depth: depth &+ 1, toObject: true))
        leave(position)
    }
}

extension Map {
    /// Maps a model or a container of models.
    @inlinable
    @inline(__always)
    func map<T: ModelForm>(model: inout T) {
        if !isReading {
            write(present: &model)
        } else if position == 0 {
            noteMissing(T.self)
        } else if toObject, model._update(from: reader) {
            return
        } else if let value = T._read(from: reader) {
            model = value
        }
    }

    /// Maps an optional model or an optional container of models.
    @inlinable
    @inline(__always)
    func map<T: ModelForm>(optionalModel model: inout T?) {
        if !isReading {
            write(model: model)
        } else if position != 0 {
            reading.read(optionalModel: &model, position, depth: depth, updates: toObject)
        }
    }

    /// Writes a model or a container of models; a container that is nil is omitted also if the map includes nil values.
    @inlinable
    @inline(__always)
    func write<T: ModelForm>(model: T?) {
        if isReading { return }
        if var model {
            write(present: &model)
        } else if T._isModel {
            writeNil()
        }
    }

    /// Writes a model or a container of models, which need not be copied.
    @inlinable
    @inline(__always)
    func write<T: ModelForm>(present model: inout T) {
        writing.write(model: &model, key, nesting, nestedKeyDelimiter, depth: depth)
    }
}

// Functions that are specialized for each type of property, and not inlined for each property, because they would be most of
// the code that a client compiles for a field. They take the parts of the field's `Map`, so that no map is created in memory.
extension MappingWriter {
    /// Writes a value under a name.
    @inlinable
    @inline(never)
    func write<T: MappableValue>(
        _ value: T, _ key: String, _ nesting: Map.Nesting, _ delimiter: String, depth: Int
    ) {
        guard begin(key, nesting, delimiter) else { return }
        if isText { value.write(to: ValueWriter(self, depth: depth)) } else { appendObject(value.mappedObject) }
        end(key, nesting, delimiter)
    }

    /// Writes a value under a name; nil only if the run includes nil values.
    @inlinable
    @inline(never)
    func write<T: MappableValue>(
        optional value: T?, _ key: String, _ nesting: Map.Nesting, _ delimiter: String, depth: Int
    ) {
        if let value {
            write(value, key, nesting, delimiter, depth: depth)
        } else if includesNil, begin(key, nesting, delimiter) {
            appendNull()
            end(key, nesting, delimiter)
        }
    }

    /// Writes a model or a container of models under a name.
    @inlinable
    @inline(never)
    func write<T: ModelForm>(
        model: inout T, _ key: String, _ nesting: Map.Nesting, _ delimiter: String, depth: Int
    ) {
        guard canEnter(depth: depth) else { return tooDeep(key, nesting, delimiter, depth) }
        guard begin(key, nesting, delimiter) else { return }
        model._append(to: ValueWriter(self, depth: depth))
        end(key, nesting, delimiter)
    }

    /// Begins the member of a field; one value has to follow, and `end`.
    ///
    /// - Returns: false if the field has no name; then no value must be written.
    @inlinable
    @inline(__always)
    func begin(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) -> Bool {
        if nesting == .ifDotted, beginMember(plain: key) { return true }
        if nesting == .member, beginMember(unescaped: key) { return true }
        return beginSlowPath(key, nesting, delimiter)
    }

    /// Ends the member of a field.
    @inlinable
    @inline(__always)
    func end(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) {
        if !isText { put(key, nesting, delimiter) }
    }
}

extension MappingReader {
    /// Reads a property that is nil if the value is null or does not fit.
    @inlinable
    @inline(never)
    func read<T: MappableValue>(optional property: inout T?, _ position: Int, depth: Int) {
        property = isNull(position) ? nil : T.value(from: ValueReader(self, position, depth: depth))
    }

    /// Reads a raw-representable property that is nil if the value is null or does not fit.
    @inlinable
    @inline(never)
    func read<T: RawRepresentable>(optionalRaw property: inout T?, _ position: Int, depth: Int)
    where T.RawValue: MappableValue {
        property = isNull(position) ? nil : ValueReader(self, position, depth: depth).raw(T.self)
    }

    /// Reads a model that is nil if the value is null or does not fit.
    ///
    /// - Parameter updates: Whether a model that exists is updated.
    @inlinable
    @inline(never)
    func read<T: ModelForm>(optionalModel model: inout T?, _ position: Int, depth: Int, updates: Bool) {
        if isNull(position) {
            model = nil
        } else if !updates || model?._update(from: ValueReader(self, position, depth: depth)) != true {
            model = T._read(from: ValueReader(self, position, depth: depth))
        }
    }
}

extension MappingReader {
    /// Whether no element of an array is something other than an object; true also if the value is not an array, and if
    /// the run omits such elements.
    @usableFromInline
    func areObjects(inArrayAt position: Int) -> Bool {
        if omitsBrokenElements { return true }
        if isText { return !view.isArray(position) || view.areObjects(inArrayAt: position) }
        guard var positions = elements(position) else { return true }
        while let element = next(&positions) {
            if !isObject(element) { return false }
        }
        return true
    }

    /// Whether no member of an object is something other than an object; true also if the value is not an object, and
    /// if the run omits such members.
    @usableFromInline
    func areObjects(inObjectAt position: Int) -> Bool {
        if omitsBrokenElements { return true }
        return members(position)?.allSatisfy { isObject($0.position) } ?? true
    }
}
