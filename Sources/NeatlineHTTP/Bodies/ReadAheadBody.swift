internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// A body that is read while it is sent, some chunks ahead.
///
/// It is read on a separate queue, so that blocking reads delay only this request. Chunks have the size that the
/// transport requests.
///
/// Unchecked Sendable because the source is accessed only on the queue, by one block at a time.
final class ReadAheadBody: FailingBody, @unchecked Sendable {
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
        /// Whether bytes or an error were returned since the beginning of the body.
        var hasBegun = false
        var isReading = false
        /// Whether the transport waits for a chunk.
        var isAwaited = false
        var failure: (any Error)?
        var wake: (@Sendable () -> Void)?
    }

    private let source: any BodySource
    private let queue = DispatchQueue(label: "neatline.read-ahead")
    private let state = Locked(State())

    init(_ source: any BodySource) { self.source = source }

    /// The error of reading or rewinding the body.
    var failure: (any Error)? { state.withLock { $0.failure } }

    var isExhausted: Bool {
        state.withLock { if case .reached = $0.end { $0.pieces.isEmpty } else { false } }
    }

    func next(limit: Int) throws -> TransportBodyPiece {
        try state.withLock { state in
            let limit = max(limit, 1)
            state.pieceLength = min(limit, Self.longestPiece)
            let piece = state.pieces.first
            if piece != nil { state.hasBegun = true }
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
            case .failed(let error):
                state.hasBegun = true
                throw error
            case nil:
                state.isAwaited = true
                return .pending
            }
        }
    }

    func rewind() throws {
        try state.withLock { state in
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

    func end() {}

    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        // The earlier closure is released after the lock.
        var wake: (@Sendable () -> Void)? = wake
        state.withLock { swap(&$0.wake, &wake) }
    }

    // MARK: On the queue

    private func readAhead() {
        while let (count, offset, beginning) = nextPiece() {
            let result = Result { try source.read(count, at: offset) }
            store(result, of: beginning)?()
        }
    }

    /// Returns the next chunk to read; `nil` if enough chunks were read.
    private func nextPiece() -> (count: Int, offset: Int64, beginning: Int)? {
        state.withLock { state in
            guard state.end == nil, state.pieces.count < Self.piecesAhead else {
                state.isReading = false
                return nil
            }
            return (state.pieceLength, state.offset, state.beginning)
        }
    }

    /// Stores a chunk, and returns the closure to call.
    private func store(_ result: Result<Data, any Error>, of beginning: Int) -> (@Sendable () -> Void)? {
        state.withLock { state in
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

/// A type that provides the bytes of a body. It is used by one thread at a time, and may block.
protocol BodySource: AnyObject {
    /// Whether bytes can be read again. If not, each call continues where the one before ended.
    var isRepeatable: Bool { get }

    /// Reads bytes from an offset: at least one and at most `count`, or none at the end.
    ///
    /// - Throws: ``UploadBodyError``.
    func read(_ count: Int, at offset: Int64) throws -> Data
}

/// The bytes of an `InputStream`, which can be read once.
///
/// `streamError` is not accessed: on Linux it terminates the process if there is no error.
final class InputStreamSource: BodySource {
    private let stream: InputStream

    init(_ stream: InputStream) { self.stream = stream }

    deinit { stream.close() }

    var isRepeatable: Bool { false }

    func read(_ count: Int, at offset: Int64) throws -> Data {
        switch stream.streamStatus {
        case .notOpen: stream.open()
        case .closed: throw UploadBodyError.streamAlreadyRead
        default: break
        }
        var data = Data(count: count)
        let read = data.withUnsafeMutableBytes { memory in
            guard let start = memory.bindMemory(to: UInt8.self).baseAddress else { return 0 }
            // SAFETY: the stream writes at most as many bytes as the buffer has.
            return stream.read(start, maxLength: memory.count)
        }
        guard read >= 0 else { throw UploadBodyError.streamUnreadable }
        return data.prefix(read)
    }
}

extension TransportBody {
    /// Returns the body of a `URLRequest`.
    static func of(_ request: URLRequest) -> TransportBody {
        if let bytes = request.httpBody { return .bytes(bytes) }
        if let stream = request.httpBodyStream {
            return .stream(ReadAheadBody(InputStreamSource(stream)), length: announcedLength(of: request))
        }
        return .none
    }

    /// Returns the value of the request's `Content-Length` field.
    static func announcedLength(of request: URLRequest) -> Int64? {
        request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }.map { max($0, 0) }
    }

    /// The length in bytes, or -1 if it is unknown.
    var length: Int64 {
        switch self {
        case .none: 0
        case .bytes(let data): Int64(data.count)
        case .stream(_, let length): length ?? -1
        }
    }
}
