public import Foundation

extension DataStreamRequest {
    /// Starts the request, and gives its body to whoever reads a stream.
    ///
    /// Reading waits for the network, and the server waits for the reader, so the stream must not be read where the session's
    /// handlers are called. It is read by its own methods; it cannot be scheduled in a run loop. It ends with the body; if the
    /// request fails, `read(_:maxLength:)` returns -1, and `streamError` is the `AFError`. A stream that is closed or released
    /// before its end cancels the request.
    ///
    /// - Parameter bufferSize: Has no effect: what is read at a time is what has come.
    /// - Returns: A stream, which is never nil.
    public func asInputStream(bufferSize: Int = 1024) -> InputStream? {
        defer { resume() }
        return BodyInputStream(self)
    }
}

/// A stream request's body, to be read by one thread that may wait.
private final class BodyInputStream: InputStream {
    private let pieces: DemandedPieces
    /// Its end cancels the request, if that is not over.
    private let supply: Task<Void, Never>

    init(_ request: DataStreamRequest) {
        let pieces = DemandedPieces()
        // Here, so that no piece comes before there is somebody who takes it. The task is the only one that has it.
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
        // SAFETY: the caller of `read(_:maxLength:)` gives a buffer of so many bytes.
        pieces.take(UnsafeMutableRawBufferPointer(start: buffer, count: max(maxLength, 0)))
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    /// Whether reading may give bytes.
    override var hasBytesAvailable: Bool { pieces.status == .open }
    override var streamStatus: Stream.Status { pieces.status }
    override var streamError: (any Error)? { pieces.error }
}

/// Pieces of a body that are asked for one by one, by a thread that waits for them.
///
/// Unchecked Sendable, because what changes is only reached while the condition is locked.
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
        condition.lock()
        state = .closed
        rest = Data()
        let supplier = supplier
        self.supplier = nil
        condition.broadcast()
        condition.unlock()
        supplier?.resume(returning: false)
    }

    /// Returns when a piece is wanted; false if none will be any more.
    func demand() async -> Bool {
        await withUnsafeContinuation { continuation in
            condition.lock()
            if isDemanded || state == .closed {
                let isOpen = state != .closed
                condition.unlock()
                return continuation.resume(returning: isOpen)
            }
            supplier = continuation
            condition.unlock()
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

    /// Copies bytes as soon as there are some.
    ///
    /// - Returns: How many; 0 at the end, -1 after a failure, or if it is not open.
    func take(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        condition.lock()
        defer { condition.unlock() }
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
