/// Content codings for the bodies of tests.
///
/// ```swift
/// let body = LoopbackCoding.gzip.encode(#"{"ok":true}"#.utf8)
/// LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: body)
/// ```
///
/// The encoded bytes are valid and a little longer than the content: it is stored uncompressed, so a test knows the offset
/// of each byte of the content.
public enum LoopbackCoding: String, Sendable, Hashable, CaseIterable {
    /// The gzip format (RFC 1952).
    case gzip
    /// The zlib format (RFC 1950), which `deflate` means in HTTP.
    case deflate
    /// The Brotli format (RFC 7932).
    case brotli = "br"
    /// The Zstandard format (RFC 8878).
    case zstandard = "zstd"

    /// The coding's name in `Content-Encoding`.
    public var name: String { rawValue }

    /// Returns the bytes in this content coding.
    ///
    /// - Parameter content: The bytes to encode.
    /// - Returns: The encoded bytes.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    public func encode(_ content: some Collection<UInt8>) -> [UInt8] {
        let content = Array(content)
        switch self {
        case .gzip:
            // Magic, deflate, no flags, no time, no extra flags, unknown system.
            var coded: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
            coded += Self.storedBlocks(content)
            coded += Self.littleEndian(CheckSums.crc32(content), 4)
            coded += Self.littleEndian(UInt32(truncatingIfNeeded: content.count), 4)
            return coded
        case .deflate:
            var coded: [UInt8] = [0x78, 0x01]
            coded += Self.storedBlocks(content)
            coded += Self.littleEndian(CheckSums.adler32(content), 4).reversed()
            return coded
        case .brotli: return Self.brotli(content)
        case .zstandard: return Self.zstandard(content)
        }
    }

    /// Returns the bytes as uncompressed blocks (RFC 1951, section 3.2.4).
    private static func storedBlocks(_ content: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        blocks.reserveCapacity(content.count + content.count / 65_535 * 5 + 5)
        var start = 0
        repeat {
            let end = min(content.count, start + 65_535)
            let length = UInt32(end - start)
            blocks.append(end == content.count ? 1 : 0)
            blocks += littleEndian(length, 2)
            blocks += littleEndian(~length, 2)
            blocks += content[start..<end]
            start = end
        } while start < content.count
        return blocks
    }

    /// Returns a window of 64 KB, uncompressed meta-blocks, and an empty last one (RFC 7932, sections 9.1 and 9.2).
    private static func brotli(_ content: [UInt8]) -> [UInt8] {
        var coded: [UInt8] = []
        var start = 0
        while start < content.count {
            let end = min(content.count, start + 65_536)
            // From the lowest bit: not the last, four digits of length, the length minus one, uncompressed.
            let header = UInt32(end - start - 1) << 3 | 1 << 19
            // Only the first one is preceded by the window's size, one bit; it has 21 bits then, the others 20.
            coded += littleEndian(start == 0 ? header << 1 : header, 3)
            coded += content[start..<end]
            start = end
        }
        // Without a block before it, the window's bit is here, too.
        return coded + [content.isEmpty ? 0b110 : 0b11]
    }

    /// Returns one frame of uncompressed blocks, with its size and a window of 128 KiB (RFC 8878, section 3.1.1).
    private static func zstandard(_ content: [UInt8]) -> [UInt8] {
        var coded: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x80, 0x38]
        coded += littleEndian(UInt32(truncatingIfNeeded: content.count), 4)
        var start = 0
        repeat {
            let end = min(content.count, start + 131_072)
            coded += littleEndian(UInt32(end - start) << 3 | (end == content.count ? 1 : 0), 3)
            coded += content[start..<end]
            start = end
        } while start < content.count
        return coded
    }

    static func littleEndian(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}

/// Checksums.
enum CheckSums {
    /// Returns the CRC-32 (RFC 1952, section 8).
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }

    /// Returns the Adler-32 checksum (RFC 1950, section 9).
    static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
