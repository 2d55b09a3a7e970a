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
        guard case .object(let target) = self, case .object(let source) = other else {
            mergeShallow(other)
            return
        }
        // The reference in `self` must not count.
        self = .null
        self = ObjectMerge.merge(source, into: consume target) { merge, name, added in
            guard let slot = merge.target.slot(of: name) else {
                merge.target.updateValue(added.withoutError, forKey: name)
                return nil
            }
            var value = merge.target.take(slot)
            if case .object(let inner) = value, case .object(let added) = added {
                return merge.enter(slot, inner, added)
            }
            value.mergeShallow(added)
            merge.target.putBack(value, slot)
            return nil
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

/// An object into which the effective members of another are being merged.
struct ObjectMerge {
    var target: JSONObject
    private var source: JSONObject.EffectiveMembers.Iterator
    /// The slot of the member that was taken out of `target`, while its own members are merged.
    private var hole = 0

    private init(_ target: consuming JSONObject, _ source: JSONObject) {
        self.target = target
        self.source = source.effectiveMembers.makeIterator()
    }

    /// Returns the merge of two objects, the first of which was taken out of a slot: it is done before the next member.
    mutating func enter(_ slot: Int, _ inner: consuming JSONObject, _ source: JSONObject) -> ObjectMerge {
        hole = slot
        return ObjectMerge(inner, source)
    }

    /// Merges the members of `source` into `target`, without recursion.
    ///
    /// - Parameters:
    ///   - source: the object with the members to merge.
    ///   - target: the object to change.
    ///   - rule: merges a member, or returns the merge that does.
    static func merge(
        _ source: JSONObject, into target: consuming JSONObject,
        by rule: (inout ObjectMerge, String, JSON) -> ObjectMerge?
    ) -> JSON {
        // From the outside in; each but the innermost has one value taken out.
        var open = [ObjectMerge(target, source)]
        while true {
            let last = open.count - 1
            if let (name, value) = open[last].source.next() {
                if let inner = rule(&open[last], name, value) { open.append(inner) }
                continue
            }
            let merged = open.removeLast().target
            if open.isEmpty { return .object(merged) }
            open[last - 1].target.putBack(.object(merged), open[last - 1].hole)
        }
    }
}

extension JSON {
    /// The value, with null instead of an error.
    fileprivate var withoutError: JSON {
        if case .error = self { return .null }
        return self
    }
}
