/// A hash function that takes its input in blocks: MD5 and the SHA-2 family.
protocol BlockDigest {
    /// The size of a block in bytes.
    static var blockSize: Int { get }
    /// Whether the length of the input in the last block is big-endian.
    static var isBigEndian: Bool { get }

    /// Creates the initial state.
    init()

    /// Adds one block of exactly ``blockSize`` bytes.
    mutating func compress(_ block: UnsafeRawBufferPointer)

    /// The digest of the state.
    var bytes: [UInt8] { get }
}

/// Computes the digest of bytes in chunks of any size.
///
/// MD5 and SHA-2 differ only in the function for a block; splitting and padding the input are the same (RFC 1321,
/// sections 3.1 and 3.2; FIPS 180-4, section 5.1).
struct MessageDigest<Hash: BlockDigest> {
    private var hash = Hash()
    /// The bytes of an incomplete block.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    init() {}

    /// Adds bytes.
    ///
    /// - Complexity: O(*n*)
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var bytes = UnsafeRawBufferPointer(rebasing: bytes[...])
        if !rest.isEmpty {
            let missing = min(Hash.blockSize - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<missing])
            bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
            guard rest.count == Hash.blockSize else { return }
            rest.withUnsafeBytes { hash.compress($0) }
            rest.removeAll(keepingCapacity: true)
        }
        while bytes.count >= Hash.blockSize {
            hash.compress(UnsafeRawBufferPointer(rebasing: bytes[..<Hash.blockSize]))
            bytes = UnsafeRawBufferPointer(rebasing: bytes[Hash.blockSize...])
        }
        rest.append(contentsOf: bytes)
    }

    /// Returns the digest of all bytes.
    consuming func finish() -> [UInt8] {
        // The padding: one set bit, zeros, and the number of bits at the end of a block.
        let lengthSize = Hash.blockSize / 8
        var padding: [UInt8] = [0x80]
        while (rest.count + padding.count + lengthSize) % Hash.blockSize != 0 { padding.append(0) }
        let bits = count << 3
        for index in 0..<lengthSize {
            // Inputs of more than 2^64 bits do not occur.
            let place = Hash.isBigEndian ? lengthSize - 1 - index : index
            padding.append(place < 8 ? UInt8(truncatingIfNeeded: bits >> (8 * UInt64(place))) : 0)
        }
        padding.withUnsafeBytes { update($0) }
        return hash.bytes
    }

    /// Returns the digest of bytes.
    ///
    /// - Complexity: O(*n*)
    static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = MessageDigest()
        digest.update(bytes)
        return digest.finish()
    }
}

extension FixedWidthInteger {
    /// Returns the bits rotated to the left.
    @inline(__always)
    func rotatedLeft(_ count: Self) -> Self { self &<< count | self &>> (Self(Self.bitWidth) &- count) }

    /// Returns the bits rotated to the right.
    @inline(__always)
    func rotatedRight(_ count: Self) -> Self { self &>> count | self &<< (Self(Self.bitWidth) &- count) }

    /// The bytes in big-endian order.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
    /// The bytes in little-endian order.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
