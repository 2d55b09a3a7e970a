internal import Foundation
internal import Synchronization

/// Counts the bytes of a body that wait for somebody to take them, and has the transport pause while they are too many.
final class WaitingBytes: Sendable {
    /// Bytes that may wait before the transport is asked to pause. It goes on when half of them are left.
    private static let limit = 2 << 20

    private let count = Atomic(0)
    /// Whether the transport may have been asked to pause: who takes bytes looks at it before taking the request's lock.
    private let mayBeTooMany = Atomic(false)

    /// Bytes of the request's body have come. Called with the request's lock held.
    func add(_ bytes: Int, of request: Request) {
        let waiting = count.add(bytes, ordering: .sequentiallyConsistent).newValue
        guard waiting > Self.limit, request.attempt?.isFull == false else { return }
        request.attempt?.isFull = true
        request.enqueueSteps(.suspendTask)
        mayBeTooMany.store(true, ordering: .sequentiallyConsistent)
        // All may have been taken before anybody could know that it should be said.
        goOnIfFew(of: request)
    }

    /// Bytes were taken. Called without the request's lock.
    func remove(_ bytes: Int, of request: Request) {
        let waiting = count.subtract(bytes, ordering: .sequentiallyConsistent).newValue
        guard waiting <= Self.limit / 2, mayBeTooMany.load(ordering: .sequentiallyConsistent) else { return }
        request.lock.withLock { goOnIfFew(of: request) }
    }

    private func goOnIfFew(of request: Request) {
        guard count.load(ordering: .sequentiallyConsistent) <= Self.limit / 2 else { return }
        mayBeTooMany.store(false, ordering: .sequentiallyConsistent)
        guard request.attempt?.isFull == true else { return }
        request.attempt?.isFull = false
        request.enqueueSteps(.resumeTask)
    }
}
