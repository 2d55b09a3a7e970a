// Copies that do not keep the whole document in memory.

extension JSON {
    /// Returns the same value without the document that it was parsed from.
    ///
    /// A parsed array, object or long number keeps the whole text in memory. If a small part of a large body is stored
    /// for long, detach it:
    ///
    /// ```swift
    /// cache[id] = body["items", 0].detached()
    /// ```
    ///
    /// Numbers keep their digits, objects their order and duplicates; lone surrogates become U+FFFD.
    ///
    /// - Complexity: O(*n*): every element, name and value is copied.
    public func detached() -> JSON {
        fold(open: Detachment.init, scalar: \.detachedScalar, add: { $0.add($2, name: $1) }, close: \.container)
    }

    private var detachedScalar: JSON {
        if case .number(let number) = self { return .number(number.detached) }
        return self
    }

    /// A container that is being copied.
    private struct Detachment {
        private let source: JSON
        private var values: ContiguousArray<JSON> = []
        private var names: ContiguousArray<String> = []

        init(_ source: JSON) { self.source = source }

        mutating func add(_ value: JSON, name: String?) {
            if let name { names.append(name) }
            values.append(value)
        }

        var container: JSON {
            guard case .object(let object) = source else { return .array(JSONArray(values)) }
            return .object(JSONObject(ObjectStorage(names, values, firstMemberWins: object.firstMemberWins)))
        }
    }
}

extension JSONObject {
    fileprivate init(_ storage: ObjectStorage) { self.storage = .owned(storage) }
}

extension JSONNumber {
    /// The number without its document.
    fileprivate var detached: JSONNumber {
        guard case .text = storage else { return self }
        return isFinite ? JSONNumber(text: text) ?? self : JSONNumber(doubleValue)
    }
}
