/// Writes a parsed value directly from the tape, with its entries in their order; strings and numbers are copied from the
/// input.
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
        if !document[index].isContainer {
            try writeScalar(index, into: &buffer)
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
        /// The position after its entries.
        var end: Int
        var isObject: Bool
        /// The number of extensions after its entries: 0 or 1.
        var extensions: Int
    }

    /// Writes a container in a linear walk over the tape, with an explicit stack of the open containers.
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

    /// Writes a string that cannot be copied, because it has escapes or the options require some.
    @inline(never)
    private func rewrite(
        _ word: TapeWord, _ count: Int, at out: OutputCursor, into buffer: inout OutputBuffer
    ) -> OutputCursor {
        buffer.cursor = out
        strings.writeSource(
            document.bytes + word.textOffset, count: count, flags: word.bits,
            readableEnd: document.bytes + document.byteCount, into: &buffer)
        // At most a quote, a colon and a space follow a string.
        buffer.reserve(3)
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
        buffer.append(Byte.quote)
        let word = document[index]
        buffer.cursor = rewrite(word, document.length(index), at: buffer.cursor, into: &buffer)
        buffer.append(Byte.quote)
    }
}
