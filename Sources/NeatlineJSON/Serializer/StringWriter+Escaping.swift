// The slower way, for strings that cannot be copied: escapes are read and written.
extension StringWriter {
    /// Where a piece ended: in the source, and in the output.
    private struct Progress {
        var source: Cursor
        var out: OutputCursor
    }

    /// How many source bytes are written between two looks at the room; each becomes six at most.
    private static let pieceSize = 4096

    /// Writes the bytes up to `end`.
    @inline(never)
    func writeEscaping(
        _ source: Cursor, end: Cursor, readableEnd: Cursor, hasEscapes: Bool, into buffer: inout OutputBuffer
    ) {
        // SAFETY: wide steps read 16 bytes from a position before `wideEnd`. An escape is complete before `end`,
        // because the source was validated; one that begins in a piece is finished with it, hence the room for two.
        assert(source <= end && end <= readableEnd)
        var p = source
        while p < end {
            let pieceEnd = end - p > StringWriter.pieceSize ? p + StringWriter.pieceSize : end
            let wideEnd = readableEnd - p > 16 ? Swift.min(pieceEnd, readableEnd - 15) : p
            buffer.reserve((pieceEnd - p) * 6 + 32)
            let progress =
                hasEscapes
                ? expandSource(p, end: end, pieceEnd: pieceEnd, wideEnd: wideEnd, to: buffer.cursor)
                : expandText(p, end: end, pieceEnd: pieceEnd, wideEnd: wideEnd, to: buffer.cursor)
            assert(progress.source > p && progress.source <= end)
            p = progress.source
            buffer.cursor = progress.out
            assert(buffer.isInside(buffer.cursor))
        }
    }

    @inline(never)
    private func expandSource(
        _ source: Cursor, end: Cursor, pieceEnd: Cursor, wideEnd: Cursor, to out: OutputCursor
    ) -> Progress {
        expand(source, end: end, pieceEnd: pieceEnd, wideEnd: wideEnd, hasEscapes: true, to: out)
    }

    @inline(never)
    private func expandText(
        _ source: Cursor, end: Cursor, pieceEnd: Cursor, wideEnd: Cursor, to out: OutputCursor
    ) -> Progress {
        expand(source, end: end, pieceEnd: pieceEnd, wideEnd: wideEnd, hasEscapes: false, to: out)
    }

    @inline(__always)
    private func expand(
        _ source: Cursor, end: Cursor, pieceEnd: Cursor, wideEnd: Cursor, hasEscapes: Bool, to output: OutputCursor
    ) -> Progress {
        var p = source
        var out = output
        while p < pieceEnd {
            while p < wideEnd {
                let bytes = p.loadVector()
                out.store(bytes)
                let stops = LaneSet(stopMask(bytes))
                if !stops.isEmpty {
                    p += stops.first
                    out += stops.first
                    break
                }
                p += 16
                out += 16
            }
            if p >= pieceEnd {
                // The vector reached beyond the piece; what it held beyond is written again, or belongs to nobody.
                out -= p - pieceEnd
                p = pieceEnd
                break
            }
            let byte = p[0]
            if !isStop(byte) {
                out[0] = byte
                out += 1
                p += 1
            } else if hasEscapes, byte == Byte.backslash {
                // The two frequent kinds first: short escapes, and characters of three bytes in UTF-8.
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

    /// Lanes that cannot be copied. A source form has quotes and control characters in escapes only.
    @inline(__always)
    private func stopMask(_ v: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
        var mask = (v .== SIMD16<Int8>(repeating: 0x22)) .| (v .== SIMD16<Int8>(repeating: 0x5C))
        if escapesNonASCII {
            // One more wraps DEL to the negative numbers, where the bytes beyond ASCII are.
            mask = mask .| ((v &+ SIMD16<Int8>(repeating: 1)) .< SIMD16<Int8>(repeating: 0x21))
                .| (v .== SIMD16<Int8>(repeating: -1))
        } else {
            mask = mask .| ((v ^ SIMD16<Int8>(repeating: -128)) .< SIMD16<Int8>(repeating: -96))
                .| (v .== SIMD16<Int8>(repeating: 0x7F))
        }
        if escapesSlashes { mask = mask .| (v .== SIMD16<Int8>(repeating: 0x2F)) }
        return mask
    }

    @inline(__always)
    private func isStop(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == Byte.quote || byte == Byte.backslash || byte == Byte.delete
            || (escapesNonASCII && byte >= 0x80) || (escapesSlashes && byte == Byte.slash)
    }

    /// The short escape of an ASCII character, or `\u00xx`.
    @inline(__always)
    static func writeASCIIEscape(_ byte: UInt8, to out: OutputCursor) -> OutputCursor {
        let short: UInt8 =
            switch byte {
            case 0x08: Byte.lowerB
            case 0x09: Byte.lowerT
            case 0x0A: Byte.lowerN
            case 0x0C: Byte.lowerF
            case 0x0D: Byte.lowerR
            case Byte.quote, Byte.backslash, Byte.slash: byte
            default: 0
            }
        if short == 0 { return writeUnicodeEscape(UInt32(byte), to: out) }
        out[0] = Byte.backslash
        out[1] = short
        return out + 2
    }

    /// `\uXXXX`, or a pair of them beyond U+FFFF.
    @inline(__always)
    static func writeUnicodeEscape(_ value: UInt32, to out: OutputCursor) -> OutputCursor {
        if value < 0x10000 { return writeUnit(value, to: out) }
        let offset = value &- 0x10000
        return writeUnit(0xDC00 | offset & 0x3FF, to: writeUnit(0xD800 | offset &>> 10, to: out))
    }

    @inline(__always)
    private static func writeUnit(_ unit: UInt32, to out: OutputCursor) -> OutputCursor {
        out[0] = Byte.backslash
        out[1] = Byte.lowerU
        out[2] = hexDigit(unit &>> 12)
        out[3] = hexDigit(unit &>> 8)
        out[4] = hexDigit(unit &>> 4)
        out[5] = hexDigit(unit)
        return out + 6
    }

    @inline(__always)
    private static func hexDigit(_ value: UInt32) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: value & 0x0F)
        return digit < 10 ? digit &+ 0x30 : digit &+ 0x57
    }
}
