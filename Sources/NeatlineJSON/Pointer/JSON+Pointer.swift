extension JSON {
    /// What the pointer leads to, or `.error`; settable.
    ///
    /// Setting follows the rules of setting by steps: what is not there is ignored, but for a new member of an object.
    /// With `-` at the end it adds an element to an array.
    public subscript(pointer: JSONPointer) -> JSON {
        get {
            do throws(JSONError) {
                return try resolve(pointer.tokens).value
            } catch {
                return .error(error)
            }
        }
        set {
            guard let steps = try? steps(pointer.tokens, allowsNew: true), !steps.isEmpty else { return }
            if pointer.tokens.last == "-", elementCountIfArray(at: steps.dropLast()) != nil {
                try? insert(newValue, at: steps)
            } else {
                self[steps] = newValue
            }
        }
        _modify {
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

    /// What the pointer leads to, as the type asked for.
    ///
    /// - Throws: why a token led nowhere, or that the value is not of the type; see `JSONReadable`.
    @inlinable
    public func get<Value: JSONReadable>(
        _ pointer: JSONPointer, as type: Value.Type = Value.self
    ) throws -> Value {
        try get(try path(pointer), as: type)
    }

    /// Sets what the pointer leads to: an element that exists, a member whether it exists or not, or with `-` at the end
    /// a new element.
    ///
    /// - Throws: why a token led nowhere; `value` if it is an error.
    public mutating func set(_ value: JSON, at pointer: JSONPointer) throws {
        let steps = try steps(pointer.tokens, allowsNew: true)
        if pointer.tokens.last == "-", elementCountIfArray(at: steps.dropLast()) != nil {
            try insert(value, at: steps)
        } else {
            try set(value, steps: steps, creatingMissing: false)
        }
    }

    /// Inserts an element where the pointer leads to, or sets a member: what an `add` of JSON Patch does.
    ///
    /// - Throws: why a token led nowhere; `value` if it is an error.
    public mutating func insert(_ value: JSON, at pointer: JSONPointer) throws {
        let steps = try steps(pointer.tokens, allowsNew: true)
        if case .index? = steps.last {
            try insert(value, at: steps)
        } else {
            try set(value, steps: steps, creatingMissing: false)
        }
    }

    /// Removes what the pointer leads to: an element, or all members of the name.
    ///
    /// - Returns: what was removed.
    /// - Throws: why a token led nowhere, also if there are no tokens.
    @discardableResult
    public mutating func remove(at pointer: JSONPointer) throws -> JSON {
        try remove(steps: try steps(pointer.tokens))
    }

    @usableFromInline
    func path(_ pointer: JSONPointer) throws(JSONError) -> [any JSONSubscriptType] {
        try resolve(pointer.tokens).steps
    }

    /// The steps that the tokens name in this value, and the value at their end.
    ///
    /// - Throws: why a token led nowhere.
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

    /// The steps that the tokens name in this value, for changing the value at their end.
    ///
    /// - Parameter allowsNew: whether the last one may lead to a member that does not exist, or to the element after the
    ///   last one.
    /// - Throws: why a token led nowhere.
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

    /// The step that a token names in `container`, which is at the end of `steps`.
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
    /// An element's number: digits without a leading zero.
    fileprivate static func index(_ token: String) -> Int? {
        guard !token.isEmpty, token.utf8.allSatisfy(Byte.isDigit), token == "0" || token.utf8.first != Byte.zero else {
            return nil
        }
        // A number too large for `Int` is out of range in any array.
        return Int(token) ?? .max
    }
}
