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
        if copiesPlainSource, flags & TapeWord.escapedFlag == 0 {
            return StringWriter.copy(source, count: count, escapesDelete: escapesDelete, into: &buffer)
        }
        writeEscaping(source, end: source + count, readableEnd: readableEnd, into: &buffer)
    }

    /// The bits of which a string's word on a tape has none if `copy` may write the string: any, if it may write none.
    @inline(__always)
    var flagsOfEscapes: UInt64 { copiesPlainSource ? TapeWord.escapedFlag : ~0 }

    @inline(__always)
    var escapesDelete: Bool { delete[0] == 0x7F }

    /// Copies `count` bytes of source form that have no escapes, or several tokens with such strings.
    @inline(never)
    static func copy(_ source: Cursor, count: Int, escapesDelete: Bool, into buffer: inout OutputBuffer) {
        assert(count >= 0)
        let end = source + count
        var p = source
        while p < end {
            let pieceStart = p
            let pieceEnd = end - p > pieceSize ? p + pieceSize : end
            // This may hand what was written to a sink, so only bytes of this piece are written again.
            buffer.reserve(pieceEnd - p)
            var out = buffer.cursor
            var hasDelete = false
            // SAFETY: vectors are loaded where as many bytes are left, or end with the source.
            while pieceEnd - p >= 32 {
                let first = p.loadVector()
                let second = (p + 16).loadVector()
                out.store(first)
                (out + 16).store(second)
                hasDelete = !hasNoDelete(first, second)
                if _slowPath(hasDelete) { break }
                p += 32
                out += 32
            }
            if !hasDelete, pieceEnd - p >= 16 {
                let bytes = p.loadVector()
                out.store(bytes)
                hasDelete = !hasNoDelete(bytes, bytes)
                if !hasDelete {
                    p += 16
                    out += 16
                }
            }
            if !hasDelete, p < pieceEnd {
                let rest = pieceEnd - p
                if pieceEnd - pieceStart >= 16 {
                    let bytes = (pieceEnd - 16).loadVector()
                    hasDelete = !hasNoDelete(bytes, bytes)
                    if !hasDelete { (out + (rest - 16)).store(bytes) }
                } else {
                    let bytes = lastBytes(p, count: rest)
                    hasDelete = !hasNoDelete(bytes, bytes)
                    out.store(bytes)
                }
                if !hasDelete {
                    p = pieceEnd
                    out += rest
                }
            }
            buffer.cursor = out
            if hasDelete {
                let next = pieceEnd - p > 32 ? p + 32 : pieceEnd
                copyEscapingDelete(p, end: next, escapesDelete: escapesDelete, into: &buffer)
                p = next
            }
        }
    }

    /// Whether there is a backslash.
    static func hasEscapes(_ source: Cursor, count: Int) -> Bool {
        let backslashes = SIMD16<Int8>(repeating: 0x5C)
        var offset = 0
        // SAFETY: whole vectors are within the bytes; the rest is read byte by byte.
        while count &- offset >= 32 {
            let found =
                ((source + offset).loadVector() .== backslashes)
                .| ((source + (offset &+ 16)).loadVector() .== backslashes)
            if !LaneSet(found).isEmpty { return true }
            offset &+= 32
        }
        return UnsafeBufferPointer(start: source + offset, count: count &- offset).contains(Byte.backslash)
    }

    /// Whether DEL is not among 32 bytes.
    @inline(__always)
    static func hasNoDelete(_ first: SIMD16<Int8>, _ second: SIMD16<Int8>) -> Bool {
        let deletes = SIMD16<Int8>(repeating: 0x7F)
        return LaneSet((first .== deletes) .| (second .== deletes)).isEmpty
    }

    /// Copies bytes one by one.
    @inline(never)
    private static func copyEscapingDelete(
        _ source: Cursor, end: Cursor, escapesDelete: Bool, into buffer: inout OutputBuffer
    ) {
        buffer.reserve((end - source) * 6)
        var out = buffer.cursor
        for byte in UnsafeBufferPointer(start: source, count: end - source) {
            if byte == Byte.delete, escapesDelete {
                out = writeUnicodeEscape(UInt32(byte), to: out)
            } else {
                out[0] = byte
                out += 1
            }
        }
        buffer.cursor = out
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
        // because the source was validated; one that begins in a piece is finished with it.
        assert(source <= end && end <= readableEnd)
        var p = source
        while p < end {
            let pieceEnd = end - p > StringWriter.pieceSize ? p + StringWriter.pieceSize : end
            let wideEnd = readableEnd - p > 16 ? Swift.min(pieceEnd, readableEnd - 15) : p
            buffer.reserve(pieceEnd - p)
            let progress = expand(
                p, end: end, pieceEnd: pieceEnd, wideEnd: wideEnd, to: buffer.cursor, room: buffer.end)
            assert(progress.source > p && progress.source <= end)
            p = progress.source
            buffer.cursor = progress.out
            assert(buffer.isInside(buffer.cursor))
        }
    }

    /// Writes bytes up to `pieceEnd`, as long as there is room: each step begins before the end of the room, and at most 16
    /// bytes are stored by it.
    @inline(never)
    private func expand(
        _ source: Cursor, end: Cursor, pieceEnd: Cursor, wideEnd: Cursor, to output: OutputCursor, room: OutputCursor
    ) -> Progress {
        var p = source
        var out = output
        while p < pieceEnd, out <= room {
            while p < wideEnd, out <= room {
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
                repeat {
                    if p[1] == Byte.lowerU {
                        // The digits have been validated.
                        let unit = StringKernel.hexQuad(p + 2) ?? 0
                        if _slowPath(escapesNonASCII || unit < 0x80 || unit & 0xF800 == 0xD800) {
                            let progress = writeUnicodeEscape(p, end: end, to: out)
                            p = progress.source
                            out = progress.out
                        } else if unit >= 0x800 {
                            let lead = 0x0080_80E0 | unit &>> 12
                            out.store(lead | (unit &<< 2 & 0x3F00) | (unit & 0x3F) &<< 16)
                            out += 3
                            p += 6
                        } else {
                            out.store(UInt16(truncatingIfNeeded: 0x80C0 | unit &>> 6 | (unit & 0x3F) &<< 8))
                            out += 2
                            p += 6
                        }
                    } else if p[1] == Byte.slash, !escapesSlashes {
                        out[0] = Byte.slash
                        out += 1
                        p += 2
                    } else {
                        out.store(UInt16(truncatingIfNeeded: p.load16()))
                        out += 2
                        p += 2
                    }
                    // SAFETY: no byte at `end` is read; nothing has to follow the text.
                    guard p < pieceEnd else { break }
                    if p[0] != Byte.backslash {
                        // Words of such characters have single spaces between them.
                        guard p[0] == Byte.space, end - p > 1, p[1] == Byte.backslash else { break }
                        out[0] = Byte.space
                        out += 1
                        p += 1
                    }
                } while out <= room
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

    /// Writes the escape `\uXXXX` at `p`, or the pair of them, in its normal form.
    @inline(never)
    private func writeUnicodeEscape(_ p: Cursor, end: Cursor, to out: OutputCursor) -> Progress {
        assert(end - p >= 6)
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
