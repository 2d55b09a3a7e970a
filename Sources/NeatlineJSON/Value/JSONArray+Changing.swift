// An array is changed in place where nothing else refers to its storage; a view, and a storage that is shared, is copied
// one level deep by the first change.

extension JSONArray {
    /// The storage, referred to by this array only.
    ///
    /// - Complexity: O(1), or O(count) for a view.
    @inline(__always)
    private mutating func uniqueStorage() -> ArrayStorage {
        switch storage {
        case .view(let document, let index):
            let made = ArrayStorage(document, index)
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

    /// Takes the element out, so that it can be changed in place, until `putBack`.
    mutating func take(_ position: Int) -> JSON { uniqueStorage().take(position) }

    /// Puts back what was taken out; an error, which is no value, as null.
    mutating func putBack(_ element: consuming JSON, _ position: Int) {
        if case .error = element { element = .null }
        uniqueStorage().replace(position, with: element)
    }
}

extension JSONArray: MutableCollection {
    /// The element at `position`, which must be in range.
    ///
    /// ```swift
    /// var array: JSONArray = [1, ["name": "Ada"]]
    /// array[1]["name"].string = "Grace"
    /// ```
    ///
    /// - Complexity: O(1); the first read of an array of 64 elements or more is O(count), and so is the first change of
    ///   one that was parsed, or that a copy shares.
    public subscript(position: Int) -> JSON {
        get { element(position) }
        set {
            precondition(position >= 0 && position < count, "JSONArray index is out of range")
            uniqueStorage().replace(position, with: newValue)
        }
        _modify {
            precondition(position >= 0 && position < count, "JSONArray index is out of range")
            var element = take(position)
            defer { putBack(element, position) }
            yield &element
        }
    }
}

extension JSONArray: RangeReplaceableCollection {
    /// Replaces the elements in `subrange`, which must be in range, by others.
    ///
    /// - Complexity: O(count + number of new elements).
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<JSON>) {
        precondition(subrange.lowerBound >= 0 && subrange.upperBound <= count, "JSONArray index is out of range")
        uniqueStorage().replaceSubrange(subrange, with: newElements)
    }

    /// Adds an element at the end.
    ///
    /// - Complexity: O(1), on average over many.
    public mutating func append(_ newElement: __owned JSON) {
        let storage = uniqueStorage()
        storage.replaceSubrange(storage.count..<storage.count, with: CollectionOfOne(newElement))
    }

    /// Adds elements at the end.
    ///
    /// - Complexity: O(number of new elements), on average over many.
    public mutating func append(contentsOf newElements: __owned some Sequence<JSON>) {
        let storage = uniqueStorage()
        let end = storage.count
        storage.replaceSubrange(end..<end, with: ContiguousArray(newElements))
    }

    /// Removes all elements.
    public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
        let capacity = keepCapacity ? count : 0
        self = JSONArray()
        if capacity > 0 { reserveCapacity(capacity) }
    }

    /// Makes room for `n` elements.
    public mutating func reserveCapacity(_ n: Int) { uniqueStorage().reserveCapacity(n) }
}

extension JSONArray: ExpressibleByArrayLiteral {
    /// An array of the given elements.
    public init(arrayLiteral elements: JSON...) { self.init(elements) }
}
