internal import Foundation

/// An outlet from which a task takes what it wants next.
///
/// While nobody waits, pieces are joined to larger ones, if that is wanted. Unchecked Sendable, because what changes is
/// only reached while the lock is held.
final class StreamBuffer: StreamOutlet, @unchecked Sendable {
    /// What a task is given.
    enum Item: Sendable {
        case piece(Data)
        case end(DataStreamRequest.Completion)
    }

    private let joins: Bool
    private let blocks = StreamBlocks()
    private let lock = NSLock()
    private var pieces: [Data] = []
    /// Pieces before this one were taken.
    private var first = 0
    /// The piece behind those, to which more is joined while nobody wants it.
    private var last: StreamBlocks.Block?
    private var end: DataStreamRequest.Completion?
    private var isOver = false
    private var waiting: [UnsafeContinuation<Item?, Never>] = []

    init(joins: Bool) { self.joins = joins }

    deinit {
        if let last { blocks.free(last) }
    }

    override func receive(_ bytes: RawSpan) {
        lock.lock()
        if isOver { return lock.unlock() }
        if !waiting.isEmpty {
            let reader = waiting.removeFirst()
            lock.unlock()
            return reader.resume(returning: .piece(bytes.withUnsafeBytes { Data($0) }))
        }
        bytes.withUnsafeBytes { bytes in
            if let last, !last.hasRoom(for: bytes.count) { finishLast() }
            if joins, bytes.count <= StreamBlocks.size {
                last = last ?? blocks.take()
                last?.append(bytes)
            } else {
                pieces.append(Data(bytes))
            }
        }
        lock.unlock()
    }

    private func finishLast() {
        guard let last else { return }
        pieces.append(blocks.data(of: last))
        self.last = nil
    }

    override func deliver(_ request: Request) {
        guard let request = request as? DataStreamRequest else { return }
        let completion = request.completion
        lock.lock()
        end = completion
        let reader = waiting.isEmpty || isOver ? nil : waiting.removeFirst()
        if reader != nil { isOver = true }
        let others = take(all: isOver)
        lock.unlock()
        reader?.resume(returning: .end(completion))
        for other in others { other.resume(returning: nil) }
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
        let readers = take(all: true)
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

    private func take(all: Bool) -> [UnsafeContinuation<Item?, Never>] {
        guard all else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
