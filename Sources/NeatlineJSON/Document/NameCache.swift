import Synchronization

/// The long names that have been read from a document, so that the next object with such a member shares the string.
///
/// A name of 16 bytes or more is a string with memory of its own, and making one takes ten times as long as finding it
/// here. Each name has one slot, which the first that is read takes for as long as the document lives; others with the
/// same slot are made anew each time. So the cache never holds more than `capacity` strings, and needs no lock.
struct NameCache {
    /// Shorter names are cheaper to make.
    static let leastLength = 16
    private static let capacity = 256

    /// `capacity` slots: nil or a retained `Entry`.
    private let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>

    private final class Entry {
        /// The tape's word of the name that was read first.
        let word: TapeWord
        let text: String

        init(_ word: TapeWord, _ text: String) {
            self.word = word
            self.text = text
        }
    }

    /// An empty cache; the owner has to `release` it.
    init() {
        slots = .allocate(capacity: NameCache.capacity)
        for slot in 0..<NameCache.capacity { (slots + slot).initialize(to: Atomic(nil)) }
    }

    /// Frees the strings.
    func release() {
        for slot in 0..<NameCache.capacity {
            if let entry = slots[slot].load(ordering: .acquiring) {
                Unmanaged<Entry>.fromOpaque(entry).release()
            }
        }
        slots.deinitialize(count: NameCache.capacity)
        slots.deallocate()
    }

    /// The name at `index` of the cache's document, of `leastLength` bytes or more.
    func name(_ index: Int, of document: Document) -> String {
        let word = document[index]
        let source = document.bytes + word.textOffset
        let length = word.shortLength
        // SAFETY: the name has at least 16 bytes. A length that does not fit in the word is read as a smaller one, and
        // the flag that says so keeps the name from being found below.
        assert(word.isExtended || length >= NameCache.leastLength)
        // SAFETY: eight bits are an index of the 256 slots.
        let slot = Int(
            truncatingIfNeeded: KeyHash.ofProcess(UnsafeBufferPointer(start: source, count: length)) &>> 56)
        assert(slot < NameCache.capacity)
        guard let found = slots[slot].load(ordering: .acquiring) else {
            let text = document.longString(index)
            if !word.isExtended { publish(Entry(word, text), at: slot) }
            return text
        }
        // SAFETY: an entry that was published stays until the document is freed.
        let shared = Unmanaged<Entry>.fromOpaque(found)._withUnsafeGuaranteedRef { entry -> String? in
            let isSame =
                entry.word.bits & 0xFFFF_FFFF == word.bits & 0xFFFF_FFFF && !word.isExtended
                && equalBytes(document.bytes + entry.word.textOffset, source, length)
            return isSame ? entry.text : nil
        }
        return shared ?? document.longString(index)
    }

    private func publish(_ entry: Entry, at slot: Int) {
        let entry = Unmanaged.passRetained(entry)
        let (stored, _) = slots[slot].compareExchange(
            expected: nil, desired: UnsafeRawPointer(entry.toOpaque()), ordering: .acquiringAndReleasing)
        if !stored { entry.release() }
    }
}
