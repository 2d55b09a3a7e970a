internal import Foundation
internal import NeatlineFoundation

/// A consumer from which a task takes chunks when it needs them.
///
/// If `joins` is `true`, chunks that arrive together, or while nobody waits, are joined to larger ones. Unchecked
/// Sendable because the state is accessed only while the lock is held.
final class StreamBuffer: StreamConsumer, @unchecked Sendable {
    /// An element of the stream.
    enum Item: Sendable {
        case piece(Data)
        case end(DataStreamRequest.Completion)
    }

    /// The maximum number of bytes that libcurl reads at once.
    private static let blockSize = 512 << 10

    private let joins: Bool
    /// The request, which retains the buffer until it is closed.
    private weak var request: DataStreamRequest?
    private let blocks = BodyBlocks(size: blockSize, kept: 4)
    private let lock = Lock()
    private var pieces: [Data] = []
    /// The index of the first chunk in `pieces` that was not taken.
    private var first = 0
    /// The last chunk, to which bytes are appended until it is taken.
    private var last: BodyBlocks.Block?
    /// Whether a task has taken a chunk and has not requested the next one.
    private var isReading = false
    /// The event that the request waits for, reported when the reader has read all chunks.
    private var unread: RequestEvent?
    /// Whether no more chunks arrive and other readers still have some.
    private var isEndDelayed = false
    private var end: DataStreamRequest.Completion?
    private var isOver = false
    private var hasGivenEnd = false
    private var waiting: [UnsafeContinuation<Item?, Never>] = []

    init(of request: DataStreamRequest, joins: Bool) {
        self.request = request
        self.joins = joins
    }

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
        // The block is not shared at this point, and a reader that arrives need not wait for the lock.
        var block = open ?? blocks.take()
        bytes.withUnsafeBytes { block.append($0) }
        lock.lock()
        let isUnwanted = isOver
        if !isUnwanted { last = block }
        lock.unlock()
        guard isUnwanted else { return bytes.byteCount }
        // The bytes of the block were not counted when the buffer was closed.
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

    /// Delivers chunks to waiting readers.
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

    /// Returns the next chunk, then the end, then `nil`; also returns `nil` when the task is cancelled.
    func next() async -> Item? {
        haveRead()
        let item: Item? = await withTaskCancellationHandler {
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
            // Swift holds the task's lock here. A thread that hands on pieces holds the request's lock while it takes
            // the task's to resume it: so this thread must not wait for the request's lock.
            stopReading()
        }
        if Task.isCancelled { close() }
        return item
    }

    /// Gives nothing more. Takes the buffer's lock only; ``close()`` is to follow.
    private func stopReading() {
        let readers = lock.withLock {
            isOver = true
            defer { waiting = [] }
            return waiting
        }
        for reader in readers { reader.resume(returning: nil) }
    }

    /// Closes the buffer. The request releases it, and the unread chunks are discarded.
    ///
    /// - Returns: Whether the end was delivered.
    @discardableResult
    func close() -> Bool {
        stopReading()
        lock.lock()
        finishLast()
        let unreadBytes = pieces[first...].reduce(0) { $0 + $1.count }
        pieces = []
        first = 0
        let event = takeUnread()
        let hasGivenEnd = hasGivenEnd
        lock.unlock()
        if let request {
            request.remove(self)
            request.consumed(unreadBytes)
            if let event { request.process(event) }
        }
        return hasGivenEnd
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
            isReading = true
            return .piece(piece)
        }
        guard let end else { return nil }
        isOver = true
        hasGivenEnd = true
        return .end(end)
    }

    // MARK: - The end

    /// Whether all chunks were taken and the reader has finished with the last one. Called with the lock held.
    private var isRead: Bool { isOver || (!isReading && first == pieces.count && last == nil) }

    private func takeUnread() -> RequestEvent? {
        defer { unread = nil }
        return unread
    }

    /// Reports that the response was read when its last chunk is, or immediately if the request has failed.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        let event = RequestEvent.handlerRead(attempt: attempt, handler: index, mayRetry: false)
        guard let request = request as? DataStreamRequest else { return event }
        // Bytes after the end of the last batch.
        serve()
        let isRead = lock.withLock {
            if self.isRead { return true }
            unread = event
            return false
        }
        if isRead { return event }
        request.endIsDelayed()
        // `stopWaitingForReader(_:)` is not called for requests that failed before.
        return request.error == nil ? nil : lock.withLock { takeUnread() }
    }

    override func stopWaitingForReader(_ request: DataStreamRequest) {
        let event = lock.withLock { takeUnread() }
        if let event { request.process(event) }
    }

    override func endIsDelayed(_ request: DataStreamRequest) {
        lock.withLock { isEndDelayed = true }
        endIfRead(request)
    }

    override func deliver(_ request: Request) {
        guard let request = request as? DataStreamRequest else { return }
        end(request)
    }

    /// The reader has finished with its last chunk.
    private func haveRead() {
        lock.lock()
        isReading = false
        let event = isRead ? takeUnread() : nil
        let mayEnd = isRead && isEndDelayed
        lock.unlock()
        guard let request else { return }
        // If no other reader has chunks left, this finishes the request before the reader receives the end.
        if let event { request.process(event) }
        if mayEnd { endIfRead(request) }
    }

    /// Delivers the end before the request has finished, if all chunks were read.
    private func endIfRead(_ request: DataStreamRequest) {
        let isRead = lock.withLock { self.isRead && unread == nil && end == nil }
        if isRead { end(request) }
    }

    private func end(_ request: DataStreamRequest) {
        let completion = request.completion
        lock.withLock { end = end ?? completion }
        serve()
    }
}
