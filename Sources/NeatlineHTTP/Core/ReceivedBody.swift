internal import Foundation

/// A response's body that is kept in memory, as far as it has come.
///
/// A body whose length is known grows in a block of ``BodyBlocks``, any other in a `Data` of its own.
struct ReceivedBody: ~Copyable {
    /// A reserved body is at most so large before its first bytes come: a server may announce anything.
    private static let reservationLimit: Int64 = 16 << 20

    /// What the head says; -1 if it says nothing. A body that was decoded has another length.
    private let expectedLength: Int64
    private var block: BodyBlocks.Block?
    /// The body, unless it is in the block.
    private var data: Data?

    init(expectedLength: Int64 = -1) { self.expectedLength = expectedLength }

    deinit { block?.free() }

    /// Adds bytes. O(n), amortised
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

    /// What has come, without copying it if it is as much as was expected; nil if nothing has.
    mutating func soFar() -> Data? {
        if let block, block.count < expectedLength { return block.copy }
        settle()
        return data
    }

    /// Makes a `Data` of what is in the block.
    private mutating func settle() {
        guard let block else { return }
        data = block.data()
        self.block = nil
    }
}
