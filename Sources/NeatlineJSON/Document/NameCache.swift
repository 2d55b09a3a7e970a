import Synchronization

/// A cache of the strings of long names of a document, so that all objects with such a member share one string.
///
/// The string of a name of 16 bytes or more is allocated, which takes ten times as long as a lookup here. A slot is taken by
/// the first name that hashes to it, for the lifetime of the document; for other names with the same slot a string is
/// created each time. So the cache contains at most `capacity` strings, and needs no lock.
struct NameCache {
    /// The least length of a name in bytes; strings of shorter ones are cheap to create.
    static let leastLength = 16
    private static let capacity = 256

    /// `capacity` slots: nil or a retained `Entry`.
    private let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>

    /// A string, and the key that it was created for.
    private final class Entry {
        /// The tape's word of the key.
        let word: TapeWord
        let text: String

        init(_ word: TapeWord, _ text: String) {
            self.word = word
            self.text = text
        }
    }

    /// Creates an empty cache, whose owner must call `release`.
    init() {
        slots = .allocate(capacity: NameCache.capacity)
        for slot in 0..<NameCache.capacity { (slots + slot).initialize(to: Atomic(nil)) }
    }

    /// Frees the cache, which must not be used afterwards.
    func release() {
        for slot in 0..<NameCache.capacity {
            if let entry = slots[slot].load(ordering: .acquiring) {
                Unmanaged<Entry>.fromOpaque(entry).release()
            }
        }
        slots.deinitialize(count: NameCache.capacity)
        slots.deallocate()
    }

    /// The name whose key is at `index` of the cache's document; it has `leastLength` bytes or more.
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
