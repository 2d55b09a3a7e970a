internal import Foundation

/// Memory for the bytes of bodies, used again for later ones: fresh memory costs the kernel more time than the bytes take
/// to copy.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class BodyBlocks: @unchecked Sendable {
    /// A block that is being filled.
    struct Block {
        fileprivate let memory: UnsafeMutableRawPointer
        private let size: Int
        private(set) var count = 0

        fileprivate init(memory: UnsafeMutableRawPointer, size: Int) {
            self.memory = memory
            self.size = size
        }

        /// Whether so many bytes have room.
        func hasRoom(for bytes: Int) -> Bool { bytes <= size - count }

        /// Adds bytes, which must have room.
        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            precondition(hasRoom(for: bytes.count))
            guard let start = bytes.baseAddress else { return }
            // SAFETY: the memory has `size` bytes, of which `count` are filled and as many as there are have room.
            (memory + count).copyMemory(from: start, byteCount: bytes.count)
            count += bytes.count
        }

        /// A copy of the bytes so far.
        var copy: Data { Data(bytes: memory, count: count) }
    }

    /// Bytes that a block holds.
    let size: Int
    /// Blocks that are kept for later.
    private let kept: Int
    private let lock = NSLock()
    private var spare: [UnsafeMutableRawPointer] = []

    init(size: Int, kept: Int) {
        self.size = size
        self.kept = kept
    }

    deinit {
        for memory in spare { memory.deallocate() }
    }

    /// An empty block. It must be handed to ``data(of:)`` or ``free(_:)``.
    func take() -> Block {
        let memory = lock.withLock { spare.popLast() }
        return Block(memory: memory ?? .allocate(byteCount: size, alignment: 16), size: size)
    }

    /// The bytes of a block; it comes back when nobody has them any more. They are copied if they are few, because whoever
    /// keeps them would keep the whole block.
    func data(of block: Block) -> Data {
        if block.count <= size / 8 {
            defer { free(block) }
            return block.copy
        }
        // SAFETY: nobody else has the block, and it lives until the deallocator is called.
        return Data(
            bytesNoCopy: block.memory, count: block.count, deallocator: .custom { memory, _ in self.free(memory) })
    }

    /// Takes a block back whose bytes nobody wants.
    func free(_ block: Block) { free(block.memory) }

    private func free(_ memory: UnsafeMutableRawPointer) {
        let isKept = lock.withLock {
            guard spare.count < kept else { return false }
            spare.append(memory)
            return true
        }
        if !isKept { memory.deallocate() }
    }
}

extension BodyBlocks {
    /// Blocks of 16 KiB, 32 KiB and so on, for all sessions. A megabyte of each size is kept.
    private static let bySize = (14...20).map { BodyBlocks(size: 1 << $0, kept: 1 << (20 - $0)) }

    /// The blocks for bodies with so many bytes; nil for those that malloc has pages for anyway, and for large ones, which
    /// are too few to keep memory for.
    static func fitting(_ bytes: Int64) -> BodyBlocks? {
        guard bytes > 1 << 13, bytes <= 1 << 20 else { return nil }
        return bySize.first { $0.size >= bytes }
    }
}
