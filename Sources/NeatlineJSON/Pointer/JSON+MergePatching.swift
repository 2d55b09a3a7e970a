// JSON Merge Patch (RFC 7396), without recursion: an array contains the open objects.

extension JSON {
    /// Applies a JSON Merge Patch (RFC 7396): an object changes members, and a member that is null removes one; any
    /// other patch replaces the value.
    ///
    /// ```swift
    /// var json: JSON = ["title": "Goodbye!", "author": ["given": "John", "family": "Doe"]]
    /// json.applyMergePatch(["title": "Hello!", "author": ["family": nil] as JSON])
    /// // {"title":"Hello!","author":{"given":"John"}}
    /// ```
    ///
    /// If the patch has several members with the same name, the effective one is applied.
    ///
    /// - Parameter patch: the patch.
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
            guard let member = open[depth].nextMember() else {
                let done = open.removeLast().target
                guard let parent = open.indices.last else {
                    self = .object(done)
                    return
                }
                open[parent].close(.object(done))
                continue
            }
            if let inner = open[depth].apply(member) { open.append(inner) }
        }
    }

    /// Returns this value with a JSON Merge Patch applied; see `applyMergePatch(_:)`.
    ///
    /// - Parameter patch: the patch.
    public func applyingMergePatch(_ patch: JSON) -> JSON {
        var copy = self
        copy.applyMergePatch(patch)
        return copy
    }

    /// A merge patch that is being applied to an object.
    private struct Open {
        var target: JSONObject
        private var patch: JSONObject.EffectiveMembers.Iterator
        /// The slot of the open member, whose value was taken out.
        private var hole = 0

        init(_ target: consuming JSONObject, _ patch: JSONObject) {
            self.target = target
            self.patch = patch.effectiveMembers.makeIterator()
        }

        mutating func nextMember() -> (key: String, value: JSON)? { patch.next() }

        /// Applies a member of the patch, or returns an object of the patch to apply first.
        mutating func apply(_ member: (key: String, value: JSON)) -> Open? {
            switch member.value {
            case .null, .error:
                target.removeValue(forKey: member.key)
                return nil
            case .object(let inner):
                if target.slot(of: member.key) == nil { target.updateValue(.null, forKey: member.key) }
                guard let slot = target.slot(of: member.key) else { return nil }
                hole = slot
                if case .object(let object) = target.take(slot) { return Open(object, inner) }
                return Open(JSONObject(), inner)
            default:
                target.updateValue(member.value, forKey: member.key)
                return nil
            }
        }

        mutating func close(_ value: JSON) { target.putBack(value, hole) }
    }
}

extension JSON {
    /// Returns a JSON Merge Patch that changes this value to another one.
    ///
    /// - Parameter other: the value to change to.
    /// - Throws: `JSONError.Code.invalidPatch` if there is none: a merge patch cannot set a member to null, or to an
    ///   object that contains null.
    /// - Complexity: O(*n*) in the size of both.
    public func mergePatch(to other: JSON) throws -> JSON {
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
                if !done.patch.isEmpty { open[parent].patch.append(.object(done.patch), newKey: done.key) }
                continue
            }
            switch (open[depth].old[member.key], member.value) {
            case (.object(let a)?, .object(let b)):
                open.append(Comparison(a, b, key: member.key))
            case (let a?, let b) where a == b:
                continue
            case (_, let b):
                try b.requireNoNull(open.dropFirst().map { .key($0.key) } + [.key(member.key)])
                open[depth].patch.append(b, newKey: member.key)
            }
        }
        return other
    }

    /// Two objects that are being compared.
    private struct Comparison {
        let old: JSONObject
        let key: String
        /// Its members have different names: each is the effective one of an object.
        var patch = JSONObject()
        private var members: JSONObject.EffectiveMembers.Iterator

        init(_ old: JSONObject, _ new: JSONObject, key: String) {
            self.old = old
            self.key = key
            members = new.effectiveMembers.makeIterator()
            for (key, _) in old.effectiveMembers where new[key] == nil { patch.append(.null, newKey: key) }
        }

        mutating func nextMember() -> (key: String, value: JSON)? { members.next() }
    }

    /// Checks that neither this value nor a member inside it is null; array elements are not checked.
    ///
    /// - Throws: `JSONError.Code.invalidPatch`.
    private func requireNoNull(_ steps: @autoclosure () -> [JSONKey]) throws(JSONError) {
        /// Each value with its step and the number of its parent.
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
                for (key, value) in object.effectiveMembers {
                    switch value {
                    case .null, .error, .object: seen.append((value, .key(key), next))
                    default: break
                    }
                }
            default:
                break
            }
            next += 1
        }
    }
}
