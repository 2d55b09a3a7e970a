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
        var failure: Scanner.Failure?
        var large: Document?
        let storage = Storage.create(minimumCapacity: capacity &+ (input.count &+ padding &+ 7) &>> 3) { storage in
            let words = storage.withUnsafeMutablePointerToElements { $0 }
            let text = UnsafeMutableRawPointer(words + capacity).assumingMemoryBound(to: UInt8.self)
            // SAFETY: the object was made with room for the tape, the text and the padding.
            input.withUnsafeBufferPointer { text.initialize(from: $0.baseAddress!, count: $0.count) }
            (text + input.count).initialize(repeating: 0, count: padding)
            let copy = UnsafeBufferPointer(start: UnsafePointer(text), count: input.count)
            do throws(Scanner.Failure) {
                let tape = try Scanner.scan(
                    padded: copy, into: UnsafeMutableBufferPointer(start: words, count: capacity), options: options)
                if tape.buffer.words == words, tape.rewritten == nil {
                    return Contents(
                        source: nil, bytes: UnsafePointer(text), byteCount: input.count,
                        readableCount: input.count &+ padding, words: UnsafePointer(words), of: tape, isOwner: false,
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
