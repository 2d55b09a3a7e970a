internal import Foundation

/// A hash function that takes its input in blocks: MD5, SHA-1 and the SHA-2 family.
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
/// They differ only in the function for a block; splitting and padding the input are the same (RFC 1321,
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
            let offset = Hash.isBigEndian ? lengthSize - 1 - index : index
            padding.append(offset < 8 ? UInt8(truncatingIfNeeded: bits >> (8 * UInt64(offset))) : 0)
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

/// MD5 (RFC 1321). Not secure, but most servers with Digest support nothing else.
struct MD5: BlockDigest {
    static var blockSize: Int { 64 }
    static var isBigEndian: Bool { false }

    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xefcd_ab89
    private var c: UInt32 = 0x98ba_dcfe
    private var d: UInt32 = 0x1032_5476

    init() {}

    var bytes: [UInt8] { [a, b, c, d].flatMap(\.littleEndianBytes) }

    mutating func compress(_ block: UnsafeRawBufferPointer) {
        var (a, b, c, d) = (a, b, c, d)
        for step in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch step >> 4 {
            case 0: (mixed, word) = (b & c | ~b & d, step)
            case 1: (mixed, word) = (d & b | ~d & c, 5 * step + 1)
            case 2: (mixed, word) = (b ^ c ^ d, 3 * step + 5)
            default: (mixed, word) = (c ^ (b | ~d), 7 * step)
            }
            let input = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: 4 * (word & 15), as: UInt32.self))
            let sum = a &+ mixed &+ input &+ Self.sines[step]
            (a, d, c, b) = (d, c, b, b &+ sum.rotatedLeft(Self.shifts[(step >> 4) << 2 | step & 3]))
        }
        self.a &+= a
        self.b &+= b
        self.c &+= c
        self.d &+= d
    }

    /// Four for each round, which come in turn.
    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// The first 32 bits of the fractions of |sin 1|, |sin 2|, ...
    private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 0x1p32) }
}

/// SHA-1 (FIPS 180-4, section 6.1). Not secure; the handshake of WebSockets uses it.
struct SHA1: BlockDigest {
    static var blockSize: Int { 64 }
    static var isBigEndian: Bool { true }

    private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]

    init() {}

    var bytes: [UInt8] { state.flatMap(\.bigEndianBytes) }

    mutating func compress(_ block: UnsafeRawBufferPointer) {
        var words = (0..<16).map {
            UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
        }
        for index in 16..<80 {
            words.append((words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]).rotatedLeft(1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let mixed: UInt32
            let constant: UInt32
            switch index / 20 {
            case 0: (mixed, constant) = (b & c | ~b & d, 0x5a82_7999)
            case 1: (mixed, constant) = (b ^ c ^ d, 0x6ed9_eba1)
            case 2: (mixed, constant) = (b & c | b & d | c & d, 0x8f1b_bcdc)
            default: (mixed, constant) = (b ^ c ^ d, 0xca62_c1d6)
            }
            let sum = a.rotatedLeft(5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (sum, a, b.rotatedLeft(30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }
}

/// The common part of the SHA-2 family (FIPS 180-4, sections 6.2 and 6.4): all but the size of words, the rotations and
/// the constants.
struct SHA2State<Word: SHA2Word> {
    static var blockSize: Int { 16 * Word.byteCount }

    /// Eight words.
    private var state: [Word]

    init(_ state: [Word]) { self.state = state }

    var bytes: [UInt8] { state.flatMap(\.bigEndianBytes) }

    mutating func compress(_ block: UnsafeRawBufferPointer) {
        let steps = Word.roots.count
        withUnsafeTemporaryAllocation(of: Word.self, capacity: steps) { words in
            // SAFETY: all words are written before they are read; they need no deinitialization.
            for index in 0..<16 {
                let offset = index * Word.byteCount
                words[index] = Word(bigEndian: block.loadUnaligned(fromByteOffset: offset, as: Word.self))
            }
            for index in 16..<steps {
                let first = words[index - 15].spread(Word.early)
                let second = words[index - 2].spread(Word.late)
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            mix(words)
        }
    }

    private mutating func mix(_ words: UnsafeMutableBufferPointer<Word>) {
        let roots = Word.roots
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in words.indices {
            let first = h &+ e.turned(Word.high) &+ (e & f ^ ~e & g) &+ roots[index] &+ words[index]
            let second = a.turned(Word.low) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }
}

/// A word of a SHA-2 function, with the parameters of its size (FIPS 180-4, sections 4.1 and 4.2).
protocol SHA2Word: FixedWidthInteger, BitwiseCopyable {
    typealias Bits = (Self, Self, Self)

    /// The first bits of the fractions of the cube roots of the first primes, one for each step.
    static var roots: [Self] { get }
    /// The two rotations and the shift for words of the schedule.
    static var early: Bits { get }
    static var late: Bits { get }
    /// The three rotations for words of the state.
    static var high: Bits { get }
    static var low: Bits { get }
}

extension SHA2Word {
    fileprivate static var byteCount: Int { bitWidth / 8 }

    @inline(__always)
    fileprivate func turned(_ bits: Bits) -> Self {
        rotatedRight(bits.0) ^ rotatedRight(bits.1) ^ rotatedRight(bits.2)
    }

    @inline(__always)
    fileprivate func spread(_ bits: Bits) -> Self {
        rotatedRight(bits.0) ^ rotatedRight(bits.1) ^ self &>> bits.2
    }
}

/// A function of the SHA-2 family, which differs from others by its words and its initial state.
protocol SHA2Digest: BlockDigest {
    associatedtype Word: SHA2Word

    var state: SHA2State<Word> { get set }
}

extension SHA2Digest {
    static var blockSize: Int { SHA2State<Word>.blockSize }
    static var isBigEndian: Bool { true }

    var bytes: [UInt8] { state.bytes }

    mutating func compress(_ block: UnsafeRawBufferPointer) { state.compress(block) }
}

/// SHA-256 (FIPS 180-4, section 6.2).
struct SHA256: SHA2Digest {
    /// The first 32 bits of the fractions of the square roots of the first primes.
    var state = SHA2State<UInt32>([
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ])
}

extension UInt32: SHA2Word {
    static var early: Bits { (7, 18, 3) }
    static var late: Bits { (17, 19, 10) }
    static var high: Bits { (6, 11, 25) }
    static var low: Bits { (2, 13, 22) }

    /// Those of SHA-512, of which only the first 32 bits are used, and fewer primes.
    static let roots = UInt64.roots.prefix(64).map { UInt32(truncatingIfNeeded: $0 >> 32) }
}

/// SHA-512 (FIPS 180-4, section 6.4).
struct SHA512: SHA2Digest {
    /// The first 64 bits of the fractions of the square roots of the first primes.
    var state = SHA2State<UInt64>([
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ])
}

/// SHA-512/256 (FIPS 180-4, section 6.7): SHA-512 with another initial state, truncated to half.
struct SHA512Half: SHA2Digest {
    /// The initial state of FIPS 180-4, section 5.3.6.2.
    var state = SHA2State<UInt64>([
        0x2231_2194_fc2b_f72c, 0x9f55_5fa3_c84c_64c2, 0x2393_b86b_6f53_b151, 0x9638_7719_5940_eabd,
        0x9628_3ee2_a88e_ffe3, 0xbe5e_1e25_5386_3992, 0x2b01_99fc_2c85_b8aa, 0x0eb7_2ddc_81c5_2ca2,
    ])

    var bytes: [UInt8] { Array(state.bytes.prefix(32)) }
}

extension UInt64: SHA2Word {
    static var early: Bits { (1, 8, 7) }
    static var late: Bits { (19, 61, 6) }
    static var high: Bits { (14, 18, 41) }
    static var low: Bits { (28, 34, 39) }

    static let roots: [UInt64] = [
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
        0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
        0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
        0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
        0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
    ]
}
