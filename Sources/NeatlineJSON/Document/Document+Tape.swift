import Synchronization

// Reading the words of a document's tape, and publishing the indexes of its containers.
extension Document {
    /// The word at `index`, which must be on the tape.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        assert(index >= 0 && index < tapeCount)
        // SAFETY: indexes come from the root (0), from `next` and from containers' skips, all written by the scanner.
        return TapeWord(bits: tape[index])
    }

    /// The position after the value or key at `index`.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let word = self[index]
        if word.isContainer { return index &+ word.skip }
        return word.isExtended ? index &+ 2 : index &+ 1
    }

    /// The number of elements or members of the container at `index`.
    @inline(__always)
    func count(_ index: Int) -> Int {
        let word = self[index]
        return word.isExtended ? self[index &+ word.skip &- 1].extensionCount : word.shortLength
    }

    /// The position after the last entry of the container at `index`; its first entry is at `index + 1`.
    @inline(__always)
    func contentEnd(_ index: Int) -> Int {
        let word = self[index]
        return index &+ word.skip &- (word.isExtended ? 1 : 0)
    }

    /// The number of content bytes of the string or number at `index`.
    @inline(__always)
    func length(_ index: Int) -> Int {
        self[index].length(in: tape + index)
    }

    /// The content bytes of the string or number at `index`, with escapes as written.
    @inline(__always)
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + self[index].textOffset, count: length(index))
    }

    /// The index of the container at `index`, which `build` creates for the first call; nil for small containers.
    ///
    /// The document owns it. It is returned unmanaged, so that a lookup needs no reference counting.
    @inline(__always)
    func containerIndex(_ index: Int, build: (Document, Int) -> ContainerIndex) -> Unmanaged<ContainerIndex>? {
        let word = self[index]
        guard word.isExtended, let slots else { return nil }
        let slot = self[index &+ word.skip &- 1].extensionSlot
        if slot == TapeWord.noSlot { return nil }
        if let built = slots[slot].load(ordering: .acquiring) { return Unmanaged.fromOpaque(built) }
        return publish(build(self, index), in: slots + slot)
    }

    /// Whether the index of the container at `index` has been built.
    func hasIndex(_ index: Int) -> Bool {
        let word = self[index]
        guard word.isExtended, let slots else { return false }
        let slot = self[index &+ word.skip &- 1].extensionSlot
        // SAFETY: the scanner numbers the slots that the document then has; `noSlot` means that there is none.
        return slot != TapeWord.noSlot && slots[slot].load(ordering: .acquiring) != nil
    }

    /// Stores an index in its empty slot and returns it; if another thread has stored one first, returns that one.
    @inline(never)
    private func publish(
        _ built: ContainerIndex, in slot: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    ) -> Unmanaged<ContainerIndex> {
        let mine = Unmanaged.passRetained(built)
        let (stored, other) = slot.pointee.compareExchange(
            expected: nil, desired: UnsafeRawPointer(mine.toOpaque()), ordering: .acquiringAndReleasing)
        guard !stored, let other else { return mine }
        mine.release()
        return Unmanaged.fromOpaque(other)
    }
}

// Documents of short texts, for which allocating costs as much as scanning: tape and text are stored in the document's object.
extension Document {
    /// The largest size in bytes of a text that is copied into the object.
    static let smallCount = 256
    /// The largest size in bytes of a text whose tape is scanned into the object. Objects with such tapes are small enough for
    /// the allocator's cache of each thread.
    static let mediumCount = 560

    /// Scans a copy of a small text in the object. Zeros follow the copy, so that the kernels need not check for the end. The
    /// array is not retained.
    ///
    /// Copy and zeros follow the tape, which has room for as many words as such texts usually need.
    @inline(__always)
    static func scan(small input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        let padding = readAhead + 16
        let capacity = input.count &>> 2 &+ 10
        return try make(
            input, keepsInput: false, words: capacity, more: (input.count &+ padding &+ 7) &>> 3, options: options
        ) { words throws(Scanner.Failure) in
            // SAFETY: the object was made with room for the tape, the text and the padding. Only the tape is read as
            // words.
            let text = UnsafeMutableRawPointer(words.baseAddress! + capacity)
                .bindMemory(to: UInt8.self, capacity: input.count &+ padding)
            input.withUnsafeBufferPointer { text.initialize(from: $0.baseAddress!, count: $0.count) }
            (text + input.count).initialize(repeating: 0, count: padding)
            let copy = UnsafeBufferPointer(start: UnsafePointer(text), count: input.count)
            return ScanResult(
                text: copy, readableCount: input.count &+ padding,
                tape: try Scanner.scan(padded: copy, into: words, options: options))
        }
    }

    /// Scans a text into a tape in the object, which has room for as many words as such texts usually need.
    @inline(never)
    static func scan(medium input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        try input.withUnsafeBufferPointer { text throws(Scanner.Failure) in
            try make(input, keepsInput: true, words: Scanner.estimatedWords(text), options: options) {
                words throws(Scanner.Failure) in
                // SAFETY: the bytes stay where they are while the document refers to the array.
                ScanResult(
                    text: text, readableCount: text.count,
                    tape: try Scanner.scan(text, into: words, options: options))
            }
        }
    }

    /// The tape that a scan has written into an object, and the text that it refers to.
    private struct ScanResult {
        let text: UnsafeBufferPointer<UInt8>
        let readableCount: Int
        let tape: Scanner.Tape
    }

    /// Creates a document whose tape `scan` writes into the object.
    ///
    /// If the tape needed more room, or the text had tokens to be rewritten, the document gets another object.
    ///
    /// - Parameters:
    ///   - input: the text.
    ///   - keepsInput: whether the tape refers to `input`, and not to a copy in the object.
    ///   - capacity: the number of words of the object that `scan` may write.
    ///   - more: the number of further words of the object, after those.
    ///   - options: the options of the scan.
    ///   - scan: writes the tape into the words that it is called with.
    @inline(__always)
    private static func make(
        _ input: [UInt8], keepsInput: Bool, words capacity: Int, more: Int = 0, options: JSONParsingOptions,
        _ scan: (UnsafeMutableBufferPointer<UInt64>) throws(Scanner.Failure) -> ScanResult
    ) throws(Scanner.Failure) -> Document {
        var failure: Scanner.Failure?
        var large: Document?
        let storage = Storage.create(minimumCapacity: capacity &+ more) { storage in
            let words = storage.withUnsafeMutablePointerToElements { $0 }
            do throws(Scanner.Failure) {
                let result = try scan(UnsafeMutableBufferPointer(start: words, count: capacity))
                let tape = result.tape
                if tape.buffer.words == words, tape.rewritten == nil {
                    return Contents(
                        source: keepsInput ? input : nil, bytes: result.text.baseAddress!, byteCount: result.text.count,
                        readableCount: result.readableCount, words: UnsafePointer(words), of: tape, isOwner: false,
                        options)
                }
                large = make(input, nil, tape, options)
            } catch {
                failure = error
            }
            return Contents(nothingAt: words)
        }
        if let failure { throw failure }
        return large ?? Document(unsafeDowncast(storage, to: Storage.self))
    }
}
