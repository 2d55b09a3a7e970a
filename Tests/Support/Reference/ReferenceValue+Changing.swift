import NeatlineJSON

/// The rules of changing a value, spelt out on plain arrays, with recursion and copies.
extension ReferenceValue {
    /// What the steps lead to.
    public func value(at steps: ArraySlice<JSONKey>) -> ReferenceValue? {
        guard let step = steps.first else { return self }
        guard let child = child(step) else { return nil }
        return child.value(at: steps.dropFirst())
    }

    /// Replaces what the steps lead to by what `change` makes of it; of nothing, where a new member may be.
    ///
    /// - Returns: whether there was such an element or member and `change` gave a value.
    public mutating func change(
        _ steps: ArraySlice<JSONKey>, _ change: (ReferenceValue?) -> ReferenceValue?
    ) -> Bool {
        guard let step = steps.first else {
            guard let new = change(self) else { return false }
            self = new
            return true
        }
        switch (step, self) {
        case (.index(let index), .array(var elements)) where elements.indices.contains(index):
            guard elements[index].change(steps.dropFirst(), change) else { return false }
            self = .array(elements)
            return true
        case (.key(let key), .object(var members)):
            if let index = ReferenceValue.winner(key, members) {
                guard members[index].value.change(steps.dropFirst(), change) else { return false }
            } else {
                guard steps.count == 1, let new = change(nil) else { return false }
                members.append(Member(key: key, value: new))
            }
            self = .object(members)
            return true
        default:
            return false
        }
    }

    /// As `JSON.set(_:at:creatingMissing:)`.
    ///
    /// - Returns: whether it could be done.
    public mutating func set(_ value: ReferenceValue, _ steps: ArraySlice<JSONKey>, creating: Bool) -> Bool {
        guard let step = steps.first else {
            self = value
            return true
        }
        if creating, case .null = self {
            var made: ReferenceValue
            if case .index = step { made = .array([]) } else { made = .object([]) }
            guard made.set(value, steps, creating: true) else { return false }
            self = made
            return true
        }
        let rest = steps.dropFirst()
        if var child = child(step) {
            guard child.set(value, rest, creating: creating) else { return false }
            return change([step]) { _ in child }
        }
        var made = ReferenceValue.null
        switch (step, self) {
        case (.key(let key), .object(let members)) where rest.isEmpty || creating:
            guard made.set(value, rest, creating: creating) else { return false }
            self = .object(members + [Member(key: key, value: made)])
            return true
        case (.index(let index), .array(let elements)) where creating && index == elements.count:
            guard made.set(value, rest, creating: creating) else { return false }
            self = .array(elements + [made])
            return true
        default:
            return false
        }
    }

    /// Removes the element, or all members of the name.
    ///
    /// - Returns: what was removed.
    public mutating func remove(_ steps: ArraySlice<JSONKey>) -> ReferenceValue? {
        guard let last = steps.last, let removed = value(at: steps) else { return nil }
        _ = change(steps.dropLast()) { container in
            switch (last, container) {
            case (.index(let index), .array(var elements)?):
                elements.remove(at: index)
                return .array(elements)
            case (.key(let key), .object(let members)?):
                return .object(members.filter { !ReferenceValue.same($0.key, key) })
            default:
                return container
            }
        }
        return removed
    }

    /// As `JSON.merged(with:)`; nil if the types differ.
    public func merged(with other: ReferenceValue) -> ReferenceValue? {
        switch (self, other) {
        case (.array(let a), .array(let b)): return .array(a + b)
        case (.object(let a), .object(let b)):
            var merged = a
            for (index, member) in b.enumerated() where ReferenceValue.winner(member.key, b) == index {
                if let own = ReferenceValue.winner(member.key, a) {
                    merged[own].value = a[own].value.merged(with: member.value) ?? member.value
                } else {
                    merged.append(member)
                }
            }
            return .object(merged)
        case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string): return other
        default: return nil
        }
    }

    /// As `JSON.applyingMergePatch(_:)`: the pseudo-code of RFC 7396, section 2.
    public func mergePatched(_ patch: ReferenceValue) -> ReferenceValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = []
        if case .object(let own) = self { members = own }
        for (index, change) in changes.enumerated() where ReferenceValue.winner(change.key, changes) == index {
            let own = ReferenceValue.winner(change.key, members)
            if case .null = change.value {
                members.removeAll { ReferenceValue.same($0.key, change.key) }
            } else if let own {
                members[own].value = members[own].value.mergePatched(change.value)
            } else {
                members.append(Member(key: change.key, value: ReferenceValue.null.mergePatched(change.value)))
            }
        }
        return .object(members)
    }

    /// The element, or the last member of the name.
    private func child(_ step: JSONKey) -> ReferenceValue? {
        switch (step, self) {
        case (.index(let index), .array(let elements)) where elements.indices.contains(index): elements[index]
        case (.key(let key), .object(let members)): ReferenceValue.winner(key, members).map { members[$0].value }
        default: nil
        }
    }

    private static func winner(_ key: String, _ members: [Member]) -> Int? { members.lastIndex { same($0.key, key) } }

    private static func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
