// JSON Merge Patch (RFC 7396).

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
        self = ObjectMerge.merge(members, into: consume target) { merge, name, value in
            switch value {
            case .null, .error:
                merge.target.removeValue(forKey: name)
            case .object(let inner):
                if merge.target.slot(of: name) == nil { merge.target.updateValue(.null, forKey: name) }
                guard let slot = merge.target.slot(of: name) else { return nil }
                if case .object(let object) = merge.target.take(slot) { return merge.enter(slot, object, inner) }
                return merge.enter(slot, JSONObject(), inner)
            default:
                merge.target.updateValue(value, forKey: name)
            }
            return nil
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
        var walk = ValueWalk(self, effectiveMembers: true)
        while let event = walk.next() {
            switch event {
            case .value(.null), .value(.error):
                throw .invalidPatch(
                    at: steps() + walk.path, expected: "a value other than null, which a merge patch cannot set",
                    found: "null")
            case .value(.array):
                walk.skip()
            default:
                break
            }
        }
    }
}
