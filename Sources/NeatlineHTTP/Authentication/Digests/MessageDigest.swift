/// A hash function that takes its input in blocks: MD5 and the SHA-2 family.
protocol BlockDigest {
    /// Bytes of a block.
    static var blockSize: Int { get }
    /// Whether the last block says the input's length with its highest byte first.
    static var isBigEndian: Bool { get }

    /// The state before the first block.
    init()

    /// Takes one block: exactly ``blockSize`` bytes.
    mutating func compress(_ block: UnsafeRawBufferPointer)

    /// What the state is as a digest.
    var bytes: [UInt8] { get }
}

/// The digest of bytes that come in pieces of any size.
///
/// MD5 and SHA-2 differ in what they do with a block; how the input is cut into blocks and what follows its end is the
/// same in all of them (RFC 1321, sections 3.1 and 3.2; FIPS 180-4, section 5.1).
struct MessageDigest<Hash: BlockDigest> {
    private var hash = Hash()
    /// Less than a block.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    init() {}

    /// Takes the next bytes. O(n)
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

    /// The digest of all that came.
    consuming func finish() -> [UInt8] {
        // One bit that is set, zeros, and the number of bits, which stands at the end of a block.
        let lengthSize = Hash.blockSize / 8
        var padding: [UInt8] = [0x80]
        while (rest.count + padding.count + lengthSize) % Hash.blockSize != 0 { padding.append(0) }
        let bits = count << 3
        for index in 0..<lengthSize {
            // More than 2^64 bits have to be nowhere but in the standard.
            let place = Hash.isBigEndian ? lengthSize - 1 - index : index
            padding.append(place < 8 ? UInt8(truncatingIfNeeded: bits >> (8 * UInt64(place))) : 0)
        }
        padding.withUnsafeBytes { update($0) }
        return hash.bytes
    }

    /// The digest of bytes that are all there. O(n)
    static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = MessageDigest()
        digest.update(bytes)
        return digest.finish()
    }
}

extension FixedWidthInteger {
    /// The bits shifted to the left, those that fall out coming in at the right.
    @inline(__always)
    func rotatedLeft(_ count: Self) -> Self { self &<< count | self &>> (Self(Self.bitWidth) &- count) }

    /// The bits shifted to the right, those that fall out coming in at the left.
    @inline(__always)
    func rotatedRight(_ count: Self) -> Self { self &>> count | self &<< (Self(Self.bitWidth) &- count) }

    /// The bytes, the highest one first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
    /// The bytes, the lowest one first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
