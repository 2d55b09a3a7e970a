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
        var open: [Detachment] = []
        var pending: JSON? = self
        while true {
            let done: JSON
            switch pending {
            case .array(let array)?:
                open.append(Detachment(elements: array.makeIterator()))
                pending = open[open.count - 1].next()
                continue
            case .object(let object)?:
                open.append(
                    Detachment(members: object.makeIterator(), firstMemberWins: object.firstMemberWins))
                pending = open[open.count - 1].next()
                continue
            case .number(let number)?:
                done = .number(number.detached)
            case let value?:
                done = value
            case nil:
                // The innermost container is complete.
                done = open.removeLast().container
            }
            guard let last = open.indices.last else { return done }
            open[last].values.append(done)
            pending = open[last].next()
        }
    }

    /// A container that is being copied.
    private struct Detachment {
        var values: ContiguousArray<JSON> = []
        private var names: ContiguousArray<String> = []
        private var elements: JSONArray.Iterator?
        private var members: JSONObject.Iterator?
        private var firstMemberWins = false

        init(elements: JSONArray.Iterator) { self.elements = elements }

        init(members: JSONObject.Iterator, firstMemberWins: Bool) {
            self.members = members
            self.firstMemberWins = firstMemberWins
        }

        /// Returns the next value to copy.
        mutating func next() -> JSON? {
            guard let member = members?.next() else { return elements?.next() }
            names.append(member.key)
            return .some(member.value)
        }

        var container: JSON {
            if members == nil { return .array(JSONArray(values)) }
            return .object(JSONObject(ObjectStorage(names, values, firstMemberWins: firstMemberWins)))
        }
    }
}

extension JSONNumber {
    /// The number without its document.
    fileprivate var detached: JSONNumber {
        guard case .text = storage else { return self }
        return isFinite ? JSONNumber(text: text) ?? self : JSONNumber(doubleValue)
    }
}
