import NeatlineJSON

extension JSON {
    /// Compares by the total order of jq: null, false, true, numbers, strings, arrays, objects.
    ///
    /// Numbers are compared by exact value, strings by code points, arrays element by element, objects first by their
    /// sorted names and then by the values in that order, without recursion.
    ///
    /// - Returns: a number less than, equal to or greater than 0.
    /// - Complexity: O(*n*) for arrays; the names of objects are sorted.
    static func order(_ a: JSON, _ b: JSON) -> Int {
        var pending: [Pairs] = []
        var result = compareOuter(a, b, &pending)
        while result == 0, var pairs = pending.popLast() {
            switch pairs.next() {
            case .pair(let a, let b):
                pending.append(pairs)
                result = compareOuter(a, b, &pending)
            case .ended(let order): result = order
            }
        }
        return result
    }

    /// Compares all but what is inside containers of one type, which is left for later.
    private static func compareOuter(_ a: JSON, _ b: JSON, _ pending: inout [Pairs]) -> Int {
        switch (a, b) {
        case (.number(let a), .number(let b)): return a < b ? -1 : a == b ? 0 : 1
        case (.string(let a), .string(let b)): return compare(a, b)
        case (.array(let a), .array(let b)):
            pending.append(.elements(a.makeIterator(), b.makeIterator()))
            return 0
        case (.object(let a), .object(let b)):
            let (a, b) = (a.sortedMembers, b.sortedMembers)
            for (a, b) in zip(a, b) {
                let order = compare(a.key, b.key)
                if order != 0 { return order }
            }
            if a.count != b.count { return a.count - b.count }
            pending.append(.values(a, b, 0))
            return 0
        default: return a.rank - b.rank
        }
    }

    private static func compare(_ a: String, _ b: String) -> Int {
        a.utf8.elementsEqual(b.utf8) ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
    }

    private var rank: Int {
        switch self {
        case .null, .error: 0
        case .bool(false): 1
        case .bool(true): 2
        case .number: 3
        case .string: 4
        case .array: 5
        case .object: 6
        }
    }

    /// The values inside two containers that are still to be compared.
    private enum Pairs {
        case elements(JSONArray.Iterator, JSONArray.Iterator)
        case values([Member], [Member], Int)

        enum Next {
            case pair(JSON, JSON)
            case ended(Int)
        }

        mutating func next() -> Next {
            switch self {
            case .elements(var a, var b):
                let (first, second) = (a.next(), b.next())
                self = .elements(a, b)
                switch (first, second) {
                case (let first?, let second?): return .pair(first, second)
                case (.some, .none): return .ended(1)
                case (.none, .some): return .ended(-1)
                case (.none, .none): return .ended(0)
                }
            case .values(let a, let b, let index):
                guard index < a.count else { return .ended(0) }
                self = .values(a, b, index + 1)
                return .pair(a[index].value, b[index].value)
            }
        }
    }
}

typealias Member = (key: String, value: JSON)

extension JSONObject {
    /// The members as jq sees them: one for each name, at the place of the first, with the value that lookup finds.
    var distinctMembers: [Member] {
        var members: [Member] = []
        members.reserveCapacity(count)
        var seen = Set<UTF8Key>()
        var hasDuplicates = false
        for member in self {
            if seen.insert(UTF8Key(text: member.key)).inserted {
                members.append(member)
            } else {
                hasDuplicates = true
            }
        }
        if hasDuplicates {
            for index in members.indices { members[index].value = self[members[index].key] ?? JSON.null }
        }
        return members
    }

    /// The same in the order of their names, by code points.
    var sortedMembers: [Member] {
        distinctMembers.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
