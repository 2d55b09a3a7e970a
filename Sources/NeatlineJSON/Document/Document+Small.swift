// Documents of short texts, for which allocating costs as much as scanning: tape and text are stored in the document's object.

extension Document {
    /// The largest size in bytes of a text that is copied into the object.
    static let smallCount = 256
    /// The largest size in bytes of a text whose tape is scanned into the object. Objects with such tapes are small enough for
    /// the allocator's cache of each thread.
    static let mediumCount = 560

    /// The words in an object for the tape, the copy and the padding of a small text.
    private struct SmallRoom {
        /// The number of words for the tape: as many as such texts usually need.
        let tape: Int
        /// The number of all words.
        let count: Int

        @inline(__always)
        init(byteCount: Int) {
            tape = byteCount &>> 2 &+ 10
            count = tape &+ (byteCount &+ SmallRoom.padding &+ 7) &>> 3
        }

        /// The number of zeros after the copy, so that the kernels need not check for the end.
        static let padding = readAhead + 16
    }

    /// Scans a copy of a small text in the object. The array is not retained.
    @inline(__always)
    static func scan(small input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        let room = SmallRoom(byteCount: input.count)
        return try make(input, keepsInput: false, room: room.count, options: options) { words throws(Scanner.Failure) in
            let text = input.withUnsafeBufferPointer { copy($0, behind: words, room) }
            return try scan(text, behind: words, room, options: options)
        }
    }

    /// Copies a small text behind the words for its tape.
    @inline(__always)
    private static func copy(
        _ input: UnsafeBufferPointer<UInt8>, behind words: UnsafeMutablePointer<UInt64>, _ room: SmallRoom
    ) -> UnsafeBufferPointer<UInt8> {
        assert(!input.isEmpty && room.count >= SmallRoom(byteCount: input.count).count)
        // SAFETY: the object was made with room for the tape, the text and the padding. Only the tape is read as words.
        let text = UnsafeMutableRawPointer(words + room.tape)
            .bindMemory(to: UInt8.self, capacity: input.count &+ SmallRoom.padding)
        text.initialize(from: input.baseAddress!, count: input.count)
        (text + input.count).initialize(repeating: 0, count: SmallRoom.padding)
        return UnsafeBufferPointer(start: UnsafePointer(text), count: input.count)
    }

    /// Scans the copy of a small text.
    @inline(__always)
    private static func scan(
        _ text: UnsafeBufferPointer<UInt8>, behind words: UnsafeMutablePointer<UInt64>, _ room: SmallRoom,
        options: JSONParsingOptions
    ) throws(Scanner.Failure) -> ScanResult {
        let tape = UnsafeMutableBufferPointer(start: words, count: room.tape)
        return ScanResult(
            text: text, readableCount: text.count &+ SmallRoom.padding,
            tape: try Scanner.scan(padded: text, into: tape, options: options))
    }

    /// Scans a text into a tape in the object, which has room for as many words as such texts usually need.
    @inline(never)
    static func scan(medium input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        try input.withUnsafeBufferPointer { text throws(Scanner.Failure) in
            let room = Scanner.estimatedWords(text)
            return try make(input, keepsInput: true, room: room, options: options) { words throws(Scanner.Failure) in
                // SAFETY: the bytes stay where they are while the document refers to the array.
                ScanResult(
                    text: text, readableCount: text.count,
                    tape: try Scanner.scan(
                        text, into: UnsafeMutableBufferPointer(start: words, count: room), options: options))
            }
        }
    }

    /// The tape that a scan has written into an object, and the text that it refers to.
    private struct ScanResult {
        let text: UnsafeBufferPointer<UInt8>
        let readableCount: Int
        let tape: Scanner.Tape

        /// Whether the tape is where it was to be, and the text is what it refers to.
        @inline(__always)
        func isInPlace(at words: UnsafeMutablePointer<UInt64>) -> Bool {
            tape.buffer.words == words && tape.rewritten == nil
        }

        /// The contents of the object that `words` belong to, which is to keep `source`.
        @inline(__always)
        func contents(_ source: [UInt8]?, _ words: UnsafeMutablePointer<UInt64>, _ options: JSONParsingOptions)
            -> Contents
        {
            assert(isInPlace(at: words))
            return Contents(
                source: source, bytes: text.baseAddress!, byteCount: text.count, readableCount: readableCount,
                words: UnsafePointer(words), of: tape, isOwner: false, options)
        }
    }

    /// Creates a document whose tape `scan` writes into the object.
    ///
    /// If the tape needed more room, or the text had tokens to be rewritten, the document gets another object.
    ///
    /// - Parameters:
    ///   - input: the text.
    ///   - keepsInput: whether the tape refers to `input`, and not to a copy in the object.
    ///   - room: the number of words of the object.
    ///   - options: the options of the scan.
    ///   - scan: writes the tape into the words that it is called with.
    @inline(__always)
    private static func make(
        _ input: [UInt8], keepsInput: Bool, room: Int, options: JSONParsingOptions,
        _ scan: (UnsafeMutablePointer<UInt64>) throws(Scanner.Failure) -> ScanResult
    ) throws(Scanner.Failure) -> Document {
        var failure: Scanner.Failure?
        var large: Document?
        let storage = Storage.create(minimumCapacity: room) { storage in
            let words = storage.withUnsafeMutablePointerToElements { $0 }
            do throws(Scanner.Failure) {
                let result = try scan(words)
                if result.isInPlace(at: words) { return result.contents(keepsInput ? input : nil, words, options) }
                large = make(input, nil, result.tape, options)
            } catch {
                failure = error
            }
            return Contents(nothingAt: words)
        }
        if let failure { throw failure }
        return large ?? Document(unsafeDowncast(storage, to: Storage.self))
    }

    // MARK: One object for many texts

    /// Creates an object for `replace(with:options:)`.
    static func forReplacing() -> Document {
        make(room: SmallRoom(byteCount: smallCount).count) {
            Contents(nothingAt: $0.withUnsafeMutablePointerToElements { $0 })
        }
    }

    /// Parses a small text into the object of `forReplacing()`, or into a new one if something else refers to it.
    ///
    /// - Parameter text: at most `smallCount` bytes.
    /// - Returns: false if the text has an error, or needs an object of another kind; the contents are then undefined.
    @inline(__always)
    mutating func replace(with text: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions) -> Bool {
        assert(text.count <= Document.smallCount)
        if text.isEmpty { return false }
        if !isUnique() { self = Document.forReplacing() }
        let words = ownWords
        do throws(Scanner.Failure) {
            let room = SmallRoom(byteCount: Document.smallCount)
            let copy = Document.copy(text, behind: words, room)
            let result = try Document.scan(copy, behind: words, room, options: options)
            guard result.isInPlace(at: words), result.tape.slots == 0 else {
                result.tape.buffer.release()
                return false
            }
            replaceContents(result.contents(nil, words, options))
        } catch {
            return false
        }
        return options.duplicateKeys != .reject || duplicateKeyOffset() == nil
    }
}
