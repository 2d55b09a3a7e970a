public import Foundation
internal import NeatlineFoundation

// The body of a stream request as an `InputStream`.

extension DataStreamRequest {
    /// Starts the request, and returns its body as an input stream.
    ///
    /// ```swift
    /// let stream = AF.streamRequest("https://example.com/large").asInputStream()
    /// ```
    ///
    /// Reading blocks until bytes arrive, and a slow reader slows the server down, so do not read on a queue on which
    /// the session's handlers are called. The stream is read with its own methods and cannot be scheduled in a run
    /// loop. It ends with the body. If the request fails, `read(_:maxLength:)` returns -1, and `streamError` is the
    /// ``AFError``. Closing or releasing the stream before its end cancels the request.
    ///
    /// - Parameter bufferSize: Ignored. Alamofire allocates a buffer of this size.
    /// - Returns: The stream; never `nil`.
    public func asInputStream(bufferSize: Int = 1024) -> InputStream? {
        defer { resume() }
        return BodyInputStream(self)
    }
}

/// The body of a stream request, which one thread at a time reads with blocking calls.
private final class BodyInputStream: InputStream {
    private let pieces: DemandedPieces
    /// The task that receives the chunks. Cancelling it cancels the request, unless it has finished.
    private let supply: Task<Void, Never>

    init(_ request: DataStreamRequest) {
        let pieces = DemandedPieces()
        // The iterator is created here, so that no chunk arrives before there is a reader. Only the task uses it.
        nonisolated(unsafe) var iterator = request.streamTask().streamingData().makeAsyncIterator()
        supply = Task {
            while await pieces.demand() {
                guard let event = await iterator.next() else { break }
                pieces.give(event)
            }
        }
        self.pieces = pieces
        super.init(data: Data())
    }

    deinit { close() }

    override func open() { pieces.open() }

    override func close() {
        pieces.close()
        supply.cancel()
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        // SAFETY: the caller of `read(_:maxLength:)` provides a buffer of that length.
        pieces.take(UnsafeMutableRawBufferPointer(start: buffer, count: max(maxLength, 0)))
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    /// Whether reading may return bytes.
    override var hasBytesAvailable: Bool { pieces.status == .open }
    override var streamStatus: Stream.Status { pieces.status }
    override var streamError: (any Error)? { pieces.error }
}

/// The chunks of a body, requested one by one by a thread that waits for them.
///
/// Unchecked Sendable because the state is accessed only while the condition is locked.
private final class DemandedPieces: @unchecked Sendable {
    private let condition = NSCondition()
    private var isDemanded = false
    private var supplier: UnsafeContinuation<Bool, Never>?
    private var rest = Data()
    private var state = Stream.Status.notOpen
    private var failure: AFError?

    var status: Stream.Status { condition.withLock { state } }
    var error: (any Error)? { condition.withLock { failure } }

    func open() { condition.withLock { if state == .notOpen { state = .open } } }

    func close() {
        let supplier = condition.withLock {
            state = .closed
            rest = Data()
            condition.broadcast()
            defer { self.supplier = nil }
            return self.supplier
        }
        supplier?.resume(returning: false)
    }

    /// Returns `true` when a chunk is requested, and `false` if none will be.
    func demand() async -> Bool {
        await withUnsafeContinuation { continuation in
            let isWanted: Bool? = condition.withLock {
                if isDemanded || state == .closed { return state != .closed }
                supplier = continuation
                return nil
            }
            if let isWanted { continuation.resume(returning: isWanted) }
        }
    }

    func give(_ event: DataStreamRequest.Stream<Data, Never>) {
        condition.withLock {
            guard state != .closed else { return }
            switch event.event {
            case .stream(.success(let piece)): rest = piece
            case .complete(let completion):
                failure = completion.error
                state = failure == nil ? .atEnd : .error
            }
            isDemanded = false
            condition.broadcast()
        }
    }

    /// Copies bytes as soon as some are available.
    ///
    /// - Returns: The number of bytes; 0 at the end; -1 after a failure, or if the stream is not open.
    func take(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        condition.withLock {
            if buffer.isEmpty { return 0 }
            while rest.isEmpty && state == .open {
                isDemanded = true
                supplier?.resume(returning: true)
                supplier = nil
                condition.wait()
            }
            guard !rest.isEmpty else { return state == .atEnd ? 0 : -1 }
            let count = rest.copyBytes(to: buffer)
            rest = rest.dropFirst(count)
            return count
        }
    }
}
