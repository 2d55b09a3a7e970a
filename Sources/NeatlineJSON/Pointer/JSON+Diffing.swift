extension JSON {
    /// A JSON Patch that turns this value into another.
    ///
    /// It has `add`, `remove` and `replace` only. As many elements of an array as can be stay, so that one that is inserted
    /// is one operation, wherever it stands; those between two that stay are changed one by one, and so are all if that takes
    /// no more changes. Values that are equal, such as 1 and 1.0, or objects with another order of members, make no operation.
    ///
    /// ```swift
    /// let old: JSON = ["a", "b", "c", "d"]
    /// let patch = old.patch(to: ["new", "a", "b", "d"])  // remove /2, add "new" at /0
    /// ```
    ///
    /// Where two arrays differ in very much, which takes long to find out about, only what they have in common at their
    /// beginnings and ends stays, and elements between are changed by their numbers.
    ///
    /// - Complexity: O(*n*) in the size of both and the length of the pointers; and for two arrays of *m* elements of which
    ///   *d* stand in both but in another order O(*m* · *d*), up to a limit that is O(*m*).
    public func patch(to other: JSON) -> JSONPatch {
        var difference = Difference(old: ValueOutline(self), new: ValueOutline(other))
        difference.find()
        return JSONPatch(difference.operations)
    }
}

/// Finds the operations of a patch.
private struct Difference {
    let old: ValueOutline
    let new: ValueOutline
    var operations: [JSONPatch.Operation] = []

    /// Parts that stand at the same place.
    private struct Pair {
        let old: Int
        let new: Int
        let place: Int
    }

    private var pending: [Pair] = []
    /// The places of pairs, each the token to it and the number of the place around it: pointers would take more memory
    /// than the values where these are deep.
    private var places: [(token: String, parent: Int)] = []

    init(old: ValueOutline, new: ValueOutline) {
        self.old = old
        self.new = new
    }

    mutating func find() {
        pending = [Pair(old: 0, new: 0, place: -1)]
        while let pair = pending.popLast() {
            if isSame(pair.old, pair.new) { continue }
            let first = pending.count
            switch (old.parts[pair.old].value, new.parts[pair.new].value) {
            case (.array, .array): compareArrays(pair)
            case (.object, .object): compareObjects(pair)
            default: operations.append(.replace(pointer(pair.place), value(pair.new)))
            }
            // The last one pushed is the first one looked at.
            pending[first...].reverse()
        }
    }

    /// Different hashes say for sure that values differ; equal values are compared here once and not gone into.
    private func isSame(_ a: Int, _ b: Int) -> Bool {
        old.parts[a].hash == new.parts[b].hash && old.parts[a].value == new.parts[b].value
    }

    private mutating func compareArrays(_ pair: Pair) {
        let a = old.children(pair.old)
        let b = new.children(pair.new)
        let shorter = min(a.count, b.count)
        var start = 0
        while start < shorter, isSame(a[start], b[start]) { start += 1 }
        var end = 0
        while end < shorter - start, isSame(a[a.count - 1 - end], b[b.count - 1 - end]) { end += 1 }
        align(pair, (a, start..<a.count - end), (b, start..<b.count - end))
    }

    /// Compares the part of two arrays that is left when what they begin and end with is taken away.
    private mutating func align(
        _ pair: Pair, _ a: (parts: [Int], range: Range<Int>), _ b: (parts: [Int], range: Range<Int>)
    ) {
        var removed: [Int] = []
        var added: [Int] = []
        var (i, j) = (a.range.lowerBound, b.range.lowerBound)
        for kept in commonElements(a.parts[a.range], b.parts[b.range]) + [(a.range.upperBound, b.range.upperBound)] {
            while i < kept.old, j < kept.new {
                descend(a.parts[i], b.parts[j], String(j), pair.place)
                (i, j) = (i + 1, j + 1)
            }
            removed += i..<kept.old
            added += j..<kept.new
            (i, j) = (kept.old + 1, kept.new + 1)
        }
        // What is inside elements is changed after this, when they have the numbers of the new array.
        for index in removed.reversed() { operations.append(.remove(pointer(pair.place, String(index)))) }
        for index in added { operations.append(.add(pointer(pair.place, String(index)), value(b.parts[index]))) }
    }

    /// The numbers of elements that stay as they are; none if changing all by their numbers touches no more of them.
    private func commonElements(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> [LongestSubsequence.Pair] {
        if a.isEmpty || b.isEmpty { return [] }
        let hashes = (a.map { old.parts[$0].hash }, b.map { new.parts[$0].hash })
        guard let pairs = LongestSubsequence.pairs(hashes.0, hashes.1) else { return [] }
        var changes = 0
        var next = (old: 0, new: 0)
        for pair in pairs + [(a.count, b.count)] {
            changes += Swift.max(pair.old - next.old, pair.new - next.new)
            next = (pair.old + 1, pair.new + 1)
        }
        let shorter = Swift.min(a.count, b.count)
        let changesByNumber =
            Swift.max(a.count, b.count) - (0..<shorter).count(where: { hashes.0[$0] == hashes.1[$0] })
        if changes >= changesByNumber { return [] }
        // Equal hashes nearly always mean equal values, but not always.
        return pairs.map { ($0.old + a.startIndex, $0.new + b.startIndex) }.filter { isSame(a[$0.old], b[$0.new]) }
    }

    private mutating func compareObjects(_ pair: Pair) {
        var added: [ExactName: Int] = [:]
        let children = new.children(pair.new)
        for child in children { added[ExactName(text: token(new.parts[child].step))] = child }
        for child in old.children(pair.old) {
            let token = token(old.parts[child].step)
            if let other = added.removeValue(forKey: ExactName(text: token)) {
                descend(child, other, token, pair.place)
            } else {
                operations.append(.remove(pointer(pair.place, token)))
            }
        }
        for child in children {
            let token = token(new.parts[child].step)
            if added[ExactName(text: token)] == nil { continue }
            operations.append(.add(pointer(pair.place, token), value(child)))
        }
    }

    private mutating func descend(_ old: Int, _ new: Int, _ token: String, _ parent: Int) {
        places.append((token, parent))
        pending.append(Pair(old: old, new: new, place: places.count - 1))
    }

    /// The new value; what is missing counts as null.
    private func value(_ index: Int) -> JSON {
        let value = new.parts[index].value
        return value.exists() ? value : .null
    }

    private func token(_ step: JSONKey) -> String {
        switch step {
        case .index(let index): String(index)
        case .key(let key): key
        }
    }

    private func pointer(_ place: Int, _ last: String? = nil) -> JSONPointer {
        var tokens: [String] = last.map { [$0] } ?? []
        var place = place
        while place >= 0 {
            tokens.append(places[place].token)
            place = places[place].parent
        }
        return JSONPointer(tokens.reversed())
    }
}
