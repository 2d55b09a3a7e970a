/// A hash table from types to values, by the addresses of their metadata. There is a lookup for each encoded value, for which
/// a `Dictionary` or a cast would take many times as long.
struct TypeTable<Known>: ~Copyable {
    /// The types by open addressing; the number of slots is a power of two, and at least half of them are empty.
    private var types: UnsafeMutablePointer<ObjectIdentifier?>
    /// The value of the type in the same slot.
    private var known: UnsafeMutablePointer<Known?>
    private var mask: Int
    private(set) var count = 0

    init() {
        mask = 63
        (types, known) = TypeTable.allocate(64)
    }

    deinit { TypeTable.deallocate(types, known, mask + 1) }

    /// The value of a type; nil if the table does not contain the type.
    @inline(__always)
    subscript<T>(_ type: T.Type) -> Known? {
        let type = ObjectIdentifier(type)
        var slot = slot(of: type)
        // SAFETY: the mask keeps the slot within the table. An empty slot ends the search.
        while true {
            if types[slot] == type { return known[slot] }
            if types[slot] == nil { return nil }
            slot = (slot &+ 1) & mask
        }
    }

    /// Adds a type, which the table must not contain, and its value.
    mutating func add<T>(_ value: Known, of type: T.Type) {
        add(value, ObjectIdentifier(type))
    }

    private mutating func add(_ value: Known, _ type: ObjectIdentifier) {
        if count * 2 > mask { grow() }
        var slot = slot(of: type)
        while types[slot] != nil { slot = (slot &+ 1) & mask }
        types[slot] = type
        known[slot] = value
        count += 1
    }

    @inline(__always)
    private func slot(of type: ObjectIdentifier) -> Int {
        let bits = UInt(bitPattern: type)
        return Int(bitPattern: bits &>> 4 ^ bits &>> 11) & mask
    }

    private mutating func grow() {
        let (oldTypes, oldKnown, oldCount) = (types, known, mask + 1)
        (types, known) = TypeTable.allocate(oldCount * 2)
        mask = oldCount * 2 - 1
        count = 0
        for index in 0..<oldCount {
            if let type = oldTypes[index], let value = oldKnown[index] { add(value, type) }
        }
        TypeTable.deallocate(oldTypes, oldKnown, oldCount)
    }

    private static func allocate(
        _ count: Int
    ) -> (UnsafeMutablePointer<ObjectIdentifier?>, UnsafeMutablePointer<Known?>) {
        let types = UnsafeMutablePointer<ObjectIdentifier?>.allocate(capacity: count)
        let known = UnsafeMutablePointer<Known?>.allocate(capacity: count)
        types.initialize(repeating: nil, count: count)
        known.initialize(repeating: nil, count: count)
        return (types, known)
    }

    private static func deallocate(
        _ types: UnsafeMutablePointer<ObjectIdentifier?>, _ known: UnsafeMutablePointer<Known?>, _ count: Int
    ) {
        known.deinitialize(count: count)
        types.deallocate()
        known.deallocate()
    }
}
