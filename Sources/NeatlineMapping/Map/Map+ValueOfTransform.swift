// Reading what a transform makes of fields, one by one.

extension Map {
    /// What a transform makes of a field's value.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Transform.Object {
        try required(
            key, nested, delimiter, CallPlace(file, function, line),
            "Cannot transform to '\(Transform.Object.self)' using \(transform)", Transform.Object.self
        ) { $0.transform($1, transform) }
    }

    /// A field's array, each element through a transform.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> [Transform.Object] {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[Any]'", [Transform.Object].self
        ) { $0.all($1) { map, position in map.transform(position, transform) } }
    }

    /// A field's dictionary, each value through a transform.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> [String: Transform.Object] {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[String: Any]'",
            [String: Transform.Object].self
        ) { $0.allMembers($1) { map, position in map.transform(position, transform) } }
    }

    /// A field's array of arrays, each element through a transform.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> [[Transform.Object]] {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[[Any]]'",
            [[Transform.Object]].self
        ) { $0.all($1) { map, position in map.all(position) { map, position in map.transform(position, transform) } } }
    }

    /// What a transform makes of a field's value; `default` if it is absent or nothing comes of it.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Transform.Object,
        using transform: Transform, file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Transform.Object {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.transform(field.position, transform) ?? `default`
    }
}
