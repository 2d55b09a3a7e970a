// Reading models one by one.

extension Map {
    /// A field's model.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot map to '\(T.self)'", T.self
        ) { try $0.requiredObject($1, T.self) }
    }

    /// A field's model, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? {
        try value(
            key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as T
    }

    /// A field's array of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[Any]'", [T].self
        ) { try $0.all($1) { map, position in try map.requiredObject(position, T.self) } }
    }

    /// A field's array of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T]? {
        try value(
            key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as [T]
    }

    /// A field's dictionary of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T] {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[String: Any]'", [String: T].self
        ) { try $0.allMembers($1) { map, position in try map.requiredObject(position, T.self) } }
    }

    /// A field's dictionary of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T]? {
        try value(
            key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as [String: T]
    }

    /// A field's array of arrays of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [[T]] {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[[Any]]'", [[T]].self
        ) {
            try $0.all($1) { map, position in
                try map.all(position) { map, position in try map.requiredObject(position, T.self) }
            }
        }
    }

    /// A field's array of arrays of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [[T]]? {
        try value(
            key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as [[T]]
    }

    /// A field's model; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.object(field.position, T.self) ?? `default`
    }

    /// A field's array of models, those that are refused dropped; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) -> [T] {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.objects(field.position, T.self) ?? `default`
    }

    /// A field's dictionary of models, those that are refused dropped; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [String: T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T] {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.objectsByName(field.position, T.self) ?? `default`
    }

    /// A model of the object at `position`; nil, noted down, if there is none or the model refuses.
    ///
    /// - Throws: what the model's initialiser throws.
    @inlinable
    func requiredObject<T: BaseMappable>(_ position: Int, _ type: T.Type) throws -> T? {
        guard reading.canEnter(position, depth: depth, T.self) else { return nil }
        let inner = Map(mapping, object: position, depth: depth &+ 1, toObject: false)
        guard var object = try T.instance(for: inner) else {
            reading.refused(at: position, by: T.self)
            return nil
        }
        object.mapping(map: inner)
        reading.leave(position)
        return object
    }

    /// What `make` makes of each element; nil, noted down, if there is no array or it makes nothing of one.
    @inlinable
    func all<T>(_ position: Int, _ make: (Map, Int) throws -> T?) rethrows -> [T]? {
        guard var positions = reading.elements(position) else {
            reading.mismatch(at: position, expected: "an array")
            return nil
        }
        var result: [T] = []
        result.reserveCapacity(positions.count)
        while let position = reading.next(&positions) {
            guard let element = try make(self, position) else { return nil }
            result.append(element)
        }
        return result
    }

    /// What `make` makes of each member's value; nil, noted down, if there is no object or it makes nothing of one.
    @inlinable
    func allMembers<T>(_ position: Int, _ make: (Map, Int) throws -> T?) rethrows -> [String: T]? {
        guard let members = reading.members(position) else {
            reading.mismatch(at: position, expected: "an object")
            return nil
        }
        var result: [String: T] = [:]
        for member in members {
            guard let value = try make(self, member.position) else { return nil }
            result[member.name] = value
        }
        return result
    }
}
