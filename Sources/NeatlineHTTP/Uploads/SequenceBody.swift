internal import Foundation
internal import NeatlineSystem

/// A body that a task produces from an asynchronous sequence while it is sent, one chunk ahead.
///
/// The task starts when the transport first reads the body. It waits with each chunk until the one before it was taken.
/// It does not retain the body, whose end, or release, cancels it.
final class SequenceBody: FailingBody {
    private let body: AsyncUploadBody
    private let state = Locked(State())

    private struct State {
        var production: SequenceProduction?
        var hasEnded = false
        /// The error of sending a body again that can be read only once.
        var failure: UploadBodyError?
        var wake: (@Sendable () -> Void)?
    }

    init(_ body: AsyncUploadBody) { self.body = body }

    deinit { end() }

    var failure: (any Error)? {
        let (failure, production) = state.withLock { ($0.failure, $0.production) }
        return failure ?? production?.failure
    }

    var isExhausted: Bool { state.withLock { $0.production }?.isExhausted ?? false }

    func next(limit: Int) throws -> TransportBodyPiece {
        let (production, isNew) = state.withLock { state -> (SequenceProduction?, Bool) in
            if state.hasEnded || state.production != nil { return (state.production, false) }
            let new = SequenceProduction(length: body.length) { [weak self] in self?.callWake() }
            state.production = new
            return (new, true)
        }
        guard let production else { throw CancellationError() }
        if isNew { production.start(body.produce) }
        return try production.take(limit: max(limit, 1))
    }

    func rewind() throws {
        let (isReadable, production) = state.withLock { state in
            state.hasEnded = false
            guard let production = state.production, body.isRepeatable || !production.isUntaken else {
                return (true, SequenceProduction?.none)
            }
            if body.isRepeatable { state.production = nil } else { state.failure = .sequenceAlreadyRead }
            return (body.isRepeatable, production)
        }
        production?.stop()
        if !isReadable { throw UploadBodyError.sequenceAlreadyRead }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        // The earlier closure is released after the lock.
        var wake: (@Sendable () -> Void)? = wake
        state.withLock { swap(&$0.wake, &wake) }
    }

    func end() {
        let production = state.withLock { state in
            state.hasEnded = true
            return state.production
        }
        production?.stop()
    }

    private func callWake() { state.withLock { $0.wake }?() }
}

/// One iteration over the sequence of a body.
private final class SequenceProduction: Sendable {
    private let length: Int64?
    private let wake: @Sendable () -> Void
    private let state = Locked(State())

    init(length: Int64?, wake: @escaping @Sendable () -> Void) {
        self.length = length
        self.wake = wake
    }

    var failure: (any Error)? { state.withLock { $0.error } }
    var isExhausted: Bool { state.withLock { $0.hasEnded && $0.error == nil && $0.piece == nil } }
    /// Whether no bytes were taken, and the iteration was not stopped: then it can be used from its beginning.
    var isUntaken: Bool { state.withLock { !$0.isStopped && !$0.isTaken } }

    func start(_ produce: @escaping AsyncUploadBody.Production) {
        let task = Task {
            do {
                try await produce { await self.store($0) }
                self.finish(nil)
            } catch {
                self.finish(error)
            }
        }
        let isWanted = state.withLock { state in
            if !state.isStopped && !state.hasEnded { state.task = task }
            return !state.isStopped
        }
        if !isWanted { task.cancel() }
    }

    /// Stops the task.
    func stop() {
        let (task, producer) = state.withLock { state in
            state.isStopped = true
            defer { (state.task, state.producer, state.piece) = (nil, nil, nil) }
            return (state.task, state.producer)
        }
        task?.cancel()
        producer?.resume(returning: false)
    }

    /// Returns bytes of the chunk, and lets the task continue when all were taken.
    func take(limit: Int) throws -> TransportBodyPiece {
        let (result, producer) = state.withLock { $0.take(limit: limit, length: length) }
        producer?.resume(returning: true)
        return try result.get()
    }

    /// Stores a chunk, and waits until it was taken. Returns whether more are wanted.
    private func store(_ chunk: Data) async -> Bool {
        await withUnsafeContinuation { continuation in
            let (answer, wakes) = state.withLock { $0.store(chunk, of: length, continuation) }
            if wakes { wake() }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func finish(_ error: (any Error)?) {
        if state.withLock({ $0.finish(error, length: length) }) { wake() }
    }
}

extension SequenceProduction {
    private typealias Producer = UnsafeContinuation<Bool, Never>

    private struct State {
        var piece: Data?
        private(set) var error: (any Error)?
        private(set) var hasEnded = false
        var isStopped = false
        /// Whether bytes were taken.
        private(set) var isTaken = false
        /// The number of bytes that the sequence has provided.
        private var count: Int64 = 0
        /// Whether the transport waits for a chunk.
        private var isAwaited = false
        /// The task, if it waits until the chunk was taken.
        var producer: Producer?
        var task: Task<Void, Never>?

        /// Returns bytes of the chunk, and the task if it can continue.
        mutating func take(limit: Int, length: Int64?) -> (Result<TransportBodyPiece, any Error>, Producer?) {
            if let error { return (.failure(error), nil) }
            if isStopped { return (.failure(CancellationError()), nil) }
            guard let piece, count != length || hasEnded else {
                if hasEnded { return (.success(.end), nil) }
                isAwaited = true
                return (.success(.pending), nil)
            }
            isTaken = true
            guard piece.count <= limit else {
                let rest = piece.index(piece.startIndex, offsetBy: limit)
                self.piece = piece[rest...]
                return (.success(.bytes(piece[..<rest])), nil)
            }
            self.piece = nil
            defer { producer = nil }
            return (.success(.bytes(piece)), producer)
        }

        /// Stores a chunk. Returns the answer to the task, unless it waits, and whether to wake the transport.
        mutating func store(_ chunk: Data, of length: Int64?, _ producer: Producer) -> (answer: Bool?, wakes: Bool) {
            if isStopped || error != nil { return (false, false) }
            count += Int64(chunk.count)
            if let length, count > length {
                error = UploadBodyError.sequenceLengthMismatch(expected: length, found: count)
                return (false, takeWake())
            }
            piece = chunk
            // The last chunk is sent when it is known that no other follows.
            if count == length { return (true, false) }
            self.producer = producer
            return (nil, takeWake())
        }

        /// Stores the end of the sequence. Returns whether to wake the transport.
        mutating func finish(_ error: (any Error)?, length: Int64?) -> Bool {
            hasEnded = true
            task = nil
            if isStopped { return false }
            self.error = self.error ?? error
            if let length, self.error == nil, count < length {
                self.error = UploadBodyError.sequenceLengthMismatch(expected: length, found: count)
            }
            return takeWake()
        }

        private mutating func takeWake() -> Bool {
            defer { isAwaited = false }
            return isAwaited
        }
    }
}
