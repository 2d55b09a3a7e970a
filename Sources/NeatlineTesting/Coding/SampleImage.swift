/// Pictures of one grey point, small and valid.
enum SampleImage {
    /// RFC 2083: a header, the coded point, the end.
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + pngChunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
        + pngChunk("IDAT", LoopbackCoding.deflate.encode([0, 0x80])) + pngChunk("IEND", [])

    /// ITU-T T.81: one component, tables of one code each, and a block whose coefficients are all zero.
    static let jpeg: [UInt8] =
        [0xFF, 0xD8]
        + jpegSegment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
        + jpegSegment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        + jpegSegment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        + jpegSegment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + jpegSegment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + jpegSegment(0xDA, [1, 1, 0x00, 0, 63, 0])
        + [0x3F, 0xFF, 0xD9]

    static let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>"#

    private static func pngChunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + content
        return LoopbackCoding.littleEndian(UInt32(content.count), 4).reversed() + body
            + LoopbackCoding.littleEndian(CheckSums.crc32(body), 4).reversed()
    }

    private static func jpegSegment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + LoopbackCoding.littleEndian(UInt32(content.count + 2), 2).reversed() + content
    }
}
