internal import Foundation

/// An outlet from which a task takes what it wants next.
///
/// What comes together is joined to larger pieces, if that is wanted, and so is what comes while nobody waits. Unchecked
/// Sendable, because what changes is only reached while the lock is held.
final class StreamBuffer: StreamOutlet, @unchecked Sendable {
    /// What a task is given.
    enum Item: Sendable {
        case piece(Data)
        case end(DataStreamRequest.Completion)
    }

    /// What libcurl reads at most at a time.
    private static let blockSize = 512 << 10

    private let joins: Bool
    private let blocks = BodyBlocks(size: blockSize, kept: 4)
    private let lock = Lock()
    private var pieces: [Data] = []
    /// Pieces before this one were taken.
    private var first = 0
    /// The piece behind those, to which more is joined while nobody takes it.
    private var last: BodyBlocks.Block?
    private var end: DataStreamRequest.Completion?
    private var isOver = false
    private var waiting: [UnsafeContinuation<Item?, Never>] = []

    init(joins: Bool) { self.joins = joins }

    deinit {
        last?.free()
    }

    override func receive(_ bytes: RawSpan) -> Int {
        guard joins, bytes.byteCount <= Self.blockSize else { return receive(whole: bytes) }
        lock.lock()
        if isOver {
            lock.unlock()
            return 0
        }
        if let last, !last.hasRoom(for: bytes.byteCount) { finishLast() }
        let open = last
        last = nil
        lock.unlock()
        // Nobody else has the block meanwhile, and a reader that comes need not wait for the lock.
        var block = open ?? blocks.take()
        bytes.withUnsafeBytes { block.append($0) }
        lock.lock()
        let isUnwanted = isOver
        if !isUnwanted { last = block }
        lock.unlock()
        guard isUnwanted else { return bytes.byteCount }
        // Closing did not see what was in the block.
        block.free()
        return bytes.byteCount - block.count
    }

    private func receive(whole bytes: RawSpan) -> Int {
        let piece = bytes.withUnsafeBytes { Data($0) }
        return lock.withLock {
            if isOver { return 0 }
            finishLast()
            pieces.append(piece)
            return piece.count
        }
    }

    override func flush() { serve() }

    private func finishLast() {
        guard let last else { return }
        pieces.append(last.data())
        self.last = nil
    }

    override func deliver(_ request: Request) {
        guard let request = request as? DataStreamRequest else { return }
        let completion = request.completion
        lock.withLock { end = completion }
        serve()
    }

    /// Gives what is there to those who wait for it.
    private func serve() {
        lock.lock()
        var served: [(reader: UnsafeContinuation<Item?, Never>, item: Item?)] = []
        while !waiting.isEmpty, let item = takeItem() { served.append((waiting.removeFirst(), item)) }
        if isOver {
            served += waiting.map { ($0, nil) }
            waiting = []
        }
        lock.unlock()
        for one in served { one.reader.resume(returning: one.item) }
    }

    /// The next piece, then the end, then nil; nil also when the task is cancelled.
    func next() async -> Item? {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                lock.lock()
                let item = takeItem()
                if item == nil && !isOver {
                    waiting.append(continuation)
                    return lock.unlock()
                }
                lock.unlock()
                continuation.resume(returning: item)
            }
        } onCancel: {
            close()
        }
    }

    /// Gives nothing more; returns the bytes that nobody has read.
    @discardableResult
    func close() -> Int {
        lock.lock()
        isOver = true
        finishLast()
        let unread = pieces[first...].reduce(0) { $0 + $1.count }
        pieces = []
        first = 0
        let readers = waiting
        waiting = []
        lock.unlock()
        for reader in readers { reader.resume(returning: nil) }
        return unread
    }

    private func takeItem() -> Item? {
        if isOver { return nil }
        if first == pieces.count { finishLast() }
        if first < pieces.count {
            let piece = pieces[first]
            pieces[first] = Data()
            first += 1
            if first == pieces.count {
                pieces.removeAll(keepingCapacity: true)
                first = 0
            }
            return .piece(piece)
        }
        guard let end else { return nil }
        isOver = true
        return .end(end)
    }
}
