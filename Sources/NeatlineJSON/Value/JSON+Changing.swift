// Changes that say why when they cannot be made. Each takes the steps to where the change is to happen, so that the error
// has the whole path; without steps it is this value. A change that fails leaves everything as it was.
//
// Those without steps are disfavoured, because extensions in code written for SwiftyJSON have functions of these names.

extension JSON {
    /// Sets the value at the end of the steps.
    ///
    /// ```swift
    /// try json.set("Ada", at: "user", "name")
    /// try json.set(5, at: "user", "scores", 0, creatingMissing: true)
    /// ```
    ///
    /// The last step may name a member that does not exist yet, which is added.
    ///
    /// - Parameters:
    ///   - value: what is stored; an error is thrown instead.
    ///   - path: the steps; without any this value itself is set.
    ///   - creatingMissing: whether containers that are missing, or null, on the way are made: objects for names, arrays
    ///     for numbers. The number after the last element's then adds an element.
    /// - Throws: why the step that failed did so; `value` if it is an error.
    /// - Complexity: O(steps), and O(count) for each container on the way that was not changed before.
    public mutating func set(
        _ value: JSON, at path: any JSONSubscriptType..., creatingMissing: Bool = false
    ) throws {
        try set(value, at: path, creatingMissing: creatingMissing)
    }

    /// Sets the value at the end of the steps, as the method that takes them one by one.
    public mutating func set(
        _ value: JSON, at path: [any JSONSubscriptType], creatingMissing: Bool = false
    ) throws {
        try set(value, steps: path.map(\.jsonKey), creatingMissing: creatingMissing)
    }

    /// Adds an element at the end of the array at the end of the steps.
    ///
    /// ```swift
    /// try json.append(4)                        // json is an array
    /// try json.append("maths", to: "user", "tags")
    /// ```
    ///
    /// - Throws: why a step failed; `JSONError.Code.wrongType` if they lead to no array; `value` if it is an error.
    /// - Complexity: O(steps), and O(count) for each container on the way that was not changed before.
    public mutating func append(_ value: JSON, to path: any JSONSubscriptType...) throws {
        try append(value, to: path)
    }

    /// Adds an element at the end of an array, as the method that takes the steps one by one.
    public mutating func append(_ value: JSON, to path: [any JSONSubscriptType]) throws {
        if case .error(let error) = value { throw error }
        let steps = path.map(\.jsonKey)
        _ = try elementCount(at: steps)
        change(at: steps) { $0.elements?.append(value) }
    }

    /// Inserts an element before the one that the last step, a number, leads to; the number of elements adds it at the
    /// end.
    ///
    /// ```swift
    /// try json.insert(1, at: 0)                 // json is an array
    /// try json.insert("maths", at: "user", "tags", 2)
    /// ```
    ///
    /// - Throws: why a step failed; `value` if it is an error.
    /// - Complexity: O(steps + count): the elements after it are moved.
    public mutating func insert(_ value: JSON, at path: any JSONSubscriptType...) throws {
        try insert(value, at: path)
    }

    /// Inserts an element, as the method that takes the steps one by one.
    public mutating func insert(_ value: JSON, at path: [any JSONSubscriptType]) throws {
        if case .error(let error) = value { throw error }
        let steps = path.map(\.jsonKey)
        guard case .index(let index)? = steps.last else {
            throw JSONError.noIndex(from: self, steps)
        }
        let array = Array(steps.dropLast())
        let count = try elementCount(at: array)
        guard index >= 0, index <= count else {
            throw JSONError.outOfBounds(index, count: count, from: self, steps)
        }
        change(at: array) { $0.elements?.insert(value, at: index) }
    }

    /// Removes the element, or all members of the name, that the last step leads to.
    ///
    /// ```swift
    /// try json.remove(at: 0)                    // json is an array
    /// try json.remove(at: "user", "tags", 2)
    /// ```
    ///
    /// - Returns: what was removed; of several members with one name the one that lookup finds.
    /// - Throws: why a step failed, also if there is nothing to remove, or no step.
    /// - Complexity: as `JSONObject.removeValue(forKey:)` for each member; O(steps + count) for an element, since those
    ///   after it are moved.
    @discardableResult
    public mutating func remove(at path: any JSONSubscriptType...) throws -> JSON {
        try remove(at: path)
    }

    /// Removes an element or a member, as the method that takes the steps one by one.
    @discardableResult
    public mutating func remove(at path: [any JSONSubscriptType]) throws -> JSON {
        try remove(steps: path.map(\.jsonKey))
    }

    /// Removes all members named `key`.
    ///
    /// - Returns: what was removed; of several members the one that lookup finds.
    /// - Throws: `JSONError.Code.wrongType` if this is no object, `missingKey` if there is no such member.
    /// - Complexity: as `JSONObject.removeValue(forKey:)`.
    @_disfavoredOverload @discardableResult
    public mutating func remove(key: String) throws -> JSON { try remove(steps: [.key(key)]) }

    /// Removes all elements or members of this array or object.
    ///
    /// - Throws: `JSONError.Code.wrongType` if it is neither.
    @_disfavoredOverload
    public mutating func removeAll() throws {
        switch self {
        case .array: self = .array(JSONArray())
        case .object: self = .object(JSONObject())
        case .error(let error): throw error
        default: throw JSONError.wrongType(from: self, [], expected: "an array or object", found: self)
        }
    }
}

// MARK: By steps

extension JSON {
    /// As `set(_:at:creatingMissing:)`.
    mutating func set(_ value: JSON, steps: [JSONKey], creatingMissing: Bool) throws(JSONError) {
        if case .error(let error) = value { throw error }
        guard let addition = try addition(of: value, at: steps, creatingMissing: creatingMissing) else {
            replace(steps, with: value)
            return
        }
        let container = Array(steps[..<addition.depth])
        switch addition.step {
        case .key(let key)?: change(at: container) { $0[key] = addition.value }
        case .index?: change(at: container) { $0.elements?.append(addition.value) }
        case nil: replace(container, with: addition.value)
        }
    }

    /// What is set where not all steps lead on.
    private struct Addition {
        /// How many steps lead to the container, or to the null, that is changed.
        var depth: Int
        /// The member or element that is added there; nil if the value itself is replaced.
        var step: JSONKey?
        var value: JSON
    }

    /// - Returns: nil if all steps lead on.
    /// - Throws: the error of the step that does not, if nothing can be added there.
    private func addition(
        of value: JSON, at steps: [JSONKey], creatingMissing: Bool
    ) throws(JSONError) -> Addition? {
        guard let (depth, container) = failingStep(steps[...]) else { return nil }
        switch (steps[depth], container) {
        case (.key, .object) where creatingMissing || depth == steps.count - 1:
            break
        case (.index(let index), .array(let array)) where creatingMissing && index == array.count:
            break
        case (_, .null) where creatingMissing:
            return Addition(depth: depth, step: nil, value: try wrapped(value, steps, from: depth))
        default:
            throw .step(from: self, Array(steps[...depth]), at: container)
        }
        return Addition(depth: depth, step: steps[depth], value: try wrapped(value, steps, from: depth + 1))
    }

    /// `value` inside the containers that the steps from `start` on need.
    private func wrapped(_ value: JSON, _ steps: [JSONKey], from start: Int) throws(JSONError) -> JSON {
        var value = value
        for depth in stride(from: steps.count - 1, through: start, by: -1) {
            switch steps[depth] {
            case .key(let key): value = .object(JSONObject(CollectionOfOne((key: key, value: value))))
            case .index(0): value = .array(JSONArray(CollectionOfOne(value)))
            case .index: throw .step(from: self, Array(steps[...depth]), at: .array(JSONArray()))
            }
        }
        return value
    }

    /// Replaces what the steps, none of which fails, lead to.
    mutating func replace(_ steps: [JSONKey], with value: JSON) {
        if steps.isEmpty {
            self = value
            return
        }
        var target = MutationPath(into: &self, steps)
        target.value = value
        target.writeBack(to: &self)
    }

    /// As `remove(at:)`.
    mutating func remove(steps: [JSONKey]) throws(JSONError) -> JSON {
        guard let last = steps.last else { throw .noStep(from: self) }
        try reach(steps)
        return change(at: Array(steps.dropLast())) { container in
            switch last {
            case .index(let index): container.elements?.remove(at: index) ?? .null
            case .key(let key): container.members?.removeValue(forKey: key) ?? .null
            }
        }
    }

    /// Makes sure that no step fails.
    ///
    /// A reference to what they lead to would make the change that follows copy it.
    private func reach(_ steps: [JSONKey]) throws(JSONError) {
        if let (depth, value) = failingStep(steps[...]) { throw .step(from: self, Array(steps[...depth]), at: value) }
    }

    /// The number of elements of the array that the steps lead to.
    func elementCount(at steps: [JSONKey]) throws(JSONError) -> Int {
        switch follow(steps) {
        case .array(let array): return array.count
        case .error(let error): throw error
        case let value: throw .wrongType(from: self, steps, expected: "an array", found: value)
        }
    }

    /// Calls `body` with what the steps, none of which fails, lead to, to be changed in place.
    mutating func change<Value>(at steps: [JSONKey], _ body: (inout JSON) -> Value) -> Value {
        if steps.isEmpty { return body(&self) }
        var target = MutationPath(into: &self, steps)
        defer { target.writeBack(to: &self) }
        return body(&target.value)
    }
}
