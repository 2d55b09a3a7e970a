// Lookup of members by name and of elements by index.
extension Document {
    /// The position of the value of the effective member called `name` in the object at `object`; 0 if there is none,
    /// which is the position of the root, and so of no member.
    ///
    /// Names are equal if their decoded bytes are.
    ///
    /// - Complexity: O(members) up to 63 members, then O(1) with an index that the first lookup builds.
    func member(_ name: UnsafeBufferPointer<UInt8>, ofObjectAt object: Int) -> Int {
        if self[object].isExtended, let found = indexedMember(name, ofObjectAt: object) { return found }
        let wanted = TapeWord.Kind.string | UInt64(truncatingIfNeeded: name.count) &<< 8
        // Everything but the offset and the flag for non-ASCII text; a long name never matches here.
        let compared = 0xFFFF_FFFF & ~TapeWord.nonASCIIFlag
        let unusual = TapeWord.escapedFlag | TapeWord.extendedFlag
        var found = 0
        // SAFETY: from the object's word to its content's end, the scanner wrote keys and values alternately.
        let tape = tape
        let firstMemberWins = firstMemberWins
        var index = object &+ 1
        let end = contentEnd(object)
        while index < end {
            let word = tape[index]
            var value = index &+ 1
            var isFound = false
            if word & compared == wanted {
                isFound = equalBytes(bytes + Int(word &>> 32), name.baseAddress, name.count)
            } else if word & unusual != 0 {
                if word & TapeWord.extendedFlag != 0 { value &+= 1 }
                isFound = key(index, equals: name)
            }
            if isFound {
                found = value
                if firstMemberWins { break }
            }
            index = value &+ 1
            let wordOfValue = TapeWord(bits: tape[value])
            if wordOfValue.bits & (0x08 | TapeWord.extendedFlag) != 0 { index = next(value) }
        }
        return found
    }

    /// A lookup in an object that has an index; nil if it has none.
    @inline(never)
    func indexedMember(_ name: UnsafeBufferPointer<UInt8>, ofObjectAt object: Int) -> Int? {
        guard let index = containerIndex(object, build: ContainerIndex.object) else { return nil }
        // SAFETY: the document, which owns the index, is alive; it was built for an object.
        let table = index._withUnsafeGuaranteedRef { $0.keys.unsafelyUnwrapped }
        let wanted = TapeWord.Kind.string | UInt64(truncatingIfNeeded: name.count) &<< 8
        let compared = 0xFFFF_FFFF & ~TapeWord.nonASCIIFlag
        let key = table.key(hash: table.hash(name)) { key in
            let word = self[key]
            if word.bits & compared == wanted, equalBytes(bytes + word.textOffset, name.baseAddress, name.count) {
                return true
            }
            return self.key(key, equals: name)
        }
        return key == 0 ? 0 : next(key)
    }

    /// The position of element `ordinal`, which is in range, of the array at `array`.
    ///
    /// - Complexity: O(`ordinal`) up to 63 elements, then O(1) with an index that the first lookup builds.
    func element(_ ordinal: Int, ofArrayAt array: Int) -> Int {
        let word = self[array]
        // If each element has one word, the position is computed.
        if word.skip == word.shortLength &+ 1, !word.isExtended { return array &+ 1 &+ ordinal }
        if let index = containerIndex(array, build: ContainerIndex.array) {
            // SAFETY: the document, which owns the index, is alive.
            return index._withUnsafeGuaranteedRef { $0.element(ordinal) }
        }
        var index = array &+ 1
        for _ in 0..<ordinal { index = next(index) }
        return index
    }

    /// Whether the decoded key at `index` is equal to `name`.
    func key(_ index: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = text(index)
        if self[index].has(TapeWord.escapedFlag) {
            return StringDecoder.equals(raw, flags: TapeWord.escapedFlag, utf8: name)
        }
        return raw.count == name.count && equalBytes(raw.baseAddress!, name.baseAddress, name.count)
    }

    /// Whether the member whose key is at `index` is the one that a lookup of its name finds.
    func isEffective(_ index: Int, ofObjectAt object: Int) -> Bool {
        withDecodedText(index) { member($0, ofObjectAt: object) } == next(index)
    }

    /// The position of the first key that is equal to an earlier one of the object; nil if there is none.
    func firstDuplicateKey(ofObjectAt object: Int) -> Int? {
        let count = count(object)
        if count < 2 { return nil }
        let table = KeyTable(count: count)
        defer { table.release() }
        var members = JSONCursor(self, entriesOf: object)
        while let (key, _) = members.nextMember() {
            if !table.enter(key, of: self, replaces: false) { return key }
        }
        return nil
    }

    /// Calls `body` with the content of the string at `index`, its escapes decoded.
    func withDecodedText<Value>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        if self[index].has(TapeWord.escapedFlag) {
            var decoded = string(index)
            return decoded.withUTF8(body)
        }
        return body(text(index))
    }

    /// The string at `index`.
    @inline(__always)
    func string(_ index: Int) -> String { shortString(self[index]) ?? longString(index) }

    /// The string of a word; nil if `SmallString` cannot create it.
    @inline(__always)
    private func shortString(_ word: TapeWord) -> String? {
        let unusual = TapeWord.escapedFlag | TapeWord.nonASCIIFlag | TapeWord.extendedFlag
        guard word.bits & unusual == 0, word.shortLength <= SmallString.capacity,
            makesSmallStrings
        else { return nil }
        if word.textOffset &+ 16 > readableCount {
            return SmallString.make(UnsafeBufferPointer(start: bytes + word.textOffset, count: word.shortLength))
        }
        return SmallString.make(prefixOf: bytes + word.textOffset, count: word.shortLength)
    }

    @inline(never)
    private func longString(_ index: Int) -> String {
        let word = self[index]
        if word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0 {
            return StringDecoder.string(text(index), flags: word.bits)
        }
        let source = UnsafeBufferPointer(start: bytes + word.textOffset, count: word.shortLength)
        return StringDecoder.validString(source, isASCII: !word.has(TapeWord.nonASCIIFlag))
    }
}
