internal import Dispatch
internal import Foundation
public import NeatlineFoundation
internal import NeatlineSystem

/// The end of a session with ``Session/finish(within:)``.
public enum SessionEnd: Sendable, Hashable {
    /// All running requests have ended without being cancelled.
    case completed
    /// This number of requests was cancelled.
    case cancelled(Int)
}

/// The error of a request that was started after ``Session/finish(within:)``. It is the error of
/// `AFError.sessionInvalidated(error:)`.
public struct SessionFinished: NSErrorBridgeable, Sendable, Hashable {
    /// Creates the error, which has no details.
    public init() {}

    /// A description of the error, in English.
    public var errorDescription: String? { "The session takes no new requests, because it was told to finish." }
}

extension Session {
    /// The longest time that ``finish(within:)`` waits for the ends of requests that it has cancelled, in seconds.
    private static let timeForCancelling = 1.0

    /// Takes no new requests, and waits until those that are under way have ended.
    ///
    /// ```swift
    /// let end = await session.finish(within: .seconds(5))
    /// ```
    ///
    /// Requests that are started from now on fail with `AFError.sessionInvalidated(error:)`, whose error is
    /// ``SessionFinished``. Requests under way, which may be retried, and revalidations of the cache in the background are
    /// waited for; what is left after the time, or when the task is cancelled, is cancelled and waited for up to one
    /// second. Then idle connections are closed, if the session's transport is its own. When the function returns, the
    /// handlers of the requests were called, or are about to be called on their queues. It may be called more than once,
    /// also at the same time.
    ///
    /// - Parameter time: The time to wait.
    /// - Returns: Whether all requests have ended without being cancelled.
    @discardableResult
    public func finish(within time: Duration) async -> SessionEnd {
        core.refuseNewRequests()
        var end = SessionEnd.completed
        if await !core.waitUntilIdle(seconds: time.inSeconds) {
            let requests = core.activeRequests
            for request in requests { request.cancel() }
            core.exchanges.background.cancelAll()
            if !requests.isEmpty { end = .cancelled(requests.count) }
            // In a task of its own, because the caller's may be cancelled.
            _ = await Task { [core] in await core.waitUntilIdle(seconds: Self.timeForCancelling) }.value
        }
        if ownsTransport { core.exchanges.transport.invalidate() }
        return end
    }
}

extension SessionCore {
    /// Waits until there are no active requests, and no exchanges without one.
    ///
    /// - Returns: Whether there are none; `false` after the time has passed, or when the task was cancelled.
    func waitUntilIdle(seconds: Double) async -> Bool {
        let wait = IdleWait()
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                wait.start(continuation)
                whenIdle { [exchanges] in exchanges.background.whenIdle { wait.end(isIdle: true) } }
                exchanges.settings.deadlines.call(after: seconds, on: .global()) { wait.end(isIdle: false) }
            }
        } onCancel: {
            wait.end(isIdle: false)
        }
    }

    /// A task that waits for the first of several events.
    private final class IdleWait: Sendable {
        private struct State {
            var continuation: UnsafeContinuation<Bool, Never>?
            var result: Bool?
        }

        private let state = Locked(State())

        func start(_ continuation: UnsafeContinuation<Bool, Never>) {
            let result = state.withLock { state in
                if state.result == nil { state.continuation = continuation }
                return state.result
            }
            if let result { continuation.resume(returning: result) }
        }

        func end(isIdle: Bool) {
            let continuation = state.withLock { state in
                if state.result == nil { state.result = isIdle }
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: isIdle)
        }
    }
}
