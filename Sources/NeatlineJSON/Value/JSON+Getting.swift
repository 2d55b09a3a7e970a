// Reading that says why it fails: the whole path, what was expected there, and what was found.

extension JSON {
    /// The value at the end of the steps, as the type asked for.
    ///
    /// ```swift
    /// let id = try json.get("user", "id", as: Int.self)
    /// let tags: [String] = try json.get("user", "tags")
    /// // $.user.tags[2]: expected a string, found null
    /// ```
    ///
    /// - Throws: why a step failed, or that the value, or a part of it, is not of the type. Conversions are exact, see
    ///   `JSONReadable`.
    @inlinable
    public func get<Value: JSONReadable>(
        _ path: any JSONSubscriptType..., as type: Value.Type = Value.self
    ) throws -> Value {
        try get(path, as: type)
    }

    /// The value at the end of the steps, as the method that takes them one by one.
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

    /// The value at the end of the steps, or nil if it is missing or null.
    ///
    /// ```swift
    /// let email = try json.getIfPresent("user", "email", as: String.self)
    /// ```
    ///
    /// Missing means: there is no such member or element, or there is null where a step should go on.
    ///
    /// - Throws: that the value, or one on the way, is there and of another type.
    @inlinable
    public func getIfPresent<Value: JSONReadable>(
        _ path: any JSONSubscriptType..., as type: Value.Type = Value.self
    ) throws -> Value? {
        try getIfPresent(path, as: type)
    }

    /// The value at the end of the steps or nil, as the method that takes them one by one.
    @inlinable
    public func getIfPresent<Value: JSONReadable>(
        _ path: [any JSONSubscriptType], as type: Value.Type = Value.self
    ) throws -> Value? {
        guard try isPresent(at: path) else { return .none }
        return .some(try get(path, as: type))
    }

    /// The number as an integer, if this is a number, an integer, and in the range of the type; otherwise nil.
    ///
    /// ```swift
    /// JSON(300).int8            // 44, as NSNumber
    /// JSON(300).exactly(Int8.self)   // nil
    /// ```
    @inlinable
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        guard case .number(let number) = self else { return .none }
        return number.exactly(type)
    }

    /// The digits of a number as they were written, however many; nil for everything else.
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
    /// The error of a read of the child at `step` in `json`, with its path from there.
    @usableFromInline
    func inside(_ child: JSON, _ step: JSONKey, of json: JSON) -> JSONError { inside(child, at: [step], from: json) }

    /// The error of a read of `value`, which stands at the end of the steps from `json`, with its path from there.
    @usableFromInline
    func inside(_ value: JSON, _ path: [any JSONSubscriptType], of json: JSON) -> JSONError {
        inside(value, at: path.map(\.jsonKey), from: json)
    }
}
