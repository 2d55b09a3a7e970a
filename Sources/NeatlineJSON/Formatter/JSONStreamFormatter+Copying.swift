// How the formatter's loop writes: whole vectors, which may run into the buffer's slack.
extension JSONStreamFormatter {
    /// Copies the plain ASCII from `start` on, until something else comes or room may run out.
    ///
    /// DEL, which is written as an escape, counts as something else.
    @inline(__always)
    func copyPlain(_ start: Cursor, end: Cursor, to output: OutputCursor, outEnd: OutputCursor) -> Cursor {
        // SAFETY: vectors are loaded from positions up to `end`, which zeroes follow, and stored at positions up to
        // `outEnd`, which slack follows.
        assert(start <= end + 1 && outEnd == self.output.end && self.output.isInside(output))
        var p = start
        var out = output
        repeat {
            let bytes = p.loadVector()
            out.store(bytes)
            let stops = LaneSet(StringKernel.stopMask(bytes) .| (bytes .== SIMD16<Int8>(repeating: 0x7F)))
            if !stops.isEmpty { return p + stops.first }
            p += 16
            out += 16
        } while p <= end && out <= outEnd
        return p
    }

    /// Copies a string with its quotes; false if a DEL was seen, which may also lie in the 16 bytes after it.
    @inline(__always)
    func copy(_ p: Cursor, length: Int, to out: OutputCursor) -> Bool {
        // SAFETY: `length + 16` bytes are readable, since zeroes follow the window, and reserved.
        assert(hasRoom(length, at: out) && p + length <= window.end)
        let deletes = SIMD16<Int8>(repeating: 0x7F)
        let first = p.loadVector()
        out.store(first)
        if length <= 16 { return LaneSet(first .== deletes).isEmpty }
        var found = first .== deletes
        var offset = 16
        repeat {
            let bytes = (p + offset).loadVector()
            (out + offset).store(bytes)
            found = found .| (bytes .== deletes)
            offset &+= 16
        } while offset < length
        return LaneSet(found).isEmpty
    }

    /// Whether `length` bytes and the rest of a vector fit at `out`; for assertions.
    func hasRoom(_ length: Int, at out: OutputCursor) -> Bool { output.isInside(out + length + 16) }

    @inline(__always)
    func copyNumber(_ p: Cursor, length: Int, to out: OutputCursor) {
        // SAFETY: as for strings.
        assert(hasRoom(length, at: out) && p + length <= window.end)
        out.store(p.loadVector())
        if length > 16 {
            var offset = 16
            repeat {
                (out + offset).store((p + offset).loadVector())
                offset &+= 16
            } while offset < length
        }
    }
}
