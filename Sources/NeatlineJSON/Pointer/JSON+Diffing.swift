// The JSON Patch that leads from one value to another.

extension JSON {
    /// Returns a JSON Patch that changes this value to another one.
    ///
    /// It contains only `add`, `remove` and `replace`. As many array elements as possible remain unchanged, so that an
    /// inserted element is one operation, wherever it is. The elements between unchanged ones are changed one by one,
    /// and so are all elements if that takes no more operations. Equal values, such as 1 and 1.0, or objects that
    /// differ in the order of members, need no operation.
    ///
    /// ```swift
    /// let old: JSON = ["a", "b", "c", "d"]
    /// let patch = old.patch(to: ["new", "a", "b", "d"])  // remove /2, add "new" at /0
    /// ```
    ///
    /// If two arrays differ so much that comparing them would take long, only their common beginning and end remain
    /// unchanged, and the elements between are changed by their numbers.
    ///
    /// If much differs at a great depth, so that the pointers would take many times the memory of the values, a whole
    /// array or object is replaced.
    ///
    /// - Parameter other: the value to change to.
    /// - Returns: the patch; applied to this value, it yields a value that equals `other`.
    /// - Complexity: O(*n* · depth) in the size of both, and O(*n*) memory; for two arrays of *m* elements of which *d*
    ///   are in both but in another order O(*m* · *d*) time, up to a limit that is O(*m*).
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
    /// The number of tokens that the pointers may still have in all, which bounds their memory by that of the values.
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

    /// Compares two values at the same path; the contents of containers of one type are compared later.
    private mutating func compare(_ pair: Pair, at token: String) {
        // Values with different hashes differ; equal values are compared here once, without descending into them.
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
            // The contents of elements are changed later, when the elements have the numbers of the new array.
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

    /// Adds an operation. If the pointers become too long, the containers around it are replaced instead, from the
    /// innermost outward, until they are short enough.
    ///
    /// - Returns: whether no container was replaced.
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

    /// Returns the value; null instead of a missing one.
    private func stored(_ value: JSON) -> JSON { value.exists() ? value : .null }

    /// Returns the pointer to a child of the innermost container; to the root if there is no container.
    private func pointer(_ token: String) -> JSONPointer {
        levels.isEmpty ? JSONPointer() : JSONPointer(levels.dropFirst().map(\.token) + CollectionOfOne(token))
    }
}

/// Two values at the same path, with the positions of their parts in the outlines.
private struct Pair {
    var old: (value: JSON, part: Int)
    var new: (value: JSON, part: Int)
}

/// Two containers of one type at the same path.
private struct Level {
    let token: String
    let new: JSON
    /// The number of the first operation in the container.
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

    /// Returns the next pair of children that may differ, with its token.
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

/// Pairs of array elements, of which the second replaces the first.
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

/// The members that two objects have in common.
private struct MemberPairs {
    private let old: JSONObject
    private let new: JSONObject
    private var oldMembers: JSONObject.EffectiveMembers.Iterator
    private var newMembers: JSONObject.EffectiveMembers.Iterator
    /// The parts of the next members.
    private var oldPart: Int
    private var newPart: Int
    /// The parts of the other new members, once their order differs from the old one's.
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

    /// Returns the part of the new object's member with a name, which exists.
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
                // An added member.
                if old[key] == nil as JSON? { continue }
            }
            rest[name] = part
        }
        self.rest = rest
        return rest[wanted]
    }
}

/// A classification of the elements of two arrays as kept, changed, removed or added.
struct ArrayAlignment {
    /// The numbers of elements of which the second replaces the first.
    private(set) var changed: [LongestSubsequence.Pair] = []
    private(set) var removed: [Int] = []
    private(set) var added: [Int] = []

    /// Keeps the common beginning and end, and between them as much as possible.
    ///
    /// - Parameters:
    ///   - a: the old array with the hashes of its elements.
    ///   - b: the new array with the hashes of its elements.
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

    /// Returns the numbers of unchanged elements; none, if changing all elements by their numbers changes no more of
    /// them.
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
