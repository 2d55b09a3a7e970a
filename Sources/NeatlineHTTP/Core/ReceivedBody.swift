internal import Foundation

/// The part of a response's body that has been received, in memory.
///
/// A body whose length is known is stored in a block of ``BodyBlocks``, any other in a `Data`.
struct ReceivedBody: ~Copyable {
    /// The maximum number of bytes to reserve before the body arrives, because a server may announce any length.
    private static let reservationLimit: Int64 = 16 << 20

    /// The length that the head announces, or -1. The length of a decoded body differs from it.
    private let expectedLength: Int64
    private var block: BodyBlocks.Block?
    /// The body, unless it is stored in the block.
    private var data: Data?

    init(expectedLength: Int64 = -1) { self.expectedLength = expectedLength }

    deinit { block?.free() }

    /// Appends bytes.
    ///
    /// - Complexity: amortized O(*n*), where *n* is the number of appended bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if data == nil, block == nil, bytes.count < expectedLength {
            block = BodyBlocks.fitting(expectedLength)?.take()
            if block == nil { data = Data(capacity: Int(min(expectedLength, Self.reservationLimit))) }
        }
        if block?.hasRoom(for: bytes.count) == true {
            block?.append(bytes)
        } else {
            settle()
            if data == nil { data = Data(bytes) } else { data?.append(contentsOf: bytes) }
        }
    }

    /// Returns the bytes that have been received, without copying them if the body is complete; `nil` if there are
    /// none.
    mutating func soFar() -> Data? {
        if let block, block.count < expectedLength { return block.copy }
        settle()
        return data
    }

    /// Moves the bytes of the block to a `Data`.
    private mutating func settle() {
        guard let block else { return }
        data = block.data()
        self.block = nil
    }
}
