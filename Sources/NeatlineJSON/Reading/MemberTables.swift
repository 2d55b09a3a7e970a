/// Finds members by name while objects are read, one inside the other: the table of an object is filled by the first
/// lookup in it, and used for another object at the same depth afterwards.
///
/// The member behind the one found last is looked at first. If it has another name, the table says where the name is.
///
/// A model asks for ten or thirty members of an object, some of which are not there. Comparing names one by one costs
/// more than one walk over the object that enters each key in a table; the walk also finds out which of several members
/// with one name counts. Objects of few members have no table, nor have those of 64 and more, which have an index:
/// the document finds their members.
package struct MemberTables: ~Copyable {
    /// What is known of the object at each level; `levels` of them.
    private var owners: UnsafeMutablePointer<Owner>?

    private struct Owner {
        /// One more than the position of the object; 0 if there is none.
        var object = 0
        /// The position behind the object's last member.
        var end = 0
        /// The key behind the member that was found last, which usually is the next to be asked for; 0 behind the last, and if
        /// two members may have one name.
        var next = 0
        /// Whether no two members have one name.
        var isUnique = true
        /// Whether `table` has the object's keys.
        var hasTable = false
        /// Made for the first object that needs it, with room for all that any does.
        var table: KeyTable?
    }

    private static let levels = 8
    /// Objects of so many members have a table; larger ones have an index.
    private static let tabulated = 13...63

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
        guard let owners else { return }
        for level in 0..<MemberTables.levels { owners[level].table?.release() }
        owners.deallocate()
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
        guard reader.document.makesSmallStrings else { return reader.member(name, ofObjectAt: object) }
        return lookUp(name, isPlain: false, owner(object, depth, reader.document), reader.document)
    }

    /// As `member(_:ofObjectAt:depth:in:)`; -1 if there is a dot in the name, or if the layout of strings is not known.
    package mutating func member(
        plain name: String, ofObjectAt object: Int, depth: Int, in reader: borrowing DocumentReader
    ) -> Int {
        guard reader.document.makesSmallStrings else { return -1 }
        let owner = owner(object, depth, reader.document)
        if let short = ShortName(name) {
            let value = MemberTables.expected(short, owner, reader.document)
            if value != 0, !short.hasDot { return value }
        }
        return lookUp(name, isPlain: true, owner, reader.document)
    }

    /// What is known of an object; found out if need be.
    @inline(__always)
    private mutating func owner(
        _ object: Int, _ depth: Int, _ document: Document
    ) -> UnsafeMutablePointer<Owner> {
        let level = depth & (MemberTables.levels &- 1)
        if let owners, owners[level].object == object &+ 1 { return owners + level }
        return build(level, object, document)
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

    /// The value of the member with this name; -1 if the name should be plain, and there is a dot in it.
    @inline(never)
    private func lookUp(
        _ name: String, isPlain: Bool, _ owner: UnsafeMutablePointer<Owner>, _ document: Document
    ) -> Int {
        if let short = ShortName(name) {
            return isPlain && short.hasDot ? -1 : lookUp(Name(short), name, owner, document)
        }
        return name.withName { bytes in
            let wanted = Name(bytes)
            return isPlain && wanted.hasDot ? -1 : lookUp(wanted, name, owner, document)
        }
    }

    /// Notes that the member whose value is at `value` was found: the next lookup begins behind it.
    @inline(__always)
    private static func found(
        _ value: Int, _ owner: UnsafeMutablePointer<Owner>, _ document: Document
    ) -> Int {
        let next = document.next(value)
        owner.pointee.next = next < owner.pointee.end && owner.pointee.isUnique ? next : 0
        return value
    }

    private func lookUp(
        _ wanted: Name, _ name: String, _ owner: UnsafeMutablePointer<Owner>, _ document: Document
    ) -> Int {
        var key = owner.pointee.next
        if key == 0 || !document.key(key, is: wanted) {
            guard owner.pointee.hasTable, let table = owner.pointee.table else {
                let value = document.member(name, ofObjectAt: owner.pointee.object &- 1)
                return value == 0 ? 0 : MemberTables.found(value, owner, document)
            }
            key = table.key(hash: wanted.hash(by: hash)) { document.key($0, is: wanted) }
            if key == 0 { return 0 }
        }
        return MemberTables.found(document.next(key), owner, document)
    }

    /// Whether no two of an object's few members can have one name: their lengths, or first or last bytes, differ.
    private func areNamesDistinct(ofObjectAt object: Int, in document: Document) -> Bool {
        let limit = MemberTables.tabulated.lowerBound
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: limit) { marks in
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
                guard !isUnusual, word.textOffset <= lastReadable, length > 0, count < limit else { return false }
                let start = bytes + word.textOffset
                // What stands behind a name of less than eight bytes is shifted out.
                let shift = UInt64(truncatingIfNeeded: (8 &- Swift.min(length, 8)) &<< 3)
                let last = start + (Swift.max(length, 8) &- 8)
                let mark = hash(
                    start.load64() &<< shift ^ UInt64(truncatingIfNeeded: length), last.load64() &<< shift, count: 0)
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
        let end = document.contentEnd(object)
        owner.pointee.object = object &+ 1
        owner.pointee.end = end
        let word = document[object]
        if word.isExtended {
            // The document's index finds its members, in whatever order they are asked for.
            owner.pointee.hasTable = false
            owner.pointee.isUnique = false
        } else if MemberTables.tabulated.contains(word.shortLength) {
            fill(owner, object, document)
        } else {
            owner.pointee.hasTable = false
            owner.pointee.isUnique = areNamesDistinct(ofObjectAt: object, in: document)
        }
        // What is behind the word of an empty object is none of its keys.
        owner.pointee.next = object &+ 1 < end && owner.pointee.isUnique ? object &+ 1 : 0
        return owner
    }

    /// Enters the keys of an object in the table of its level.
    private func fill(_ owner: UnsafeMutablePointer<Owner>, _ object: Int, _ document: Document) {
        let table = owner.pointee.table ?? KeyTable(count: MemberTables.tabulated.upperBound)
        owner.pointee.table = table
        owner.pointee.hasTable = true
        table.removeAll()
        let replaces = !document.firstMemberWins
        var isUnique = true
        var key = object &+ 1
        while key < owner.pointee.end {
            if !table.enter(key, of: document, replaces: replaces) { isUnique = false }
            key = document.next(document.next(key))
        }
        owner.pointee.isUnique = isUnique
    }

    /// The owners of all levels, allocated for the first object.
    private var allocatedOwners: UnsafeMutablePointer<Owner> {
        mutating get {
            if let owners { return owners }
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

        @inline(__always)
        init(_ name: ShortName) {
            count = name.length
            low = name.low
            high = name.high
            bytes = nil
        }

        /// The name with these bytes, which must stay where they are while it is used.
        init(_ name: UnsafeBufferPointer<UInt8>) {
            count = name.count
            guard count > SmallString.capacity, let start = name.baseAddress else {
                (low, high) = SmallString.words(name)
                bytes = nil
                return
            }
            // SAFETY: the name has 16 bytes or more.
            low = start.load64()
            high = (start + (count &- 8)).load64()
            bytes = start
        }

        @inline(__always)
        func hash(by hash: KeyHash) -> UInt64 {
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
    /// The bytes of a key of up to 15 bytes, as `Name` has them.
    @inline(__always)
    private func words(_ word: TapeWord) -> (low: UInt64, high: UInt64) {
        let start = bytes + word.textOffset
        let count = word.shortLength
        // SAFETY: 16 bytes are read only where the text has them.
        if word.textOffset &+ 16 <= readableCount { return SmallString.words(prefixOf: start, count: count) }
        return SmallString.words(UnsafeBufferPointer(start: start, count: count))
    }

    /// Whether the bytes of the key as written are not those of its name, or its length is not in its word.
    @inline(__always)
    private func isUnusual(_ word: TapeWord) -> Bool {
        word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0
    }

    /// The hash of the name of the key at `index`, with its escapes decoded.
    @inline(__always)
    func hash(ofKey index: Int, by hash: KeyHash) -> UInt64 {
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
    func hasSameName(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (self[a], self[b])
        if isUnusual(first) || isUnusual(second) {
            return withDecodedText(a) { key(b, equals: $0) }
        }
        guard first.shortLength == second.shortLength else { return false }
        return equalBytes(bytes + first.textOffset, bytes + second.textOffset, first.shortLength)
    }
}
