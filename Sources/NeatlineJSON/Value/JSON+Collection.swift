// JSON as a collection of its elements or members, as in SwiftyJSON.

extension JSON: Collection {
    /// A position in an array or object.
    public struct Index: Comparable, Hashable, Sendable {
        enum Position: Hashable {
            case element(Int)
            case member(JSONObject.Index)
            case none
        }

        let position: Position

        /// A position in an array.
        ///
        /// - Parameter ordinal: the number of elements before it.
        public static func array(_ ordinal: Int) -> Index { Index(position: .element(ordinal)) }

        /// The only position in a value that is neither an array nor an object.
        public static let null = Index(position: .none)

        /// Returns whether `a` is before `b`; false for positions in values of different types.
        public static func < (a: Index, b: Index) -> Bool {
            switch (a.position, b.position) {
            case (.element(let a), .element(let b)): a < b
            case (.member(let a), .member(let b)): a < b
            default: false
            }
        }
    }

    /// The position of the first element or member.
    public var startIndex: Index {
        switch self {
        case .array(let array): Index(position: .element(array.startIndex))
        case .object(let object): Index(position: .member(object.startIndex))
        default: Index(position: .none)
        }
    }

    /// The position after the last element or member; equal to `startIndex` in a scalar.
    public var endIndex: Index {
        switch self {
        case .array(let array): Index(position: .element(array.endIndex))
        case .object(let object): Index(position: .member(object.endIndex))
        default: Index(position: .none)
        }
    }

    /// The number of elements or members; 0 for everything else.
    public var count: Int {
        switch self {
        case .array(let array): array.count
        case .object(let object): object.count
        default: 0
        }
    }

    /// Returns the position after `index`.
    ///
    /// - Parameter index: a position before the end.
    public func index(after index: Index) -> Index {
        switch (self, index.position) {
        case (.array, .element(let ordinal)): Index(position: .element(ordinal + 1))
        case (.object(let object), .member(let member)): Index(position: .member(object.index(after: member)))
        default: index
        }
    }

    /// The element with its number as text, or the member with its name; an empty name and null at any other position.
    ///
    /// - Parameter position: a position before the end.
    public subscript(position: Index) -> (String, JSON) {
        switch (self, position.position) {
        case (.array(let array), .element(let ordinal)) where ordinal >= 0 && ordinal < array.count:
            return (String(ordinal), array[ordinal])
        case (.object(let object), .member(let member)) where member.ordinal < object.count:
            return object[member]
        default:
            return ("", .null)
        }
    }

    /// Returns an iterator over values with their names, or their numbers as text.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Iterates over elements or members in order, in O(1) for each; inlined into the caller's loop like
    /// `JSONArray.Iterator`.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline let value: JSON
        @usableFromInline var ordinal = 0
        @usableFromInline var position: Int
        @usableFromInline let end: Int

        @inlinable
        init(_ value: JSON) {
            self.value = value
            switch value {
            case .array(let array): (position, end) = array.storage.bounds
            case .object(let object): (position, end) = object.storage.bounds
            default: (position, end) = (0, 0)
            }
        }

        /// Returns the next name, or number as text, and value; nil at the end.
        @inlinable
        public mutating func next() -> (String, JSON)? {
            guard position < end else { return nil }
            switch value {
            case .array(let array):
                let (element, next) = array.storage.entry(position)
                position = next
                defer { ordinal += 1 }
                return (String(ordinal), element)
            case .object(let object):
                let (key, value, next) = object.storage.entry(position)
                position = next
                return (key, value)
            default:
                return nil
            }
        }
    }
}
