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
