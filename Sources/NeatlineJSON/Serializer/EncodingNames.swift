/// The names of members that the keys of one type have had so far, as they are written: `,"name":`.
///
/// Objects of one type have the same names, so each is escaped and converted once. A name is found by the two words of the
/// key's `String`, which for short strings and for literals say all; usually it is the one after the last. Each has a bit,
/// so that an object knows which it has.
package final class EncodingNames {
    /// The most names; keys with more are made while the program runs, and so are not worth keeping.
    private static let capacity = 64
    /// How many bytes behind a name may be read and are copied with it.
    private static let slack = 16

    struct Entry {
        /// Of the key's `String`.
        let words: StringWords
        /// Where the name stands in `text`.
        let start: Int
        let count: Int
        let bit: UInt64
    }

    /// Room for `capacity` entries, of which `count` are there.
    let entries: UnsafeMutablePointer<Entry>
    private(set) var count = 0
    private(set) var text: UnsafeMutablePointer<UInt8>
    private var textCount = 0
    private var textCapacity = 256
    private var bits = 0
    /// Whether the names are too many, or come from strings that may be another name tomorrow.
    package private(set) var isUseless: Bool

    /// No names yet.
    package init() {
        isUseless = !SmallString.isKnown
        entries = .allocate(capacity: EncodingNames.capacity)
        text = .allocate(capacity: textCapacity + EncodingNames.slack)
        text.initialize(repeating: 0, count: textCapacity + EncodingNames.slack)
    }

    deinit {
        entries.deallocate()
        text.deallocate()
    }

    /// Adds a name that has not been found.
    ///
    /// - Parameters:
    ///   - key: the key's text.
    ///   - name: the name as it is written, from the comma to the colon.
    /// - Returns: its bit; nil if it cannot be kept, and then no other will be.
    @inline(never)
    func add(_ key: String, _ name: UnsafeBufferPointer<UInt8>) -> UInt64? {
        let words = StringWords(key)
        guard !isUseless, words.identifiesContents, count < EncodingNames.capacity else {
            isUseless = true
            return nil
        }
        let same = (0..<count).first { index in
            UnsafeBufferPointer(start: text + entries[index].start, count: entries[index].count).elementsEqual(name)
        }
        if let same {
            let entry = entries[same]
            let alias = Entry(words: words, start: entry.start, count: entry.count, bit: entry.bit)
            (entries + count).initialize(to: alias)
            count += 1
            return entry.bit
        }
        if textCount + name.count > textCapacity { grow(by: name.count) }
        for (offset, byte) in name.enumerated() { text[textCount + offset] = byte }
        let bit: UInt64 = 1 &<< UInt64(bits)
        (entries + count).initialize(
            to: Entry(words: words, start: textCount, count: name.count, bit: bit))
        textCount += name.count
        bits += 1
        count += 1
        return bit
    }

    /// Whether an object has the name of a key.
    package func contains(_ key: String, in object: EncodingMembers) -> Bool {
        let words = StringWords(key)
        return (0..<count).contains { index in
            entries[index].words == words && object.names & entries[index].bit != 0
        }
    }

    private func grow(by needed: Int) {
        let capacity = textCapacity * 2 + needed
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + EncodingNames.slack)
        larger.initialize(repeating: 0, count: capacity + EncodingNames.slack)
        larger.update(from: text, count: textCount)
        text.deallocate()
        text = larger
        textCapacity = capacity
    }
}

/// Which names an object has.
package struct EncodingMembers {
    /// The bits of the names.
    var names: UInt64 = 0
    /// The number of the name that comes next, if the object has them in their usual order.
    var next = 0

    /// None.
    package init() {}
}

extension EncodingText {
    /// What came of a name.
    package enum NameOutcome {
        /// It has been written.
        case written
        /// It has been written, and the object has had it before.
        case repeated
        /// It is not known; nothing has been written.
        case unknown
    }

    /// Writes the name of a member, if its key is known.
    package mutating func beginMember(
        _ key: String, of names: EncodingNames, in object: inout EncodingMembers
    ) -> NameOutcome {
        let words = StringWords(key)
        let entries = names.entries
        let count = names.count
        var index = object.next
        // SAFETY (both loops): `next` is at most the count of entries, which only grows.
        while index < count {
            if entries[index].words == words {
                return write(entries[index], index, of: names, in: &object)
            }
            index &+= 1
        }
        let end = object.next
        index = 0
        while index < end {
            if entries[index].words == words {
                return write(entries[index], index, of: names, in: &object)
            }
            index &+= 1
        }
        return .unknown
    }

    @inline(__always)
    private mutating func write(
        _ entry: EncodingNames.Entry, _ index: Int, of names: EncodingNames, in object: inout EncodingMembers
    ) -> NameOutcome {
        buffer.reserve(entry.count)
        // SAFETY: an object is open, so its brace at least has been written. Vectors are read within the slack behind the
        // names and stored within that behind the room.
        let isFirst = (buffer.cursor - 1).pointee == Byte.openBrace ? 1 : 0
        let source = Cursor(names.text) + (entry.start &+ isFirst)
        let length = entry.count &- isFirst
        let out = buffer.cursor
        out.store(source.loadVector())
        var offset = 16
        while offset < length {
            (out + offset).store((source + offset).loadVector())
            offset &+= 16
        }
        buffer.cursor = out + length
        object.next = index &+ 1
        let isRepeated = object.names & entry.bit != 0
        object.names |= entry.bit
        return isRepeated ? .repeated : .written
    }

    /// Writes the name of a member whose key is not known, and remembers it.
    ///
    /// - Returns: what came of it; `unknown`, if the key cannot be remembered, and then nothing has been written.
    package mutating func beginMember(
        _ key: String, named name: String, addedTo names: EncodingNames, in object: inout EncodingMembers
    ) -> NameOutcome {
        let start = buffer.count
        buffer.append(Byte.comma)
        append(name)
        buffer.append(Byte.colon)
        let bit = names.add(key, UnsafeBufferPointer(start: buffer.start + start, count: buffer.count - start))
        remove(from: start)
        guard bit != nil else { return .unknown }
        return beginMember(key, of: names, in: &object)
    }

    /// Lists the names of the innermost object, which begins at `start`, because those that come are to be compared.
    package mutating func trackKeys(ofObjectAt start: Int) { trackKeys(ofObjectAt: start..<buffer.count) }

    /// Lists the names of the object in `place`.
    mutating func trackKeys(ofObjectAt place: Range<Int>) {
        assert(place.upperBound <= buffer.count)
        let start = place.lowerBound
        // SAFETY: the place is in the text, which does not change while it is read and the names are listed.
        let text = UnsafeRawBufferPointer(start: buffer.start + start, count: place.count)
        EncodingText.forEachEntry(of: text) { name in
            if let name { list(nameAt: start + name.lowerBound, until: start + name.upperBound) }
        }
    }

    /// How many elements or members the container has that is in `place`.
    package func entryCount(at place: Range<Int>) -> Int {
        EncodingText.entryCount(of: UnsafeRawBufferPointer(start: buffer.start + place.lowerBound, count: place.count))
    }

    /// How many elements or members a container has, which the text begins with.
    package static func entryCount(of text: UnsafeRawBufferPointer) -> Int {
        var count = 0
        forEachEntry(of: text) { _ in count += 1 }
        return count
    }

    /// Calls `body` for each element and member of a container, which the text begins with, and which need not be complete:
    /// with the range of a member's name from its quote to its value.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    private static func forEachEntry(of text: UnsafeRawBufferPointer, _ body: (Range<Int>?) -> Void) {
        var depth = 0
        var index = 0
        // Whether an element, or a name, may begin here.
        var isExpected = false
        let isObject = text.first == Byte.openBrace
        while index < text.count {
            let byte = text[index]
            let isEntry = isExpected && byte != Byte.closeBrace && byte != Byte.closeBracket
            isExpected = false
            let start = index
            switch byte {
            case Byte.quote:
                // SAFETY: complete strings have been written, so the closing quote is in the text.
                index += 1
                while text[index] != Byte.quote { index += text[index] == Byte.backslash ? 2 : 1 }
            case Byte.openBrace, Byte.openBracket:
                depth += 1
                isExpected = depth == 1
            case Byte.closeBrace, Byte.closeBracket: depth -= 1
            case Byte.comma: isExpected = depth == 1
            default: break
            }
            index += 1
            // Behind the name of a member is a colon.
            if isEntry { body(isObject ? start..<(index + 1) : nil) }
        }
    }
}
