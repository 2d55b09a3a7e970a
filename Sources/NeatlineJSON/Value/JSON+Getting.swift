// Throwing reads, whose errors state the whole path, what was expected there, and what was found.

extension JSON {
    /// Returns the value at a path as a given type.
    ///
    /// ```swift
    /// let id = try json.get("user", "id", as: Int.self)
    /// let tags: [String] = try json.get("user", "tags")
    /// // $.user.tags[2]: expected a string, found null
    /// ```
    ///
    /// - Parameters:
    ///   - path: the steps to the value; without any, it is this value.
    ///   - type: the type to return.
    /// - Throws: `JSONError`, if a step fails, or the value or a part of it does not have the type. Conversions are
    ///   exact, see `JSONReadable`.
    @inlinable
    public func get<Value: JSONReadable>(
        _ path: any JSONSubscriptType..., as type: Value.Type = Value.self
    ) throws -> Value {
        try get(path, as: type)
    }

    /// Returns the value at a path given as an array.
    ///
    /// - Parameters:
    ///   - path: the steps to the value.
    ///   - type: the type to return.
    /// - Throws: as `get(_:as:)` with separate steps.
    @inlinable
    public func get<Value: JSONReadable>(
        _ path: [any JSONSubscriptType], as type: Value.Type = Value.self
    ) throws -> Value {
        let value = try value(at: path)
        do {
            return try Value.read(from: value)
        } catch let error as JSONError {
            throw error.inside(value, path, of: self)
        }
    }

    /// Returns the value at a path, or nil if it is missing or null.
    ///
    /// ```swift
    /// let email = try json.getIfPresent("user", "email", as: String.self)
    /// ```
    ///
    /// It is missing if there is no such member or element, or a value on the path is null.
    ///
    /// - Parameters:
    ///   - path: the steps to the value.
    ///   - type: the type to return.
    /// - Throws: `JSONError`, if the value, or a container on the path, exists but has another type.
    @inlinable
    public func getIfPresent<Value: JSONReadable>(
        _ path: any JSONSubscriptType..., as type: Value.Type = Value.self
    ) throws -> Value? {
        try getIfPresent(path, as: type)
    }

    /// Returns the value at a path given as an array, or nil if it is missing or null.
    ///
    /// - Parameters:
    ///   - path: the steps to the value.
    ///   - type: the type to return.
    /// - Throws: as `getIfPresent(_:as:)` with separate steps.
    @inlinable
    public func getIfPresent<Value: JSONReadable>(
        _ path: [any JSONSubscriptType], as type: Value.Type = Value.self
    ) throws -> Value? {
        guard try isPresent(at: path) else { return .none }
        return .some(try get(path, as: type))
    }

    /// Returns the number as an integer; nil if this is not a number, not an integer, or out of the type's range.
    ///
    /// ```swift
    /// JSON(300).int8                 // 44, as NSNumber returns
    /// JSON(300).exactly(Int8.self)   // nil
    /// ```
    ///
    /// - Parameter type: the type of the integer.
    @inlinable
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        guard case .number(let number) = self else { return .none }
        return number.exactly(type)
    }

    /// The digits of a number exactly as written; nil for other types.
    public var numberText: String? {
        guard case .number(let number) = self else { return .none }
        return number.text
    }

    @usableFromInline
    func value(at path: [any JSONSubscriptType]) throws(JSONError) -> JSON {
        let value = follow(path.map(\.jsonKey))
        if case .error(let error) = value { throw error }
        return value
    }

    @usableFromInline
    func isPresent(at path: [any JSONSubscriptType]) throws(JSONError) -> Bool {
        let steps = path.map(\.jsonKey)
        guard let (depth, value) = failingStep(steps[...]) else {
            if case .null = follow(steps) { return false }
            return true
        }
        switch (steps[depth], value) {
        case (_, .null), (.key, .object), (.index, .array): return false
        case (_, .error(let error)):
            if error.code == .unsupportedType { throw error }
            return false
        default: throw .step(from: self, Array(steps[...depth]), at: value)
        }
    }
}

extension JSONError {
    /// Adds the step from `json` to the error of reading the child at `step`.
    @usableFromInline
    func inside(_ child: JSON, _ step: JSONKey, of json: JSON) -> JSONError { inside(child, at: [step], from: json) }

    /// Adds the path from `json` to the error of reading `value`.
    @usableFromInline
    func inside(_ value: JSON, _ path: [any JSONSubscriptType], of json: JSON) -> JSONError {
        inside(value, at: path.map(\.jsonKey), from: json)
    }
}
