import NeatlineFoundation
import NeatlineJSON

// Methods that return the value of a field, for initializers of `ImmutableMappable`.

extension Map {
    /// The field's value by a cast; nil if it is absent or of another type.
    ///
    /// ```swift
    /// let type: String? = map["type"].value()
    /// ```
    public func value<T>() -> T? {
        guard isKeyPresent else { return nil }
        if let value: T = reader.cast() { return value }
        // In generic code the compiler also selects this overload for a `MappableValue`, such as a `Float`.
        guard let type = T.self as? any MappableValue.Type else { return nil }
        func value<V: MappableValue>(_: V.Type) -> V? { self.value() }
        return value(type) as? T
    }

    /// The field's value; nil if it is absent or does not fit.
    @inlinable
    public func value<T: MappableValue>() -> T? {
        guard isKeyPresent else { return nil }
        let noted = reading.noted
        if let value = T.value(from: reader) { return value }
        reading.forget(since: noted)
        return nil
    }
}

// MARK: Values

extension Map {
    /// Returns a field's value, in the type that the context requires.
    ///
    /// ```swift
    /// name = try map.value("name")
    /// city = try map.value("address.city")
    /// ```
    ///
    /// For a property that can be nil, `valueIfPresent` treats all types alike.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit; a type that is optional is nil if it is absent or null.
    @inlinable
    public func value<T: MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        if let value = T.valueOfAbsent, !field(key, nested, delimiter).isKeyPresent { return value }
        return try required(
            key, nested, delimiter, CallLocation(file, function, line), castReason(T.self), T.self
        ) { T.value(from: $0) }
    }

    /// A field's value; `default` if it is absent or does not fit.
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
    public func value<T: MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        optional(key, nested, delimiter) { T.value(from: $0) } ?? `default`
    }

    /// A field's value by a cast.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit; a type that is optional is nil if it is absent or null.
    @inlinable
    @_disfavoredOverload
    public func value<T>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        if let type = T.self as? any OptionalProtocol.Type {
            let field = field(key, nested, delimiter)
            let isNothing = field.position == 0 || (isReading && field.isNull)
            if isNothing, let value = type.wrappingNothing as? T { return value }
        } else if let type = T.self as? any ValueWrapper.Type, field(key, nested, delimiter).position == 0,
            let value = type.ofAbsent as? T
        {
            return value
        }
        return try required(
            key, nested, delimiter, CallLocation(file, function, line), castReason(T.self), T.self
        ) { $0.cast(to: T.self) }
    }

    /// A field's value by a cast; `default` if it is absent or does not fit.
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
    public func value<T>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        optional(key, nested, delimiter) { $0.cast(to: T.self, dropsRefused: true) } ?? `default`
    }
}

// MARK: Models

extension Map {
    /// A field's model, or array, set or dictionary of models, all of which have to fit; the member must exist even if
    /// the type is optional.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit, and the error of a model's initialiser.
    @inlinable
    public func value<T: ModelForm>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        try model(key, nested, delimiter, CallLocation(file, function, line))
    }

    /// A field's model, or container of models without those that are refused; `default` if it is absent or does not fit.
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
    public func value<T: ModelForm>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        optional(key, nested, delimiter) { T._read(from: $0) } ?? `default`
    }

    /// A field's array of models without those that are refused; `default` if it is absent or does not fit.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - default: The value for a field that is absent or does not fit.
    ///   - file: Not used: nothing is thrown.
    ///   - function: Not used.
    ///   - line: Not used.
    @inlinable
    public func value<T: BaseMappable>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) -> [T] {
        optional(key, nested, delimiter) { [T]._read(from: $0) } ?? `default`
    }

    // Types that are both models and `MappableValue` are mapped as models.

    /// A field's model, or array, set or dictionary of models, all of which have to fit; the member must exist even if
    /// the type is optional.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - file: The file of the call, for the error.
    ///   - function: The function of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit, and the error of a model's initialiser.
    @inlinable
    public func value<T: ModelForm & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        try model(key, nested, delimiter, CallLocation(file, function, line))
    }

    /// A field's model, or container of models without those that are refused; `default` if it is absent or does not fit.
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
    public func value<T: ModelForm & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        optional(key, nested, delimiter) { T._read(from: $0) } ?? `default`
    }

    /// A field's array of models without those that are refused; `default` if it is absent or does not fit.
    ///
    /// - Parameters:
    ///   - key: The field's name; a dot makes it a path.
    ///   - nested: Whether the name is a path; if nil, it is one if it contains the delimiter.
    ///   - delimiter: The separator of the names of a path.
    ///   - default: The value for a field that is absent or does not fit.
    ///   - file: Not used: nothing is thrown.
    ///   - function: Not used.
    ///   - line: Not used.
    @inlinable
    public func value<T: BaseMappable & MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [T], file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) -> [T] {
        optional(key, nested, delimiter) { [T]._read(from: $0) } ?? `default`
    }

    @inlinable
    func model<T: ModelForm>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ location: CallLocation
    ) throws -> T {
        try required(
            key, nested, delimiter, location, modelReason(T.self), nilReason: nilReason(T.self), unwrapped(T.self)
        ) {
            try T._readAll(from: $0, rethrowing: true)
        }
    }
}
