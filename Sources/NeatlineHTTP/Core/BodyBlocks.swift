internal import Foundation
internal import NeatlineFoundation

/// Memory for the bytes of bodies, used again for later ones: fresh memory costs the kernel more time than the bytes take
/// to copy.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class BodyBlocks: @unchecked Sendable {
    /// A block that is being filled. It must end with ``data()`` or ``free()``.
    struct Block {
        private let home: BodyBlocks
        private let memory: UnsafeMutableRawPointer
        private(set) var count = 0

        fileprivate init(of home: BodyBlocks, memory: UnsafeMutableRawPointer) {
            self.home = home
            self.memory = memory
        }

        /// Whether so many bytes have room.
        func hasRoom(for bytes: Int) -> Bool { bytes <= home.size - count }

        /// Adds bytes, which must have room.
        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            precondition(hasRoom(for: bytes.count))
            guard let start = bytes.baseAddress else { return }
            // SAFETY: the memory has `size` bytes, of which `count` are filled and as many as there are have room.
            (memory + count).copyMemory(from: start, byteCount: bytes.count)
            count += bytes.count
        }

        /// Calls a closure with the bytes so far.
        func withBytes<Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
        ) throws(Failure) {
            // SAFETY: the memory has at least `count` bytes, all of them filled, and lives until the block ends.
            try body(UnsafeRawBufferPointer(start: memory, count: count))
        }

        /// Bytes that have room.
        var room: Int { home.size - count }

        /// A copy of the bytes so far.
        var copy: Data { Data(bytes: memory, count: count) }

        /// The bytes; the memory goes home when nobody has them any more. They are copied if they are few, because whoever
        /// keeps them would keep the whole block.
        func data() -> Data {
            if count <= home.size / 8 {
                defer { free() }
                return copy
            }
            // SAFETY: nobody else has the memory, and it lives until the deallocator is called.
            return Data(
                bytesNoCopy: memory, count: count, deallocator: .custom { [home] memory, _ in home.takeBack(memory) })
        }

        /// Gives the memory back; nobody wants the bytes.
        func free() { home.takeBack(memory) }
    }

    /// Bytes that a block holds.
    private let size: Int
    /// Blocks that are kept for later.
    private let kept: Int
    private let lock = Lock()
    private var spare: [UnsafeMutableRawPointer] = []

    init(size: Int, kept: Int) {
        self.size = size
        self.kept = kept
    }

    deinit {
        for memory in spare { memory.deallocate() }
    }

    /// An empty block.
    func take() -> Block {
        let memory = lock.withLock { spare.popLast() }
        return Block(of: self, memory: memory ?? .allocate(byteCount: size, alignment: 16))
    }

    private func takeBack(_ memory: UnsafeMutableRawPointer) {
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

    /// The blocks for bodies with so many bytes; nil for small ones, for which malloc has pages anyway, and for large
    /// ones, of which there are too few to keep memory for.
    static func fitting(_ bytes: Int64) -> BodyBlocks? {
        guard bytes > 1 << 13, bytes <= 1 << 20 else { return nil }
        return bySize.first { $0.size >= bytes }
    }
}
