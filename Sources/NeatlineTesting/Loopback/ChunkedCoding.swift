/// How a body goes in chunks (RFC 9112, section 7.1).
enum ChunkedCoding {
    /// A chunk, or nothing if there are no bytes, because an empty chunk is the last one.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.isEmpty { return [] }
        var chunk = Array(String(bytes.count, radix: 16).utf8)
        chunk.reserveCapacity(chunk.count + bytes.count + 4)
        chunk += [0x0D, 0x0A]
        chunk += bytes
        chunk += [0x0D, 0x0A]
        return chunk
    }

    /// The last chunk, the trailers and the empty line.
    static func end(trailers: [(name: String, value: String)]) -> [UInt8] {
        var end: [UInt8] = [0x30, 0x0D, 0x0A]
        for (name, value) in trailers { end += "\(name): \(value)\r\n".utf8 }
        end += [0x0D, 0x0A]
        return end
    }
}
