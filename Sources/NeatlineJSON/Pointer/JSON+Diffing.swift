extension JSON {
    /// A JSON Patch that turns this value into another.
    ///
    /// It has `add`, `remove` and `replace` only. Elements that arrays have in common at their beginnings and ends stay;
    /// in between elements are changed one by one. Values that are equal, such as 1 and 1.0, or objects with another order
    /// of members, make no operation.
    ///
    /// - Complexity: O(*n*) in the size of both, and the length of the pointers.
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
        let changed = start..<(shorter - end)
        for index in changed { descend(a[index], b[index], String(index), pair.place) }
        // These stand after what is changed one by one, whose numbers stay right therefore.
        for index in (changed.upperBound..<max(a.count - end, changed.upperBound)).reversed() {
            operations.append(.remove(pointer(pair.place, String(index))))
        }
        for index in changed.upperBound..<max(b.count - end, changed.upperBound) {
            operations.append(.add(pointer(pair.place, String(index)), value(b[index])))
        }
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
