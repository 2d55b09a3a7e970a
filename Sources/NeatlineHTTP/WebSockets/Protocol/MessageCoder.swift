#if os(Linux)
internal import CNeatlineCurl
#endif

/// Compresses or decompresses the messages of one direction of a connection (RFC 7692, section 7.2), by the system's zlib,
/// which ``CurlDecoders`` has loaded.
///
/// Used only by the thread that has the connection's ``WebSocketMachine``.
final class MessageCoder {
    /// The result of decompressing bytes.
    enum Decompression {
        case done
        case invalid
        /// More than the allowed number of bytes come out.
        case tooLarge
    }

    /// The bytes that end a message and are not sent: an empty block without compression.
    private static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    #if os(Linux)
    private let coder: OpaquePointer

    /// Whether messages can be compressed in this process.
    static var isAvailable: Bool { (try? CurlLibrary.system.get())?.decoders.codesMessages == true }

    /// Creates a coder; returns `nil` without zlib or memory.
    init?(compresses: Bool, windowBits: Int) {
        guard let decoders = (try? CurlLibrary.system.get())?.decoders,
            let coder = decoders.messageCoder(compresses: compresses, windowBits: windowBits)
        else { return nil }
        self.coder = coder
    }

    deinit { neatline_message_coder_free(coder) }

    /// Forgets the messages before; returns whether that was possible.
    func reset() -> Bool { neatline_message_coder_reset(coder) != 0 }

    private func run(
        _ input: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Bool
    ) -> Decompression {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { piece in
            var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            var left = input.count
            while true {
                // SAFETY: the coder reads `left` bytes of the input and writes at most `piece.count` bytes, as many as it
                // returns.
                let count = neatline_message_coder_run(
                    coder, &next, &left, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), piece.count)
                guard count >= 0 else { return .invalid }
                // An error behind the output is reported by the next call.
                if count == 0, left == 0 { return .done }
                if !output(UnsafeRawBufferPointer(rebasing: piece[..<count])) { return .tooLarge }
            }
        }
    }
    #else
    static var isAvailable: Bool { false }
    init?(compresses: Bool, windowBits: Int) { nil }
    func reset() -> Bool { false }
    private func run(
        _ input: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Bool
    ) -> Decompression { .invalid }
    #endif

    /// Returns a message in compressed form; `nil` if zlib fails.
    func compress(_ message: UnsafeRawBufferPointer) -> [UInt8]? {
        var compressed: [UInt8] = []
        guard
            case .done = run(
                message,
                {
                    compressed.append(contentsOf: $0)
                    return true
                }), compressed.suffix(4).elementsEqual(Self.tail)
        else { return nil }
        compressed.removeLast(4)
        return compressed
    }

    /// Decompresses a part of a message.
    ///
    /// - Parameters:
    ///   - bytes: The part.
    ///   - output: Receives what comes out, in chunks; it returns `false` to end this with ``Decompression/tooLarge``.
    func decompress(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Bool) -> Decompression {
        bytes.isEmpty ? .done : run(bytes, output)
    }

    /// Decompresses the end of a message, behind its last part.
    func endMessage(_ output: (UnsafeRawBufferPointer) -> Bool) -> Decompression {
        Self.tail.withUnsafeBytes { run($0, output) }
    }
}
