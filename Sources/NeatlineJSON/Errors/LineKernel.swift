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
