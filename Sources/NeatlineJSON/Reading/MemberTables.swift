/// Finds members by name for decoders and mappers, with one table of names for each depth of nesting.
///
/// A lookup first compares the member after the one found last, which is the right one if a model reads members in the
/// order of the text. Otherwise it asks the table, which the first lookup in an object fills, and the next object at the same
/// depth reuses.
///
/// A model reads ten or thirty members of an object, some of which are absent. Comparing names one by one costs more than
/// one walk over the object that enters each key in a table; the walk also determines the effective member among those of
/// the same name. `Document.member` finds the members of objects without a table: those of fewer than 13 members, and
/// those of 64 and more, which have a `ContainerIndex`.
package struct MemberTables: ~Copyable {
    /// `levels` owners, one for each depth modulo `levels`; nil before the first lookup.
    private var owners: UnsafeMutablePointer<Owner>?

    /// The object at one depth that was asked last, and its table.
    private struct Owner {
        /// One more than the position of the object; 0 if there is none.
        var object = 0
        /// The position after the object's last member.
        var end = 0
        /// The position of the key after the member that was found last, which usually is the next to be looked up; 0 after
        /// the last member, and if two members may have the same name.
        var next = 0
        /// Whether no two members have the same name.
        var isUnique = true
        /// Whether `table` contains the object's keys.
        var hasTable = false
        /// Allocated for the first object that needs one, large enough for every object that has one.
        var table: KeyTable?
    }

    private static let levels = 8
    /// The numbers of members for which an object has a table; larger ones have an index.
    private static let tabulated = 13...63

    /// The positions of members that models number themselves, without a table.
    package var positions = MemberPositions()

    /// A copy, because each access to the static property checks that it is initialized.
    private let hash = KeyHash.ofProcess

    /// Creates tables that are allocated by the first lookup.
    package init() {}

    /// Forgets all objects, so that members of another document can be looked up. The tables' memory is kept.
    package mutating func forget() {
        guard let owners else { return }
        for level in 0..<MemberTables.levels { owners[level].object = 0 }
    }

    deinit {
        guard let owners else { return }
        for level in 0..<MemberTables.levels { owners[level].table?.release() }
        owners.deallocate()
    }

    /// The position of the value of the effective member called `name`; 0 if there is none.
    ///
    /// - Parameters:
    ///   - name: the name, with its escapes decoded.
    ///   - object: the position of the object.
    ///   - depth: the number of objects that contain it; objects of the same depth share a table.
    ///   - reader: the reader of the object's document.
    /// - Complexity: O(1), and for the first lookup in an object O(members).
    package mutating func member(
        _ name: String, ofObjectAt object: Int, depth: Int, in reader: borrowing DocumentReader
    ) -> Int {
        guard reader.document.makesSmallStrings else { return reader.member(name, ofObjectAt: object) }
        let owner = owner(object, depth, reader.document)
        if let short = ShortName(name) {
            let value = MemberTables.expected(short, owner, reader.document)
            if value != 0 { return value }
        }
        return lookUp(name, isPlain: false, owner, reader.document)
    }

    /// Like `member(_:ofObjectAt:depth:in:)`, but -1 if the name contains a dot, so that it may be a path, or if the layout
    /// of strings is not known (`SmallString.isKnown`).
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

    /// The owner of the object's depth, filled for this object if it was filled for another one.
    @inline(__always)
    private mutating func owner(
        _ object: Int, _ depth: Int, _ document: Document
    ) -> UnsafeMutablePointer<Owner> {
        let level = depth & (MemberTables.levels &- 1)
        if let owners, owners[level].object == object &+ 1 { return owners + level }
        return build(level, object, document)
    }

    /// The position of the value of the expected next member if it has this name, otherwise 0. The member after it is
    /// expected afterwards.
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

    /// The position of the value of the member with this name, or 0; -1 if `isPlain` and the name contains a dot.
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

    /// Notes that the member whose value is at `value` was found: the one after it is expected next.
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

    /// Whether the names of an object's few members are distinct; false if one has escapes or no bytes.
    private static func areNamesDistinct(ofObjectAt object: Int, in document: Document) -> Bool {
        let (tape, bytes) = (document.tape, document.bytes)
        // A Bloom filter: a name whose bit is not set differs from all before it.
        var seen: UInt64 = 0
        var key = object &+ 1
        let end = document.contentEnd(object)
        while key < end {
            // SAFETY: the scanner wrote keys and values alternately up to the end; a key's offset is in the text.
            let word = TapeWord(bits: tape[key])
            let length = word.shortLength
            let isUnusual = word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0
            guard !isUnusual, length > 0 else { return false }
            let name = bytes + word.textOffset
            let mark = UInt32(name[0]) | UInt32(name[length &- 1]) &<< 8 | UInt32(truncatingIfNeeded: length) &<< 16
            let bit: UInt64 = 1 &<< UInt64((mark &* 0x9E37_79B1) &>> 26)
            if seen & bit != 0, isRepeated(key, ofObjectAt: object, in: document) { return false }
            seen |= bit
            key = document.next(key &+ 1)
        }
        return true
    }

    /// Whether a member before the one whose key is at `key` has the same name.
    @inline(never)
    private static func isRepeated(_ key: Int, ofObjectAt object: Int, in document: Document) -> Bool {
        var earlier = object &+ 1
        while earlier < key {
            if document.hasSameName(earlier, key) { return true }
            earlier = document.next(document.next(earlier))
        }
        return false
    }

    /// Fills the owner of a level for an object, with a table if the object has one.
    @inline(never)
    private mutating func build(_ level: Int, _ object: Int, _ document: Document) -> UnsafeMutablePointer<Owner> {
        let owner = allocatedOwners + level
        let end = document.contentEnd(object)
        owner.pointee.object = object &+ 1
        owner.pointee.end = end
        let word = document[object]
        if word.isExtended {
            // The document's index finds its members, in any order.
            owner.pointee.hasTable = false
            owner.pointee.isUnique = false
        } else if MemberTables.tabulated.contains(word.shortLength) {
            fill(owner, object, document)
        } else {
            owner.pointee.hasTable = false
            owner.pointee.isUnique = MemberTables.areNamesDistinct(ofObjectAt: object, in: document)
        }
        // The word after that of an empty object is not one of its keys.
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

    /// A name to be looked up: up to 15 bytes as two words, a longer one as a pointer to its bytes.
    struct Name {
        /// The bytes of a short name, or the first eight and the last eight of a long one.
        let low: UInt64
        let high: UInt64
        let count: Int
        /// The bytes of a long name; nil for a short one.
        let bytes: Cursor?

        @inline(__always)
        init(_ name: ShortName) {
            count = name.length
            low = name.low
            high = name.high
            bytes = nil
        }

        /// Creates a name from its bytes, to which the name points while it is used.
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

        /// Whether the name contains a dot.
        @inline(__always)
        var hasDot: Bool {
            if Name.hasDot(low) || Name.hasDot(high) { return true }
            // The first and the last eight bytes contain none.
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
    /// Whether the name contains a dot.
    @inline(__always)
    fileprivate var hasDot: Bool {
        MemberTables.Name.hasDot(low) || (length > 8 && MemberTables.Name.hasDot(high))
    }
}

extension Document {
    /// The bytes of a key of up to 15 bytes, as the two words of a `Name`.
    @inline(__always)
    private func words(_ word: TapeWord) -> (low: UInt64, high: UInt64) {
        let start = bytes + word.textOffset
        let count = word.shortLength
        // SAFETY: 16 bytes are read only where the text has them.
        if word.textOffset &+ 16 <= readableCount { return SmallString.words(prefixOf: start, count: count) }
        return SmallString.words(UnsafeBufferPointer(start: start, count: count))
    }

    /// Whether the key has escapes, so that its bytes are not those of its name, or a length that does not fit in its word.
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

    /// Whether the key at `index` has no escapes and is `name`; also false near the end of the input, where 16 bytes cannot
    /// be read.
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

    /// Whether two keys have the same name.
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
