// Throwing changes. Each takes the path to the value to change, so that an error has the whole path; an empty path
// means this value. A change that throws leaves the value unchanged.
//
// The functions without a path are disfavored, because extensions in code written for SwiftyJSON have functions of
// these names.

extension JSON {
    /// Sets the value at a path.
    ///
    /// ```swift
    /// try json.set("Ada", at: "user", "name")
    /// try json.set(5, at: "user", "scores", 0, creatingMissing: true)
    /// ```
    ///
    /// The last step may name a new member, which is added.
    ///
    /// - Parameters:
    ///   - value: the new value; an error is thrown instead.
    ///   - path: the steps to the value; without any, this value itself is set.
    ///   - creatingMissing: whether missing or null containers on the path are created: objects for names, arrays for
    ///     numbers. A number equal to the count then adds an element.
    /// - Throws: the error of the first step that fails; `value` if it is an error.
    /// - Complexity: O(steps), and O(count) for each container on the path that was not changed before.
    public mutating func set(
        _ value: JSON, at path: any JSONSubscriptType..., creatingMissing: Bool = false
    ) throws {
        try set(value, at: path, creatingMissing: creatingMissing)
    }

    /// Sets the value at a path given as an array, as `set(_:at:creatingMissing:)` does with separate steps.
    ///
    /// - Parameters:
    ///   - value: the new value; an error is thrown instead.
    ///   - path: the steps to the value.
    ///   - creatingMissing: whether missing or null containers on the path are created.
    /// - Throws: the error of the first step that fails; `value` if it is an error.
    public mutating func set(
        _ value: JSON, at path: [any JSONSubscriptType], creatingMissing: Bool = false
    ) throws {
        try set(value, steps: path.map(\.jsonKey), creatingMissing: creatingMissing)
    }

    /// Appends an element to the array at a path.
    ///
    /// ```swift
    /// try json.append(4)                        // json is an array
    /// try json.append("maths", to: "user", "tags")
    /// ```
    ///
    /// - Parameters:
    ///   - value: the new element.
    ///   - path: the steps to the array; without any, it is this value.
    /// - Throws: the error of the first step that fails; `JSONError.Code.wrongType` if there is no array; `value` if it
    ///   is an error.
    /// - Complexity: O(steps), and O(count) for each container on the path that was not changed before.
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
        _ = try elementCount(at: steps)
        change(at: steps) { $0.elements?.append(value) }
    }

    /// Inserts an element before the one at the path, whose last step is a number; the array's count inserts at the
    /// end.
    ///
    /// ```swift
    /// try json.insert(1, at: 0)                 // json is an array
    /// try json.insert("maths", at: "user", "tags", 2)
    /// ```
    ///
    /// - Parameters:
    ///   - value: the new element.
    ///   - path: the steps to the element.
    /// - Throws: the error of the first step that fails; `value` if it is an error.
    /// - Complexity: O(steps + count): the elements after it are moved.
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

    /// Removes the element, or all members with the name, at a path.
    ///
    /// ```swift
    /// try json.remove(at: 0)                    // json is an array
    /// try json.remove(at: "user", "tags", 2)
    /// ```
    ///
    /// - Parameter path: the steps to the element or member.
    /// - Returns: the removed value; of several members with one name the effective one.
    /// - Throws: the error of the first step that fails, also if there is nothing to remove or the path is empty.
    /// - Complexity: as `JSONObject.removeValue(forKey:)` for members; O(steps + count) for an element, because those
    ///   after it are moved.
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

    /// Removes all members named `key`.
    ///
    /// - Parameter key: the name.
    /// - Returns: the removed value; of several members the effective one.
    /// - Throws: `JSONError.Code.wrongType` if this is not an object, `missingKey` if there is no such member.
    /// - Complexity: as `JSONObject.removeValue(forKey:)`.
    @_disfavoredOverload @discardableResult
    public mutating func remove(key: String) throws -> JSON { try remove(steps: [.key(key)]) }

    /// Removes all elements or members of this value.
    ///
    /// - Throws: `JSONError.Code.wrongType` if this is neither an array nor an object.
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
    /// Sets the value at a path; see `set(_:at:creatingMissing:)`.
    ///
    /// - Throws: the error of the first step that fails; `value` if it is an error.
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

    /// A value to add where a path ends early.
    struct Addition {
        /// The number of steps to the container, or null, that is changed.
        var depth: Int
        /// The new member or element; nil if the value itself is replaced.
        var step: JSONKey?
        var value: JSON
    }

    /// Returns where to add the value of a path of which not all steps exist; nil if all do.
    ///
    /// - Throws: the error of the first step that fails, if nothing can be added there.
    func addition(
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

    /// Returns `value` inside the containers that the steps from `start` on need.
    ///
    /// - Throws: the error of a step that no new container can have.
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

    /// Replaces the value at a path that exists.
    mutating func replace(_ steps: [JSONKey], with value: JSON) {
        if steps.isEmpty {
            self = value
            return
        }
        var target = MutationPath(into: &self, steps)
        target.value = value
        target.writeBack(to: &self)
    }

    /// Removes the value at a path; see `remove(at:)`.
    ///
    /// - Throws: the error of the first step that fails.
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

    /// Inserts an element at a path; see `insert(_:at:)`.
    ///
    /// - Throws: the error of the first step that fails; `value` if it is an error.
    mutating func insert(_ value: JSON, steps: [JSONKey]) throws(JSONError) {
        let index = try checkInsertion(of: value, at: steps)
        change(at: Array(steps.dropLast())) { $0.elements?.insert(value, at: index) }
    }

    /// Returns the number of the element before which an element can be inserted at a path.
    ///
    /// - Throws: the error of the first step that fails; `value` if it is an error.
    func checkInsertion(of value: JSON, at steps: [JSONKey]) throws(JSONError) -> Int {
        if case .error(let error) = value { throw error }
        guard case .index(let index)? = steps.last else { throw .noIndex(from: self, steps) }
        let count = try elementCount(at: Array(steps.dropLast()))
        guard index >= 0, index <= count else { throw .outOfBounds(index, count: count, from: self, steps) }
        return index
    }

    /// Checks that all steps exist. It returns no value, because a second reference would make the following change
    /// copy it.
    ///
    /// - Throws: the error of the first step that fails.
    func reach(_ steps: [JSONKey]) throws(JSONError) {
        if let (depth, value) = failingStep(steps[...]) { throw .step(from: self, Array(steps[...depth]), at: value) }
    }

    /// Returns the number of elements of the array at a path.
    ///
    /// - Throws: the error of the first step that fails; `JSONError.Code.wrongType` if there is no array.
    func elementCount(at steps: [JSONKey]) throws(JSONError) -> Int {
        switch follow(steps) {
        case .array(let array): return array.count
        case .error(let error): throw error
        case let value: throw .wrongType(from: self, steps, expected: "an array", found: value)
        }
    }

    /// Calls `body` with the value at a path that exists, to change it in place.
    mutating func change<Value>(at steps: [JSONKey], _ body: (inout JSON) -> Value) -> Value {
        if steps.isEmpty { return body(&self) }
        var target = MutationPath(into: &self, steps)
        defer { target.writeBack(to: &self) }
        return body(&target.value)
    }
}
