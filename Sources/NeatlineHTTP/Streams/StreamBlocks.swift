internal import Foundation

/// Memory for the pieces of a body, used again for later ones: fresh memory costs the kernel more time than the bytes
/// take to copy.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class StreamBlocks: @unchecked Sendable {
    /// Bytes that a block holds.
    static let size = 128 << 10
    /// Blocks that are kept for later.
    private static let kept = 8

    /// A block that is being filled.
    struct Block {
        fileprivate let memory: UnsafeMutableRawPointer
        private(set) var count = 0

        fileprivate init(memory: UnsafeMutableRawPointer) { self.memory = memory }

        /// Whether so many bytes have room.
        func hasRoom(for bytes: Int) -> Bool { bytes <= StreamBlocks.size - count }

        /// Adds bytes, which must have room.
        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            precondition(hasRoom(for: bytes.count))
            guard let start = bytes.baseAddress else { return }
            // SAFETY: the memory has `size` bytes, of which `count` are filled and as many as there are have room.
            (memory + count).copyMemory(from: start, byteCount: bytes.count)
            count += bytes.count
        }
    }

    private let lock = NSLock()
    private var spare: [UnsafeMutableRawPointer] = []

    deinit {
        for memory in spare { memory.deallocate() }
    }

    /// An empty block. It must be handed to ``data(of:)`` or ``free(_:)``.
    func take() -> Block {
        let memory = lock.withLock { spare.popLast() }
        return Block(memory: memory ?? .allocate(byteCount: Self.size, alignment: 16))
    }

    /// The bytes of a block, without copying them; it comes back when nobody has them any more.
    func data(of block: Block) -> Data {
        // SAFETY: nobody else has the block, and it lives until the deallocator is called.
        Data(bytesNoCopy: block.memory, count: block.count, deallocator: .custom { memory, _ in self.free(memory) })
    }

    /// Takes a block back whose bytes nobody wants.
    func free(_ block: Block) { free(block.memory) }

    private func free(_ memory: UnsafeMutableRawPointer) {
        let isKept = lock.withLock {
            guard spare.count < Self.kept else { return false }
            spare.append(memory)
            return true
        }
        if !isKept { memory.deallocate() }
    }
}
