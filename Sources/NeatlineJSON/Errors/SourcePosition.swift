// Positions in text, the places of values in a stream, and the kernel that counts lines.

/// A position in JSON text, and an excerpt of the line around it.
struct SourcePosition: Sendable, Hashable {
    /// The number of bytes from the start of the input.
    var byteOffset: Int
    /// The line, from 1; a line ends at a line feed, a carriage return, or both.
    var line: Int
    /// The column, from 1, in Unicode scalars; a byte order mark does not count.
    var column: Int
    /// At most 76 characters of the line; control characters are replaced by U+FFFD.
    var excerpt: String
    /// The number of characters of `excerpt` before the position.
    var caret: Int

    /// The maximum numbers of characters in the excerpt before and after the position.
    private static let shownBefore = 50
    private static let shownAfter = 25

    /// Computes the position at `offset` in `text`.
    ///
    /// `text` may be the last part of a longer input: `before` then describes the parts before it.
    ///
    /// - Complexity: O(`offset`).
    init(at offset: Int, in text: UnsafeBufferPointer<UInt8>, after before: Consumed = Consumed()) {
        let offset = Swift.min(offset, text.count)
        var consumed = before
        consumed.add(UnsafeBufferPointer(rebasing: text[..<offset]))
        byteOffset = consumed.bytes
        line = consumed.lines + 1
        column = consumed.columns + 1
        (excerpt, caret) = SourcePosition.excerpt(at: offset, in: text, isWhole: before.bytes == 0)
    }

    /// Returns the excerpt of the line that contains `offset`, and the number of its characters before the position.
    ///
    /// - Parameters:
    ///   - offset: the position in bytes.
    ///   - text: the text, or the last part of it.
    ///   - isWhole: whether `text` begins where the input begins.
    /// - Complexity: O(1).
    static func excerpt(
        at offset: Int, in text: UnsafeBufferPointer<UInt8>, isWhole: Bool
    ) -> (text: String, caret: Int) {
        let start = isWhole && offset >= 3 && SourcePosition.startsWithMark(text) ? 3 : 0
        // Continuation bytes without a lead byte are shown one by one but begin no scalar: bytes are limited as well.
        let first = Swift.max(offset - SourcePosition.shownBefore * 4, start)
        let last = offset + SourcePosition.shownAfter * 4
        var from = offset
        var shown = 0
        while from > first, !SourcePosition.endsLine(text[from - 1]), shown < SourcePosition.shownBefore {
            from -= 1
            if SourcePosition.startsScalar(text[from]) { shown += 1 }
        }
        var to = offset
        shown = 0
        let end = Swift.min(last + 4, text.count)
        while to < end, !SourcePosition.endsLine(text[to]), shown <= SourcePosition.shownAfter {
            to += 1
            if to == text.count || SourcePosition.startsScalar(text[to]) { shown += 1 }
        }
        let head = SourcePosition.printable(text[from..<offset]).suffix(SourcePosition.shownBefore)
        let rest = SourcePosition.printable(text[offset..<to]).prefix(SourcePosition.shownAfter + 1)
        return (String(head) + String(rest), head.count)
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == Byte.lineFeed || byte == Byte.carriageReturn }
    private static func startsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// Whether `text` begins with a byte order mark.
    fileprivate static func startsWithMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.starts(with: [0xEF, 0xBB, 0xBF])
    }

    private static func printable(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String.UnicodeScalarView {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            text.append(scalar == "\t" ? " " : isControl ? "\u{FFFD}" : scalar)
        }
        return text
    }

    /// The extent of an input that was read: what a stream keeps of parts that it has released.
    struct Consumed: Sendable, Hashable {
        var bytes = 0
        /// The number of complete lines.
        var lines = 0
        /// The number of Unicode scalars in the incomplete line.
        var columns = 0
        private var endsInCarriageReturn = false

        /// Adds complete lines that end at line feeds.
        mutating func addLines(_ count: Int, bytes: Int) {
            self.bytes += bytes
            lines += count
            columns = 0
            endsInCarriageReturn = false
        }

        /// The extent before a part from the middle of an input: a byte order mark that the part begins with is a character.
        static let inside = Consumed(bytes: 1)

        /// Adds a part whose extent was counted from `inside` on, and which does not begin in a line end.
        mutating func append(_ part: Consumed) {
            assert(part.bytes >= Consumed.inside.bytes)
            if part.bytes == Consumed.inside.bytes { return }
            bytes += part.bytes - Consumed.inside.bytes
            columns = part.lines == 0 ? columns + part.columns : part.columns
            lines += part.lines
            endsInCarriageReturn = part.endsInCarriageReturn
        }

        /// - Complexity: O(*n*); a few instructions for 64 bytes, since a stream adds all of its input.
        mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
            guard let first = text.first, let last = text.last else { return }
            if bytes == 0, SourcePosition.startsWithMark(text) { columns = -1 }
            bytes += text.count
            let startsInsideLineEnd = endsInCarriageReturn && first == Byte.lineFeed
            endsInCarriageReturn = last == Byte.carriageReturn
            let ended = LineKernel.countLineEnds(text)
            lines += startsInsideLineEnd ? ended - 1 : ended
            if ended == 0 {
                columns += LineKernel.countScalars(text)
            } else {
                columns = LineKernel.countScalars(LineKernel.lastLine(text))
            }
        }
    }
}

/// The place in a stream at which a value begins, whose line is counted only when it is asked for.
///
/// It refers to text in memory, and is valid during the call that receives it.
package struct ValueOrigin {
    /// The extent of the stream before `text`.
    let before: SourcePosition.Consumed
    /// The text from there to the value.
    let text: UnsafeBufferPointer<UInt8>

    /// The line and the column of a value, from 1, as in a `JSONError`.
    package struct Position: Sendable, Hashable {
        /// The extent of the stream before the value.
        let before: SourcePosition.Consumed
        package var line: Int { before.lines + 1 }
        package var column: Int { before.columns + 1 }
    }

    /// Counts the lines before the value.
    ///
    /// - Parameter earlier: the position of an earlier value of the same stream, from which on lines are counted if it is
    ///   known; nil otherwise.
    /// - Complexity: O(*n*) in the bytes in memory since the earlier value.
    package func position(from earlier: Position? = nil) -> Position {
        var result = before
        var start = 0
        if let known = earlier?.before, known.bytes > before.bytes, known.bytes <= before.bytes + text.count {
            result = known
            start = known.bytes - before.bytes
        }
        result.add(UnsafeBufferPointer(rebasing: text[start...]))
        return Position(before: result)
    }
}

/// Counts line ends and scalars, to compute positions.
enum LineKernel {
    /// Returns the number of line ends: line feeds, carriage returns, and pairs of both as one.
    static func countLineEnds(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress else { return 0 }
        let end = start + text.count
        var p = start
        var count = 0
        // SAFETY: vectors are loaded only where 64 bytes remain before `end`, single bytes only before `end`.
        while end - p >= 64 {
            // Each lane counts at most 4 in a round, so 31 rounds do not overflow a signed byte.
            var lanes = SIMD16<Int8>(repeating: 0)
            var rounds = 0
            var returns = SIMD16<Int8>(repeating: 0)
            let block = p
            while end - p >= 64, rounds < 31 {
                for step in 0..<4 {
                    let bytes = (p + step * 16).loadVector()
                    lanes = lanes &- minusOnes(bytes .== SIMD16<Int8>(repeating: 0x0A))
                    returns = returns | minusOnes(bytes .== SIMD16<Int8>(repeating: 0x0D))
                }
                p += 64
                rounds += 1
            }
            if !LaneSet(returns .!= SIMD16<Int8>(repeating: 0)).isEmpty {
                count += countSingly(block, p, after: block > start ? block[-1] : 0)
            } else {
                let pairOfReturn = block > start && block[-1] == Byte.carriageReturn && block[0] == Byte.lineFeed
                count += sum(lanes) - (pairOfReturn ? 1 : 0)
            }
        }
        return count + countSingly(p, end, after: p > start ? p[-1] : 0)
    }

    private static func countSingly(_ start: Cursor, _ end: Cursor, after byteBefore: UInt8) -> Int {
        var before = byteBefore
        var count = 0
        var p = start
        while p < end {
            let byte = p[0]
            let isLineEnd =
                byte == Byte.carriageReturn || (byte == Byte.lineFeed && before != Byte.carriageReturn)
            count &+= isLineEnd ? 1 : 0
            before = byte
            p += 1
        }
        return count
    }

    /// Returns the number of bytes that begin a scalar: all but the continuation bytes, in well-formed UTF-8.
    static func countScalars(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress else { return 0 }
        let end = start + text.count
        var p = start
        var continued = 0
        // SAFETY: as above.
        while end - p >= 64 {
            var lanes = SIMD16<Int8>(repeating: 0)
            var rounds = 0
            while end - p >= 64, rounds < 31 {
                for step in 0..<4 {
                    // 0x80...0xBF are the smallest signed numbers.
                    lanes = lanes &- minusOnes((p + step * 16).loadVector() .< SIMD16<Int8>(repeating: -64))
                }
                p += 64
                rounds += 1
            }
            continued += sum(lanes)
        }
        while p < end {
            if p[0] & 0xC0 == 0x80 { continued += 1 }
            p += 1
        }
        return text.count - continued
    }

    /// Returns the text after the last line end.
    static func lastLine(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let start = text.baseAddress else { return text }
        let end = start + text.count
        var p = end
        // SAFETY: at most 16 bytes before `p` are loaded where that many follow `start`.
        while p - start >= 16 {
            let bytes = (p - 16).loadVector()
            let ends = (bytes .== SIMD16<Int8>(repeating: 0x0A)) .| (bytes .== SIMD16<Int8>(repeating: 0x0D))
            if !LaneSet(ends).isEmpty { break }
            p -= 16
        }
        while p > start, p[-1] != Byte.lineFeed, p[-1] != Byte.carriageReturn { p -= 1 }
        return UnsafeBufferPointer(start: p, count: end - p)
    }

    /// Returns -1 for each lane that is set.
    @inline(__always)
    private static func minusOnes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<Int8> {
        unsafeBitCast(mask, to: SIMD16<Int8>.self)
    }

    /// Returns the sum of lanes from 0 to 127.
    @inline(__always)
    private static func sum(_ lanes: SIMD16<Int8>) -> Int {
        let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return sum(halves[0]) + sum(halves[1])
    }

    @inline(__always)
    private static func sum(_ eight: UInt64) -> Int {
        let pairs = (eight & 0x00FF_00FF_00FF_00FF) &+ (eight &>> 8 & 0x00FF_00FF_00FF_00FF)
        return Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
    }
}
