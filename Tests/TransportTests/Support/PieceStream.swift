import Foundation
import NeatlineHTTP

/// A body that a test makes piece by piece: those it has from the start, and those that come later.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class PieceStream: TransportBodyStream, @unchecked Sendable {
    struct Failure: Error {}

    private let lock = NSLock()
    private var pieces: [Data]
    private var position = 0
    private var hasEnd: Bool
    private var fails = false
    private var wake: (@Sendable () -> Void)?
    private var rewinds = 0
    private var waits = 0
    private var onWait: [@Sendable () -> Void] = []

    /// - Parameter isOpen: Whether more pieces will come.
    init(_ pieces: [String], isOpen: Bool = false) {
        self.pieces = pieces.map { Data($0.utf8) }
        hasEnd = !isOpen
    }

    var rewindCount: Int { lock.withLock { rewinds } }

    func next(limit: Int) throws -> TransportBodyPiece {
        var waiters: [@Sendable () -> Void] = []
        defer { for waiter in waiters { waiter() } }
        return try lock.withLock {
            if position < pieces.count {
                position += 1
                return .bytes(pieces[position - 1])
            }
            if fails { throw Failure() }
            if hasEnd { return .end }
            waits += 1
            swap(&waiters, &onWait)
            return .pending
        }
    }

    /// Returns when somebody was told that there is nothing yet.
    func hasWaited() async {
        await withCheckedContinuation { continuation in
            lock.lock()
            guard waits == 0 else {
                lock.unlock()
                continuation.resume()
                return
            }
            onWait.append { continuation.resume() }
            lock.unlock()
        }
    }

    func rewind() throws {
        lock.withLock {
            position = 0
            rewinds += 1
        }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { lock.withLock { self.wake = wake } }

    func add(_ piece: String) { change { $0.pieces.append(Data(piece.utf8)) } }
    func end() { change { $0.hasEnd = true } }
    func fail() { change { $0.fails = true } }

    private func change(_ body: (PieceStream) -> Void) {
        lock.lock()
        body(self)
        let wake = wake
        lock.unlock()
        wake?()
    }
}
