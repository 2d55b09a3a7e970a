internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// A body that is read while it is sent, some chunks ahead.
///
/// It is read on a queue of its own, so that blocking reads delay only this request. Chunks have the size that the
/// transport requests.
///
/// Unchecked Sendable because the state is accessed only while the lock is held, and the source only on the queue, by
/// one block at a time.
final class ReadAheadBody: TransportBodyStream, @unchecked Sendable {
    /// The maximum size of a chunk in bytes, and the number of chunks that are read ahead.
    private static let longestPiece = 65_536
    private static let piecesAhead = 4

    private enum End {
        case reached
        case failed(any Error)
    }

    private struct State {
        /// The chunks that were read and not taken, in order.
        var pieces: [Data] = []
        /// The end or the error after the chunks, when it is known.
        var end: End?
        /// The offset of the next read.
        var offset: Int64 = 0
        /// The number of rewinds, by which chunks that were read before one are recognized.
        var beginning = 0
        var pieceLength = ReadAheadBody.longestPiece
        var hasBegun = false
        var isReading = false
        /// Whether the transport waits for a chunk.
        var isAwaited = false
        var failure: (any Error)?
        var wake: (@Sendable () -> Void)?
    }

    private let source: any BodySource
    private let queue = DispatchQueue(label: "neatline.read-ahead")
    private let lock = Lock()
    private var state = State()

    init(_ source: any BodySource) { self.source = source }

    /// The error of reading or rewinding the body.
    var failure: (any Error)? { lock.withLock { state.failure } }

    func next(limit: Int) throws -> TransportBodyPiece {
        lock.lock()
        defer { lock.unlock() }
        let limit = max(limit, 1)
        state.pieceLength = min(limit, Self.longestPiece)
        state.hasBegun = true
        let piece = state.pieces.first
        if let piece, piece.count > limit {
            let rest = piece.index(piece.startIndex, offsetBy: limit)
            state.pieces[0] = piece[rest...]
            return .bytes(piece[..<rest])
        }
        if piece != nil { state.pieces.removeFirst() }
        if state.end == nil, !state.isReading, state.pieces.count <= Self.piecesAhead / 2 {
            state.isReading = true
            queue.async { self.readAhead() }
        }
        if let piece { return .bytes(piece) }
        switch state.end {
        case .reached: return .end
        case .failed(let error): throw error
        case nil:
            state.isAwaited = true
            return .pending
        }
    }

    func rewind() throws {
        try lock.withLock {
            guard state.hasBegun else { return }
            guard source.isRepeatable else {
                state.failure = UploadBodyError.streamAlreadyRead
                throw UploadBodyError.streamAlreadyRead
            }
            state.pieces = []
            state.end = nil
            state.failure = nil
            state.offset = 0
            state.beginning += 1
            state.hasBegun = false
        }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        lock.withLock { state.wake = wake }
    }

    // MARK: On the queue

    private func readAhead() {
        while let (count, offset, beginning) = nextPlace() {
            let result = Result { try source.read(count, at: offset) }
            keep(result, of: beginning)?()
        }
    }

    /// Returns the next chunk to read; `nil` if enough chunks were read.
    private func nextPlace() -> (count: Int, offset: Int64, beginning: Int)? {
        lock.withLock {
            guard state.end == nil, state.pieces.count < Self.piecesAhead else {
                state.isReading = false
                return nil
            }
            return (state.pieceLength, state.offset, state.beginning)
        }
    }

    /// Stores a chunk, and returns the closure to call.
    private func keep(_ result: Result<Data, any Error>, of beginning: Int) -> (@Sendable () -> Void)? {
        lock.withLock {
            guard beginning == state.beginning else { return nil }
            switch result {
            case .success(let data) where data.isEmpty: state.end = .reached
            case .success(let data):
                state.pieces.append(data)
                state.offset += Int64(data.count)
            case .failure(let error):
                state.end = .failed(error)
                state.failure = error
            }
            guard state.isAwaited else { return nil }
            state.isAwaited = false
            return state.wake
        }
    }
}
