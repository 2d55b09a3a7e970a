import Synchronization

/// A parsed text: its bytes and its tape, immutable and shared by every view on it.
///
/// Unchecked Sendable, because: the bytes belong to a constant array, the tape is not written after `init`, and the
/// slots are atomic.
final class Document: @unchecked Sendable {
    /// Keeps `bytes` alive; nobody else can change it, because this reference makes it shared.
    private let source: [UInt8]
    /// The input, not followed by padding: read within `byteCount` only.
    let bytes: Cursor
    let byteCount: Int
    /// `tapeCount` words; see `TapeWord`.
    let tape: UnsafePointer<UInt64>
    let tapeCount: Int
    /// Whether the first of several members with one name counts, instead of the last.
    let firstMemberWins: Bool
    /// Whether half a surrogate pair is written as U+FFFD, instead of as it stands.
    let replacesLoneSurrogates: Bool

    private let buffer: TapeBuffer
    private let slotCount: Int
    private let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>?

    /// Parses a whole text.
    ///
    /// - Complexity: O(*n*). The input is kept, not copied.
    init(_ input: [UInt8], options: JSONParsingOptions) throws(JSONError) {
        let (source, tape) = try Document.scan(input, options: options)
        self.source = source
        // SAFETY: the elements of a non-empty array stay where they are while the array's storage is referenced and not
        // mutated; `source` is constant and lives as long as `self`. A text that scans is not empty.
        bytes = source.withUnsafeBufferPointer { $0.baseAddress! }
        byteCount = source.count
        buffer = tape.buffer
        self.tape = UnsafePointer(tape.buffer.words)
        tapeCount = tape.count
        firstMemberWins = options.duplicateKeys == .firstWins
        replacesLoneSurrogates = options.loneSurrogates == .replace
        slotCount = tape.slots
        if slotCount > 0 {
            let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: slotCount)
            for slot in 0..<slotCount { (slots + slot).initialize(to: Atomic(nil)) }
            self.slots = slots
        } else {
            slots = nil
        }
        if options.duplicateKeys == .reject { try rejectDuplicateKeys(options) }
    }

    deinit {
        buffer.release()
        guard let slots else { return }
        for slot in 0..<slotCount {
            if let index = slots[slot].load(ordering: .acquiring) {
                Unmanaged<ContainerIndex>.fromOpaque(index).release()
            }
        }
        slots.deinitialize(count: slotCount)
        slots.deallocate()
    }

    private static func scan(
        _ input: [UInt8], options: JSONParsingOptions
    ) throws(JSONError) -> (source: [UInt8], tape: Scanner.Tape) {
        let failure: Scanner.Failure
        do throws(Scanner.Failure) {
            let tape = try input.withUnsafeBufferPointer { bytes throws(Scanner.Failure) in
                try Scanner.scan(bytes, options: options)
            }
            return (input, tape)
        } catch {
            failure = error
        }
        if failure.reason == .invalidUTF8, options.invalidUTF8 == .replace {
            var strict = options
            strict.invalidUTF8 = .reject
            return try scan(Array(String(decoding: input, as: UTF8.self).utf8), options: strict)
        }
        throw input.withUnsafeBufferPointer {
            JSONError(failure.reason, at: failure.offset, in: $0, options: options)
        }
    }

    private func rejectDuplicateKeys(_ options: JSONParsingOptions) throws(JSONError) {
        // Objects stand on the tape before what they contain, so a later one may have the first duplicate of the text.
        var first = Int.max
        for index in 0..<tapeCount where self[index].kind == TapeWord.Kind.object {
            // The key's opening quote.
            if let key = firstDuplicateKey(ofObjectAt: index) { first = Swift.min(first, self[key].high - 1) }
        }
        if first < byteCount {
            throw JSONError(
                .duplicateKey, at: first, in: UnsafeBufferPointer(start: bytes, count: byteCount), options: options)
        }
    }
}

// MARK: Reading the tape

extension Document {
    /// The word at `index`, which a view or a walk over the tape has made sure is on the tape.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        assert(index >= 0 && index < tapeCount)
        // SAFETY: indexes come from the root (0), from `next` and from containers' skips, all written by the scanner.
        return TapeWord(bits: tape[index])
    }

    /// The entry after the value, or key, at `index`.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let word = self[index]
        if word.isContainer { return index &+ word.high }
        return word.isExtended ? index &+ 2 : index &+ 1
    }

    /// The number of elements or members of the container at `index`.
    @inline(__always)
    func count(_ index: Int) -> Int {
        let word = self[index]
        return word.isExtended ? self[index &+ word.high &- 1].extensionCount : word.shortLength
    }

    /// The end of the entries of the container at `index`; its first entry is the one after `index`.
    @inline(__always)
    func contentEnd(_ index: Int) -> Int {
        let word = self[index]
        return index &+ word.high &- (word.isExtended ? 1 : 0)
    }

    /// The length of the string's or number's content at `index`, in bytes.
    @inline(__always)
    func length(_ index: Int) -> Int {
        let word = self[index]
        return word.isExtended ? self[index &+ 1].extensionLength : word.shortLength
    }

    /// The bytes of the string's content or the number at `index`, as written.
    @inline(__always)
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + self[index].high, count: length(index))
    }

    /// The index of the container in its slot, built by `build` when it is first asked for; nil for small containers.
    func containerIndex(_ index: Int, build: () -> ContainerIndex) -> ContainerIndex? {
        let word = self[index]
        guard word.isExtended, let slots else { return nil }
        let slot = self[index &+ word.high &- 1].extensionSlot
        if slot == TapeWord.noSlot { return nil }
        if let built = slots[slot].load(ordering: .acquiring) {
            return Unmanaged<ContainerIndex>.fromOpaque(built).takeUnretainedValue()
        }
        let mine = Unmanaged.passRetained(build())
        let (stored, other) = slots[slot].compareExchange(
            expected: nil, desired: UnsafeRawPointer(mine.toOpaque()), ordering: .acquiringAndReleasing)
        if stored { return mine.takeUnretainedValue() }
        mine.release()
        // Another thread was first. SAFETY: what is stored is never nil and lives as long as the document.
        return Unmanaged<ContainerIndex>.fromOpaque(other!).takeUnretainedValue()
    }
}
