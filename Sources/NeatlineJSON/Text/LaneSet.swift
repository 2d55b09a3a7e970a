#if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
// The compiler's header of vector instructions, for `pmovmskb`, which Swift's own vectors lack.
internal import _Builtin_intrinsics.intel.sse2
#endif

/// The lanes, of 16, in which a comparison is true.
struct LaneSet {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
    /// A bit for each lane, the lowest one for the first.
    private let lanes: UInt32

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
        // SAFETY: both are plain vectors of 16 bytes.
        lanes = UInt32(truncatingIfNeeded: _mm_movemask_epi8(unsafeBitCast(mask, to: SIMD2<Int64>.self)))
    }

    @inline(__always)
    var isEmpty: Bool { lanes == 0 }

    /// The first lane's index, if there is one.
    @inline(__always)
    var first: Int { lanes.trailingZeroBitCount }
    #else
    private let lanes: PortableLaneSet

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) { lanes = PortableLaneSet(mask) }

    @inline(__always)
    var isEmpty: Bool { lanes.isEmpty }

    /// The first lane's index, if there is one.
    @inline(__always)
    var first: Int { lanes.first }
    #endif
}

/// A `LaneSet` without processor-specific instructions.
struct PortableLaneSet {
    /// A byte for each lane, of ones or of zeros.
    private let halves: SIMD2<UInt64>

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
        // SAFETY: both are plain vectors of 16 bytes.
        halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    }

    /// Not by `any`, which is not inlined into large functions.
    @inline(__always)
    var isEmpty: Bool { halves[0] | halves[1] == 0 }

    /// The first lane's index, if there is one.
    @inline(__always)
    var first: Int {
        if halves[0] != 0 { return halves[0].littleEndian.trailingZeroBitCount &>> 3 }
        return 8 &+ halves[1].littleEndian.trailingZeroBitCount &>> 3
    }
}
