// Methods that return the converted value of a field: raw-representable values, and the results of transforms.

// MARK: Raw values

extension Map {
    /// Returns a field's value as a raw-representable type, such as an enum.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    @_disfavoredOverload
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        try required(
            key, nested, delimiter, CallLocation(file, function, line),
            enumReason(T.self), T.self
        ) { $0.raw(T.self) }
    }

    /// A field's raw-representable value, for a property that can be nil.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    @_disfavoredOverload
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? where T.RawValue: MappableValue {
        try value(key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as T
    }

    /// A field's array, set or dictionary of raw-representable values, all of which have to fit.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    @_disfavoredOverload
    public func value<C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> C
    where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
        try required(
            key, nested, delimiter, CallLocation(file, function, line), "Cannot cast to '\(C._untypedName)'", C.self
        ) { C._readRawValues(from: $0, dropsRefused: false) }
    }

    /// A field's array, set or dictionary of raw-representable values, without those that the type does not have.
    ///
    /// ```swift
    /// kinds = try map.value("kinds", omitsUnknownCases: true)
    /// ```
    ///
    /// Each that is left out is in the mapper's ``Mapper/failures``.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - omitsUnknownCases: Whether raw values that the type does not have are left out; otherwise they do not fit.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or no such container.
    @inlinable
    public func value<C: PropertyContainer>(
        _ key: String, omitsUnknownCases: Bool, file: StaticString = #file, function: StaticString = #function,
        line: UInt = #line
    ) throws -> C
    where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
        try required(
            key, nil, ".", CallLocation(file, function, line), "Cannot cast to '\(C._untypedName)'", C.self
        ) { C._readRawValues(from: $0, dropsRefused: omitsUnknownCases) }
    }

    /// A field's array, set or dictionary of raw-representable values, for a property that can be nil.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    @_disfavoredOverload
    public func value<C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> C?
    where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
        try value(key, nested: nested, delimiter: delimiter, file: file, function: function, line: line) as C
    }

    /// A field's raw-representable value; `default` if it is absent or does not fit.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - default: The value for a field that is absent or does not fit.
    ///   - file: Not used: nothing is thrown.
    ///   - function: Not used.
    ///   - line: Not used.
    /// - Throws: Nothing: ObjectMapper's method is declared as throwing.
    @inlinable
    @_disfavoredOverload
    public func value<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T where T.RawValue: MappableValue {
        optional(key, nested, delimiter) { $0.raw(T.self) } ?? `default`
    }

    /// A field's array, set or dictionary of raw-representable values without those that the type does not have; `default`
    /// if it is absent or not such a container.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - default: The value for a field that is absent or does not fit.
    ///   - file: Not used: nothing is thrown.
    ///   - function: Not used.
    ///   - line: Not used.
    /// - Throws: Nothing: ObjectMapper's method is declared as throwing.
    @inlinable
    @_disfavoredOverload
    public func value<C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: C, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> C
    where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
        optional(key, nested, delimiter) { C._readRawValues(from: $0, dropsRefused: true) } ?? `default`
    }
}

// MARK: Transforms

extension Map {
    /// A field's value, converted by a transform.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Transform.Object {
        try required(
            key, nested, delimiter, CallLocation(file, function, line),
            "Cannot transform to '\(Transform.Object.self)' using \(transform)", Transform.Object.self
        ) { self.transform($0, transform) }
    }

    /// A field's array, set or dictionary, each element through a transform.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion of each element.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType, C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> C where C.PropertyElement == Transform.Object {
        try required(
            key, nested, delimiter, CallLocation(file, function, line),
            "Cannot cast to '\(C._untypedName)'", C.self
        ) {
            C._readElements(from: $0, dropsRefused: false) { self.transform($0, transform) }
        }
    }

    /// A field's array or dictionary of containers, each element of those through a transform.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion of each element.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit.
    @inlinable
    public func value<Transform: TransformType, C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> C
    where C.PropertyElement: PropertyContainer, C.PropertyElement.PropertyElement == Transform.Object {
        try required(
            key, nested, delimiter, CallLocation(file, function, line),
            "Cannot cast to '\(C._untypedName)'", C.self
        ) {
            C._readElements(from: $0, dropsRefused: false) {
                C.PropertyElement._readElements(from: $0, dropsRefused: false) { self.transform($0, transform) }
            }
        }
    }

    /// A field's value, converted by a transform; `default` if it is absent or the transform returns nil.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - default: The value for a field that is absent, or that the transform cannot read.
    ///   - transform: The conversion.
    ///   - file: Not used: nothing is thrown.
    ///   - function: Not used.
    ///   - line: Not used.
    /// - Throws: Nothing: ObjectMapper's method is declared as throwing.
    @inlinable
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Transform.Object,
        using transform: Transform, file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Transform.Object {
        optional(key, nested, delimiter) { self.transform($0, transform) } ?? `default`
    }
}

// MARK: Transforms of values that tell null from absent

// They are disfavored: without them a call whose result has no declared type is one of a value.

extension Map {
    /// A field's value, converted by a transform, which does not receive null; `.absent` if the field is absent.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field does not fit.
    @inlinable
    @_disfavoredOverload
    public func value<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Presence<Transform.Object> {
        try presence(key, nested, delimiter) {
            try value(
                key, nested: nested, delimiter: delimiter, using: transform, file: file, function: function, line: line)
        }
    }

    /// A field's array, set or dictionary, each element through a transform; `.absent` if the field is absent.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion of each element.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field does not fit.
    @inlinable
    @_disfavoredOverload
    public func value<Transform: TransformType, C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Presence<C> where C.PropertyElement == Transform.Object {
        try presence(key, nested, delimiter) {
            try value(
                key, nested: nested, delimiter: delimiter, using: transform, file: file, function: function, line: line)
        }
    }

    /// A field that is neither absent nor null is read by `value`.
    @inlinable
    func presence<Value>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ value: () throws -> Value
    ) rethrows -> Presence<Value> {
        let field = field(key, nested, delimiter)
        if field.isReading, field.position == 0 { return .absent }
        if field.isReading, field.isNull { return .null }
        return .value(try value())
    }
}
