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
    /// Where much differs at a great depth, so that the pointers would take many times the memory of the values, a whole
    /// array or object is replaced.
    ///
    /// - Complexity: O(*n* · depth) in the size of both, and O(*n*) memory; for two arrays of *m* elements of which *d* stand
    ///   in both but in another order O(*m* · *d*) time, up to a limit that is O(*m*).
    public func patch(to other: JSON) -> JSONPatch {
        var difference = Difference(self, other)
        difference.find()
        return JSONPatch(difference.operations)
    }
}

/// Finds the operations of a patch.
private struct Difference {
    private let old: (value: JSON, outline: ValueOutline)
    private let new: (value: JSON, outline: ValueOutline)
    private(set) var operations: [JSONPatch.Operation] = []
    /// The containers that are being compared, from the outside in.
    private var levels: [Level] = []
    /// How many tokens the pointers may have altogether, so that they take memory in proportion to the values.
    private var tokenBudget: Int

    private static let tokensForEachPart = 16

    init(_ old: JSON, _ new: JSON) {
        self.old = (old, ValueOutline(old))
        self.new = (new, ValueOutline(new))
        tokenBudget = Difference.tokensForEachPart * (self.old.outline.parts.count + self.new.outline.parts.count)
    }

    mutating func find() {
        compare(Pair(old: (old.value, 0), new: (new.value, 0)), at: "")
        while let last = levels.indices.last {
            if let (token, pair) = levels[last].next(old.outline, new.outline) {
                compare(pair, at: token)
            } else {
                levels.removeLast()
            }
        }
    }

    /// Compares two values at the same place; what is in containers of one type is compared later.
    private mutating func compare(_ pair: Pair, at token: String) {
        // Different hashes say for sure that values differ; equal values are compared here once and not gone into.
        if old.outline.parts[pair.old.part].hash == new.outline.parts[pair.new.part].hash,
            pair.old.value == pair.new.value
        {
            return
        }
        switch (pair.old.value, pair.new.value) {
        case (.array(let a), .array(let b)):
            let alignment = ArrayAlignment(
                (a, old.outline.hashesOfChildren(pair.old.part)), (b, new.outline.hashesOfChildren(pair.new.part)))
            open(pair, at: token, .elements(ElementPairs(a, b, pair, alignment.changed)))
            // What is inside elements is changed after this, when they have the numbers of the new array.
            for index in alignment.removed.reversed() {
                guard add(.remove(pointer(String(index)))) else { return }
            }
            for index in alignment.added {
                guard add(.add(pointer(String(index)), stored(b[index]))) else { return }
            }
        case (.object(let a), .object(let b)):
            open(pair, at: token, .members(MemberPairs(a, b, pair)))
            for (key, _) in a.effectiveMembers where b[key] == nil as JSON? {
                guard add(.remove(pointer(key))) else { return }
            }
            for (key, value) in b.effectiveMembers where a[key] == nil as JSON? {
                guard add(.add(pointer(key), stored(value))) else { return }
            }
        default:
            _ = add(.replace(pointer(token), stored(pair.new.value)))
        }
    }

    private mutating func open(_ pair: Pair, at token: String, _ children: Level.Children) {
        levels.append(
            Level(token: token, new: pair.new.value, firstOperation: operations.count, children: children))
    }

    /// Adds an operation. If the pointers get too long by it, the containers around it are replaced instead, from the
    /// innermost on, until they do not.
    ///
    /// - Returns: whether no container is replaced.
    private mutating func add(_ operation: JSONPatch.Operation) -> Bool {
        let depth = levels.count
        operations.append(operation)
        tokenBudget -= operation.pointer.tokens.count
        while tokenBudget < 0, let level = levels.popLast() {
            for inner in operations[level.firstOperation...] { tokenBudget += inner.pointer.tokens.count }
            operations.removeSubrange(level.firstOperation...)
            let pointer = pointer(level.token)
            operations.append(.replace(pointer, level.new))
            tokenBudget -= pointer.tokens.count
        }
        return levels.count == depth
    }

    /// What is missing counts as null.
    private func stored(_ value: JSON) -> JSON { value.exists() ? value : .null }

    /// The pointer to a child of the innermost container; to the root if there is no container.
    private func pointer(_ token: String) -> JSONPointer {
        levels.isEmpty ? JSONPointer() : JSONPointer(levels.dropFirst().map(\.token) + CollectionOfOne(token))
    }
}

/// Two values at the same place, with the positions of their parts in the outlines.
private struct Pair {
    var old: (value: JSON, part: Int)
    var new: (value: JSON, part: Int)
}

/// Two containers of one type at the same place.
private struct Level {
    let token: String
    let new: JSON
    /// The number of the first operation in it.
    let firstOperation: Int
    private var children: Children

    init(token: String, new: JSON, firstOperation: Int, children: Children) {
        self.token = token
        self.new = new
        self.firstOperation = firstOperation
        self.children = children
    }

    enum Children {
        case elements(ElementPairs)
        case members(MemberPairs)
    }

    /// The next pair of children that may differ, with the token to them.
    mutating func next(_ old: ValueOutline, _ new: ValueOutline) -> (token: String, pair: Pair)? {
        switch children {
        case .elements(var pairs):
            defer { children = .elements(pairs) }
            return pairs.next(old, new)
        case .members(var pairs):
            defer { children = .members(pairs) }
            return pairs.next(old, new)
        }
    }
}

/// The elements of two arrays that take each other's place.
private struct ElementPairs {
    private let old: JSONArray
    private let new: JSONArray
    private let pairs: [LongestSubsequence.Pair]
    private var position = 0
    /// An element of each array and its part.
    private var a: (index: Int, part: Int)
    private var b: (index: Int, part: Int)

    init(_ old: JSONArray, _ new: JSONArray, _ arrays: Pair, _ pairs: [LongestSubsequence.Pair]) {
        self.old = old
        self.new = new
        self.pairs = pairs
        a = (0, arrays.old.part + 1)
        b = (0, arrays.new.part + 1)
    }

    mutating func next(_ old: ValueOutline, _ new: ValueOutline) -> (token: String, pair: Pair)? {
        guard position < pairs.count else { return nil }
        let indices = pairs[position]
        position += 1
        while a.index < indices.old { a = (a.index + 1, a.part + old.parts[a.part].size) }
        while b.index < indices.new { b = (b.index + 1, b.part + new.parts[b.part].size) }
        let pair = Pair(old: (self.old[a.index], a.part), new: (self.new[b.index], b.part))
        return (String(b.index), pair)
    }
}

/// The members that two objects both have.
private struct MemberPairs {
    private let old: JSONObject
    private let new: JSONObject
    private var oldMembers: JSONObject.EffectiveMembers.Iterator
    private var newMembers: JSONObject.EffectiveMembers.Iterator
    /// The parts of the next members.
    private var oldPart: Int
    private var newPart: Int
    /// The parts of the other new members, as soon as they are not in the old ones' order.
    private var rest: [UTF8Key: Int]?

    init(_ old: JSONObject, _ new: JSONObject, _ objects: Pair) {
        self.old = old
        self.new = new
        oldMembers = old.effectiveMembers.makeIterator()
        newMembers = new.effectiveMembers.makeIterator()
        oldPart = objects.old.part + 1
        newPart = objects.new.part + 1
    }

    mutating func next(_ old: ValueOutline, _ new: ValueOutline) -> (token: String, pair: Pair)? {
        while let (key, value) = oldMembers.next() {
            let part = oldPart
            oldPart += old.parts[part].size
            if let other = self.new[key], let newPart = self.newPart(of: key, new) {
                return (key, Pair(old: (value, part), new: (other, newPart)))
            }
        }
        return nil
    }

    /// The part of the new object's member with that name, which it has.
    private mutating func newPart(of key: String, _ new: ValueOutline) -> Int? {
        let wanted = UTF8Key(text: key)
        if let rest { return rest[wanted] }
        var rest: [UTF8Key: Int] = [:]
        while let (key, _) = newMembers.next() {
            let name = UTF8Key(text: key)
            let part = newPart
            newPart += new.parts[part].size
            if rest.isEmpty {
                if name == wanted { return part }
                // A member that was added.
                if old[key] == nil as JSON? { continue }
            }
            rest[name] = part
        }
        self.rest = rest
        return rest[wanted]
    }
}

/// What becomes of the elements of two arrays.
private struct ArrayAlignment {
    /// The numbers of elements that take each other's place.
    private(set) var changed: [LongestSubsequence.Pair] = []
    private(set) var removed: [Int] = []
    private(set) var added: [Int] = []

    /// Keeps what the arrays begin and end with, and between as much as can be.
    ///
    /// - Parameters: both arrays with the hashes of their elements.
    init(_ a: (array: JSONArray, hashes: [Int]), _ b: (array: JSONArray, hashes: [Int])) {
        func isSame(_ i: Int, _ j: Int) -> Bool { a.hashes[i] == b.hashes[j] && a.array[i] == b.array[j] }
        let shorter = min(a.hashes.count, b.hashes.count)
        var start = 0
        while start < shorter, isSame(start, start) { start += 1 }
        var end = 0
        while end < shorter - start, isSame(a.hashes.count - 1 - end, b.hashes.count - 1 - end) { end += 1 }
        let ends = (old: a.hashes.count - end, new: b.hashes.count - end)
        // Equal hashes nearly always mean equal values, but not always.
        let kept = ArrayAlignment.common(Array(a.hashes[start..<ends.old]), Array(b.hashes[start..<ends.new])).lazy
            .map { (old: $0.old + start, new: $0.new + start) }.filter { isSame($0.old, $0.new) }
        var (i, j) = (start, start)
        for next in kept + [ends] {
            while i < next.old, j < next.new {
                changed.append((i, j))
                (i, j) = (i + 1, j + 1)
            }
            removed += i..<next.old
            added += j..<next.new
            (i, j) = (next.old + 1, next.new + 1)
        }
    }

    /// The numbers of elements that stay as they are; none if changing all by their numbers touches no more of them.
    private static func common(_ old: [Int], _ new: [Int]) -> [LongestSubsequence.Pair] {
        if old.isEmpty || new.isEmpty { return [] }
        guard let pairs = LongestSubsequence.pairs(old, new) else { return [] }
        var changes = 0
        var next = (old: 0, new: 0)
        for pair in pairs + [(old.count, new.count)] {
            changes += Swift.max(pair.old - next.old, pair.new - next.new)
            next = (pair.old + 1, pair.new + 1)
        }
        let shorter = Swift.min(old.count, new.count)
        let changesByNumber = Swift.max(old.count, new.count) - (0..<shorter).count(where: { old[$0] == new[$0] })
        return changes >= changesByNumber ? [] : pairs
    }
}
