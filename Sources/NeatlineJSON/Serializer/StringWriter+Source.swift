// Writes strings in source form, from the bytes of a parsed text: copies them if possible, otherwise normalizes their escapes.
extension StringWriter {
    /// Writes `count` bytes of source form.
    ///
    /// - Parameters:
    ///   - source: the first byte.
    ///   - count: the number of bytes.
    ///   - flags: the `TapeWord` flags of the string.
    ///   - readableEnd: the end of the memory that contains the source; no byte is read beyond it.
    ///   - buffer: the output.
    @inline(__always)
    func writeSource(
        _ source: Cursor, count: Int, flags: UInt64, readableEnd: Cursor, into buffer: inout OutputBuffer
    ) {
        if canCopy(flags) {
            buffer.reserve(count)
            if let out = copyPlain(source, count: count, readableEnd: readableEnd, to: buffer.cursor) {
                buffer.cursor = out
                return
            }
        }
        writeEscaping(source, end: source + count, readableEnd: readableEnd, into: &buffer)
    }

    /// Whether `copyPlain` may be used for a string with these flags.
    @inline(__always)
    func canCopy(_ flags: UInt64) -> Bool {
        copiesPlainSource && flags & TapeWord.escapedFlag == 0
    }

    /// Copies `count` bytes; nil if DEL, which must be escaped, is among them.
    ///
    /// The caller has reserved `count` bytes; at most 16 more are touched.
    @inline(__always)
    func copyPlain(_ source: Cursor, count: Int, readableEnd: Cursor, to out: OutputCursor) -> OutputCursor? {
        // SAFETY: at most 16 bytes from a position before `source + count` are read, so none from `readableEnd` on.
        assert(count >= 0 && readableEnd - source >= count)
        guard readableEnd - source >= count + 16 else { return copyExactly(source, count: count, to: out) }
        let deletes = SIMD16<Int8>(repeating: 0x7F)
        var found = SIMDMask<SIMD16<Int8>>(repeating: false)
        var offset = 0
        while true {
            let bytes = (source + offset).loadVector()
            (out + offset).store(bytes)
            let hits = bytes .== deletes
            offset &+= 16
            if offset >= count {
                if !LaneSet(found .| hits).isEmpty, hasDelete(source, count: count) { return nil }
                return out + count
            }
            found = found .| hits
        }
    }

    /// Like `copyPlain`, for a source at the end of its memory, where no whole vector can be loaded.
    @inline(never)
    private func copyExactly(_ source: Cursor, count: Int, to out: OutputCursor) -> OutputCursor? {
        if hasDelete(source, count: count) { return nil }
        out.update(from: source, count: count)
        return out + count
    }

    /// Whether the source contains DEL. The vectors in which one was found may extend beyond the source.
    @inline(never)
    private func hasDelete(_ source: Cursor, count: Int) -> Bool {
        UnsafeBufferPointer(start: source, count: count).contains(Byte.delete)
    }

    // MARK: Escapes

    /// The positions after a piece, in the source and in the output.
    private struct Progress {
        var source: Cursor
        var out: OutputCursor
    }

    /// Writes the bytes up to `end`, some of which are escapes or must be escaped.
    @inline(never)
    private func writeEscaping(
        _ source: Cursor, end: Cursor, readableEnd: Cursor, into buffer: inout OutputBuffer
    ) {
        // SAFETY: wide steps read 16 bytes from a position before `wideEnd`. An escape is complete before `end`,
        // because the source was validated; one that begins in a piece is finished with it, hence the room for two.
        assert(source <= end && end <= readableEnd)
        var p = source
        while p < end {
            let pieceEnd = end - p > StringWriter.pieceSize ? p + StringWriter.pieceSize : end
            let wideEnd = readableEnd - p > 16 ? Swift.min(pieceEnd, readableEnd - 15) : p
            // A byte is written as at most six.
            buffer.reserve((pieceEnd - p) * 6 + 32)
            let progress = expand(p, end: end, pieceEnd: pieceEnd, wideEnd: wideEnd, to: buffer.cursor)
            assert(progress.source > p && progress.source <= end)
            p = progress.source
            buffer.cursor = progress.out
            assert(buffer.isInside(buffer.cursor))
        }
    }

    @inline(never)
    private func expand(
        _ source: Cursor, end: Cursor, pieceEnd: Cursor, wideEnd: Cursor, to output: OutputCursor
    ) -> Progress {
        var p = source
        var out = output
        while p < pieceEnd {
            while p < wideEnd {
                let bytes = p.loadVector()
                out.store(bytes)
                let stops = stops(in: bytes)
                if !stops.isEmpty {
                    p += stops.first
                    out += stops.first
                    break
                }
                p += 16
                out += 16
            }
            if p >= pieceEnd {
                // The vector extended beyond the piece; those bytes are overwritten later, or unused.
                out -= p - pieceEnd
                p = pieceEnd
                break
            }
            let byte = p[0]
            if !isStop(byte) {
                out[0] = byte
                out += 1
                p += 1
            } else if byte == Byte.backslash {
                // The two frequent kinds come first: short escapes, and characters of three bytes in UTF-8.
                repeat {
                    if p[1] != Byte.lowerU, p[1] != Byte.slash {
                        out.store(UInt16(truncatingIfNeeded: p.load16()))
                        p += 2
                        out += 2
                    } else if !escapesNonASCII, p[1] == Byte.lowerU, let unit = StringKernel.hexQuad(p + 2),
                        unit >= 0x800, unit & 0xF800 != 0xD800
                    {
                        let bytes: UInt32 = 0x0080_80E0 | unit &>> 12 | (unit &<< 2 & 0x3F00) | (unit & 0x3F) &<< 16
                        out.store(bytes)
                        p += 6
                        out += 3
                    } else {
                        let progress = writeEscape(p, end: end, to: out)
                        p = progress.source
                        out = progress.out
                    }
                } while p < pieceEnd && p[0] == Byte.backslash
            } else if byte < 0x80 {
                out = StringWriter.writeASCIIEscape(byte, to: out)
                p += 1
            } else {
                let scalar = UTF8Bytes.decode(p)
                out = StringWriter.writeUnicodeEscape(scalar.value, to: out)
                p += scalar.length
            }
        }
        return Progress(source: p, out: out)
    }

    /// Writes the escape at `p`, or the pair of escapes, in its normal form.
    @inline(never)
    private func writeEscape(_ p: Cursor, end: Cursor, to out: OutputCursor) -> Progress {
        assert(end - p >= 2)
        let byte = p[1]
        if byte != Byte.lowerU {
            if byte == Byte.slash, !escapesSlashes {
                out[0] = byte
                return Progress(source: p + 2, out: out + 1)
            }
            out[0] = Byte.backslash
            out[1] = byte
            return Progress(source: p + 2, out: out + 2)
        }
        let escape = UnicodeEscape.decode(p, end: end)
        let value = escape.value
        if value < 0x80 {
            let ascii = UInt8(truncatingIfNeeded: value)
            if isStop(ascii) { return Progress(source: p + 6, out: StringWriter.writeASCIIEscape(ascii, to: out)) }
            out[0] = ascii
            return Progress(source: p + 6, out: out + 1)
        }
        if escape.isLoneSurrogate {
            if !replacesLoneSurrogates {
                // SAFETY: the escape's six bytes were validated; room for twelve is reserved.
                out.update(from: p, count: 6)
                return Progress(source: p + 6, out: out + 6)
            }
            let after =
                escapesNonASCII
                ? StringWriter.writeUnicodeEscape(0xFFFD, to: out) : out + UTF8Bytes.encode(0xFFFD, to: out)
            return Progress(source: p + 6, out: after)
        }
        let after =
            escapesNonASCII
            ? StringWriter.writeUnicodeEscape(value, to: out) : out + UTF8Bytes.encode(value, to: out)
        return Progress(source: p + escape.length, out: after)
    }
}
