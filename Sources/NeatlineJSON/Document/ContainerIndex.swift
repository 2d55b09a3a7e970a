/// Where the elements of a big array, or the keys of a big object, stand on the tape.
///
/// Built on demand and then never changed.
final class ContainerIndex: Sendable {
    /// For an array the position of each element; for an object an open-addressed table of the winning keys' positions,
    /// in which 0 means empty (no key stands at position 0).
    private let positions: [UInt32]

    private init(_ positions: [UInt32]) { self.positions = positions }

    /// - Complexity: O(count).
    static func array(_ document: Document, _ array: Int) -> ContainerIndex {
        var positions: [UInt32] = []
        positions.reserveCapacity(document.count(array))
        var index = array + 1
        let end = document.contentEnd(array)
        while index < end {
            positions.append(UInt32(truncatingIfNeeded: index))
            index = document.next(index)
        }
        return ContainerIndex(positions)
    }

    func element(_ ordinal: Int) -> Int { Int(positions[ordinal]) }

    /// - Complexity: O(count), however many keys are equal.
    static func object(_ document: Document, _ object: Int) -> ContainerIndex {
        var table = [UInt32](repeating: 0, count: tableSize(document.count(object)))
        document.forEachKey(ofObjectAt: object) { key in
            let found = document.withDecodedText(key) { find($0, table, document) }
            if table[found.place] == 0 || !document.firstMemberWins {
                table[found.place] = UInt32(truncatingIfNeeded: key)
            }
            return true
        }
        return ContainerIndex(table)
    }

    /// The position of the winning key that equals `name`, or 0.
    func key(_ name: UnsafeBufferPointer<UInt8>, _ document: Document) -> Int {
        Int(positions[ContainerIndex.find(name, positions, document).place])
    }

    /// The position of the winning key that is `name`, or 0.
    @inline(__always)
    func key(_ name: ShortName, _ document: Document) -> Int {
        positions.withUnsafeBufferPointer { positions in
            let mask = positions.count &- 1
            var place = Int(truncatingIfNeeded: name.hash) & mask
            // SAFETY: the mask keeps places in the table, of which a third at least is empty.
            while positions[place] != 0 {
                let key = Int(positions[place])
                if document.key(key, equals: name) { return key }
                place = (place &+ 1) & mask
            }
            return 0
        }
    }

    /// A power of two that leaves at least a third empty.
    static func tableSize(_ count: Int) -> Int {
        let wanted = count + count / 2 + 1
        return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    }

    /// The place of the key that equals `name`, or the empty place where it would stand.
    static func find(
        _ name: UnsafeBufferPointer<UInt8>, _ table: [UInt32], _ document: Document
    ) -> (place: Int, isNew: Bool) {
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: KeyHash.hash(name)) & mask
        while table[place] != 0 {
            if document.key(Int(table[place]), equals: name) { return (place, false) }
            place = (place + 1) & mask
        }
        return (place, true)
    }
}

/// A hash of names that nobody outside the process can predict: its seed is drawn when the process starts.
///
/// Each eight bytes are mixed by the 128-bit product of two words, folded (the step of wyhash, by Wang Yi).
enum KeyHash {
    private static let seed = UInt64.random(in: .min ... .max)

    static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if name.count <= SmallString.capacity {
            let (low, high) = SmallString.words(name)
            return hash(low, high, count: UInt64(truncatingIfNeeded: name.count))
        }
        var state = seed ^ UInt64(truncatingIfNeeded: name.count)
        let bytes = UnsafeRawBufferPointer(name)
        var offset = 0
        while offset + 8 <= bytes.count {
            state = mix(state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
            offset += 8
        }
        // The last eight bytes again, of which those that were left are part.
        let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        return mix(state ^ last, 0xD6E8_FEB8_6659_FD93)
    }

    /// The hash of a name of up to 15 bytes, given as two words with zeroes behind it.
    @inline(__always)
    static func hash(_ low: UInt64, _ high: UInt64, count: UInt64) -> UInt64 {
        mix(mix(low ^ seed, 0x9E37_79B9_7F4A_7C15) ^ high ^ count &<< 56, 0xD6E8_FEB8_6659_FD93)
    }

    @inline(__always)
    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
