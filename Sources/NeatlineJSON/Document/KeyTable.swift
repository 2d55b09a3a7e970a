/// Where the keys of an object stand on the tape, by the hashes of their names: a table with open addressing.
///
/// A place is one word, so that the cache line of the hash's own place decides nearly always: an empty place or another
/// hash needs no look at the tape.
///
/// ```
///  63             32 31             0
/// +-----------------+----------------+
/// | hash, upper half| position       |   all zero: empty, because no key stands at position 0
/// +-----------------+----------------+
/// ```
///
/// Who makes a table has to `release` it.
struct KeyTable {
    private let places: UnsafeMutablePointer<UInt64>
    /// One less than the number of places, which is a power of two.
    private let mask: Int
    /// At hand, because the process's own is asked for through a lock that has to be looked at.
    let hash = KeyHash.ofProcess

    /// An empty table for so many keys.
    init(count: Int) {
        let size = KeyTable.size(count)
        places = Memory.allocateZeroed(capacity: size)
        mask = size - 1
    }

    func release() { Memory.free(places) }

    /// A power of two that leaves at least a third of the places empty: with more of them less of the table would be in the
    /// cache.
    private static func size(_ count: Int) -> Int {
        let wanted = count + count / 2 + 2
        return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    }

    /// Enters the key at `key` of a document, unless an equal one is there, whose place it takes if `replaces`.
    ///
    /// - Returns: whether there was no equal key.
    func enter(_ key: Int, of document: Document, replaces: Bool) -> Bool {
        document.withDecodedText(key) { name in
            let hash = hash(name)
            let (place, found) = find(hash) { document.key($0, equals: name) }
            if found == 0 || replaces {
                places[place] = hash & KeyTable.hashMask | UInt64(truncatingIfNeeded: key)
            }
            return found == 0
        }
    }

    /// The position of the key of a document that `isEqual` finds equal to the name with the given hash; 0 if there is
    /// none.
    @inline(__always)
    func key(hash: UInt64, where isEqual: (Int) -> Bool) -> Int { find(hash, where: isEqual).key }

    /// The position of the key, and its place; 0, and the place where it would stand.
    @inline(__always)
    private func find(_ hash: UInt64, where isEqual: (Int) -> Bool) -> (place: Int, key: Int) {
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            // SAFETY: the mask keeps places in the table, of which a third at least is empty.
            let entry = places[place]
            if entry == 0 { return (place, 0) }
            if (entry ^ hash) & KeyTable.hashMask == 0 {
                let key = Int(truncatingIfNeeded: entry & ~KeyTable.hashMask)
                if isEqual(key) { return (place, key) }
            }
            place = (place &+ 1) & mask
        }
    }

    private static let hashMask: UInt64 = 0xFFFF_FFFF_0000_0000
}

/// A hash of names that nobody outside the process can predict: its seeds are drawn when the process starts.
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
        // Spread over the word, so that no byte of a name can stand for a part of the length.
        var state = first &+ UInt64(truncatingIfNeeded: name.count) &* 0x9E37_79B9_7F4A_7C15
        // SAFETY: words are loaded where at least as many bytes are left.
        var offset = 0
        while offset < name.count &- 16 {
            state = KeyHash.mix(state ^ (bytes + offset).load64(), second ^ (bytes + (offset &+ 8)).load64())
            offset &+= 16
        }
        // The last sixteen bytes, of which some may have been mixed in already.
        let last = bytes + (name.count &- 16)
        return KeyHash.mix(state ^ last.load64(), second ^ (last + 8).load64())
    }

    /// The hash of a name of up to 15 bytes, given as two words with zeroes behind it.
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
