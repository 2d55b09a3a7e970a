#if arch(x86_64) && canImport(_Builtin_intrinsics.intel.sse2)
// The compiler's header of vector instructions, for `pmovmskb`, which Swift's own vectors lack.
internal import _Builtin_intrinsics.intel.sse2
#endif

// Bytes: those with a meaning, positions among them and loads from there, and comparisons of sixteen at once.

/// The bytes with a meaning in JSON text, by name.
enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    /// U+001E, which is before each value of a JSON text sequence (RFC 7464).
    static let recordSeparator: UInt8 = 0x1E
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let apostrophe: UInt8 = 0x27
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let backslash: UInt8 = 0x5C
    static let openBracket: UInt8 = 0x5B
    static let closeBracket: UInt8 = 0x5D
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D
    static let lowerB: UInt8 = 0x62
    static let lowerE: UInt8 = 0x65
    static let lowerF: UInt8 = 0x66
    static let lowerN: UInt8 = 0x6E
    static let lowerR: UInt8 = 0x72
    static let lowerT: UInt8 = 0x74
    static let lowerU: UInt8 = 0x75
    static let lowerX: UInt8 = 0x78
    static let delete: UInt8 = 0x7F

    /// Whether `byte` is one of the four whitespace characters of RFC 8259, section 2.
    @inline(__always)
    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte <= space && (1 << UInt64(byte)) & whitespaceSet != 0
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

    /// The value of a hexadecimal digit, or nil.
    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte &- 0x30)
        case 0x41...0x46: UInt32(byte &- 0x41 &+ 10)
        case 0x61...0x66: UInt32(byte &- 0x61 &+ 10)
        default: nil
        }
    }

    private static let whitespaceSet: UInt64 = 1 << 0x20 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0D
}

/// A position in the bytes being scanned.
@usableFromInline
typealias Cursor = UnsafePointer<UInt8>

/// The number of bytes from a checked position on that the kernels may read.
///
/// Every kernel takes a `limit`: as long as its cursor is not beyond `limit`, the `readAhead` bytes from the cursor on
/// are readable. The bytes between `limit` and the end of the input are scanned in a copy that zeroes follow.
let readAhead = 64

extension Cursor {
    // SAFETY (all loads): the caller holds a cursor that is at most `readAhead - width` bytes beyond its `limit`.
    @inline(__always)
    func load16() -> UInt32 {
        UInt32(UnsafeRawPointer(self).loadUnaligned(as: UInt16.self).littleEndian)
    }

    @inline(__always)
    func load32() -> UInt32 {
        UnsafeRawPointer(self).loadUnaligned(as: UInt32.self).littleEndian
    }

    @inlinable
    @inline(__always)
    func load64() -> UInt64 {
        UnsafeRawPointer(self).loadUnaligned(as: UInt64.self).littleEndian
    }

    @inline(__always)
    func loadVector() -> SIMD16<Int8> {
        UnsafeRawPointer(self).loadUnaligned(as: SIMD16<Int8>.self)
    }
}

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
