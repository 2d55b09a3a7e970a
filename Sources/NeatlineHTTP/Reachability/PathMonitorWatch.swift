#if canImport(Network)
internal import Dispatch
internal import Network

/// A watch that calls its closure when Apple's systems report a change.
final class PathMonitorWatch: NetworkWatch {
    private let monitor = NWPathMonitor()

    init(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
        monitor.pathUpdateHandler = { _ in changed() }
        monitor.start(queue: queue)
    }

    deinit { monitor.cancel() }

    func cancel() { monitor.cancel() }
}
#endif
