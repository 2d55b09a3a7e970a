/// The head of a frame of a WebSocket (RFC 6455, section 5.2):
///
/// ```
/// FIN RSV1 RSV2 RSV3 opcode(4) | MASK length(7) | length, continued (0, 2 or 8 bytes) | masking key (0 or 4 bytes)
/// ```
package struct WebSocketFrameHead: Sendable, Hashable {
    /// The kind of a frame. Opcodes from 8 on are those of control frames.
    package struct Opcode: RawRepresentable, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let continuation = Opcode(rawValue: 0)
        package static let text = Opcode(rawValue: 1)
        package static let binary = Opcode(rawValue: 2)
        package static let close = Opcode(rawValue: 8)
        package static let ping = Opcode(rawValue: 9)
        package static let pong = Opcode(rawValue: 10)

        /// Whether this is the opcode of a control frame.
        package var isControl: Bool { rawValue >= 8 }

        var isKnown: Bool { rawValue <= 2 || 8...10 ~= rawValue }
    }

    /// The maximum number of bytes of a head.
    package static let maximumSize = 14

    /// Whether the frame is the last one of its message.
    package var isFinal: Bool
    /// The bits that extensions use: 4 is RSV1, which marks a compressed message.
    package var reservedBits: UInt8
    package var opcode: Opcode
    package var payloadLength: UInt64
    /// The masking key, whose first byte is the lowest one; `nil` if the payload is not masked.
    package var mask: UInt32?

    package init(
        isFinal: Bool = true, reservedBits: UInt8 = 0, opcode: Opcode, payloadLength: UInt64, mask: UInt32? = nil
    ) {
        self.isFinal = isFinal
        self.reservedBits = reservedBits
        self.opcode = opcode
        self.payloadLength = payloadLength
        self.mask = mask
    }

    /// RSV1, which marks a compressed message.
    package static let compressedBit: UInt8 = 4

    // MARK: Writing

    /// Writes the head with the shortest form of its length.
    ///
    /// - Parameter memory: At least ``maximumSize`` bytes.
    /// - Returns: The number of bytes that were written.
    func write(to memory: UnsafeMutableRawBufferPointer) -> Int {
        precondition(memory.count >= Self.maximumSize)
        memory[0] = (isFinal ? 0x80 : 0) | reservedBits << 4 | opcode.rawValue
        let masked: UInt8 = mask == nil ? 0 : 0x80
        var count: Int
        // SAFETY (all stores): the memory has room for the longest head, as was just checked.
        if payloadLength < 126 {
            memory[1] = masked | UInt8(payloadLength)
            count = 2
        } else if payloadLength <= UInt64(UInt16.max) {
            memory[1] = masked | 126
            memory.storeBytes(of: UInt16(payloadLength).bigEndian, toByteOffset: 2, as: UInt16.self)
            count = 4
        } else {
            memory[1] = masked | 127
            memory.storeBytes(of: payloadLength.bigEndian, toByteOffset: 2, as: UInt64.self)
            count = 10
        }
        if let mask {
            memory.storeBytes(of: mask.littleEndian, toByteOffset: count, as: UInt32.self)
            count += 4
        }
        return count
    }

    /// The bytes of the head.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.maximumSize) { memory, count in
            count = write(to: UnsafeMutableRawBufferPointer(memory))
        }
    }

    // MARK: Reading

    /// The result of reading a head.
    enum Reading {
        /// More bytes are needed.
        case incomplete
        case complete(WebSocketFrameHead, byteCount: Int)
        case invalid(WebSocketError.Violation)
    }

    /// Reads a head from the beginning of bytes.
    ///
    /// A length that is not in its shortest form, or has its highest bit set, is invalid (RFC 6455, section 5.2).
    static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
        guard bytes.count >= 2 else { return .incomplete }
        let (first, second) = (bytes[0], bytes[1])
        var count = 2
        var length = UInt64(second & 0x7F)
        if length == 126 {
            guard bytes.count >= 4 else { return .incomplete }
            length = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
            if length < 126 { return .invalid(.lengthNotShortest) }
            count = 4
        } else if length == 127 {
            guard bytes.count >= 10 else { return .incomplete }
            length = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
            if length > UInt64(Int64.max) { return .invalid(.lengthTooLarge) }
            if length <= UInt64(UInt16.max) { return .invalid(.lengthNotShortest) }
            count = 10
        }
        var mask: UInt32?
        if second & 0x80 != 0 {
            guard bytes.count >= count + 4 else { return .incomplete }
            mask = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count, as: UInt32.self))
            count += 4
        }
        let head = WebSocketFrameHead(
            isFinal: first & 0x80 != 0, reservedBits: first >> 4 & 7, opcode: Opcode(rawValue: first & 15),
            payloadLength: length, mask: mask)
        return .complete(head, byteCount: count)
    }
}
