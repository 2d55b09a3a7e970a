internal import Foundation
internal import NeatlineSystem

/// A pool of memory blocks for bodies. Reusing memory is faster than allocating fresh pages, which costs the kernel
/// more time than copying the bytes.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class BodyBlocks: @unchecked Sendable {
    /// A block that is being filled. Its owner must call ``data()`` or ``free()`` in the end.
    struct Block {
        private let home: BodyBlocks
        private let memory: UnsafeMutableRawPointer
        private(set) var count = 0

        fileprivate init(of home: BodyBlocks, memory: UnsafeMutableRawPointer) {
            self.home = home
            self.memory = memory
        }

        /// Returns whether the block has room for a number of bytes.
        func hasRoom(for bytes: Int) -> Bool { bytes <= home.size - count }

        /// Appends bytes. The block must have room for them.
        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            precondition(hasRoom(for: bytes.count))
            guard let start = bytes.baseAddress else { return }
            // SAFETY: the memory has `size` bytes, of which `count` are filled, and the caller has checked that the new
            // bytes fit.
            (memory + count).copyMemory(from: start, byteCount: bytes.count)
            count += bytes.count
        }

        /// Calls a closure with the bytes that were appended.
        func withBytes<Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
        ) throws(Failure) {
            // SAFETY: the memory has at least `count` bytes, all of them filled, and lives until the block ends.
            try body(UnsafeRawBufferPointer(start: memory, count: count))
        }

        /// The number of bytes that can still be appended.
        var room: Int { home.size - count }

        /// A copy of the bytes that were appended.
        var copy: Data { Data(bytes: memory, count: count) }

        /// Returns the bytes and ends the block. The memory returns to the pool when the `Data` is released. If there
        /// are few bytes, they are copied instead, because the `Data` would keep the whole block.
        func data() -> Data {
            if count <= home.size / 8 {
                defer { free() }
                return copy
            }
            // SAFETY: the block has ended, so only the `Data` refers to the memory, which is valid until the
            // deallocator is called.
            return Data(
                bytesNoCopy: memory, count: count, deallocator: .custom { [home] memory, _ in home.takeBack(memory) })
        }

        /// Returns the memory to the pool, without its bytes.
        func free() { home.takeBack(memory) }
    }

    /// The size of a block in bytes.
    private let size: Int
    /// The maximum number of unused blocks in the pool.
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
    /// The pools for all sessions, with blocks of 16 KiB, 32 KiB and so on. Each keeps up to a megabyte.
    private static let bySize = (14...20).map { BodyBlocks(size: 1 << $0, kept: 1 << (20 - $0)) }

    /// Returns the pool for bodies of a size; `nil` for small ones, for which malloc is fast, and for large ones, which
    /// are too rare to keep memory for.
    static func fitting(_ bytes: Int64) -> BodyBlocks? {
        guard bytes > 1 << 13, bytes <= 1 << 20 else { return nil }
        return bySize.first { $0.size >= bytes }
    }
}
