extension JSON {
    /// Merges another value into this one, by SwiftyJSON's rules: objects member by member, recursively; arrays are
    /// joined; of everything else, and where the types of two members differ, the other's value is taken.
    ///
    /// ```swift
    /// var settings: JSON = ["size": 3, "tags": ["a"], "view": ["zoom": 1]]
    /// try settings.merge(with: ["size": 4, "tags": ["b"], "view": ["layer": "map"]])
    /// // {"size":4,"tags":["a","b"],"view":{"zoom":1,"layer":"map"}}
    /// ```
    ///
    /// Of several members with one name the one that lookup finds is merged. A missing value counts as null.
    ///
    /// - Throws: `JSONError.Code.wrongType` if the types of the two values themselves differ; then nothing is changed.
    /// - Complexity: O(size of `other`), and O(count) for each container that is changed for the first time.
    public mutating func merge(with other: JSON) throws {
        guard type == other.type else {
            throw JSONError.unmergeable(self, with: other)
        }
        // The objects that are being merged, from the outside in; all but the innermost have a hole.
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

    /// This value merged with another, as by `merge(with:)`.
    ///
    /// - Throws: `JSONError.Code.wrongType` if the types of the two values differ.
    public func merged(with other: JSON) throws -> JSON {
        var copy = self
        try copy.merge(with: other)
        return copy
    }

    /// Joins arrays; takes the other value of everything else.
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
    /// The slot of the member that was taken out of `target` to be merged itself.
    private var hole = 0

    init(_ target: consuming JSONObject, with source: JSONObject) {
        self.target = target
        self.source = source.effectiveMembers.makeIterator()
    }

    mutating func nextMember() -> (key: String, value: JSON)? { source.next() }

    /// Merges one member, unless both values are objects: then it returns the merge that comes first.
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
    /// Null instead of an error.
    fileprivate var withoutError: JSON {
        if case .error = self { return .null }
        return self
    }
}
