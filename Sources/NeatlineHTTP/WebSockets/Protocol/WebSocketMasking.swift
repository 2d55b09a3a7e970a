/// Masking of payloads (RFC 6455, section 5.3): each byte is combined with one of the key's four in turn, which both
/// masks and unmasks.
enum WebSocketMasking {
    /// Copies bytes and masks the copies.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - target: The memory for the copies, of at least the same size; it may be that of the bytes themselves.
    ///   - key: The masking key, whose first byte is the lowest one.
    ///   - offset: The position of the first byte in its payload.
    /// - Complexity: O(*n*), with 32 bytes at a time.
    static func copy(
        _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, key: UInt32, offset: Int
    ) {
        precondition(source.count <= target.count)
        // Rotated so that the first byte of `source` is combined with the lowest byte.
        let turned = key >> UInt32((offset & 3) * 8) | key << UInt32((4 - offset & 3) * 8)
        let word = (UInt64(turned) << 32 | UInt64(turned)).littleEndian
        let lanes = SIMD4<UInt64>(repeating: word)
        var index = 0
        // SAFETY (all loads and stores): the index leaves room for what is loaded, and the target is at least as large.
        while index + 32 <= source.count {
            let masked = source.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self) ^ lanes
            target.storeBytes(of: masked, toByteOffset: index, as: SIMD4<UInt64>.self)
            index += 32
        }
        while index + 8 <= source.count {
            let masked = source.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ word
            target.storeBytes(of: masked, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < source.count {
            target[index] = source[index] ^ UInt8(truncatingIfNeeded: turned >> UInt32((index & 3) * 8))
            index += 1
        }
    }
}

/// Masking keys, which must not be predictable (RFC 6455, section 10.3). They are taken from the system's random numbers,
/// many at a time, because a system call for each would take longer than masking a short message.
struct WebSocketMaskingKeys {
    private var keys: [UInt32] = []

    /// Returns the next key.
    mutating func next() -> UInt32 {
        if let key = keys.popLast() { return key }
        var generator = SystemRandomNumberGenerator()
        keys.reserveCapacity(64)
        for _ in 0..<32 {
            let number = generator.next()
            keys.append(UInt32(truncatingIfNeeded: number))
            keys.append(UInt32(truncatingIfNeeded: number >> 32))
        }
        return keys.removeLast()
    }
}
