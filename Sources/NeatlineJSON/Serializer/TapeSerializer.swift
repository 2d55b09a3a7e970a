/// Writes a parsed value directly from the tape, with its entries in their order. What the input has as it is to be written is
/// copied from there: strings, numbers, and whole parts of compact text.
struct TapeSerializer {
    private let document: Document
    private let options: JSONWritingOptions
    private let strings: StringWriter
    private let indentation: Indentation
    private let nonFiniteTexts: NonFiniteTexts?

    init(
        _ document: Document, _ options: JSONWritingOptions, style: TextStyle, nonFiniteTexts: NonFiniteTexts? = nil
    ) {
        self.nonFiniteTexts = nonFiniteTexts
        self.document = document
        self.options = options
        strings = StringWriter(
            options, style: style, loneSurrogates: document.replacesLoneSurrogates ? .replace : .keep)
        indentation = Indentation(options.indentation)
    }

    /// Writes the value at `index`, inside `level` containers of the output.
    ///
    /// - Throws: `JSONError.Code.nonFiniteNumber`, if the options refuse such numbers.
    /// - Complexity: O(*n*).
    func write(_ index: Int, level: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        if !document[index].isContainer { return try writeScalar(index, into: &buffer) }
        if indentation.isNone, document[index].has(TapeWord.compactFlag), writeWhole(into: &buffer) { return }
        // Half a kilobyte of the stack: the allocator takes as many instructions as a short text.
        try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { words throws(JSONError) in
            if indentation.isNone {
                try writeCompact(index, words, into: &buffer)
            } else {
                try writeIndented(index, level: level, words, into: &buffer)
            }
        }
    }

    /// Writes the container that is the whole text, if it is compact, as it is; false, without an effect, if something in it is
    /// to be escaped, or written in another way.
    @inline(never)
    private func writeWhole(into buffer: inout OutputBuffer) -> Bool {
        let text = document.text
        guard let first = text.baseAddress, strings.copiesPlainSource else { return false }
        var count = text.count
        // SAFETY: it begins and ends with a bracket, but for whitespace after it.
        assert(Scanner.opensContainer(first[0]))
        while Byte.isWhitespace(first[count &- 1]) { count &-= 1 }
        if StringWriter.hasEscapes(first, count: count) { return false }
        StringWriter.copy(first, count: count, escapesDelete: strings.escapesDelete, into: &buffer)
        return true
    }

    @inline(never)
    private func writeCompact(
        _ root: Int, _ words: UnsafeMutableBufferPointer<UInt64>, into buffer: inout OutputBuffer
    ) throws(JSONError) {
        try writeContainer(root, level: 0, isCompact: true, words, into: &buffer)
    }

    @inline(never)
    private func writeIndented(
        _ root: Int, level: Int, _ words: UnsafeMutableBufferPointer<UInt64>, into buffer: inout OutputBuffer
    ) throws(JSONError) {
        try writeContainer(root, level: level, isCompact: false, words, into: &buffer)
    }

    /// A container whose entries are being written.
    private struct Open {
        /// The position after its entries.
        var end: Int
        var isObject: Bool
        /// Whether an extension is after its entries.
        var isExtended: Bool

        @inline(__always)
        init(_ index: Int, in document: Document) {
            let word = document[index]
            end = document.contentEnd(index)
            isObject = word.kind == TapeWord.Kind.object
            isExtended = word.isExtended
        }

        @inline(__always)
        init(bits: UInt64) {
            end = Int(truncatingIfNeeded: bits &>> 2)
            isObject = bits & 2 != 0
            isExtended = bits & 1 != 0
        }

        @inline(__always)
        var bits: UInt64 { UInt64(truncatingIfNeeded: end) &<< 2 | (isObject ? 2 : 0) | (isExtended ? 1 : 0) }
    }

    /// The end of the output: a part of the source that has not been copied yet.
    ///
    /// Where the source has the bytes that are to be written, they are in one run, which is copied at once: in compact text
    /// the brackets, commas and colons between values, too.
    ///
    /// Few properties are local variables: the compiler makes many copies of one that is changed in many places.
    private struct Run {
        /// The byte of the source after the run; `nowhere`, if it is not the one after the output.
        var next: Cursor
        /// The position for the run in the output.
        var out: OutputCursor
        /// Two words: a zero, which is no byte that is written, and the address of the run's first byte.
        private let words: UnsafeMutablePointer<UInt64>
        private let readableEnd: Cursor
        private let escapesDelete: Bool

        @inline(__always)
        init(
            _ words: UnsafeMutablePointer<UInt64>, readableEnd: Cursor, escapesDelete: Bool,
            _ buffer: borrowing OutputBuffer
        ) {
            self.words = words
            self.readableEnd = readableEnd
            self.escapesDelete = escapesDelete
            out = buffer.cursor
            words[0] = 0
            next = Run.nowhere(words)
            start = next
        }

        @inline(__always)
        private static func nowhere(_ words: UnsafeMutablePointer<UInt64>) -> Cursor {
            // SAFETY: a zero that is only read, as bytes.
            UnsafeRawPointer(words).assumingMemoryBound(to: UInt8.self)
        }

        /// The first byte of the run.
        @inline(__always)
        private var start: Cursor {
            // SAFETY: `init` stores an address, and so does the setter.
            get { Cursor(bitPattern: UInt(truncatingIfNeeded: words[1])).unsafelyUnwrapped }
            nonmutating set { words[1] = UInt64(truncatingIfNeeded: UInt(bitPattern: newValue)) }
        }

        /// Copies the run, and begins another one at `position`.
        @inline(__always)
        mutating func begin(at position: Cursor, into buffer: inout OutputBuffer) {
            copy(into: &buffer)
            start = position
        }

        /// Copies the run; the source goes on with other bytes than the output.
        @inline(__always)
        mutating func end(into buffer: inout OutputBuffer) {
            copy(into: &buffer)
            next = Run.nowhere(words)
            start = next
        }

        @inline(__always)
        private mutating func copy(into buffer: inout OutputBuffer) {
            let start = start
            let count = next - start
            if count == 0 { return }
            // SAFETY: two vectors are loaded where 32 bytes may be read, and stored where more than 32 bytes follow the room.
            if _fastPath(count <= 32 && count <= buffer.end - out && readableEnd - start >= 32) {
                let first = start.loadVector()
                let second = (start + 16).loadVector()
                out.store(first)
                (out + 16).store(second)
                if _fastPath(StringWriter.hasNoDelete(first, second)) {
                    out += count
                    return
                }
            }
            buffer.cursor = out
            StringWriter.copy(start, count: count, escapesDelete: escapesDelete, into: &buffer)
            out = buffer.cursor
        }

        @inline(__always)
        mutating func reserve(_ count: Int, in buffer: inout OutputBuffer) {
            if buffer.end - out < count { out = buffer.makeRoom(count, at: out) }
        }

        /// Writes a bracket, comma or colon.
        @inline(__always)
        mutating func put(_ byte: UInt8, into buffer: inout OutputBuffer) {
            // SAFETY: in a container, a byte at least follows each token in the source, and each rewritten token.
            if next[0] == byte {
                next += 1
                return
            }
            end(into: &buffer)
            reserve(1, in: &buffer)
            out[0] = byte
            out += 1
        }
    }

    /// Writes a container in a linear walk over the tape, with an explicit stack of the open containers.
    ///
    /// - Parameters:
    ///   - root: the position of the container.
    ///   - level: the number of containers around it in the output.
    ///   - isCompact: whether there are no line breaks.
    ///   - words: memory for the run, and for the stack, which may grow out of it.
    ///   - buffer: the output.
    @inline(__always)
    private func writeContainer(
        _ root: Int, level: Int, isCompact: Bool, _ words: UnsafeMutableBufferPointer<UInt64>,
        into buffer: inout OutputBuffer
    ) throws(JSONError) {
        let tape = document.tape
        let bytes = document.bytes
        // SAFETY: `write` provides 64 words.
        var run = Run(
            words.baseAddress.unsafelyUnwrapped, readableEnd: bytes + document.readableCount,
            escapesDelete: strings.escapesDelete, buffer)
        let stops = strings.flagsOfEscapes
        /// The containers around the current one.
        var outer = TapeBuffer(borrowed: UnsafeMutableBufferPointer(rebasing: words[2...]))
        defer { outer.release() }
        var depth = 0
        var current = Open(root, in: document)
        var isFirst = true
        var index = root &+ 1
        var margin = (level &+ 1) * indentation.width

        run.put(current.isObject ? Byte.openBrace : Byte.openBracket, into: &buffer)
        let isEmpty = document[root].shortLength == 0
        if isEmpty { current.end = index }
        while true {
            if index == current.end {
                // The container is complete.
                margin &-= indentation.width
                if !isCompact, !isEmpty { breakLine(margin, after: &run, into: &buffer) }
                run.put(current.isObject ? Byte.closeBrace : Byte.closeBracket, into: &buffer)
                if depth == 0 { break }
                isFirst = false
                if current.isExtended { index &+= 1 }
                depth &-= 1
                current = Open(bits: outer.words[depth])
                continue
            }
            if !isFirst { run.put(Byte.comma, into: &buffer) }
            isFirst = false
            if !isCompact { breakLine(margin, after: &run, into: &buffer) }
            if current.isObject {
                let key = TapeWord(bits: tape[index])
                write(string: key, key.length(in: tape + index), stops, after: &run, into: &buffer)
                run.put(Byte.colon, into: &buffer)
                if !isCompact { putSpace(after: &run, into: &buffer) }
                index &+= key.isExtended ? 2 : 1
            }
            let word = TapeWord(bits: tape[index])
            if word.kind == TapeWord.Kind.string {
                write(string: word, word.length(in: tape + index), stops, after: &run, into: &buffer)
                index &+= word.isExtended ? 2 : 1
            } else if word.isContainer {
                let opensObject = word.kind == TapeWord.Kind.object
                run.put(opensObject ? Byte.openBrace : Byte.openBracket, into: &buffer)
                if word.shortLength == 0 {
                    run.put(opensObject ? Byte.closeBrace : Byte.closeBracket, into: &buffer)
                } else {
                    if depth == outer.capacity { outer.grow(to: depth &+ 1, used: depth) }
                    outer.words[depth] = current.bits
                    depth &+= 1
                    current = Open(index, in: document)
                    isFirst = true
                    margin &+= indentation.width
                }
                index &+= 1
            } else if word.kind == TapeWord.Kind.number, word.has(TapeWord.nonFiniteFlag) {
                run.end(into: &buffer)
                buffer.cursor = run.out
                try writeNonFinite(index, into: &buffer)
                run.out = buffer.cursor
                index &+= word.isExtended ? 2 : 1
            } else {
                // A number or a literal: the text as it was written.
                let text = bytes + word.textOffset
                if run.next != text { run.begin(at: text, into: &buffer) }
                run.next = text + word.length(in: tape + index)
                index &+= word.isExtended ? 2 : 1
            }
        }
        run.end(into: &buffer)
        buffer.cursor = run.out
    }

    @inline(__always)
    private func write(
        string word: TapeWord, _ count: Int, _ stops: UInt64, after run: inout Run, into buffer: inout OutputBuffer
    ) {
        // SAFETY: an opening bracket at least is before a string of a container in the source, and a separator before a
        // rewritten one.
        let text = document.bytes + word.textOffset
        let quote = text - 1
        // A quote before the text has another one after it. Names without quotes, and those in single quotes, have none.
        if _fastPath(word.bits & stops == 0 && quote[0] == Byte.quote) {
            if run.next != quote { run.begin(at: quote, into: &buffer) }
            run.next = text + (count &+ 1)
            return
        }
        run.end(into: &buffer)
        run.out = rewrite(word, count, at: run.out, into: &buffer)
    }

    @inline(__always)
    private func breakLine(_ margin: Int, after run: inout Run, into buffer: inout OutputBuffer) {
        run.end(into: &buffer)
        run.reserve(margin &+ 1, in: &buffer)
        run.out = indentation.breakLine(run.out, margin)
    }

    @inline(__always)
    private func putSpace(after run: inout Run, into buffer: inout OutputBuffer) {
        run.put(Byte.space, into: &buffer)
    }

    /// Writes a string with its quotes that cannot be copied, because it has escapes or other quotes, or the options require
    /// some.
    @inline(never)
    private func rewrite(
        _ word: TapeWord, _ count: Int, at out: OutputCursor, into buffer: inout OutputBuffer
    ) -> OutputCursor {
        buffer.cursor = out
        buffer.append(Byte.quote)
        strings.writeSource(
            document.bytes + word.textOffset, count: count, flags: word.bits,
            readableEnd: document.bytes + document.readableCount, into: &buffer)
        buffer.append(Byte.quote)
        return buffer.cursor
    }

    @inline(never)
    private func writeNonFinite(_ index: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        if let nonFiniteTexts {
            return strings.writeQuoted(nonFiniteTexts[JSONNumber(document, index).doubleValue], into: &buffer)
        }
        switch options.nonFiniteNumbers {
        case .reject: throw .nonFinite(JSONNumber(document, index))
        case .null: buffer.append("null")
        case .literal: buffer.append(document.text(index))
        }
    }

    /// Writes a string, number or literal.
    private func writeScalar(_ index: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        let word = document[index]
        if word.kind == TapeWord.Kind.string {
            writeString(index, into: &buffer)
        } else if word.kind == TapeWord.Kind.number, word.has(TapeWord.nonFiniteFlag) {
            try writeNonFinite(index, into: &buffer)
        } else {
            buffer.append(document.text(index))
        }
    }

    /// Writes the string, or key, at `index`.
    func writeString(_ index: Int, into buffer: inout OutputBuffer) {
        buffer.cursor = rewrite(document[index], document.length(index), at: buffer.cursor, into: &buffer)
    }
}
