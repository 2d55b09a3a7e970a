// Equality, order and hashing. Nothing recurses: each keeps the pairs or values still to visit in an array.

extension JSON: Hashable {
    /// Whether the values are the same: numbers by exact value, objects regardless of order, and of several members with
    /// one name only the one that lookup finds. A missing value equals null; a Swift value that has no form in JSON
    /// equals only another such value.
    ///
    /// - Complexity: O(*n*).
    public static func == (a: JSON, b: JSON) -> Bool {
        var pending: [(JSON, JSON)] = []
        guard sameScalar(a, b, &pending) else { return false }
        while let (a, b) = pending.popLast() {
            switch (a, b) {
            case (.array(let a), .array(let b)):
                guard a.count == b.count else { return false }
                for (a, b) in zip(a, b) {
                    guard sameScalar(a, b, &pending) else { return false }
                }
            case (.object(let a), .object(let b)):
                var count = 0
                for member in a.effectiveMembers {
                    guard let other = b[member.key], sameScalar(member.value, other, &pending) else { return false }
                    count += 1
                }
                guard b.winnerCount == count else { return false }
            default:
                return false
            }
        }
        return true
    }

    /// Compares scalars; of containers it compares the type and leaves the rest for later.
    private static func sameScalar(_ a: JSON, _ b: JSON, _ pending: inout [(JSON, JSON)]) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.null, .error), (.error, .null), (.error, .error): return a.type == b.type
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a == b
        case (.string(let a), .string(let b)): return a == b
        case (.array, .array), (.object, .object):
            pending.append((a, b))
            return true
        default: return false
        }
    }

    /// Hashes what `==` compares.
    ///
    /// Each value is hashed together with the hash of the path to it, and the results are added up, so that the order of
    /// members does not matter and no value has to wait for its children.
    ///
    /// - Complexity: O(*n*).
    public func hash(into hasher: inout Hasher) {
        var sum: UInt64 = 0
        var pending: [(value: JSON, path: Int)] = [(self, 0)]
        while let (value, path) = pending.popLast() {
            var own = Hasher()
            own.combine(path)
            switch value {
            case .null, .error: own.combine(value.type)
            case .bool(let value): own.combine(value)
            case .number(let number): own.combine(number)
            case .string(let text): own.combine(text)
            case .array(let array):
                own.combine(array.count)
                for (ordinal, element) in array.enumerated() {
                    pending.append((element, JSON.pathHash(path, ordinal)))
                }
            case .object(let object):
                for member in object.effectiveMembers {
                    pending.append((member.value, JSON.pathHash(path, member.key)))
                }
                own.combine(-1)
            }
            sum &+= UInt64(bitPattern: Int64(own.finalize()))
        }
        hasher.combine(sum)
    }

    private static func pathHash(_ parent: Int, _ step: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(parent)
        hasher.combine(step)
        return hasher.finalize()
    }
}

extension JSONObject {
    /// `winners`, for generic code that is compiled elsewhere.
    @usableFromInline
    var effectiveMemberList: [(key: String, value: JSON)] { Array(effectiveMembers) }

    /// The members that lookup finds, one for each name, in their order.
    package var effectiveMembers: EffectiveMembers { EffectiveMembers(storage: storage) }

    /// The members that lookup finds.
    package struct EffectiveMembers: Sequence {
        fileprivate let storage: Storage

        /// An iterator over the members.
        package func makeIterator() -> Iterator { Iterator(storage) }

        /// Walks over the members, each of which is looked up.
        package struct Iterator: IteratorProtocol {
            private let storage: Storage
            private var place: Int
            private let end: Int

            fileprivate init(_ storage: Storage) {
                self.storage = storage
                (place, end) = storage.places
            }

            /// The next member that lookup finds, or nil at the end.
            package mutating func next() -> (key: String, value: JSON)? {
                while place < end, !storage.isWinner(place) { place = storage.next(place) }
                guard place < end else { return nil }
                let (key, value, next) = storage.entry(place)
                place = next
                return (key, value)
            }
        }
    }

    fileprivate var winnerCount: Int {
        var (place, end) = storage.places
        var count = 0
        while place < end {
            if storage.isWinner(place) { count += 1 }
            place = storage.next(place)
        }
        return count
    }
}

extension JSONObject.Storage {
    /// Whether the member at a place is the one that lookup finds.
    fileprivate func isWinner(_ place: Int) -> Bool {
        switch self {
        case .view(let document, let index): document.isWinner(place, ofObjectAt: index)
        case .owned(let storage): storage.isWinner(place)
        }
    }

    /// The place after the member at `place`.
    fileprivate func next(_ place: Int) -> Int {
        switch self {
        case .view(let document, _): document.next(document.next(place))
        case .owned(let storage): storage.firstSlot(from: place &+ 1)
        }
    }
}

extension JSONArray: Hashable {
    /// Whether the elements are the same.
    public static func == (a: JSONArray, b: JSONArray) -> Bool { JSON.array(a) == JSON.array(b) }

    /// Hashes the elements.
    public func hash(into hasher: inout Hasher) { JSON.array(self).hash(into: &hasher) }
}

extension JSONObject: Hashable {
    /// Whether the members are the same, regardless of order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool { JSON.object(a) == JSON.object(b) }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { JSON.object(self).hash(into: &hasher) }
}

extension JSON: Comparable {
    /// Numbers by value, strings by their order; false for all other types, and for values of different types.
    public static func < (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): a < b
        case (.string(let a), .string(let b)): a < b
        default: false
        }
    }

    /// `b < a`.
    public static func > (a: JSON, b: JSON) -> Bool { b < a }

    /// Less or equal; for types without an order: equal.
    public static func <= (a: JSON, b: JSON) -> Bool { a < b || a == b }

    /// Greater or equal; for types without an order: equal.
    public static func >= (a: JSON, b: JSON) -> Bool { b < a || a == b }
}
