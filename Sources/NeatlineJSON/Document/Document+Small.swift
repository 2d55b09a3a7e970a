// Documents of texts so short that making the document costs as much as scanning.
extension Document {
    /// Texts of up to so many bytes stand in the object.
    static let smallCount = 256
    /// The tape of texts of up to so many bytes is laid out in the object.
    static let mediumCount = 4096

    /// Scans a small text in a copy that zeros follow, so that no kernel has to look for the end. The copy becomes part of
    /// the object, and the array is not referred to.
    @inline(__always)
    static func scan(small input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        // It fits on the stack.
        try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { memory throws(Scanner.Failure) in
            let padding = readAhead + 16
            let words = memory.baseAddress!
            let text = UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self)
            // SAFETY: text and padding take up at most 336 of the 1,024 bytes; the tape gets what is left.
            input.withUnsafeBufferPointer { text.initialize(from: $0.baseAddress!, count: $0.count) }
            (text + input.count).initialize(repeating: 0, count: padding)
            let used = (input.count + padding + 7) &>> 3
            let copy = UnsafeBufferPointer(start: UnsafePointer(text), count: input.count)
            let tape = try Scanner.scan(
                padded: copy, into: UnsafeMutableBufferPointer(start: words + used, count: 128 &- used),
                options: options)
            return tape.rewritten == nil ? make(copying: copy, tape, options) : make(input, nil, tape, options)
        }
    }

    /// Takes over what the scanner has made, and a copy of the text, which 16 readable bytes follow.
    @inline(__always)
    private static func make(
        copying text: UnsafeBufferPointer<UInt8>, _ tape: Scanner.Tape, _ options: JSONParsingOptions
    ) -> Document {
        let readable = text.count &+ 16
        let storage = Storage.create(minimumCapacity: tape.count &+ (readable &+ 7) &>> 3) { storage in
            let words = storage.withUnsafeMutablePointerToElements { $0 }
            // SAFETY: the object was made with room for the tape's words and the bytes behind them.
            words.initialize(from: tape.buffer.words, count: tape.count)
            let bytes = UnsafeMutableRawPointer(words + tape.count)
            bytes.copyMemory(from: text.baseAddress!, byteCount: readable)
            tape.buffer.release()
            return Contents(
                source: nil, bytes: UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self)), byteCount: text.count,
                readableCount: readable, words: UnsafePointer(words), of: tape, isOwner: false, options)
        }
        return Document(unsafeDowncast(storage, to: Storage.self))
    }

    /// Scans a text and lays its tape out in the object, which has room for as many words as such texts usually have.
    @inline(never)
    static func scan(medium input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        try input.withUnsafeBufferPointer { text throws(Scanner.Failure) in
            let capacity = Scanner.estimatedWords(text)
            var failure: Scanner.Failure?
            var large: Document?
            let storage = Storage.create(minimumCapacity: capacity) { storage in
                let words = storage.withUnsafeMutablePointerToElements { $0 }
                do throws(Scanner.Failure) {
                    let tape = try Scanner.scan(
                        text, into: UnsafeMutableBufferPointer(start: words, count: capacity), options: options)
                    if tape.buffer.words == words, tape.rewritten == nil {
                        // SAFETY: as in `make`.
                        return Contents(
                            source: input, bytes: text.baseAddress!, byteCount: text.count, readableCount: text.count,
                            words: UnsafePointer(words), of: tape, isOwner: false, options)
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
}
