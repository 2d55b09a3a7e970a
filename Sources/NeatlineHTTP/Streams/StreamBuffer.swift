internal import Foundation

/// A consumer from which a task or a thread takes chunks when it needs them.
///
/// If `joins` is `true`, chunks that arrive together, or while nobody waits, are joined to larger ones. Unchecked
/// Sendable because all properties are constants, but for one that is used with the request's lock held.
final class StreamBuffer: StreamConsumer, @unchecked Sendable {
    typealias Item = PullBuffer<Chunk, DataStreamRequest.Completion>.Item

    /// The bytes of one element.
    ///
    /// Unchecked Sendable because a block is accessed only by the one who has taken it from the buffer.
    enum Chunk: PullGroup, @unchecked Sendable {
        case data(Data)
        /// A block, to which bytes are appended until it is taken.
        case block(BodyBlocks.Block)
        /// What follows is another body, of a response after a retry.
        case restart

        var count: Int {
            switch self {
            case .data(let data): data.count
            case .block(let block): block.count
            case .restart: 0
            }
        }

        /// The bytes. Ends the block.
        var data: Data {
            switch self {
            case .data(let data): data
            case .block(let block): block.data()
            case .restart: Data()
            }
        }
    }

    /// The maximum number of bytes that libcurl reads at once.
    private static let blockSize = 512 << 10

    private let joins: Bool
    /// Whether the request is not finished before its chunks were taken.
    private let holdsEnd: Bool
    /// The request, which retains the buffer until it is closed.
    private weak let request: DataStreamRequest?
    private let blocks = BodyBlocks(size: blockSize, kept: 4)
    private let buffer = PullBuffer<Chunk, DataStreamRequest.Completion>()
    /// Whether bytes were received since the last restart. Used with the request's lock held.
    private var hasReceived = false

    init(of request: DataStreamRequest, joins: Bool, isText: Bool = false, holdsEnd: Bool = true) {
        self.request = request
        self.joins = joins
        self.holdsEnd = holdsEnd
        super.init(isText: isText)
    }

    deinit { discard() }

    override func begin() {
        super.begin()
        if hasReceived { _ = buffer.append(.restart) }
        hasReceived = false
    }

    override func receive(_ bytes: RawSpan) -> Int {
        hasReceived = true
        let count = bytes.byteCount
        guard joins, count <= Self.blockSize else {
            return buffer.append(.data(bytes.withUnsafeBytes { Data($0) })) ? count : 0
        }
        if buffer.isOver { return 0 }
        // The block is not in the buffer at this point, and a reader that arrives need not wait for the lock.
        var block =
            buffer.takeLast { chunk in
                if case .block(let block) = chunk, block.hasRoom(for: count) { block } else { nil }
            } ?? blocks.take()
        bytes.withUnsafeBytes { block.append($0) }
        if buffer.append(.block(block)) { return count }
        // The bytes of the block were not counted when the buffer was closed.
        block.free()
        return count - block.count
    }

    override func flush() { buffer.serve() }

    /// Returns the next chunk, then the end, then `nil`; also returns `nil` when the task is cancelled.
    func next() async -> Item? {
        let item = consumed(await buffer.next())
        if Task.isCancelled { close() }
        return item
    }

    /// Calls a closure once with the next chunk, the end, or `nil` if the buffer was closed.
    func next(_ reader: @escaping @Sendable (Item?) -> Void) { buffer.next(reader) }

    /// Counts the bytes of a chunk as read. Called without the request's lock.
    func consumed(_ item: Item?) -> Item? {
        if case .element(let chunk) = item { request?.consumed(chunk.count) }
        return item
    }

    /// Closes the buffer. The request releases it, and the unread chunks are discarded.
    ///
    /// - Returns: Whether the end was delivered.
    @discardableResult
    func close() -> Bool {
        buffer.stop()
        let unread = discard()
        let hasGivenEnd = buffer.hasGivenEnd
        if let request {
            request.remove(self)
            request.consumed(unread)
            buffer.stopWaiting()
        }
        return hasGivenEnd
    }

    /// Discards the chunks, and returns the number of their bytes.
    @discardableResult
    private func discard() -> Int {
        buffer.discard().reduce(0) { count, chunk in
            if case .block(let block) = chunk { block.free() }
            return count + chunk.count
        }
    }

    // MARK: - The end

    /// Reports that the response was read when its last chunk is, or immediately if the request has failed.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        let event = RequestEvent.handlerRead(attempt: attempt, handler: index, mayRetry: false)
        guard let request = request as? DataStreamRequest else { return event }
        if let rest = takeRest(of: request), buffer.append(.data(rest)) { request.consumed(-rest.count) }
        // Bytes after the end of the last batch.
        buffer.serve()
        if !holdsEnd || request.error != nil { return event }
        if buffer.whenRead({ [weak request] in request?.process(event) }) { return event }
        request.endIsDelayed()
        // If the request has failed meanwhile, `stopWaitingForReader(_:)` may have been called before.
        if request.error != nil { buffer.stopWaiting() }
        return nil
    }

    override func stopWaitingForReader(_ request: DataStreamRequest) { buffer.stopWaiting() }

    override func endIsDelayed(_ request: DataStreamRequest) {
        let isRead = buffer.whenRead { [weak self, weak request] in
            if let request { self?.end(request) }
        }
        if isRead { end(request) }
    }

    override func deliver(_ request: Request) {
        if let request = request as? DataStreamRequest { end(request) }
    }

    private func end(_ request: DataStreamRequest) { buffer.finish(request.completion) }
}
