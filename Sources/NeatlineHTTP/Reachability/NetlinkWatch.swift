#if os(Linux)
internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// Calls its closure when the kernel tells of a change.
///
/// Unchecked Sendable, because a source of Dispatch may be cancelled on any thread, which is all that is done with it.
final class NetlinkWatch: NetworkWatch, @unchecked Sendable {
    private struct State {
        var isCancelled = false
        var substitute: (any NetworkWatch)?
    }

    private let source: any DispatchSourceRead
    private let state = Locked(State())

    /// - Parameters:
    ///   - descriptor: The socket, which is closed with the watch.
    ///   - queue: Where the closures are called.
    ///   - changed: Called after each change.
    ///   - substitute: Makes what takes the place of this if the socket breaks.
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
