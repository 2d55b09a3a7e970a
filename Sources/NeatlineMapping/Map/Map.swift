import NeatlineFoundation
import NeatlineJSON

/// A JSON object that is being read or written, or one field of it: the argument of a model's `mapping(map:)`.
///
/// ```swift
/// mutating func mapping(map: Map) {
///     name   <- map["name"]
///     city   <- map["address.city"]                       // a member of a member
///     first  <- map["scores.0"]                           // an element
///     bundle <- map["app.identifier", nested: false]      // a name with a dot
///     birth  <- (map["birth"], DateTransform())
/// }
/// ```
///
/// A `Map` is a value that can be stored and used later. It retains the parsed text, and must be used on a single thread.
public struct Map {
    @usableFromInline let mapping: Mapping
    /// The position of the object when reading, its level when writing.
    @usableFromInline let object: Int
    /// The number of objects that contain it.
    @usableFromInline let depth: Int
    /// Whether an existing object is being updated.
    public let toObject: Bool
    /// How the field's name is read: as a name or as a path; `noField` if no subscript has chosen a field.
    @usableFromInline let nesting: Nesting
    /// The name of the field.
    @usableFromInline let key: String
    /// The position of the field's value; 0 if it is absent.
    @usableFromInline let position: Int
    /// The separator of the names of a path: "." unless a subscript has set another one.
    public let nestedKeyDelimiter: String

    /// Whether a field's name is a path.
    @usableFromInline
    enum Nesting {
        case never, always
        /// A member that its model numbers; see `members`.
        case member
        /// If it contains the delimiter.
        case ifDotted
        /// No field has been chosen.
        case noField
        /// An absent field that may be absent, read as a name or as a path.
        case absentName, absentPath
    }

    // Both initializers are transparent: an inlined one creates the map in memory, and then the compiler retains and releases
    // the run for each field, because it does not see that the run outlives the field's map.

    /// Creates the map of an object.
    @usableFromInline
    @_transparent
    init(_ mapping: Mapping, object: Int, depth: Int, toObject: Bool) {
        self.init(
            mapping, object: object, depth: depth, toObject: toObject, key: "", position: 0, nesting: .noField,
            delimiter: ".")
    }

    /// Creates the map of a field of the object.
    @usableFromInline
    @_transparent
    init(
        _ mapping: Mapping, object: Int, depth: Int, toObject: Bool, key: String, position: Int, nesting: Nesting,
        delimiter: String
    ) {
        // Each property is set once: a map that is changed during its initialization would be copied.
        self.mapping = mapping
        self.object = object
        self.depth = depth
        self.toObject = toObject
        self.nesting = nesting
        self.key = key
        self.position = position
        nestedKeyDelimiter = delimiter
    }

    /// Creates a map of a dictionary, for code that calls `mapping(map:)` itself.
    ///
    /// - Parameters:
    ///   - mappingType: whether `JSON` is read, or written to.
    ///   - JSON: the dictionary that is read, or to which members are added.
    ///   - toObject: whether objects inside the model are updated in place.
    ///   - context: the `context` of this map and of those of models inside the model.
    ///   - shouldIncludeNilValues: whether nil is written as null.
    public init(
        mappingType: MappingType, JSON: [String: Any], toObject: Bool = false, context: (any MapContext)? = nil,
        shouldIncludeNilValues: Bool = false
    ) {
        switch mappingType {
        case .fromJSON:
            self.init(
                MappingReader(value: JSON, context: context, includesNil: shouldIncludeNilValues), object: 0, depth: 0,
                toObject: toObject)
        case .toJSON:
            self.init(
                MappingWriter(adding: JSON, context: context, includesNil: shouldIncludeNilValues), object: 0, depth: 0,
                toObject: toObject)
        }
    }

    /// The run as a `MappingReader`; `isReading` must be true.
    @usableFromInline var reading: MappingReader {
        // SAFETY: a run is a `MappingReader` if `isReading` is true, which the caller has checked.
        @inline(__always)
        get { unsafeDowncast(mapping, to: MappingReader.self) }
    }

    /// The run as a `MappingWriter`; `isReading` must be false.
    @usableFromInline var writing: MappingWriter {
        // SAFETY: as above.
        @inline(__always)
        get { unsafeDowncast(mapping, to: MappingWriter.self) }
    }

    /// Whether JSON is read.
    @usableFromInline var isReading: Bool {
        @inline(__always)
        get { mapping.isReading }
    }
}

// MARK: The object and the field

extension Map {
    /// Whether the call reads JSON (`fromJSON`) or writes it (`toJSON`).
    public var mappingType: MappingType { mapping.isReading ? .fromJSON : .toJSON }

    /// The context of the mapper, an arbitrary value for its models.
    ///
    /// A model that sets it sets it for the rest of its object, and for the models in it that are mapped afterwards.
    public var context: (any MapContext)? {
        get { mapping.context }
        nonmutating set { mapping.change(context: newValue) }
    }

    /// Whether nil is written as null.
    ///
    /// A model that sets it sets it for the rest of its object, and for the models in it that are written afterwards.
    public var shouldIncludeNilValues: Bool {
        get { mapping.includesNil }
        nonmutating set { mapping.change(includesNil: newValue) }
    }

    /// The object as a dictionary: the one that is read, or the members that have been written.
    ///
    /// Each access creates the dictionary. To test for a member use `map["name"].isKeyPresent`.
    ///
    /// - Complexity: O(*n*).
    public var JSON: [String: Any] {
        isReading ? reading.value(object) as? [String: Any] ?? [:] : writing.dictionary(at: object)
    }

    /// The object as a `JSON` value, with the order of its members and all digits.
    ///
    /// - Complexity: O(1) for a text that is read, otherwise O(*n*).
    public var json: NeatlineJSON.JSON {
        isReading ? reading.json(object) : NeatlineJSON.JSON(writing.dictionary(at: object) as Any)
    }

    /// Whether a subscript has chosen a field.
    @usableFromInline var hasField: Bool { nesting != .noField }

    /// The name that the last subscript was called with.
    public var currentKey: String? { hasField ? key : nil }

    /// Whether the object has the field, also with the value null; always false when writing.
    public var isKeyPresent: Bool {
        @inlinable
        get { isReading && position != 0 }
    }

    /// The field's value as `NSNumber`, `String`, `[Any]` or `[String: Any]`, or unchanged from the dictionary that is read;
    /// nil if it is null or absent.
    public var currentValue: Any? { isKeyPresent ? reading.value(position) : nil }

    /// The field's value; nil if it is absent.
    public var currentJSON: NeatlineJSON.JSON? {
        guard isKeyPresent else { return nil }
        return reading.json(position)
    }

    /// The steps to the field, or to the object, such as `$.users[3].name`.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    public var path: String {
        guard isReading else { return hasField ? "$.\(key)" : "$" }
        if !hasField { return JSONKey.path(reading.path(to: object)) }
        if position != 0 { return JSONKey.path(reading.path(to: position)) }
        let names = name.components.map(JSONKey.key)
        let (last, steps) = name.isPath ? reading.lastValue(on: names, from: object) : (object, names)
        return JSONKey.path(reading.path(to: last) + steps)
    }

    /// The field's name, as a path if it is one.
    var name: FieldName { FieldName(key, nesting, nestedKeyDelimiter) }
}

// MARK: Choosing a field

extension Map {
    /// The field with this name; a name with a dot is a path of names and indices.
    ///
    /// - Parameter key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    @inlinable
    public subscript(key: String) -> Map {
        @inline(__always)
        get {
            Map(
                mapping, object: object, depth: depth, toObject: toObject, key: key,
                position: isReading ? reading.find(key, ofObjectAt: object, depth: depth) : 0, nesting: .ifDotted,
                delimiter: ".")
        }
    }

    /// The field with this name, which is a path between `delimiter`s.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - delimiter: The separator of the names of a path.
    public subscript(key: String, delimiter delimiter: String) -> Map {
        field(key, nested: key.contains(delimiter), delimiter: delimiter, ignoreNil: false)
    }

    /// The field with this name, which is a path if `nested` is true.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - nested: Whether the name is a path.
    public subscript(key: String, nested nested: Bool) -> Map {
        field(key, nested: nested, delimiter: ".", ignoreNil: false)
    }

    /// The field with this name, which is a path between `delimiter`s if `nested` is true.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - nested: Whether the name is a path.
    ///   - delimiter: The separator of the names of a path.
    public subscript(key: String, nested nested: Bool, delimiter delimiter: String) -> Map {
        field(key, nested: nested, delimiter: delimiter, ignoreNil: false)
    }

    /// The field with this name; with `ignoreNil`, null counts as absent, so that the property keeps its value.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - ignoreNil: Whether null is treated as absent, so that the property keeps its value.
    public subscript(key: String, ignoreNil ignoreNil: Bool) -> Map {
        field(key, nested: key.contains("."), delimiter: ".", ignoreNil: ignoreNil)
    }

    /// The field with this name, which is a path between `delimiter`s; with `ignoreNil`, null counts as absent.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - delimiter: The separator of the names of a path.
    ///   - ignoreNil: Whether null is treated as absent, so that the property keeps its value.
    public subscript(key: String, delimiter delimiter: String, ignoreNil ignoreNil: Bool) -> Map {
        field(key, nested: key.contains(delimiter), delimiter: delimiter, ignoreNil: ignoreNil)
    }

    /// The field with this name, which is a path if `nested` is true; with `ignoreNil`, null counts as absent.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - nested: Whether the name is a path.
    ///   - ignoreNil: Whether null is treated as absent, so that the property keeps its value.
    public subscript(key: String, nested nested: Bool, ignoreNil ignoreNil: Bool) -> Map {
        field(key, nested: nested, delimiter: ".", ignoreNil: ignoreNil)
    }

    /// The field with this name, which is a path between `delimiter`s if `nested` is true, or, if it is nil, where the
    /// name holds one; with `ignoreNil`, null counts as absent.
    ///
    /// - Parameters:
    ///   - key: The name; with a dot, or the delimiter, it may be a path of names and indices.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - ignoreNil: Whether null is treated as absent, so that the property keeps its value.
    public subscript(
        key: String, nested nested: Bool?, delimiter delimiter: String, ignoreNil ignoreNil: Bool
    ) -> Map {
        field(key, nested: nested ?? key.contains(delimiter), delimiter: delimiter, ignoreNil: ignoreNil)
    }

    /// The field, which the text may leave out: if it is absent or null, the property keeps its value, the default, and
    /// nothing is reported. It is written like any other.
    ///
    /// ```swift
    /// struct Tour: Mappable {
    ///     var title = ""
    ///     var rating = 3
    ///
    ///     init?(map: Map) {}
    ///
    ///     mutating func mapping(map: Map) {
    ///         title  <- map["title"]               // a failure if it is absent
    ///         rating <- map["rating"].optional     // 3 if it is absent or null
    ///     }
    /// }
    /// ```
    ///
    /// A value of another type is a failure, as for all fields.
    public var optional: Map {
        if !isReading || !hasField || (position != 0 && !isNull) { return self }
        return Map(
            mapping, object: object, depth: depth, toObject: toObject, key: key, position: 0,
            nesting: name.isPath ? .absentPath : .absentName, delimiter: nestedKeyDelimiter)
    }

    private func field(_ key: String, nested: Bool, delimiter: String, ignoreNil: Bool) -> Map {
        let nesting = nested ? Nesting.always : .never
        var position = 0
        if isReading {
            position =
                nested
                ? reading.find(path: FieldName(key, nesting, delimiter).components, ofObjectAt: object)
                : reading.find(name: key, ofObjectAt: object, depth: depth)
            if ignoreNil, position != 0, reading.isNull(position) { position = 0 }
        }
        return Map(
            mapping, object: object, depth: depth, toObject: toObject, key: key, position: position, nesting: nesting,
            delimiter: delimiter)
    }
}
