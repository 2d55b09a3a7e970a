// Reading models one by one that are raw-representable, or have a form of their own in JSON, as well: they count as models.

extension Map {
    /// A field's model.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        try modelValue(key, nested, delimiter, file, function, line)
    }

    /// A field's model, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? where T.RawValue: MappableValue {
        try modelValue(key, nested, delimiter, file, function, line)
    }

    /// A field's array of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] where T.RawValue: MappableValue {
        try modelValues(key, nested, delimiter, file, function, line)
    }

    /// A field's array of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T]? where T.RawValue: MappableValue {
        try modelValues(key, nested, delimiter, file, function, line)
    }

    /// A field's dictionary of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T] where T.RawValue: MappableValue {
        try modelsByNameValue(key, nested, delimiter, file, function, line)
    }

    /// A field's dictionary of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T]? where T.RawValue: MappableValue {
        try modelsByNameValue(key, nested, delimiter, file, function, line)
    }

    /// A field's model; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        try modelValue(key, nested, delimiter, `default`)
    }

    /// A field's array of models, those that are refused dropped; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) -> [T] where T.RawValue: MappableValue {
        modelValues(key, nested, delimiter, `default`)
    }

    /// A field's model.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        try modelValue(key, nested, delimiter, file, function, line)
    }

    /// A field's model, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? {
        try modelValue(key, nested, delimiter, file, function, line)
    }

    /// A field's array of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T] {
        try modelValues(key, nested, delimiter, file, function, line)
    }

    /// A field's array of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [T]? {
        try modelValues(key, nested, delimiter, file, function, line)
    }

    /// A field's dictionary of models, all of which have to fit.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T] {
        try modelsByNameValue(key, nested, delimiter, file, function, line)
    }

    /// A field's dictionary of models, for a property that can be nil.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> [String: T]? {
        try modelsByNameValue(key, nested, delimiter, file, function, line)
    }

    /// A field's model; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        try modelValue(key, nested, delimiter, `default`)
    }

    /// A field's array of models, those that are refused dropped; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) -> [T] {
        modelValues(key, nested, delimiter, `default`)
    }

    @inlinable
    func modelValue<T: BaseMappable>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ file: StaticString, _ function: StaticString,
        _ line: UInt
    ) throws -> T {
        try value(key, nested: nested, delimiter: delimiter, file: file, function: function, line: line)
    }

    @inlinable
    func modelValues<T: BaseMappable>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ file: StaticString, _ function: StaticString,
        _ line: UInt
    ) throws -> [T] {
        try value(key, nested: nested, delimiter: delimiter, file: file, function: function, line: line)
    }

    @inlinable
    func modelsByNameValue<T: BaseMappable>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ file: StaticString, _ function: StaticString,
        _ line: UInt
    ) throws -> [String: T] {
        try value(key, nested: nested, delimiter: delimiter, file: file, function: function, line: line)
    }

    @inlinable
    func modelValue<T: BaseMappable>(_ key: String, _ nested: Bool?, _ delimiter: String, _ default: T) throws -> T {
        try value(key, nested: nested, delimiter: delimiter, default: `default`)
    }

    @inlinable
    func modelValues<T: BaseMappable>(_ key: String, _ nested: Bool?, _ delimiter: String, _ default: [T]) -> [T] {
        value(key, nested: nested, delimiter: delimiter, default: `default`)
    }
}
