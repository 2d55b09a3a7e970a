internal import Dispatch
internal import Foundation

/// A body that is read from an `InputStream` while it is sent.
///
/// The stream is read on a queue of its own, one piece ahead, so one that blocks holds up its own request only. It can
/// be read once: a request that is sent again fails unless nothing was read yet.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held, and the stream only on the queue.
final class InputStreamBody: TransportBodyStream, @unchecked Sendable {
    /// Why a stream cannot be sent.
    enum Failure: Error {
        case unreadable
        case alreadyRead
    }

    private enum State {
        case unread
        case reading
        case read(Data)
        case ended
        case failed
    }

    private static let pieceLength = 65_536

    private let stream: InputStream
    private let queue = DispatchQueue(label: "neatline.input-stream")
    private let lock = NSLock()
    private var state = State.unread
    private var wake: (@Sendable () -> Void)?

    init(_ stream: InputStream) { self.stream = stream }

    deinit { stream.close() }

    func next(limit: Int) throws -> TransportBodyPiece {
        lock.lock()
        defer { lock.unlock() }
        switch state {
        case .unread:
            readAhead()
            return .pending
        case .reading:
            return .pending
        case .read(let data):
            guard data.count <= max(limit, 1) else {
                let rest = data.index(data.startIndex, offsetBy: max(limit, 1))
                state = .read(data[rest...])
                return .bytes(data[..<rest])
            }
            readAhead()
            return .bytes(data)
        case .ended:
            return .end
        case .failed:
            throw Failure.unreadable
        }
    }

    func rewind() throws {
        try lock.withLock {
            guard case .unread = state else { throw Failure.alreadyRead }
        }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        lock.withLock { self.wake = wake }
    }

    /// Called with the lock held.
    private func readAhead() {
        state = .reading
        queue.async { self.read() }
    }

    private func read() {
        if stream.streamStatus == .notOpen { stream.open() }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            // SAFETY: the stream writes at most the buffer's length, and says how much it wrote.
            count = stream.read(start, maxLength: buffer.count)
            initialized = min(max(count, 0), buffer.count)
        }
        let wake = lock.withLock {
            // What went wrong is not asked for: on Linux `streamError` ends the process where there is none.
            state = count > 0 ? .read(Data(bytes)) : count == 0 ? .ended : .failed
            return self.wake
        }
        wake?()
    }
}
