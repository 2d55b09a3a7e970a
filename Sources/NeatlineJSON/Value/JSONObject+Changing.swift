// Changes of objects. An object is changed in place if its storage is uniquely referenced; the first change of a view,
// or of a shared storage, copies one level.

extension JSONObject {
    /// Returns a storage that only this object refers to.
    ///
    /// - Complexity: O(1), or O(count) for a view.
    @inline(__always)
    private mutating func uniqueStorage() -> ObjectStorage {
        switch storage {
        case .view(let document, let index):
            let made = ObjectStorage(document, index)
            storage = .owned(made)
            return made
        case .owned(var owned):
            // The reference in `storage` must not count.
            storage = .owned(.placeholder)
            if !isKnownUniquelyReferenced(&owned) { owned = owned.copy() }
            storage = .owned(owned)
            return owned
        }
    }

    /// Returns the slot of the effective member, in the storage that a change works on.
    ///
    /// - Complexity: O(count) for a view that has a member of that name, as is the change that follows. A view without
    ///   one may be searched repeatedly, so its index is used. Otherwise as that of `ObjectStorage`.
    func slot(of key: String) -> Int? {
        if case .view(let document, let object) = storage, document.hasIndex(object), self[key] == nil as JSON? {
            return nil
        }
        let found = slotForSetting(key)
        if found == nil, case .view = storage { _ = self[key] }
        return found
    }

    /// Returns the slot for a change that adds the member if there is none. In a view it walks over the names, because
    /// the index of a large view would be useless after the change.
    private func slotForSetting(_ key: String) -> Int? {
        key.withName { name in
            switch storage {
            case .view(let document, let object): document.memberOrdinal(name, ofObjectAt: object)
            case .owned(let storage): storage.slot(of: name)
            }
        }
    }

    /// Takes the value out, so that it can be changed in place, until `putBack`.
    mutating func take(_ slot: Int) -> JSON { uniqueStorage().take(slot) }

    /// Stores a value that was taken out; null instead of an error.
    mutating func putBack(_ value: consuming JSON, _ slot: Int) {
        if case .error = value { value = .null }
        uniqueStorage().replace(slot, with: value)
    }

    /// The value of the effective member named `key`, or nil if there is none. Setting nil removes all members of that
    /// name, setting `JSON.null` stores null.
    ///
    /// ```swift
    /// var object: JSONObject = ["name": "Ada"]
    /// object["born"] = 1815
    /// object["name"]?.string = "Grace"
    /// object["born"] = nil
    /// ```
    ///
    /// - Parameter key: the name.
    /// - Complexity: reading is O(members) up to 63 members, then O(1), except for the first lookup in a larger object;
    ///   changing is the same, except that the first change of a parsed or shared object is O(members).
    public subscript(key: String) -> JSON? {
        get { key.withName { self[utf8: $0] } }
        set {
            if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) }
        }
        _modify {
            let slot = slot(of: key)
            var value: JSON?
            if let slot { value = take(slot) }
            defer {
                if let value {
                    if let slot { putBack(value, slot) } else { updateValue(value, forKey: key) }
                } else if slot != nil {
                    removeValue(forKey: key)
                }
            }
            yield &value
        }
    }

    /// Sets the value of the member named `key`, or appends a member.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - key: the name.
    /// - Returns: the previous value; nil if the member is new.
    /// - Complexity: as setting by subscript.
    @discardableResult
    public mutating func updateValue(_ value: JSON, forKey key: String) -> JSON? {
        let slot = slotForSetting(key)
        let storage = uniqueStorage()
        guard let slot else {
            storage.append(key, value)
            return nil
        }
        let old = storage.take(slot)
        storage.replace(slot, with: value)
        return old
    }

    /// Appends a member with a new name, without a lookup.
    mutating func append(_ value: JSON, newKey key: String) {
        assert(self[key] == nil as JSON?, "the object has a member of that name")
        uniqueStorage().append(key, value)
    }

    /// Removes all members named `key`.
    ///
    /// - Parameter key: the name.
    /// - Returns: the value of the effective one; nil if there was none.
    /// - Complexity: amortized O(members removed); the first removal is O(members).
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSON? {
        guard let slot = slot(of: key) else { return nil }
        return uniqueStorage().removeAll(namedAs: slot)
    }

    /// Removes the member at `position`, which must be before the end; others with the same name remain.
    ///
    /// The positions of the members after it decrease by one, as in an array.
    ///
    /// - Parameter position: the position.
    /// - Returns: the removed member.
    /// - Complexity: amortized O(log members); the first removal is O(members).
    @discardableResult
    public mutating func remove(at position: Index) -> (key: String, value: JSON) {
        let removed = self[position]
        let storage = uniqueStorage()
        storage.remove(storage.slot(ofMember: position.ordinal))
        return removed
    }

    /// Removes all members of the object.
    ///
    /// - Parameter keepCapacity: whether the memory is kept for new members.
    public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
        let capacity = keepCapacity ? count : 0
        self = JSONObject()
        if capacity > 0 { reserveCapacity(capacity) }
    }

    /// Reserves memory for `capacity` members.
    ///
    /// - Parameter capacity: the number of members.
    public mutating func reserveCapacity(_ capacity: Int) { uniqueStorage().reserveCapacity(capacity) }

    /// Adds the members of another object; `combine` determines the value of a member that both have.
    ///
    /// - Parameters:
    ///   - other: the object; its members are added in their order, of several with one name the effective one.
    ///   - combine: receives this object's value and the other's, and returns the value to store.
    /// - Throws: the error of `combine`.
    /// - Complexity: O(members of both).
    public mutating func merge(
        _ other: JSONObject, uniquingKeysWith combine: (JSON, JSON) throws -> JSON
    ) rethrows {
        for (key, value) in other.effectiveMembers {
            if let own = self[key] { self[key] = try combine(own, value) } else { self[key] = value }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object of the given members in the order written; of equal names the last counts, in the order of
    /// the first.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init()
        for (key, value) in elements { updateValue(value, forKey: key) }
    }
}
