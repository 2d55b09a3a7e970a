extension JSON {
    /// Makes the changes of a JSON Patch (RFC 6902), all of them or none.
    ///
    /// - Throws: the first operation that fails, and why; then nothing is changed.
    /// - Complexity: O(operations + count of each container on their ways).
    public mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) {
        var changed = self
        for (index, operation) in patch.operations.enumerated() {
            do throws(JSONError) {
                try changed.perform(operation)
            } catch {
                throw JSONPatchError(
                    index: index, operation: operation.name, pointer: operation.pointer.description, reason: error)
            }
        }
        self = changed
    }

    /// This value after the changes of a JSON Patch.
    ///
    /// - Throws: the first operation that fails, and why.
    public func applying(_ patch: JSONPatch) throws(JSONPatchError) -> JSON {
        var copy = self
        try copy.apply(patch)
        return copy
    }

    private mutating func perform(_ operation: JSONPatch.Operation) throws(JSONError) {
        switch operation {
        case .add(let pointer, let value):
            try insert(value, at: pointer)
        case .remove(let pointer):
            try remove(at: pointer)
        case .replace(let pointer, let value):
            try set(value, steps: try steps(pointer.tokens), creatingMissing: false)
        case .move(let from, let pointer):
            let steps = try steps(from.tokens)
            if from == pointer { return }
            if pointer.hasPrefix(from) {
                throw .invalidPatch(
                    at: steps, expected: "a place outside what is moved", found: JSONKey.quoted(pointer.description))
            }
            try insert(try remove(steps: steps), at: pointer)
        case .copy(let from, let pointer):
            try insert(follow(try steps(from.tokens)), at: pointer)
        case .test(let pointer, let value):
            let steps = try steps(pointer.tokens)
            let found = follow(steps)
            if found != value { throw .testFailed(from: self, steps, expected: value, found: found) }
        }
    }
}
