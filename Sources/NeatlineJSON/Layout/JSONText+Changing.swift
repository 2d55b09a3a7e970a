// The changes of a text. They resolve paths, and throw, by the functions that change `JSON`.

extension JSONText {
    /// Sets the value at a path.
    ///
    /// ```swift
    /// try file.set(8080, at: "server", "port")
    /// try file.set("debug", at: "log", "level", creatingMissing: true)
    /// ```
    ///
    /// The last step may name a new member, which is added. If an array is set where an array is, or an object where an object
    /// is, the entries that are equal keep their text; see ``update(to:)``.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - path: the steps to the value; without any, the whole value is set.
    ///   - creatingMissing: whether missing or null containers on the path are created: objects for names, arrays for
    ///     numbers. A number equal to the count then adds an element.
    /// - Throws: as `JSON.set(_:at:creatingMissing:)`; the error of the parser, if `options` do not allow the changed text;
    ///   `JSONError.Code.nonFiniteNumber` for NaN and the infinities, unless `options` allow them. The text is then unchanged.
    /// - Complexity: O(*n*) in the size of the text and of `value`; as `update(to:)` between containers of one type.
    public mutating func set(
        _ value: JSON, at path: any JSONSubscriptType..., creatingMissing: Bool = false
    ) throws {
        try set(value, at: path, creatingMissing: creatingMissing)
    }

    /// Sets the value at a path given as an array, as `set(_:at:creatingMissing:)` does with separate steps.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - path: the steps to the value.
    ///   - creatingMissing: whether missing or null containers on the path are created.
    /// - Throws: as `set(_:at:creatingMissing:)` with separate steps.
    public mutating func set(
        _ value: JSON, at path: [any JSONSubscriptType], creatingMissing: Bool = false
    ) throws {
        try set(value, steps: path.map(\.jsonKey), creatingMissing: creatingMissing)
    }

    /// Sets the value at a pointer: an existing element, an existing or new member, or with `-` as the last token a new
    /// element.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - pointer: the pointer.
    /// - Throws: the error of the first token that fails; otherwise as `set(_:at:creatingMissing:)`.
    public mutating func set(_ value: JSON, at pointer: JSONPointer) throws {
        let steps = try self.value.steps(pointer.tokens, allowsNew: true)
        if pointer.tokens.last == "-", case .index? = steps.last {
            try insert(value, steps: steps)
        } else {
            try set(value, steps: steps, creatingMissing: false)
        }
    }

    /// Appends an element to the array at a path.
    ///
    /// - Parameters:
    ///   - value: the new element.
    ///   - path: the steps to the array; without any, it is the whole value.
    /// - Throws: as `JSON.append(_:to:)`, and as `set(_:at:creatingMissing:)` for a text that is not allowed.
    /// - Complexity: O(*n*) in the size of the text and of `value`.
    public mutating func append(_ value: JSON, to path: any JSONSubscriptType...) throws {
        try append(value, to: path)
    }

    /// Appends an element to the array at a path given as an array.
    ///
    /// - Parameters:
    ///   - value: the new element.
    ///   - path: the steps to the array.
    /// - Throws: as `append(_:to:)` with separate steps.
    public mutating func append(_ value: JSON, to path: [any JSONSubscriptType]) throws {
        if case .error(let error) = value { throw error }
        let steps = path.map(\.jsonKey)
        let count = try self.value.elementCount(at: steps)
        try edit { edits throws(JSONError) in try edits.insert(value, name: nil, before: count, in: steps) }
    }

    /// Inserts an element before the one at the path, whose last step is a number; the array's count inserts at the end.
    ///
    /// - Parameters:
    ///   - value: the new element.
    ///   - path: the steps to the element.
    /// - Throws: as `JSON.insert(_:at:)`, and as `set(_:at:creatingMissing:)` for a text that is not allowed.
    /// - Complexity: O(*n*) in the size of the text and of `value`.
    public mutating func insert(_ value: JSON, at path: any JSONSubscriptType...) throws {
        try insert(value, at: path)
    }

    /// Inserts an element at a path given as an array.
    ///
    /// - Parameters:
    ///   - value: the new element.
    ///   - path: the steps to the element.
    /// - Throws: as `insert(_:at:)` with separate steps.
    public mutating func insert(_ value: JSON, at path: [any JSONSubscriptType]) throws {
        try insert(value, steps: path.map(\.jsonKey))
    }

    /// Inserts an element at a pointer, or sets a member, as `add` of JSON Patch does.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - pointer: the pointer.
    /// - Throws: the error of the first token that fails; otherwise as `insert(_:at:)`.
    public mutating func insert(_ value: JSON, at pointer: JSONPointer) throws {
        let steps = try self.value.steps(pointer.tokens, allowsNew: true)
        if case .index? = steps.last {
            try insert(value, steps: steps)
        } else {
            try set(value, steps: steps, creatingMissing: false)
        }
    }

    /// Removes the element, or all members with the name, at a path, with the comments on their lines.
    ///
    /// ```swift
    /// try file.remove(at: "server", "debug")
    /// ```
    ///
    /// - Parameter path: the steps to the element or member.
    /// - Returns: the removed value; of several members with one name the effective one.
    /// - Throws: as `JSON.remove(at:)`.
    /// - Complexity: O(*n*) in the size of the text.
    @discardableResult
    public mutating func remove(at path: any JSONSubscriptType...) throws -> JSON {
        try remove(at: path)
    }

    /// Removes the element or members at a path given as an array.
    ///
    /// - Parameter path: the steps to the element or member.
    /// - Returns: the removed value.
    /// - Throws: as `remove(at:)` with separate steps.
    @discardableResult
    public mutating func remove(at path: [any JSONSubscriptType]) throws -> JSON {
        try remove(steps: path.map(\.jsonKey))
    }

    /// Removes the element, or all members with the name, at a pointer.
    ///
    /// - Parameter pointer: the pointer.
    /// - Returns: the removed value.
    /// - Throws: the error of the first token that fails, also if there are no tokens.
    @discardableResult
    public mutating func remove(at pointer: JSONPointer) throws -> JSON {
        try remove(steps: try value.steps(pointer.tokens))
    }

    /// Changes the text so that it says another value, by writing only what differs.
    ///
    /// Equal values keep their text, of members in any order. Members that the new value lacks are removed, changed ones are
    /// replaced in their places, and new ones are appended. Of arrays as many elements as possible are kept, as by
    /// `JSON.patch(to:)`. Of several members with one name, the effective one is changed.
    ///
    /// ```swift
    /// var settings = file.value
    /// settings["window", "width"] = 900
    /// try file.update(to: settings)
    /// ```
    ///
    /// - Parameter value: the new value.
    /// - Throws: `value` if it is an error; as `set(_:at:creatingMissing:)` for a text that is not allowed.
    /// - Complexity: O(*n*) in the size of the text and of `value`; for two arrays of *m* elements of which *d* are in both
    ///   but in another order O(*m* · *d*), up to a limit that is O(*m*).
    public mutating func update(to value: JSON) throws {
        try set(value, steps: [], creatingMissing: false)
    }

    /// Changes the text so that it says what `body` makes of the value; see ``update(to:)``.
    ///
    /// ```swift
    /// try file.change { json in
    ///     json["port"] = 8080
    ///     json["hosts"].elements?.append("c")
    /// }
    /// ```
    ///
    /// - Parameter body: changes the value. If it throws, the text is unchanged.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; otherwise as `update(to:)`.
    /// - Complexity: as `update(to:)`, and what `body` does.
    public mutating func change<Result>(_ body: (inout JSON) throws -> Result) throws -> Result {
        var value = value
        let result = try body(&value)
        try update(to: value)
        return result
    }
}

// MARK: By steps

extension JSONText {
    private mutating func set(_ value: JSON, steps: [JSONKey], creatingMissing: Bool) throws(JSONError) {
        if case .error(let error) = value { throw error }
        let addition = try self.value.addition(of: value, at: steps, creatingMissing: creatingMissing)
        try edit { edits throws(JSONError) in
            guard let addition else { return try edits.change(steps, to: value) }
            let container = Array(steps[..<addition.depth])
            switch addition.step {
            case .key(let name)?: try edits.insert(addition.value, name: name, before: nil, in: container)
            case .index?: try edits.insert(addition.value, name: nil, before: nil, in: container)
            case nil: try edits.change(container, to: addition.value)
            }
        }
    }

    private mutating func insert(_ value: JSON, steps: [JSONKey]) throws(JSONError) {
        let index = try self.value.checkInsertion(of: value, at: steps)
        try edit { edits throws(JSONError) in
            try edits.insert(value, name: nil, before: index, in: Array(steps.dropLast()))
        }
    }

    private mutating func remove(steps: [JSONKey]) throws(JSONError) -> JSON {
        guard let last = steps.last else { throw .noStep(from: value) }
        try value.reach(steps)
        let removed = value.follow(steps)
        try edit { edits throws(JSONError) in try edits.remove(last, in: Array(steps.dropLast())) }
        return removed
    }

    /// Changes the text by the edits that `body` makes, and parses it again.
    ///
    /// - Throws: the error of `body`, or of the parser; the text is then unchanged.
    private mutating func edit(_ body: (inout TextEdits) throws(JSONError) -> Void) throws(JSONError) {
        var edits = TextEdits(self)
        try body(&edits)
        guard let bytes = edits.editedBytes() else { return }
        self = try JSONText(utf8: bytes, options: options)
    }
}
