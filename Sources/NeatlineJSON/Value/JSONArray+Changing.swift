// Changes of arrays. An array is changed in place if its storage is uniquely referenced; the first change of a view, or
// of a shared storage, copies one level.

extension JSONArray {
    /// Returns a storage that only this array refers to.
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

    /// Stores an element that was taken out; null instead of an error.
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
    /// - Parameter position: the number, from 0.
    /// - Complexity: O(1), except that the first read of an array of 64 elements or more is O(count), and so is the
    ///   first change of one that was parsed or that a copy shares.
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
    /// Replaces the elements in a range.
    ///
    /// - Parameters:
    ///   - subrange: the elements to replace; must be in range.
    ///   - newElements: their replacements.
    /// - Complexity: O(count + number of new elements).
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<JSON>) {
        precondition(subrange.lowerBound >= 0 && subrange.upperBound <= count, "JSONArray index is out of range")
        uniqueStorage().replaceSubrange(subrange, with: newElements)
    }

    /// Adds an element at the end.
    ///
    /// - Parameter newElement: the element.
    /// - Complexity: amortized O(1).
    public mutating func append(_ newElement: __owned JSON) {
        let storage = uniqueStorage()
        storage.replaceSubrange(storage.count..<storage.count, with: CollectionOfOne(newElement))
    }

    /// Adds elements at the end, in their order.
    ///
    /// - Parameter newElements: the elements.
    /// - Complexity: amortized O(number of new elements).
    public mutating func append(contentsOf newElements: __owned some Sequence<JSON>) {
        let storage = uniqueStorage()
        let end = storage.count
        storage.replaceSubrange(end..<end, with: ContiguousArray(newElements))
    }

    /// Removes all elements of the array.
    ///
    /// - Parameter keepCapacity: whether the memory is kept for new elements.
    public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
        let capacity = keepCapacity ? count : 0
        self = JSONArray()
        if capacity > 0 { reserveCapacity(capacity) }
    }

    /// Reserves memory for `n` elements.
    ///
    /// - Parameter n: the number of elements.
    public mutating func reserveCapacity(_ n: Int) { uniqueStorage().reserveCapacity(n) }
}

extension JSONArray: ExpressibleByArrayLiteral {
    /// Creates an array of the given elements.
    ///
    /// - Parameter elements: the elements of the literal.
    public init(arrayLiteral elements: JSON...) { self.init(elements) }
}
