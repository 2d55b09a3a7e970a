// Documents of texts so short that making the document costs as much as scanning.
extension Document {
    /// Texts of up to so many bytes stand in the object.
    static let smallCount = 256
    /// The tape of texts of up to so many bytes is laid out in the object, which is not larger with it than what the allocator
    /// keeps for each thread.
    static let mediumCount = 560

    /// Scans a small text in the object itself: in a copy that zeros follow, so that no kernel has to look for the end. The
    /// array is not referred to.
    ///
    /// Copy and zeros stand behind the tape, which has room for as many words as such texts usually have.
    @inline(__always)
    static func scan(small input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        let padding = readAhead + 16
        let capacity = input.count &>> 2 &+ 10
        return try make(
            input, keepsInput: false, words: capacity, more: (input.count &+ padding &+ 7) &>> 3, options: options
        ) { words throws(Scanner.Failure) in
            let text = UnsafeMutableRawPointer(words.baseAddress! + capacity).assumingMemoryBound(to: UInt8.self)
            // SAFETY: the object was made with room for the tape, the text and the padding.
            input.withUnsafeBufferPointer { text.initialize(from: $0.baseAddress!, count: $0.count) }
            (text + input.count).initialize(repeating: 0, count: padding)
            let copy = UnsafeBufferPointer(start: UnsafePointer(text), count: input.count)
            return ScanResult(
                text: copy, readableCount: input.count &+ padding,
                tape: try Scanner.scan(padded: copy, into: words, options: options))
        }
    }

    /// Scans a text and lays its tape out in the object, which has room for as many words as such texts usually have.
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

    /// What was laid out in an object.
    private struct ScanResult {
        let text: UnsafeBufferPointer<UInt8>
        let readableCount: Int
        let tape: Scanner.Tape
    }

    /// A document whose tape `scan` lays out in the object, in the room for `capacity` words; `more` words follow that.
    ///
    /// If the tape did not find room there, or the text had to be rewritten, another object is made of it.
    ///
    /// - Parameter keepsInput: whether what is laid out lies in `input`, and not in the object.
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
                let laid = try scan(UnsafeMutableBufferPointer(start: words, count: capacity))
                let tape = laid.tape
                if tape.buffer.words == words, tape.rewritten == nil {
                    return Contents(
                        source: keepsInput ? input : nil, bytes: laid.text.baseAddress!, byteCount: laid.text.count,
                        readableCount: laid.readableCount, words: UnsafePointer(words), of: tape, isOwner: false,
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
