// Application of a JSON Patch (RFC 6902).

extension JSON {
    /// Applies a JSON Patch (RFC 6902): all of its operations or none.
    ///
    /// - Parameters:
    ///   - patch: the operations, which are applied one after the other.
    ///   - copyLimit: the limit of the text size of all values that `copy` operations add, in bytes; see
    ///     `JSONPatch.defaultCopyLimit`.
    /// - Throws: `JSONPatchError` for the first operation that fails, with `JSONError.Code.tooLarge` if it exceeds the
    ///   limit.
    /// - Complexity: O(operations + count of each container on their paths + `copyLimit`). Operations that insert or
    ///   remove an element of an array move the elements after it, as in Swift's `Array`.
    public mutating func apply(
        _ patch: JSONPatch, copyLimit: Int = JSONPatch.defaultCopyLimit
    ) throws {
        var changed = self
        var rest = copyLimit
        for (index, operation) in patch.operations.enumerated() {
            do {
                try changed.perform(operation, copyLimit: &rest)
            } catch let error as JSONError {
                throw JSONPatchError(
                    index: index, operation: operation.name, pointer: operation.pointer.description, reason: error)
            }
        }
        self = changed
    }

    /// Returns this value with a JSON Patch applied; see `apply(_:copyLimit:)`.
    ///
    /// - Parameters:
    ///   - patch: the operations, which are applied one after the other.
    ///   - copyLimit: the limit of the text size of all values that `copy` operations add, in bytes.
    /// - Throws: `JSONPatchError` for the first operation that fails.
    public func applying(
        _ patch: JSONPatch, copyLimit: Int = JSONPatch.defaultCopyLimit
    ) throws -> JSON {
        var copy = self
        try copy.apply(patch, copyLimit: copyLimit)
        return copy
    }

    /// Applies one operation.
    ///
    /// - Parameter copyLimit: the number of bytes that may still be copied.
    /// - Throws: `JSONError`, if the operation fails.
    private mutating func perform(
        _ operation: JSONPatch.Operation, copyLimit: inout Int
    ) throws {
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
                throw JSONError.invalidPatch(
                    at: steps, expected: "a path outside the moved value", found: JSONKey.quoted(pointer.description))
            }
            try insert(try remove(steps: steps), at: pointer)
        case .copy(let from, let pointer):
            let (steps, value) = try resolve(from.tokens)
            copyLimit -= value.textSize(upTo: copyLimit)
            if copyLimit < 0 { throw JSONError.copiesTooMuch(from: self, steps) }
            try insert(value, at: pointer)
        case .test(let pointer, let value):
            let (steps, found) = try resolve(pointer.tokens)
            if found != value { throw JSONError.testFailed(from: self, steps, expected: value, found: found) }
        }
    }

    /// Returns the size of the value as compact text without escapes, in bytes; some number above `limit` if it is
    /// more.
    ///
    /// - Complexity: O(*n*), but at most O(`limit`).
    private func textSize(upTo limit: Int) -> Int {
        var size = 0
        var walk = ValueWalk(self)
        while size <= limit, let event = walk.next() {
            guard case .value(let value) = event else { continue }
            // The comma or bracket after the value; the quotes of a name and its colon.
            if walk.depth > 0 { size += walk.name.map { $0.utf8.count + 4 } ?? 1 }
            switch value {
            case .null, .bool, .error: size += 4
            case .number(let number): size += number.withText { $0.count }
            case .string(let text): size += text.utf8.count + 2
            case .array(let array): size += array.isEmpty ? 2 : 1
            case .object(let object): size += object.isEmpty ? 2 : 1
            }
        }
        return size
    }
}
