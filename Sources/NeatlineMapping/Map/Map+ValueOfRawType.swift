// Reading raw-representable values one by one.

extension Map {
    /// A field's raw-representable value.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        try required(
            key, nested, delimiter, CallPlace(file, function, line),
            "Cannot transform to '\(T.self)' using EnumTransform", T.self
        ) { $0.raw($1, T.self) }
    }

    /// A field's raw-representable value, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? where T.RawValue: MappableValue {
        try value(
            key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as T
    }

    /// A field's array of raw-representable values, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] where T.RawValue: MappableValue {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '[Any]'", [T].self
        ) { $0.all($1) { map, position in map.raw(position, T.self) } }
    }

    /// A field's array of raw-representable values, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T]? where T.RawValue: MappableValue {
        try value(
            key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as [T]
    }

    /// A field's raw-representable value; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.raw(field.position, T.self) ?? `default`
    }

    /// A field's array of raw-representable values, others dropped; `default` if it is absent or no array.
    @inlinable
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] where T.RawValue: MappableValue {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.array(field.position) { field.raw($0, T.self) } ?? `default`
    }

    // MARK: Types that have a form of their own in JSON as well

    /// A field's value; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return T.value(from: ValueReader(reading, field.position)) ?? `default`
    }

    /// A field's array; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] where T.RawValue: MappableValue {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return [T].value(from: ValueReader(reading, field.position)) ?? `default`
    }

    /// A field's value.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '\(T.self)'", T.self
        ) { T.value(from: ValueReader($0.reading, $1)) }
    }

    /// A field's array.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: RawRepresentable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] where T.RawValue: MappableValue {
        try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '\([T].self)'", [T].self
        ) { [T].value(from: ValueReader($0.reading, $1)) }
    }
}
