#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Bytes that came and were not used yet.
struct InputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Up to where there is no end of a head.
    private var searched = 0

    var count: Int { bytes.count - start }

    mutating func append(_ new: ArraySlice<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
            start = 0
            searched = 0
        } else if start > 1 << 16 {
            bytes.removeFirst(start)
            searched = max(0, searched - start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    mutating func removeAll() {
        bytes = []
        start = 0
        searched = 0
    }

    /// Steps over line breaks, which may stand before a request (RFC 9112, section 2.2).
    mutating func skipLineBreaks() {
        while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
        searched = max(searched, start)
    }

    /// The lines up to an empty one, which is not among them.
    mutating func takeHead() -> [UInt8]? {
        while let lineEnd = index(of: 0x0A, from: searched) {
            let next = lineEnd + 1
            if next < bytes.count, bytes[next] == 0x0A {
                return head(end: next, next: next + 1)
            }
            if next + 1 < bytes.count, bytes[next] == 0x0D, bytes[next + 1] == 0x0A {
                return head(end: next, next: next + 2)
            }
            // The empty line may still be on its way.
            if next + 1 >= bytes.count { return nil }
            searched = next
        }
        searched = bytes.count
        return nil
    }

    /// The bytes before the next line break.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        guard let end = index(of: 0x0A, from: start) else { return nil }
        defer { start = end + 1 }
        return end > start && bytes[end - 1] == 0x0D ? bytes[start..<(end - 1)] : bytes[start..<end]
    }

    /// Gives `body` the next bytes, of which there are as many.
    mutating func take(_ count: Int, _ body: (ArraySlice<UInt8>) -> Void) {
        if count == 0 { return }
        body(bytes[start..<(start + count)])
        start += count
    }

    private mutating func head(end: Int, next: Int) -> [UInt8] {
        defer {
            start = next
            searched = next
        }
        return Array(bytes[start..<end])
    }

    private func index(of byte: UInt8, from first: Int) -> Int? {
        if first >= bytes.count { return nil }
        // SAFETY: `first` is inside the bytes, and no more than what follows it is searched.
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + first, Int32(byte), buffer.count - first)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
