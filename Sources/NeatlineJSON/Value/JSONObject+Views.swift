// The names and the values of an object, as collections that read each when it is asked for.

extension JSONObject {
    /// The names of an object's members, in their order, including duplicates.
    public struct Keys: Collection, Sendable {
        /// A position in the object.
        public typealias Index = JSONObject.Index

        let object: JSONObject

        /// The index of the first member.
        public var startIndex: Index { object.startIndex }
        /// The index after the last member.
        public var endIndex: Index { object.endIndex }
        /// Returns the index of the next member.
        public func index(after position: Index) -> Index { object.index(after: position) }
        /// The number of members.
        public var count: Int { object.count }
        /// The name of a member. The complexity is that of the object's subscript.
        public subscript(position: Index) -> String { object[position].key }
        /// Returns an iterator over the names.
        public func makeIterator() -> Iterator { Iterator(members: object.makeIterator()) }

        /// An iterator over the names of an object.
        public struct Iterator: IteratorProtocol {
            var members: JSONObject.Iterator

            /// Returns the next name.
            public mutating func next() -> String? { members.next()?.key }
        }
    }

    /// The values of an object's members, in their order, including those of duplicates.
    public struct Values: Collection, Sendable {
        /// A position in the object.
        public typealias Index = JSONObject.Index

        let object: JSONObject

        /// The index of the first member.
        public var startIndex: Index { object.startIndex }
        /// The index after the last member.
        public var endIndex: Index { object.endIndex }
        /// Returns the index of the next member.
        public func index(after position: Index) -> Index { object.index(after: position) }
        /// The number of members.
        public var count: Int { object.count }
        /// The value of a member. The complexity is that of the object's subscript.
        public subscript(position: Index) -> JSON { object[position].value }
        /// Returns an iterator over the values.
        public func makeIterator() -> Iterator { Iterator(members: object.makeIterator()) }

        /// An iterator over the values of an object.
        public struct Iterator: IteratorProtocol {
            var members: JSONObject.Iterator

            /// Returns the next value.
            public mutating func next() -> JSON? { members.next()?.value }
        }
    }
}

extension JSONObject.Keys: CustomStringConvertible {
    /// The names like those of an array.
    public var description: String { "[" + map(\.debugDescription).joined(separator: ", ") + "]" }
}

extension JSONObject.Values: CustomStringConvertible {
    /// The values like those of an array.
    public var description: String { "[" + map(\.description).joined(separator: ", ") + "]" }
}
