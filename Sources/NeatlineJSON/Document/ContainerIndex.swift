// The indexes of large containers, for lookups.

/// The positions on the tape of the elements of a large array, or of the keys of a large object.
///
/// It is built by the first lookup in the container, and immutable.
///
/// Unchecked Sendable, because the table is not written after `init`.
final class ContainerIndex: @unchecked Sendable {
    /// The position of each element of an array; empty for an object.
    private let elements: [UInt32]
    /// The effective keys of an object; nil for an array.
    let keys: KeyTable?

    private init(elements: [UInt32], keys: KeyTable?) {
        self.elements = elements
        self.keys = keys
    }

    deinit { keys?.release() }

    /// Builds the index of the array at `array`.
    ///
    /// - Complexity: O(count).
    @inline(never)
    static func array(_ document: Document, _ array: Int) -> ContainerIndex {
        var positions: [UInt32] = []
        positions.reserveCapacity(document.count(array))
        var entries = JSONCursor(document, entriesOf: array)
        while let element = entries.next() { positions.append(UInt32(truncatingIfNeeded: element)) }
        return ContainerIndex(elements: positions, keys: nil)
    }

    /// The position of element `ordinal`, which must exist.
    func element(_ ordinal: Int) -> Int { Int(elements[ordinal]) }

    /// Builds the index of the object at `object`.
    ///
    /// - Complexity: O(count), for any number of equal keys.
    @inline(never)
    static func object(_ document: Document, _ object: Int) -> ContainerIndex {
        let table = KeyTable(count: document.count(object))
        let replaces = !document.firstMemberWins
        var members = JSONCursor(document, entriesOf: object)
        while let (key, _) = members.nextMember() { _ = table.enter(key, of: document, replaces: replaces) }
        return ContainerIndex(elements: [], keys: table)
    }
}

/// The positions of the keys of an object, by the hashes of their names: a table with open addressing.
///
/// Positions are numbers from 1 on: positions on the tape of a document, or any other numbers of members.
///
/// A bucket has eight slots. A tag of one byte for each slot, taken from the hash of the name, tells with one comparison
/// which of the eight slots may contain a name. The tags are stored apart from the positions, so that those of 10,000 names
/// fit in the first-level cache. A name is stored in the first empty slot from its bucket on.
///
/// ```
///  tags       bucket 0: 8 bytes     bucket 1: 8 bytes    ...    0x80 and seven bits of the hash; zero: empty
///  positions  8 positions           8 positions          ...
/// ```
///
/// The owner of a table must call `release`.
struct KeyTable {
    private let tags: UnsafeMutablePointer<UInt64>
    private let positions: UnsafeMutablePointer<UInt32>
    /// One less than the number of buckets, which is a power of two.
    private let mask: Int
    /// A copy, because each access to the static property checks that it is initialized.
    let hash = KeyHash.ofProcess

    private static let bucketSize = 8
    /// The lowest and the highest bit of each byte.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let flags: UInt64 = 0x8080_8080_8080_8080

    /// Creates an empty table for at most `count` keys.
    init(count: Int) {
        assert(count >= 0)
        let buckets = KeyTable.bucketCount(count)
        tags = Memory.allocateZeroed(capacity: buckets)
        positions = Memory.allocate(capacity: buckets * KeyTable.bucketSize)
        mask = buckets - 1
    }

    private init(copying other: KeyTable) {
        let buckets = other.mask + 1
        tags = Memory.allocate(capacity: buckets)
        positions = Memory.allocate(capacity: buckets * KeyTable.bucketSize)
        mask = other.mask
        // SAFETY: both tables have `buckets` buckets; positions that are not initialized are copied, but never read.
        tags.update(from: other.tags, count: buckets)
        positions.update(from: other.positions, count: buckets * KeyTable.bucketSize)
    }

    /// A copy of the table, which must be released, too.
    ///
    /// - Complexity: O(count).
    func copy() -> KeyTable { KeyTable(copying: self) }

    /// Removes all entries, so that the table can be used for other keys.
    ///
    /// - Complexity: O(*n*) in the number of keys that the table was made for.
    func removeAll() { tags.update(repeating: 0, count: mask + 1) }

    /// Frees the memory of the table, which must not be used afterwards.
    func release() {
        Memory.free(tags)
        Memory.free(positions)
    }

    /// The number of buckets for `count` names: a power of two with at most five names a bucket on average, so that few
    /// buckets overflow.
    private static func bucketCount(_ count: Int) -> Int {
        let wanted = count / 5 + 1
        return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    }

    /// Enters the key at `key` of a document. If the table contains an equal key, that one is kept, or replaced if `replaces`.
    ///
    /// - Returns: whether the table contained no equal key.
    @inline(__always)
    func enter(_ key: Int, of document: Document, replaces: Bool) -> Bool {
        enter(key, hash: document.hash(ofKey: key, by: hash), replaces: replaces) { document.hasSameName($0, key) } == 0
    }

    /// Enters the position of a name. If the table contains an equal name, its position is kept, or replaced if `replaces`.
    ///
    /// - Parameters:
    ///   - position: the position to enter, from 1 on.
    ///   - hash: the hash of the name.
    ///   - replaces: whether the position of an equal name is replaced.
    ///   - isEqual: whether the name at a position is equal to this one.
    /// - Returns: the position of the equal name; 0 if there was none.
    @inline(__always)
    func enter(_ position: Int, hash: UInt64, replaces: Bool, where isEqual: (Int) -> Bool) -> Int {
        let (slot, found) = find(hash, where: isEqual)
        // SAFETY: `find` gives slots in the table only; 0 is the position of no key.
        assert(
            (0..<(mask + 1) * KeyTable.bucketSize).contains(slot) && position > 0 && UInt32(exactly: position) != nil)
        if found == 0 {
            let shift = UInt64(truncatingIfNeeded: slot & (KeyTable.bucketSize &- 1)) &<< 3
            tags[slot &>> 3] |= KeyTable.tag(hash) &<< shift
        }
        if found == 0 || replaces { positions[slot] = UInt32(truncatingIfNeeded: position) }
        return found
    }

    /// Undoes the last entry: puts back the position that it replaced, or removes it if `previous` is 0.
    ///
    /// Entries have to be undone from the last to the first: a slot that becomes empty may end the search for those that
    /// were entered after it.
    func undo(_ position: Int, hash: UInt64, previous: Int) {
        let (slot, found) = find(hash) { $0 == position }
        assert(found == position)
        if previous == 0 {
            let shift = UInt64(truncatingIfNeeded: slot & (KeyTable.bucketSize &- 1)) &<< 3
            tags[slot &>> 3] &= ~(0xFF &<< shift)
        } else {
            positions[slot] = UInt32(truncatingIfNeeded: previous)
        }
    }

    /// The position of the name with the given hash for which `isEqual` returns true; 0 if there is none.
    @inline(__always)
    func key(hash: UInt64, where isEqual: (Int) -> Bool) -> Int { find(hash, where: isEqual).key }

    /// The slot and the position of a key; the slot for it and 0 if the table does not contain it.
    @inline(__always)
    private func find(_ hash: UInt64, where isEqual: (Int) -> Bool) -> (slot: Int, key: Int) {
        let wanted = KeyTable.tag(hash) &* KeyTable.ones
        var bucket = Int(truncatingIfNeeded: hash) & mask
        while true {
            // SAFETY: the mask keeps buckets in the table, of whose slots a third at least is empty; positions are read
            // only where a tag says that there is one.
            assert((0...mask).contains(bucket))
            let tags = tags[bucket]
            // The highest bit of each byte where the tag is the wanted one; rarely also where it differs in the lowest bit.
            let difference = tags ^ wanted
            var matches = (difference &- KeyTable.ones) & ~difference & KeyTable.flags
            while matches != 0 {
                let slot = bucket &* KeyTable.bucketSize &+ matches.trailingZeroBitCount &>> 3
                let key = Int(truncatingIfNeeded: positions[slot])
                if isEqual(key) { return (slot, key) }
                matches &= matches &- 1
            }
            let empty = ~tags & KeyTable.flags
            if empty != 0 { return (bucket &* KeyTable.bucketSize &+ empty.trailingZeroBitCount &>> 3, 0) }
            bucket = (bucket &+ 1) & mask
        }
    }

    @inline(__always)
    private static func tag(_ hash: UInt64) -> UInt64 { hash &>> 57 | 0x80 }
}

/// A hash function for names that cannot be predicted from outside the process: its seeds are random.
///
/// Sixteen bytes at a time are mixed by the 128-bit product of two words, folded (the step of wyhash, by Wang Yi).
struct KeyHash {
    private let first = UInt64.random(in: .min ... .max)
    private let second = UInt64.random(in: .min ... .max)

    static let ofProcess = KeyHash()

    func callAsFunction(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard name.count > SmallString.capacity, let bytes = name.baseAddress else {
            let (low, high) = SmallString.words(name)
            return self(low, high, count: UInt64(truncatingIfNeeded: name.count))
        }
        // The length is spread over the word, so that no byte of a name can cancel a change of the length.
        var state = first &+ UInt64(truncatingIfNeeded: name.count) &* 0x9E37_79B9_7F4A_7C15
        // SAFETY: words are loaded where at least as many bytes are left.
        var offset = 0
        while offset < name.count &- 16 {
            state = KeyHash.mix(state ^ (bytes + offset).load64(), second ^ (bytes + (offset &+ 8)).load64())
            offset &+= 16
        }
        // The last sixteen bytes, some of which the loop may have mixed in.
        let last = bytes + (name.count &- 16)
        return KeyHash.mix(state ^ last.load64(), second ^ (last + 8).load64())
    }

    /// The hash of a name of up to 15 bytes, as two words padded with zeros.
    @inline(__always)
    func callAsFunction(_ low: UInt64, _ high: UInt64, count: UInt64) -> UInt64 {
        KeyHash.mix(low ^ first, (high | count &<< 56) ^ second)
    }

    @inline(__always)
    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
