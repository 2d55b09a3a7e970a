// Merging of two values, as in SwiftyJSON.

extension JSON {
    /// Merges another value into this one by SwiftyJSON's rules: objects are merged recursively, member by member;
    /// arrays are concatenated; otherwise, and if the types of two members differ, the other value replaces this one.
    ///
    /// ```swift
    /// var settings: JSON = ["size": 3, "tags": ["a"], "view": ["zoom": 1]]
    /// try settings.merge(with: ["size": 4, "tags": ["b"], "view": ["layer": "map"]])
    /// // {"size":4,"tags":["a","b"],"view":{"zoom":1,"layer":"map"}}
    /// ```
    ///
    /// If there are several members with the same name, the effective one is merged. A missing value is merged as null.
    ///
    /// - Parameter other: the value to merge.
    /// - Throws: `JSONError.Code.wrongType` if the types of the two values themselves differ; then nothing is changed.
    /// - Complexity: O(size of `other`), and O(count) for each container that is changed for the first time.
    public mutating func merge(with other: JSON) throws {
        guard type == other.type else {
            throw JSONError.unmergeable(self, with: other)
        }
        // The objects that are being merged, from the outside in; each but the innermost has one value taken out.
        var open: [Merge] = []
        guard case .object(let target) = self, case .object(let source) = other else {
            mergeShallow(other)
            return
        }
        // The reference in `self` must not count.
        self = .null
        open.append(Merge(consume target, with: source))
        while let depth = open.indices.last {
            guard let member = open[depth].nextMember() else {
                let merged = open.removeLast().target
                guard let parent = open.indices.last else {
                    self = .object(merged)
                    return
                }
                open[parent].close(.object(merged))
                continue
            }
            if let inner = open[depth].merge(member) { open.append(inner) }
        }
    }

    /// Returns this value merged with another one, as by `merge(with:)`.
    ///
    /// - Parameter other: the value to merge.
    /// - Throws: `JSONError.Code.wrongType` if the types of the two values differ.
    public func merged(with other: JSON) throws -> JSON {
        var copy = self
        try copy.merge(with: other)
        return copy
    }

    /// Concatenates arrays; replaces everything else by the other value.
    fileprivate mutating func mergeShallow(_ other: JSON) {
        if case .array = self, case .array(let added) = other {
            elements?.append(contentsOf: added)
        } else if case .error = other {
            self = .null
        } else {
            self = other
        }
    }
}

/// An object into which another is being merged.
private struct Merge {
    var target: JSONObject
    private var source: JSONObject.EffectiveMembers.Iterator
    /// The slot of the member that was taken out of `target` to merge its own members.
    private var hole = 0

    init(_ target: consuming JSONObject, with source: JSONObject) {
        self.target = target
        self.source = source.effectiveMembers.makeIterator()
    }

    mutating func nextMember() -> (key: String, value: JSON)? { source.next() }

    /// Merges one member, or returns a merge to be done first if both values are objects.
    mutating func merge(_ member: (key: String, value: JSON)) -> Merge? {
        guard let slot = target.slot(of: member.key) else {
            target.updateValue(member.value.withoutError, forKey: member.key)
            return nil
        }
        var value = target.take(slot)
        if case .object(let inner) = value, case .object(let added) = member.value {
            hole = slot
            return Merge(inner, with: added)
        }
        value.mergeShallow(member.value)
        target.putBack(value, slot)
        return nil
    }

    mutating func close(_ value: JSON) { target.putBack(value, hole) }
}

extension JSON {
    /// The value, with null instead of an error.
    fileprivate var withoutError: JSON {
        if case .error = self { return .null }
        return self
    }
}
