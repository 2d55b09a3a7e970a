internal import Dispatch
internal import NeatlineFoundation

extension NetworkReachabilityManager {
    /// The status, and each one that follows, for as long as they are read.
    ///
    /// ```swift
    /// for await status in manager.statuses() where status != .notReachable {
    ///     await sendWhatWaits()
    /// }
    /// ```
    ///
    /// The first one is the status as it is when the iteration begins; no two that follow one another are equal. Each
    /// iteration has its own, beside the closure of ``startListening(onQueue:onUpdatePerforming:)``. The manager lives as long
    /// as the iteration, which ends when its task is cancelled.
    ///
    /// - Parameter bufferingPolicy: What happens to statuses that come faster than they are read.
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
