// Equality, order and hashing without recursion.

extension JSON: Hashable {
    /// Returns whether the values are equal.
    ///
    /// Numbers are compared by exact value, strings and names by their Unicode scalars, as RFC 6902 says: "é" as one
    /// scalar differs from "é" as two, which are equal as `String`. Objects are compared regardless of the order of
    /// members; of several members with one name only the effective one counts. A missing value equals null; a Swift
    /// value that JSON cannot represent equals only another such value.
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
                guard b.effectiveCount == count else { return false }
            default:
                return false
            }
        }
        return true
    }

    /// Compares scalars. Of containers it compares the type, and appends the contents to `pending`.
    private static func sameScalar(_ a: JSON, _ b: JSON, _ pending: inout [(JSON, JSON)]) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.null, .error), (.error, .null), (.error, .error): return a.type == b.type
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a == b
        case (.string(let a), .string(let b)): return UTF8Key(text: a) == UTF8Key(text: b)
        case (.array, .array), (.object, .object):
            pending.append((a, b))
            return true
        default: return false
        }
    }

    /// Hashes the properties that `==` compares.
    ///
    /// - Complexity: O(*n*).
    public func hash(into hasher: inout Hasher) {
        hasher.combine(
            fold(
                effectiveMembers: true, open: ContainerHash.init, scalar: \.scalarHash,
                add: { $0.add($2, name: $1) }, close: \.value))
    }

    /// The hash of a value that is no container; equal for equal values.
    var scalarHash: Int {
        var hasher = Hasher()
        switch self {
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(UTF8Key(text: text))
        default: hasher.combine(type)
        }
        return hasher.finalize()
    }
}

/// The hash of a container, from those of its elements in their order, or of its members in any order.
struct ContainerHash {
    private var elements = Hasher()
    private var members = 0

    init(_ container: JSON) { elements.combine(container.type) }

    mutating func add(_ hash: Int, name: String?) {
        guard let name else {
            elements.combine(hash)
            return
        }
        var member = Hasher()
        member.combine(UTF8Key(text: name))
        member.combine(hash)
        members &+= member.finalize()
    }

    var value: Int {
        var hasher = elements
        hasher.combine(members)
        return hasher.finalize()
    }
}

extension JSONObject {
    /// `effectiveMembers`, for generic code that is specialized in other modules.
    @usableFromInline
    var effectiveMemberList: [(key: String, value: JSON)] { Array(effectiveMembers) }

    /// The effective members, one for each name, in their order: those that lookup finds.
    package var effectiveMembers: EffectiveMembers { EffectiveMembers(storage: storage) }

    /// The effective members of an object: those that lookup finds.
    package struct EffectiveMembers: Sequence {
        fileprivate let storage: Storage

        /// Returns an iterator over the members.
        package func makeIterator() -> Iterator { Iterator(storage) }

        /// Iterates over the members, looking each up by its name.
        package struct Iterator: IteratorProtocol {
            private let storage: Storage
            private var position: Int
            private let end: Int

            fileprivate init(_ storage: Storage) {
                self.storage = storage
                (position, end) = storage.bounds
            }

            /// Returns the next effective member, or nil at the end.
            @inline(never)
            package mutating func next() -> (key: String, value: JSON)? {
                position = storage.effectivePosition(from: position, to: end)
                guard position < end else { return nil }
                let (key, value, next) = storage.entry(position)
                position = next
                return (key, value)
            }
        }
    }

    fileprivate var effectiveCount: Int {
        let (first, end) = storage.bounds
        var position = storage.effectivePosition(from: first, to: end)
        var count = 0
        while position < end {
            count += 1
            position = storage.effectivePosition(from: storage.next(position), to: end)
        }
        return count
    }
}

extension JSONObject.Iterator {
    /// Moves to the next effective member.
    mutating func skipReplaced() { position = storage.effectivePosition(from: position, to: end) }
}

extension JSONObject.Storage {
    /// Returns the position of the first effective member from `position` on; `end` or more if there is none.
    func effectivePosition(from position: Int, to end: Int) -> Int {
        var position = position
        while position < end, !isEffective(position) { position = next(position) }
        return position
    }

    /// Returns whether the member at a position is the effective one of its name.
    @inline(never)
    private func isEffective(_ position: Int) -> Bool {
        switch self {
        case .view(let document, let index): document.isEffective(position, ofObjectAt: index)
        case .owned(let storage): storage.isEffective(position)
        }
    }

    /// Returns the position after the member at `position`.
    fileprivate func next(_ position: Int) -> Int {
        switch self {
        case .view(let document, _): document.next(document.next(position))
        case .owned(let storage): storage.firstSlot(from: position &+ 1)
        }
    }
}

extension JSONArray: Hashable {
    /// Returns whether the elements are equal.
    public static func == (a: JSONArray, b: JSONArray) -> Bool { JSON.array(a) == JSON.array(b) }

    /// Hashes the elements, so that equal arrays have equal hashes.
    public func hash(into hasher: inout Hasher) { JSON.array(self).hash(into: &hasher) }
}

extension JSONObject: Hashable {
    /// Returns whether the effective members are equal, regardless of their order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool { JSON.object(a) == JSON.object(b) }

    /// Hashes the effective members, regardless of their order, so that equal objects have equal hashes.
    public func hash(into hasher: inout Hasher) { JSON.object(self).hash(into: &hasher) }
}

extension JSON: Comparable {
    /// Returns whether the number `a` is smaller than the number `b`, or the string `a` precedes the string `b` in the
    /// order of their Unicode scalars; false for all other types, and for values of different types.
    public static func < (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): a < b
        case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        default: false
        }
    }

    /// Returns whether `b` is less than `a`.
    public static func > (a: JSON, b: JSON) -> Bool { b < a }

    /// Returns whether `a` is less than or equal to `b`; for types without an order, whether they are equal.
    public static func <= (a: JSON, b: JSON) -> Bool { a < b || a == b }

    /// Returns whether `a` is greater than or equal to `b`; for types without an order, whether they are equal.
    public static func >= (a: JSON, b: JSON) -> Bool { b < a || a == b }
}
