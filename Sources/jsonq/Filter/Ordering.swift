import NeatlineJSON

// The order of values in `sort`, `<` and the like, which is jq's.

extension JSON {
    /// Compares by the total order of jq: null, false, true, numbers, strings, arrays, objects.
    ///
    /// Numbers are compared by exact value, strings by code points, arrays element by element, objects first by their
    /// sorted names and then by the values in that order, without recursion.
    ///
    /// - Returns: a number less than, equal to or greater than 0.
    /// - Complexity: O(*n*) for arrays; the names of objects are sorted.
    static func order(_ a: JSON, _ b: JSON) -> Int {
        var pending: [(Children, Children)] = []
        var result = compareOuter(a, b, &pending)
        while result == 0, !pending.isEmpty {
            let last = pending.count - 1
            switch (pending[last].0.next()?.value, pending[last].1.next()?.value) {
            case (let a?, let b?): result = compareOuter(a, b, &pending)
            case (.some, .none): result = 1
            case (.none, .some): result = -1
            case (.none, .none): pending.removeLast()
            }
        }
        return result
    }

    /// Compares all but what is inside containers of one type, which is left for later.
    private static func compareOuter(_ a: JSON, _ b: JSON, _ pending: inout [(Children, Children)]) -> Int {
        switch (a, b) {
        case (.number(let a), .number(let b)): return a < b ? -1 : a == b ? 0 : 1
        case (.string(let a), .string(let b)): return compare(a, b)
        case (.array, .array):
            if let a = Children(a), let b = Children(b) { pending.append((a, b)) }
            return 0
        case (.object(let a), .object(let b)):
            let (a, b) = (a.sortedMembers, b.sortedMembers)
            for (a, b) in zip(a, b) {
                let order = compare(a.key, b.key)
                if order != 0 { return order }
            }
            if a.count != b.count { return a.count - b.count }
            pending.append((Children(a), Children(b)))
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
}
