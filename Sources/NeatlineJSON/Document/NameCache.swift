import Synchronization

/// The long names that have been read from a document, so that the next object with such a member shares the string.
///
/// A name of 16 bytes or more is a string with memory of its own, and making one takes ten times as long as finding it
/// here. Each name has one place, which the first that is read takes for as long as the document lives; others with the
/// same place are made anew each time. So the cache never holds more than `capacity` strings, and needs no lock.
struct NameCache {
    /// Shorter names are cheaper to make.
    static let leastLength = 16
    private static let capacity = 256

    /// `capacity` places: nil or a retained `Entry`.
    private let places: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>

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
        places = .allocate(capacity: NameCache.capacity)
        for place in 0..<NameCache.capacity { (places + place).initialize(to: Atomic(nil)) }
    }

    /// Frees the strings.
    func release() {
        for place in 0..<NameCache.capacity {
            if let entry = places[place].load(ordering: .acquiring) {
                Unmanaged<Entry>.fromOpaque(entry).release()
            }
        }
        places.deinitialize(count: NameCache.capacity)
        places.deallocate()
    }

    /// The name at `index` of the cache's document, of `leastLength` bytes or more.
    func name(_ index: Int, of document: Document) -> String {
        let word = document[index]
        let source = document.bytes + word.textOffset
        let length = word.shortLength
        // SAFETY: the name has at least 16 bytes. A length that does not fit in the word is read as a smaller one, and
        // the flag that says so keeps the name from being found below.
        assert(word.isExtended || length >= NameCache.leastLength)
        // SAFETY: eight bits are an index of the 256 places.
        let place = Int(
            truncatingIfNeeded: KeyHash.ofProcess(UnsafeBufferPointer(start: source, count: length)) &>> 56)
        assert(place < NameCache.capacity)
        guard let found = places[place].load(ordering: .acquiring) else {
            let text = document.longString(index)
            if !word.isExtended { publish(Entry(word, text), at: place) }
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

    private func publish(_ entry: Entry, at place: Int) {
        let entry = Unmanaged.passRetained(entry)
        let (stored, _) = places[place].compareExchange(
            expected: nil, desired: UnsafeRawPointer(entry.toOpaque()), ordering: .acquiringAndReleasing)
        if !stored { entry.release() }
    }
}
