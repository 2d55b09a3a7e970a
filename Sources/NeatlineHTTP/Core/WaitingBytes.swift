internal import Foundation
internal import NeatlineFoundation
internal import Synchronization

/// Counts the bytes of a body that wait to be read, and pauses the transport while there are too many.
final class WaitingBytes: Sendable {
    /// The number of bytes from which on the transport is paused. It is resumed when half of them are left.
    private static let limit = 2 << 20

    private let count = Atomic(0)
    /// Whether the transport may be paused. Readers check this before they take the request's lock.
    private let mayBeTooMany = Atomic(false)

    /// Adds bytes that were received. Called with the request's lock held.
    func add(_ bytes: Int, of request: Request) {
        let waiting = count.add(bytes, ordering: .sequentiallyConsistent).newValue
        guard waiting > Self.limit, request.attempt?.isFull == false else { return }
        request.attempt?.isFull = true
        request.enqueueSteps(.suspendTask)
        mayBeTooMany.store(true, ordering: .sequentiallyConsistent)
        // A reader may have taken all bytes before the flag was set.
        goOnIfFew(of: request)
    }

    /// Removes bytes that were read. Called without the request's lock.
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
