#if os(Linux)
internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// A watch that calls its closure when the kernel reports a change.
///
/// Unchecked Sendable because the only use of the Dispatch source is to cancel it, which is allowed on any thread.
final class NetlinkWatch: NetworkWatch, @unchecked Sendable {
    private struct State {
        var isCancelled = false
        var substitute: (any NetworkWatch)?
    }

    private let source: any DispatchSourceRead
    private let state = Locked(State())

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which is closed with the watch.
    ///   - queue: The queue on which the closures are called.
    ///   - changed: Called after each change.
    ///   - substitute: Creates the watch that replaces this one if the socket breaks.
    init(
        descriptor: Int32, on queue: DispatchQueue, changed: @escaping @Sendable () -> Void,
        substitute: @escaping @Sendable () -> any NetworkWatch
    ) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            if NetlinkSocket.drain(descriptor) == .failed { self?.replace(by: substitute) }
            changed()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    func cancel() {
        source.cancel()
        let substitute = state.withLock { state in
            state.isCancelled = true
            return state.substitute
        }
        substitute?.cancel()
    }

    private func replace(by substitute: () -> any NetworkWatch) {
        source.cancel()
        let isCancelled = state.withLock { $0.isCancelled || $0.substitute != nil }
        if isCancelled { return }
        let made = substitute()
        let isLate = state.withLock { state in
            state.substitute = made
            return state.isCancelled
        }
        if isLate { made.cancel() }
    }
}
#endif
