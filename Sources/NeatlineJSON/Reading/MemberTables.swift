/// Finds members by name while objects are read, one inside the other: the table of an object is made by the first
/// lookup in it, and forgotten when another object at the same depth is read.
///
/// A model asks for ten or thirty members of an object, some of which are not there. Comparing names one by one costs
/// more than one walk over the object that enters each key in a table; the walk also finds out which of several members
/// with one name counts. Objects of few members are searched instead; those of 64 and more have an index of their own.
///
/// ```
///  level 0   owner | shift   64 or 128 places: positions of keys, or 0
///  level 1   owner | shift   ...
/// ```
package struct MemberTables: ~Copyable {
    /// `levels` tables, in memory that is allocated for the first one.
    private var places: UnsafeMutablePointer<UInt32>?
    /// Whose table stands at each level.
    private var owners: UnsafeMutablePointer<Owner>?

    private struct Owner {
        /// One more than the position of the object; 0 if there is none.
        var object = 0
        /// How far hashes are shifted to give places; 0 for an object of few members, which has no table.
        var shift: UInt64 = 0
        /// Where the object's content ends.
        var end = 0
        /// Whether no two members have one name.
        var isUnique = true
        /// Whether the object has an index of its own, and is looked into by it.
        var isIndexed = false
        /// The key behind the member that was found last, which usually is the next to be asked for; 0 behind the last, and if
        /// names come twice.
        var next = 0
    }

    private static let levels = 8
    private static let largestTable = 128
    /// Up to so many members are searched.
    private static let searched = 12

    /// At hand, because the process's own is asked for through a lock that has to be looked at.
    private let hash = KeyHash.ofProcess

    /// No tables yet.
    package init() {}

    /// Forgets all objects, for lookups in another document.
    package mutating func forget() {
        guard let owners else { return }
        for level in 0..<MemberTables.levels { owners[level].object = 0 }
    }

    deinit {
        places?.deallocate()
        owners?.deallocate()
    }

    /// The position of the value of the member that counts under `name`; 0 if there is none.
    ///
    /// - Parameters:
    ///   - object: the position of the object.
    ///   - depth: how many objects it stands in; objects of one depth share a table.
    /// - Complexity: O(1), and for the first lookup O(members).
    package mutating func member(
        _ name: String, ofObjectAt object: Int, depth: Int, in reader: borrowing DocumentReader
    ) -> Int {
        guard reader.document.makesSmallStrings, let wanted = Name(name) else {
            return reader.member(name, ofObjectAt: object)
        }
        return lookUp(wanted, name, owner(object, depth, reader), reader)
    }

    /// As `member(_:ofObjectAt:depth:in:)`; -1 if there is a dot in the name, or nothing is known of how it is stored.
    package mutating func member(
        plain name: String, ofObjectAt object: Int, depth: Int, in reader: borrowing DocumentReader
    ) -> Int {
        guard reader.document.makesSmallStrings else { return -1 }
        let owner = owner(object, depth, reader)
        if let short = ShortName(name) {
            let value = MemberTables.expected(short, owner, reader.document)
            if value != 0, !short.hasDot { return value }
        }
        return searchedMember(plain: name, owner, reader)
    }

    /// What is known of an object; found out if need be.
    @inline(__always)
    private mutating func owner(
        _ object: Int, _ depth: Int, _ reader: borrowing DocumentReader
    ) -> UnsafeMutablePointer<Owner> {
        let level = depth & (MemberTables.levels &- 1)
        if let owners, owners[level].object == object &+ 1 { return owners + level }
        return build(level, object, reader.document)
    }

    /// The value of the member that is expected next, if it has this name, and 0 if not; the next lookup begins behind it.
    @inline(__always)
    private static func expected(
        _ name: ShortName, _ owner: UnsafeMutablePointer<Owner>, _ document: Document
    ) -> Int {
        let key = owner.pointee.next
        guard key != 0, document.key(key, isShort: name) else { return 0 }
        let next = document.next(key &+ 1)
        owner.pointee.next = next < owner.pointee.end ? next : 0
        return key &+ 1
    }

    @inline(never)
    private mutating func searchedMember(
        plain name: String, _ owner: UnsafeMutablePointer<Owner>, _ reader: borrowing DocumentReader
    ) -> Int {
        guard let wanted = Name(name), !wanted.hasDot else { return -1 }
        return lookUp(wanted, name, owner, reader)
    }

    /// The value of the member whose key stands at `key`; the next lookup begins behind it.
    @inline(__always)
    private func found(
        _ key: Int, _ owner: UnsafeMutablePointer<Owner>, _ reader: borrowing DocumentReader
    ) -> Int {
        let value = reader.document[key].isExtended ? key &+ 2 : key &+ 1
        let next = reader.document.next(value)
        owner.pointee.next = next < owner.pointee.end && owner.pointee.isUnique ? next : 0
        return value
    }

    @inline(never)
    private func lookUp(
        _ wanted: Name, _ name: String, _ owner: UnsafeMutablePointer<Owner>, _ reader: borrowing DocumentReader
    ) -> Int {
        let object = owner.pointee.object &- 1
        if owner.pointee.isIndexed { return reader.member(name, ofObjectAt: object) }
        let shift = owner.pointee.shift
        if shift == 0 { return search(wanted, owner, reader) }
        // SAFETY: `build` has allocated all levels, and the shift leaves as many bits as the table has places.
        let level = owner - owners.unsafelyUnwrapped
        let table = places.unsafelyUnwrapped + level &* MemberTables.largestTable
        let mask = ~0 &>> shift
        var place = wanted.hash(by: hash) &>> shift
        while true {
            let key = Int(table[Int(truncatingIfNeeded: place)])
            if key == 0 { return 0 }
            if reader.document.key(key, is: wanted) { return found(key, owner, reader) }
            place = (place &+ 1) & mask
        }
    }

    /// A lookup in an object of few members.
    private func search(
        _ wanted: Name, _ owner: UnsafeMutablePointer<Owner>, _ reader: borrowing DocumentReader
    ) -> Int {
        let object = owner.pointee.object &- 1
        guard owner.pointee.isUnique else { return reader.document.member(wanted, ofObjectAt: object) }
        // From the member that is expected to the end, and then from the first to that one.
        let start = owner.pointee.next == 0 ? object &+ 1 : owner.pointee.next
        var key = start
        var isSecondRound = false
        while true {
            if key >= owner.pointee.end {
                if isSecondRound { return 0 }
                isSecondRound = true
                key = object &+ 1
            }
            if isSecondRound, key >= start { return 0 }
            let word = reader.document[key]
            // Most names differ in their lengths already.
            if word.shortLength == wanted.count || word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0,
                reader.document.key(key, is: wanted)
            {
                return found(key, owner, reader)
            }
            key = reader.document.next(word.isExtended ? key &+ 2 : key &+ 1)
        }
    }

    /// Whether no two of an object's few members can have one name: their lengths, or first or last bytes, differ.
    private static func areNamesDistinct(ofObjectAt object: Int, in document: Document) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: searched) { marks in
            let (tape, bytes) = (document.tape, document.bytes)
            let lastReadable = document.readableCount &- 8
            // A bit for each mark: most marks differ from all before them in it already.
            var seen: UInt64 = 0
            var count = 0
            var key = object &+ 1
            let end = document.contentEnd(object)
            while key < end {
                // SAFETY: keys and values stand in turn up to the end, as the scanner wrote; a key's offset is in the text.
                let word = TapeWord(bits: tape[key])
                let isUnusual = word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0
                let length = word.shortLength
                guard !isUnusual, word.textOffset <= lastReadable, length > 0, count < searched else { return false }
                let start = bytes + word.textOffset
                // What stands behind a name of less than eight bytes is shifted out.
                let shift = UInt64(truncatingIfNeeded: (8 &- Swift.min(length, 8)) &<< 3)
                let last = start + (Swift.max(length, 8) &- 8)
                let mark =
                    (start.load64() &<< shift) &* 0x9E37_79B9_7F4A_7C15 ^ (last.load64() &<< shift)
                    ^ UInt64(truncatingIfNeeded: length)
                let bit = 1 &<< (mark &>> 58)
                if seen & bit != 0 {
                    for other in 0..<count where marks[other] == mark { return false }
                }
                seen |= bit
                marks[count] = mark
                count &+= 1
                key = document.next(key &+ 1)
            }
            return true
        }
    }

    /// Finds out about an object: enters its keys in the table of its level, or finds that they need none.
    @inline(never)
    private mutating func build(_ level: Int, _ object: Int, _ document: Document) -> UnsafeMutablePointer<Owner> {
        let owner = allocatedOwners + level
        // What stands behind the word of an empty object is none of its keys.
        let end = document.contentEnd(object)
        let first = object &+ 1 < end ? object &+ 1 : 0
        if document[object].isExtended {
            owner.pointee = Owner(object: object &+ 1, isIndexed: true)
            return owner
        }
        if document[object].shortLength <= MemberTables.searched {
            let isUnique = MemberTables.areNamesDistinct(ofObjectAt: object, in: document)
            owner.pointee = Owner(
                object: object &+ 1, shift: 0, end: end, isUnique: isUnique, next: isUnique ? first : 0)
            return owner
        }
        let isLarge = document[object].shortLength > MemberTables.largestTable / 4
        let count = isLarge ? MemberTables.largestTable : MemberTables.largestTable / 2
        let shift: UInt64 = isLarge ? 57 : 58
        var isUnique = true
        let table = places.unsafelyUnwrapped + level &* MemberTables.largestTable
        table.update(repeating: 0, count: count)
        let mask = ~0 &>> shift
        var key = first
        while key < end {
            let word = document[key]
            let value = word.isExtended ? key &+ 2 : key &+ 1
            var place = document.hash(ofKey: key, by: hash) &>> shift
            // SAFETY: fewer than half of the places are taken, so that a free one is found.
            while true {
                let other = Int(table[Int(place)])
                if other == 0 {
                    table[Int(place)] = UInt32(truncatingIfNeeded: key)
                    break
                }
                if document.hasSameName(other, key) {
                    isUnique = false
                    if !document.firstMemberWins { table[Int(place)] = UInt32(truncatingIfNeeded: key) }
                    break
                }
                place = (place &+ 1) & mask
            }
            key = document.next(value)
        }
        owner.pointee = Owner(
            object: object &+ 1, shift: shift, end: end, isUnique: isUnique, next: isUnique ? first : 0)
        return owner
    }

    /// The owners of all levels, allocated together with the tables.
    private var allocatedOwners: UnsafeMutablePointer<Owner> {
        mutating get {
            if let owners { return owners }
            places = .allocate(capacity: MemberTables.levels * MemberTables.largestTable)
            let owners = UnsafeMutablePointer<Owner>.allocate(capacity: MemberTables.levels)
            owners.initialize(repeating: Owner(), count: MemberTables.levels)
            self.owners = owners
            return owners
        }
    }

    /// A name that is looked up: up to 15 bytes as two words, longer ones by their address.
    struct Name {
        /// The bytes of a short name, or the first eight and the last eight of a long one.
        let low: UInt64
        let high: UInt64
        let count: Int
        /// Of a long name.
        let bytes: Cursor?

        /// The name, if its bytes stand in the string itself or at an address that does not move.
        ///
        /// To be made only where `SmallString.isKnown`.
        @inline(__always)
        init?(_ name: String) {
            if let short = ShortName(name) {
                count = short.length
                low = short.low
                high = short.high
                bytes = nil
                return
            }
            guard
                let text = name.utf8.withContiguousStorageIfAvailable({ $0 }), let start = text.baseAddress,
                text.count > SmallString.capacity
            else { return nil }
            // SAFETY: the caller keeps the string during the lookup; its bytes stay where they are.
            count = text.count
            low = start.load64()
            high = (start + (text.count &- 8)).load64()
            bytes = start
        }

        @inline(__always)
        func hash(by hash: KeyHash) -> UInt64 {
            // SAFETY: the caller keeps the string during the lookup; its bytes stay where they are.
            if let bytes { return hash(UnsafeBufferPointer(start: bytes, count: count)) }
            return hash(low, high, count: UInt64(truncatingIfNeeded: count))
        }

        /// Whether there is a dot in the name.
        @inline(__always)
        var hasDot: Bool {
            if Name.hasDot(low) || Name.hasDot(high) { return true }
            // The first eight bytes and the last have been looked at.
            guard let bytes, count > 16 else { return false }
            var offset = 8
            while offset < count &- 8 {
                // SAFETY: eight bytes from before the last eight on are bytes of the name.
                if Name.hasDot((bytes + offset).load64()) { return true }
                offset &+= 8
            }
            return false
        }

        /// Whether one of eight bytes is a dot.
        ///
        /// A byte of `word ^ dots` is zero where there is one; the usual test for a zero byte, from Hacker's Delight (6-1).
        @inline(__always)
        fileprivate static func hasDot(_ word: UInt64) -> Bool {
            let differences = word ^ 0x2E2E_2E2E_2E2E_2E2E
            return (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080 != 0
        }
    }
}

extension ShortName {
    /// Whether there is a dot in the name.
    @inline(__always)
    fileprivate var hasDot: Bool {
        MemberTables.Name.hasDot(low) || (length > 8 && MemberTables.Name.hasDot(high))
    }
}

extension Document {
    /// The words of `Name` for the key at `index`.
    @inline(__always)
    fileprivate func words(_ word: TapeWord) -> (low: UInt64, high: UInt64) {
        let start = bytes + word.textOffset
        let count = word.shortLength
        // SAFETY: a long key has 16 bytes; a short one is read as 16 only if the text has them.
        if count > SmallString.capacity { return (start.load64(), (start + (count &- 8)).load64()) }
        if word.textOffset &+ 16 <= readableCount { return SmallString.words(prefixOf: start, count: count) }
        return SmallString.words(UnsafeBufferPointer(start: start, count: count))
    }

    /// Whether the bytes of the key as written are not those of its name, or its length is not in its word.
    @inline(__always)
    private func isUnusual(_ word: TapeWord) -> Bool {
        word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0
    }

    @inline(__always)
    fileprivate func hash(ofKey index: Int, by hash: KeyHash) -> UInt64 {
        let word = self[index]
        if isUnusual(word) { return withDecodedText(index) { hash($0) } }
        if word.shortLength > SmallString.capacity { return hash(text(index)) }
        let (low, high) = words(word)
        return hash(low, high, count: UInt64(truncatingIfNeeded: word.shortLength))
    }

    /// Whether the key at `index` is `name` without escapes, followed by text enough to tell quickly.
    @inline(__always)
    fileprivate func key(_ index: Int, isShort name: ShortName) -> Bool {
        let word = self[index]
        // Everything but the offset and the flag for non-ASCII text.
        guard word.bits & (0xFFFF_FFFF & ~TapeWord.nonASCIIFlag) == name.word else { return false }
        return word.textOffset &+ 16 <= readableCount && name.begins(at: bytes + word.textOffset)
    }

    /// Whether the key at `index` is `name`.
    @inline(__always)
    fileprivate func key(_ index: Int, is name: MemberTables.Name) -> Bool {
        let word = self[index]
        if isUnusual(word) { return keyDecoded(index, is: name) }
        guard word.shortLength == name.count else { return false }
        if let bytes = name.bytes { return equalBytes(self.bytes + word.textOffset, bytes, name.count) }
        return words(word) == (name.low, name.high)
    }

    @inline(never)
    private func keyDecoded(_ index: Int, is name: MemberTables.Name) -> Bool {
        withDecodedText(index) { text in
            guard text.count == name.count else { return false }
            if let bytes = name.bytes { return equalBytes(text.baseAddress, bytes, name.count) }
            return SmallString.words(text) == (name.low, name.high)
        }
    }

    /// Whether two keys are the same name.
    @inline(__always)
    fileprivate func hasSameName(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (self[a], self[b])
        if isUnusual(first) || isUnusual(second) {
            return withDecodedText(a) { key(b, equals: $0) }
        }
        guard first.shortLength == second.shortLength else { return false }
        return equalBytes(bytes + first.textOffset, bytes + second.textOffset, first.shortLength)
    }

    /// As `member(_:ofObjectAt:)` of a name's bytes, for an object of few members.
    fileprivate func member(_ name: MemberTables.Name, ofObjectAt object: Int) -> Int {
        var found = 0
        var index = object &+ 1
        let end = contentEnd(object)
        while index < end {
            let word = self[index]
            let value = word.isExtended ? index &+ 2 : index &+ 1
            // Most names differ in their lengths already.
            if word.shortLength == name.count || isUnusual(word), key(index, is: name) {
                found = value
                if firstMemberWins { break }
            }
            index = next(value)
        }
        return found
    }
}
