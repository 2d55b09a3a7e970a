// Reading and changing values by JSON Pointer (RFC 6901).

extension JSON {
    /// The value at a pointer, or `.error` if there is none.
    ///
    /// Setting is ignored if the pointer's target does not exist, unless it is a new member of an object. A last token
    /// `-` appends an element to an array; a pointer without tokens replaces the whole value.
    ///
    /// - Parameter pointer: the pointer.
    public subscript(pointer: JSONPointer) -> JSON {
        get {
            do throws(JSONError) {
                return try resolve(pointer.tokens).value
            } catch {
                return .error(error)
            }
        }
        set {
            do throws(JSONError) {
                let steps = try steps(pointer.tokens, allowsNew: true)
                if steps.isEmpty {
                    try set(newValue, steps: steps, creatingMissing: false)
                } else if pointer.tokens.last == "-", elementCountIfArray(at: steps.dropLast()) != nil {
                    try insert(newValue, steps: steps)
                } else {
                    self[steps] = newValue
                }
            } catch {
                reportIgnoredStep(error)
            }
        }
        _modify {
            if pointer.tokens.isEmpty {
                yield &self
                return
            }
            var value = self[pointer]
            if case .error = value {
                defer { self[pointer] = value }
                yield &value
                return
            }
            value = .null
            var target = MutationPath(into: &self, (try? steps(pointer.tokens)) ?? [])
            defer { target.writeBack(to: &self) }
            yield &target.value
        }
    }

    /// Returns the value at a pointer as a given type.
    ///
    /// - Parameters:
    ///   - pointer: the pointer.
    ///   - type: the type to return.
    /// - Throws: `JSONError`, if a token fails or the value does not have the type; see `JSONReadable`.
    @inlinable
    public func get<Value: JSONReadable>(
        _ pointer: JSONPointer, as type: Value.Type = Value.self
    ) throws -> Value {
        try get(try path(pointer), as: type)
    }

    /// Sets the value at a pointer: an existing element, an existing or new member, or with `-` as the last token a new
    /// element.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - pointer: the pointer.
    /// - Throws: the error of the first token that fails; `value` if it is an error.
    public mutating func set(_ value: JSON, at pointer: JSONPointer) throws {
        let steps = try steps(pointer.tokens, allowsNew: true)
        if pointer.tokens.last == "-", elementCountIfArray(at: steps.dropLast()) != nil {
            try insert(value, at: steps)
        } else {
            try set(value, steps: steps, creatingMissing: false)
        }
    }

    /// Inserts an element at a pointer, or sets a member, as `add` of JSON Patch does.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - pointer: the pointer.
    /// - Throws: the error of the first token that fails; `value` if it is an error.
    public mutating func insert(_ value: JSON, at pointer: JSONPointer) throws {
        let steps = try steps(pointer.tokens, allowsNew: true)
        if case .index? = steps.last {
            try insert(value, at: steps)
        } else {
            try set(value, steps: steps, creatingMissing: false)
        }
    }

    /// Removes the element, or all members with the name, at a pointer.
    ///
    /// - Parameter pointer: the pointer.
    /// - Returns: the removed value.
    /// - Throws: the error of the first token that fails, also if there are no tokens.
    @discardableResult
    public mutating func remove(at pointer: JSONPointer) throws -> JSON {
        try remove(steps: try steps(pointer.tokens))
    }

    @usableFromInline
    func path(_ pointer: JSONPointer) throws(JSONError) -> [any JSONSubscriptType] {
        try resolve(pointer.tokens).steps
    }

    /// Returns the steps that the tokens mean in this value, and the value at their end.
    ///
    /// - Throws: the error of the first token that fails.
    /// - Complexity: O(tokens), and O(count) for each large container that is read for the first time.
    func resolve(_ tokens: some Sequence<String>) throws(JSONError) -> (steps: [JSONKey], value: JSON) {
        var value = self
        var steps: [JSONKey] = []
        for token in tokens {
            steps.append(try step(token, in: value, after: steps))
            guard let next = value.child(at: steps[steps.count - 1]) else {
                throw .step(from: self, steps, at: value)
            }
            value = next
        }
        return (steps, value)
    }

    /// Returns the steps that the tokens mean in this value, to change the value at their end.
    ///
    /// - Parameters:
    ///   - tokens: the tokens.
    ///   - allowsNew: whether the last one may be that of a new member, or of the element after the last one.
    /// - Throws: the error of the first token that fails.
    func steps(_ tokens: [String], allowsNew: Bool = false) throws(JSONError) -> [JSONKey] {
        guard let last = tokens.last else { return [] }
        var (steps, container) = try resolve(tokens.dropLast())
        let step = try step(last, in: container, after: steps)
        steps.append(step)
        if container.slot(of: step) != nil { return steps }
        if allowsNew {
            switch (step, container) {
            case (.key, .object): return steps
            case (.index(let index), .array(let array)) where index == array.count: return steps
            default: break
            }
        }
        throw .step(from: self, steps, at: container)
    }

    /// Returns the step that a token means in `container`, which is at the end of `steps`.
    ///
    /// - Throws: the error of the token.
    private func step(
        _ token: String, in container: JSON, after steps: [JSONKey]
    ) throws(JSONError) -> JSONKey {
        guard case .array(let array) = container else { return .key(token) }
        if token == "-" { return .index(array.count) }
        guard let index = JSONPointer.index(token) else { throw .noElement(token, from: self, steps) }
        return .index(index)
    }

    private func elementCountIfArray(at steps: some Collection<JSONKey>) -> Int? {
        try? elementCount(at: Array(steps))
    }
}

extension JSONPointer {
    /// Returns an element's number: digits without a leading zero.
    fileprivate static func index(_ token: String) -> Int? {
        guard !token.isEmpty, token.utf8.allSatisfy(Byte.isDigit), token == "0" || token.utf8.first != Byte.zero else {
            return nil
        }
        // A number too large for `Int` is out of range in any array.
        return Int(token) ?? .max
    }
}
