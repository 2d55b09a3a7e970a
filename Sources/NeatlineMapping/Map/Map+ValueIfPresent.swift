// Methods that return the value of a field that may be absent or null, for properties of `ImmutableMappable` types that can be
// nil. There is one for each family of properties, as for `Map.value`.

// MARK: Values

extension Map {
    /// A field's value; nil if it is absent or null.
    ///
    /// ```swift
    /// nickname = try map.valueIfPresent("nickname")
    /// owner = try map.valueIfPresent("owner")                       // an optional model
    /// seen = try map.valueIfPresent("seen", using: ISO8601DateTransform())
    /// ```
    ///
    /// What is there has to fit: unlike `try? map.value("owner")`, this method does not make nil of an object that is wrong.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The value; nil if the field is absent or null.
    /// - Throws: `MapError` if the field does not fit.
    @inlinable
    public func valueIfPresent<T: MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line), castReason(T.self), T.self
        ) { T.value(from: $0) }
    }

    /// A field's value by a cast; nil if it is absent or null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The value; nil if the field is absent or null.
    /// - Throws: `MapError` if the field does not fit.
    @inlinable
    @_disfavoredOverload
    public func valueIfPresent<T>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line), castReason(T.self), T.self
        ) { $0.cast(to: T.self) }
    }
}

// MARK: Models

extension Map {
    /// A field's model, or array, set or dictionary of models, all of which have to fit; nil if it is absent or null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The models; nil if the field is absent or null.
    /// - Throws: `MapError` if the field does not fit, and the error of a model's initializer.
    @inlinable
    public func valueIfPresent<T: ModelForm>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? {
        try modelIfPresent(key, nested, delimiter, CallLocation(file, function, line))
    }

    // Types that are both models and `MappableValue` are mapped as models.

    /// A field's model, or array, set or dictionary of models, all of which have to fit; nil if it is absent or null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The models; nil if the field is absent or null.
    /// - Throws: `MapError` if the field does not fit, and the error of a model's initializer.
    @inlinable
    public func valueIfPresent<T: ModelForm & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? {
        try modelIfPresent(key, nested, delimiter, CallLocation(file, function, line))
    }

    @inlinable
    func modelIfPresent<T: ModelForm>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ location: CallLocation
    ) throws -> T? {
        try ifPresent(key, nested, delimiter, location, modelReason(T.self), T.self) {
            try T._readAll(from: $0, rethrowing: true)
        }
    }
}

// MARK: Raw values

extension Map {
    /// A field's raw-representable value; nil if it is absent or null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The value; nil if the field is absent or null.
    /// - Throws: `MapError` if the field does not fit, or the type does not have the raw value.
    @inlinable
    @_disfavoredOverload
    public func valueIfPresent<T: RawRepresentable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T? where T.RawValue: MappableValue {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line),
            enumReason(T.self), T.self
        ) { $0.raw(T.self) }
    }

    /// A field's array, set or dictionary of raw-representable values, all of which have to fit; nil if it is absent or null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The values; nil if the field is absent or null.
    /// - Throws: `MapError` if the field does not fit, or the type does not have a raw value.
    @inlinable
    @_disfavoredOverload
    public func valueIfPresent<C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> C?
    where C.PropertyElement: RawRepresentable, C.PropertyElement.RawValue: MappableValue {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line), "Cannot cast to '\(C._untypedName)'", C.self
        ) { C._readRawValues(from: $0, dropsRefused: false) }
    }
}

// MARK: Transforms

extension Map {
    /// A field's value, converted by a transform; nil if the field is absent or null, for which the transform is not called.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The converted value; nil if the field is absent or null.
    /// - Throws: `MapError` if the transform returns nil.
    @inlinable
    public func valueIfPresent<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Transform.Object? {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line),
            "Cannot transform to '\(Transform.Object.self)' using \(transform)", Transform.Object.self
        ) { self.transform($0, transform) }
    }

    /// A field's array, set or dictionary, each element through a transform; nil if the field is absent or null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion of each element.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The converted elements; nil if the field is absent or null.
    /// - Throws: `MapError` if the field is no such container, or the transform returns nil for an element.
    @inlinable
    public func valueIfPresent<Transform: TransformType, C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> C? where C.PropertyElement == Transform.Object {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line), "Cannot cast to '\(C._untypedName)'", C.self
        ) {
            C._readElements(from: $0, dropsRefused: false) { self.transform($0, transform) }
        }
    }

    /// A field's array or dictionary of containers, each element of those through a transform; nil if the field is absent or
    /// null.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path. A path that leads nowhere is absent.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - transform: The conversion of each element.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The converted elements; nil if the field is absent or null.
    /// - Throws: `MapError` if the field is no such container, or the transform returns nil for an element.
    @inlinable
    public func valueIfPresent<Transform: TransformType, C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> C?
    where C.PropertyElement: PropertyContainer, C.PropertyElement.PropertyElement == Transform.Object {
        try ifPresent(
            key, nested, delimiter, CallLocation(file, function, line), "Cannot cast to '\(C._untypedName)'", C.self
        ) {
            C._readElements(from: $0, dropsRefused: false) {
                C.PropertyElement._readElements(from: $0, dropsRefused: false) { self.transform($0, transform) }
            }
        }
    }
}

// MARK: Transforms of values that tell null from absent

extension Map {
    /// A field's value, converted by a transform; nil if the field is absent or null.
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
    public func valueIfPresent<Transform: TransformType>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Presence<Transform.Object>? {
        let value: Transform.Object? = try valueIfPresent(
            key, nested: nested, delimiter: delimiter, using: transform, file: file, function: function, line: line)
        return value.map { .value($0) }
    }

    /// A field's array, set or dictionary, each element through a transform; nil if the field is absent or null.
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
    public func valueIfPresent<Transform: TransformType, C: PropertyContainer>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
        file: StaticString = #file, function: StaticString = #function, line: UInt = #line
    ) throws -> Presence<C>? where C.PropertyElement == Transform.Object {
        let value: C? = try valueIfPresent(
            key, nested: nested, delimiter: delimiter, using: transform, file: file, function: function, line: line)
        return value.map { .value($0) }
    }
}
