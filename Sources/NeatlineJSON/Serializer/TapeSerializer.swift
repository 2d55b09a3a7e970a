/// Writes a parsed value from the tape: strings and numbers are copied from the input, nothing is made in between.
struct TapeSerializer {
    private let document: Document
    private let options: JSONWritingOptions
    private let strings: StringWriter
    private let indentation: Indentation

    init(_ document: Document, _ options: JSONWritingOptions) {
        self.document = document
        self.options = options
        strings = StringWriter(options, loneSurrogates: document.replacesLoneSurrogates ? .replace : .keep)
        indentation = Indentation(options.indentation)
    }

    /// Writes the value at `index`, which stands at the depth `level` of what is written.
    ///
    /// - Throws: `JSONError.Code.nonFiniteNumber`, if the options refuse such numbers.
    /// - Complexity: O(*n*).
    func write(_ index: Int, level: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        if !document[index].isContainer {
            try writeScalar(index, into: &buffer)
        } else if options.sortsKeys {
            try writeSorted(index, level: level, into: &buffer)
        } else if indentation.isNone {
            try writeCompact(index, into: &buffer)
        } else {
            try writeIndented(index, level: level, into: &buffer)
        }
    }

    @inline(never)
    private func writeCompact(_ root: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        try writeContainer(root, level: 0, isCompact: true, into: &buffer)
    }

    @inline(never)
    private func writeIndented(_ root: Int, level: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        try writeContainer(root, level: level, isCompact: false, into: &buffer)
    }

    /// A container whose entries are being written.
    private struct Open {
        /// Where its entries end.
        var end: Int
        var isObject: Bool
        /// How many extensions follow its entries: 0 or 1.
        var extensions: Int
    }

    /// A linear walk over the entries; the ends of the open containers are on a stack of its own.
    @inline(__always)
    private func writeContainer(
        _ root: Int, level: Int, isCompact: Bool, into buffer: inout OutputBuffer
    ) throws(JSONError) {
        let tape = document.tape
        let bytes = document.bytes
        let readableEnd = bytes + document.byteCount
        var out = buffer.cursor
        var room = buffer.end
        /// The containers around the current one.
        var outer = ContiguousArray<Open>()
        var end = -1
        var isObject = false
        var extensions = 0
        var separator = 0
        var index = root
        var margin = level * indentation.width

        while true {
            if index == end {
                // The container is complete.
                if !isCompact {
                    margin &-= indentation.width
                    if room - out < margin &+ 2 { out = buffer.makeRoom(margin &+ 2, at: out); room = buffer.end }
                    out = indentation.breakLine(out, margin)
                } else if room - out < 1 {
                    out = buffer.makeRoom(1, at: out)
                    room = buffer.end
                }
                out[0] = isObject ? Byte.closeBrace : Byte.closeBracket
                out += 1
                separator = 1
                guard let container = outer.popLast(), container.end >= 0 else { break }
                index &+= extensions
                end = container.end
                isObject = container.isObject
                extensions = container.extensions
                continue
            }
            if isCompact {
                if room - out < 2 { out = buffer.makeRoom(2, at: out); room = buffer.end }
            } else if room - out < margin &+ 3 {
                out = buffer.makeRoom(margin &+ 3, at: out)
                room = buffer.end
            }
            if end >= 0 {
                out[0] = Byte.comma
                out += separator
                if !isCompact { out = indentation.breakLine(out, margin) }
            }
            separator = 1
            if isObject {
                let key = TapeWord(bits: tape[index])
                let count = document.length(index)
                out[0] = Byte.quote
                out += 1
                if room - out < count &+ 3 { out = buffer.makeRoom(count &+ 3, at: out); room = buffer.end }
                if strings.canCopy(key.bits),
                    let after = strings.copyPlain(
                        bytes + key.textOffset, count: count, readableEnd: readableEnd, to: out)
                {
                    out = after
                } else {
                    out = rewrite(key, count, at: out, into: &buffer)
                    room = buffer.end
                }
                out[0] = Byte.quote
                out[1] = Byte.colon
                out[2] = Byte.space
                out += isCompact ? 2 : 3
                index &+= key.isExtended ? 2 : 1
            }
            let word = TapeWord(bits: tape[index])
            if word.kind == TapeWord.Kind.string {
                let count = document.length(index)
                if room - out < count &+ 2 { out = buffer.makeRoom(count &+ 2, at: out); room = buffer.end }
                out[0] = Byte.quote
                out += 1
                if strings.canCopy(word.bits),
                    let after = strings.copyPlain(
                        bytes + word.textOffset, count: count, readableEnd: readableEnd, to: out)
                {
                    out = after
                } else {
                    out = rewrite(word, count, at: out, into: &buffer)
                    room = buffer.end
                }
                out[0] = Byte.quote
                out += 1
                index &+= word.isExtended ? 2 : 1
            } else if word.isContainer {
                if room - out < 2 { out = buffer.makeRoom(2, at: out); room = buffer.end }
                let opensObject = word.kind == TapeWord.Kind.object
                out[0] = opensObject ? Byte.openBrace : Byte.openBracket
                out += 1
                if word.shortLength == 0 {
                    out[0] = opensObject ? Byte.closeBrace : Byte.closeBracket
                    out += 1
                    index &+= 1
                    if end < 0 { break }
                    continue
                }
                outer.append(Open(end: end, isObject: isObject, extensions: extensions))
                end = document.contentEnd(index)
                extensions = word.isExtended ? 1 : 0
                isObject = opensObject
                separator = 0
                margin &+= indentation.width
                index &+= 1
            } else {
                // A number or a literal: the text as it was written.
                let count = document.length(index)
                if word.kind == TapeWord.Kind.number, word.has(TapeWord.nonFiniteFlag) {
                    buffer.cursor = out
                    try writeNonFinite(index, into: &buffer)
                    out = buffer.cursor
                    room = buffer.end
                } else {
                    if room - out < count { out = buffer.makeRoom(count, at: out); room = buffer.end }
                    let text = bytes + word.textOffset
                    // SAFETY: 16 bytes are read only where they belong to the input; stores may overrun `room`.
                    if count <= 16, readableEnd - text >= 16 {
                        out.store(text.loadVector())
                    } else {
                        out.update(from: text, count: count)
                    }
                    out += count
                }
                index &+= word.isExtended ? 2 : 1
            }
        }
        buffer.cursor = out
    }

    /// Writes a string that cannot be copied as it is: it has escapes, or the options ask for some.
    @inline(never)
    private func rewrite(
        _ word: TapeWord, _ count: Int, at out: OutputCursor, into buffer: inout OutputBuffer
    ) -> OutputCursor {
        buffer.cursor = out
        strings.writeSource(
            document.bytes + word.textOffset, count: count, flags: word.bits,
            readableEnd: document.bytes + document.byteCount, into: &buffer)
        // What follows a string at most: a quote, a colon and a space.
        buffer.reserve(3)
        return buffer.cursor
    }

    @inline(never)
    private func writeNonFinite(_ index: Int, into buffer: inout OutputBuffer) throws(JSONError) {
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
        buffer.append(Byte.quote)
        let word = document[index]
        buffer.cursor = rewrite(word, document.length(index), at: buffer.cursor, into: &buffer)
        buffer.append(Byte.quote)
    }
}

// MARK: Sorted keys

extension TapeSerializer {
    /// A container being written, with the positions still to come in reverse.
    private struct Frame {
        /// Of elements, or of keys.
        var remaining: [Int]
        let isObject: Bool
        var isFirst = true
    }

    private func frame(_ container: Int) -> Frame {
        let isObject = document[container].kind == TapeWord.Kind.object
        var positions: [Int] = []
        positions.reserveCapacity(document.count(container))
        if isObject {
            var members: [(name: [UInt8], position: Int)] = []
            members.reserveCapacity(document.count(container))
            document.forEachKey(ofObjectAt: container) { key in
                members.append((document.withDecodedText(key) { Array($0) }, key))
                return true
            }
            // In reverse. Bytes of UTF-8 are ordered as their code points are; equal names keep their order.
            members.sort { a, b in
                if a.name == b.name { return a.position > b.position }
                return b.name.lexicographicallyPrecedes(a.name)
            }
            positions.append(contentsOf: members.lazy.map(\.position))
        } else {
            var index = container + 1
            let end = document.contentEnd(container)
            while index < end {
                positions.append(index)
                index = document.next(index)
            }
            positions.reverse()
        }
        return Frame(remaining: positions, isObject: isObject)
    }

    private func writeSorted(_ root: Int, level: Int, into buffer: inout OutputBuffer) throws(JSONError) {
        var frames: [Frame] = []
        var pending: Int? = root
        while true {
            if let index = pending {
                pending = nil
                if document[index].isContainer {
                    let frame = frame(index)
                    buffer.append(frame.isObject ? Byte.openBrace : Byte.openBracket)
                    frames.append(frame)
                } else {
                    try writeScalar(index, into: &buffer)
                }
            }
            guard var frame = frames.popLast() else { return }
            if let index = frame.remaining.popLast() {
                if !frame.isFirst { buffer.append(Byte.comma) }
                frame.isFirst = false
                indentation.breakLine(&buffer, level: level + frames.count + 1)
                if frame.isObject {
                    writeString(index, into: &buffer)
                    buffer.append(Byte.colon)
                    if !indentation.isNone { buffer.append(Byte.space) }
                    pending = document.next(index)
                } else {
                    pending = index
                }
                frames.append(frame)
            } else {
                if !frame.isFirst { indentation.breakLine(&buffer, level: level + frames.count) }
                buffer.append(frame.isObject ? Byte.closeBrace : Byte.closeBracket)
                if frames.isEmpty { return }
            }
        }
    }
}
