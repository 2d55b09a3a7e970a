internal import Dispatch
internal import NeatlineFoundation

extension NetworkReachabilityManager {
    /// Returns an asynchronous sequence of the current status and each change of it.
    ///
    /// ```swift
    /// for await status in manager.statuses() where status != .notReachable {
    ///     await sendQueuedRequests()
    /// }
    /// ```
    ///
    /// The first element is the status when the iteration begins; consecutive elements differ. Each iteration is
    /// independent of the others and of the closure of ``startListening(onQueue:onUpdatePerforming:)``. An iteration
    /// retains the manager, and ends when its task is cancelled.
    ///
    /// - Parameter bufferingPolicy: What happens to statuses that arrive faster than they are read.
    /// - Returns: The sequence.
    public func statuses(
        bufferingPolicy: StreamOf<NetworkReachabilityStatus>.BufferingPolicy = .unbounded
    ) -> StreamOf<NetworkReachabilityStatus> {
        StreamOf(bufferingPolicy: bufferingPolicy) { [self] continuation in
            let listening = StatusListening(queue: reachabilityQueue, owner: { self }) { continuation.yield($0) }
            let key = ObjectIdentifier(listening)
            continuation.onTermination = { _ in
                self.state.withLock { $0.streams[key] = nil }
                listening.finish()
                self.endListening()
            }
            state.withLock { $0.streams[key] = listening }
            beginListening()
        }
    }
}
