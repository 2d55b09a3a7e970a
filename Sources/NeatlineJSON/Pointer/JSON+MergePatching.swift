// JSON Merge Patch (RFC 7396). Nothing recurses: the objects that are open stand in an array.

extension JSON {
    /// Makes the changes of a JSON Merge Patch (RFC 7396): a patch that is an object changes members, and null in it
    /// removes them; every other patch replaces the value.
    ///
    /// ```swift
    /// var json: JSON = ["title": "Goodbye!", "author": ["given": "John", "family": "Doe"]]
    /// json.applyMergePatch(["title": "Hello!", "author": ["family": nil] as JSON])
    /// // {"title":"Hello!","author":{"given":"John"}}
    /// ```
    ///
    /// Of several members with one name in the patch the one that lookup finds counts.
    ///
    /// - Complexity: O(size of the patch), and O(count) for each container that is changed for the first time.
    public mutating func applyMergePatch(_ patch: JSON) {
        guard case .object(let members) = patch else {
            if case .error = patch { self = .null } else { self = patch }
            return
        }
        var target = JSONObject()
        if case .object(let object) = self { target = object }
        // The reference in `self` must not count.
        self = .null
        var open = [Open(consume target, members)]
        while let depth = open.indices.last {
            if let inner = open[depth].step() {
                open.append(inner)
            } else if open[depth].isDone {
                let done = open.removeLast().target
                guard let parent = open.indices.last else {
                    self = .object(done)
                    return
                }
                open[parent].close(.object(done))
            }
        }
    }

    /// This value after the changes of a JSON Merge Patch.
    public func applyingMergePatch(_ patch: JSON) -> JSON {
        var copy = self
        copy.applyMergePatch(patch)
        return copy
    }

    /// A merge patch that is being applied to an object.
    private struct Open {
        var target: JSONObject
        private let patch: [(key: String, value: JSON)]
        private var position = 0
        /// The member that is open, and was taken out.
        private var hole = 0

        init(_ target: consuming JSONObject, _ patch: JSONObject) {
            self.target = target
            self.patch = patch.winners
        }

        var isDone: Bool { position == patch.count }

        /// Applies the next member, unless it is an object: then it returns what has to be done first.
        mutating func step() -> Open? {
            guard position < patch.count else { return nil }
            let (key, value) = patch[position]
            position += 1
            switch value {
            case .null, .error:
                target.removeValue(forKey: key)
                return nil
            case .object(let inner):
                if target.ordinal(of: key) == nil { target.updateValue(.null, forKey: key) }
                guard let ordinal = target.ordinal(of: key) else { return nil }
                hole = ordinal
                if case .object(let object) = target.take(ordinal) { return Open(object, inner) }
                return Open(JSONObject(), inner)
            default:
                target.updateValue(value, forKey: key)
                return nil
            }
        }

        mutating func close(_ value: JSON) { target.putBack(value, hole) }
    }
}

extension JSON {
    /// A JSON Merge Patch that turns this value into another.
    ///
    /// - Throws: `JSONError.Code.invalidPatch` if there is none, because a member that is new or changed is, or holds in
    ///   objects, null, which in a merge patch removes.
    /// - Complexity: O(*n*) in the size of both.
    public func mergePatch(to other: JSON) throws(JSONError) -> JSON {
        guard case .object(let new) = other else { return other }
        guard case .object(let old) = self else {
            try other.requireNoNull([])
            return other
        }
        var open = [Comparison(old, new, key: "")]
        while let depth = open.indices.last {
            guard let member = open[depth].nextMember() else {
                let done = open.removeLast()
                guard let parent = open.indices.last else { return .object(done.patch) }
                if !done.patch.isEmpty { open[parent].patch.updateValue(.object(done.patch), forKey: done.key) }
                continue
            }
            switch (open[depth].old[member.key], member.value) {
            case (.object(let a)?, .object(let b)):
                open.append(Comparison(a, b, key: member.key))
            case (let a?, let b) where a == b:
                continue
            case (_, let b):
                try b.requireNoNull(open.dropFirst().map { .key($0.key) } + [.key(member.key)])
                open[depth].patch.updateValue(b, forKey: member.key)
            }
        }
        return other
    }

    /// Two objects that are being compared.
    private struct Comparison {
        let old: JSONObject
        let key: String
        var patch = JSONObject()
        private let members: [(key: String, value: JSON)]
        private var position = 0

        init(_ old: JSONObject, _ new: JSONObject, key: String) {
            self.old = old
            self.key = key
            members = new.winners
            for (key, _) in old.winners where new[key] == nil { patch.updateValue(.null, forKey: key) }
        }

        mutating func nextMember() -> (key: String, value: JSON)? {
            guard position < members.count else { return nil }
            defer { position += 1 }
            return members[position]
        }
    }

    /// Makes sure that neither this value nor a member in it, but for those in arrays, is null.
    private func requireNoNull(_ steps: @autoclosure () -> [JSONKey]) throws(JSONError) {
        /// Each value with its step and the number of the one around it.
        var seen: [(value: JSON, step: JSONKey?, parent: Int)] = [(self, nil, -1)]
        var next = 0
        while next < seen.count {
            switch seen[next].value {
            case .null, .error:
                var way: [JSONKey] = []
                var part = next
                while part > 0 {
                    if let step = seen[part].step { way.append(step) }
                    part = seen[part].parent
                }
                throw .invalidPatch(
                    at: steps() + way.reversed(), expected: "a value other than null, which a merge patch cannot set",
                    found: "null")
            case .object(let object):
                for (key, value) in object.winners { seen.append((value, .key(key), next)) }
            default:
                break
            }
            next += 1
        }
    }
}
