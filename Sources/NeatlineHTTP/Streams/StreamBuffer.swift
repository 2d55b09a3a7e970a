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
    private let state = Locked(State())

    init(of request: DataStreamRequest, joins: Bool) {
        self.request = request
        self.joins = joins
    }

    deinit { state.withLock { $0.last }?.free() }

    override func receive(_ bytes: RawSpan) -> Int {
        guard joins, bytes.byteCount <= Self.blockSize else {
            let piece = bytes.withUnsafeBytes { Data($0) }
            return state.withLock { $0.append(piece) } ? piece.count : 0
        }
        let (isOver, open) = state.withLock { ($0.isOver, $0.takeBlock(for: bytes.byteCount)) }
        if isOver { return 0 }
        // The block is not shared at this point, and a reader that arrives need not wait for the lock.
        var block = open ?? blocks.take()
        bytes.withUnsafeBytes { block.append($0) }
        let isWanted = state.withLock { state in
            if !state.isOver { state.last = block }
            return !state.isOver
        }
        if isWanted { return bytes.byteCount }
        // The bytes of the block were not counted when the buffer was closed.
        block.free()
        return bytes.byteCount - block.count
    }

    override func flush() { serve() }

    /// Delivers chunks to waiting readers.
    private func serve() {
        for served in state.withLock({ $0.takeServedReaders() }) { served.reader.resume(returning: served.item) }
    }

    /// Returns the next chunk, then the end, then `nil`; also returns `nil` when the task is cancelled.
    func next() async -> Item? {
        haveRead()
        let item: Item? = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let (waits, item) = state.withLock { $0.takeItem(orWait: continuation) }
                if !waits { continuation.resume(returning: item) }
            }
        } onCancel: {
            // Swift holds the task's lock here. A thread that delivers chunks holds the request's lock while it takes
            // the task's to resume it: so this thread must not wait for the request's lock.
            stopReading()
        }
        if Task.isCancelled { close() }
        return item
    }

    /// Delivers nothing more. Takes the buffer's lock only; ``close()`` is to follow.
    private func stopReading() {
        for reader in state.withLock({ $0.stop() }) { reader.resume(returning: nil) }
    }

    /// Closes the buffer. The request releases it, and the unread chunks are discarded.
    ///
    /// - Returns: Whether the end was delivered.
    @discardableResult
    func close() -> Bool {
        stopReading()
        let (unreadBytes, event, hasGivenEnd) = state.withLock {
            ($0.discardPieces(), $0.takeUnread(), $0.hasGivenEnd)
        }
        if let request {
            request.remove(self)
            request.consumed(unreadBytes)
            if let event { request.process(event) }
        }
        return hasGivenEnd
    }

    // MARK: - The end

    /// Reports that the response was read when its last chunk is, or immediately if the request has failed.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        let event = RequestEvent.handlerRead(attempt: attempt, handler: index, mayRetry: false)
        guard let request = request as? DataStreamRequest else { return event }
        // Bytes after the end of the last batch.
        serve()
        let isRead = state.withLock { state in
            if !state.isRead { state.unread = event }
            return state.isRead
        }
        if isRead { return event }
        request.endIsDelayed()
        // `stopWaitingForReader(_:)` is not called for requests that failed before.
        return request.error == nil ? nil : state.withLock { $0.takeUnread() }
    }

    override func stopWaitingForReader(_ request: DataStreamRequest) {
        let event = state.withLock { $0.takeUnread() }
        if let event { request.process(event) }
    }

    override func endIsDelayed(_ request: DataStreamRequest) {
        state.withLock { $0.isEndDelayed = true }
        endIfRead(request)
    }

    override func deliver(_ request: Request) {
        guard let request = request as? DataStreamRequest else { return }
        end(request)
    }

    /// The reader has finished with its last chunk.
    private func haveRead() {
        let (event, mayEnd) = state.withLock { state -> (RequestEvent?, Bool) in
            state.isReading = false
            guard state.isRead else { return (nil, false) }
            return (state.takeUnread(), state.isEndDelayed)
        }
        guard let request else { return }
        // If no other reader has chunks left, this finishes the request before the reader receives the end.
        if let event { request.process(event) }
        if mayEnd { endIfRead(request) }
    }

    /// Delivers the end before the request has finished, if all chunks were read.
    private func endIfRead(_ request: DataStreamRequest) {
        if state.withLock({ $0.isRead && $0.unread == nil && $0.end == nil }) { end(request) }
    }

    private func end(_ request: DataStreamRequest) {
        let completion = request.completion
        state.withLock { $0.end = $0.end ?? completion }
        serve()
    }
}

// MARK: - State

extension StreamBuffer {
    fileprivate typealias Reader = UnsafeContinuation<Item?, Never>

    /// The chunks that wait to be read, and the tasks that wait for chunks.
    fileprivate struct State {
        private var pieces: [Data] = []
        /// The index of the first chunk in `pieces` that was not taken.
        private var first = 0
        /// The last chunk, to which bytes are appended until it is taken.
        var last: BodyBlocks.Block?
        /// Whether a task has taken a chunk and has not requested the next one.
        var isReading = false
        /// The event that the request waits for, reported when the reader has read all chunks.
        var unread: RequestEvent?
        /// Whether no more chunks arrive and other readers still have some.
        var isEndDelayed = false
        var end: DataStreamRequest.Completion?
        private(set) var isOver = false
        private(set) var hasGivenEnd = false
        private var waiting: [Reader] = []

        /// Whether all chunks were taken and the reader has finished with the last one.
        var isRead: Bool { isOver || (!isReading && first == pieces.count && last == nil) }

        /// Removes and returns the block to append bytes to; `nil` if there is none with enough room.
        mutating func takeBlock(for count: Int) -> BodyBlocks.Block? {
            if let last, !last.hasRoom(for: count) { finishLast() }
            defer { last = nil }
            return last
        }

        /// Appends a chunk; returns `false` if no more are wanted.
        mutating func append(_ piece: Data) -> Bool {
            if isOver { return false }
            finishLast()
            pieces.append(piece)
            return true
        }

        private mutating func finishLast() {
            guard let last else { return }
            pieces.append(last.data())
            self.last = nil
        }

        /// Returns the next chunk, then the end, then `nil`.
        mutating func takeItem() -> Item? {
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

        /// Returns the next item; adds the reader to those that wait if there is none yet.
        mutating func takeItem(orWait reader: Reader) -> (waits: Bool, item: Item?) {
            let item = takeItem()
            let waits = item == nil && !isOver
            if waits { waiting.append(reader) }
            return (waits, item)
        }

        /// Removes and returns the readers that can go on, with what they receive.
        mutating func takeServedReaders() -> [(reader: Reader, item: Item?)] {
            var served: [(reader: Reader, item: Item?)] = []
            while !waiting.isEmpty, let item = takeItem() { served.append((waiting.removeFirst(), item)) }
            if isOver {
                served += waiting.map { ($0, nil) }
                waiting = []
            }
            return served
        }

        /// Ends the stream for its readers, and returns those that wait.
        mutating func stop() -> [Reader] {
            isOver = true
            defer { waiting = [] }
            return waiting
        }

        /// Discards the chunks, and returns the number of their bytes.
        mutating func discardPieces() -> Int {
            finishLast()
            defer {
                pieces = []
                first = 0
            }
            return pieces[first...].reduce(0) { $0 + $1.count }
        }

        mutating func takeUnread() -> RequestEvent? {
            defer { unread = nil }
            return unread
        }
    }
}
