internal import NeatlineSystem

/// The errors of a store that no caller receives, because a subscript cannot throw, or another process caused them.
public final class DefaultsFailures: Sendable {
    private struct State {
        var last: DefaultsError?
        var count = 0
        var handler: (@Sendable (DefaultsError) -> Void)?
    }

    private let state = Locked(State())

    /// Creates a record without failures.
    public init() {}

    /// The last error; nil if there was none.
    public var last: DefaultsError? { state.withLock { $0.last } }

    /// Sets the closure that is called with each error, by the thread on which it occurs.
    ///
    /// - Parameter handler: The closure; nil for none.
    public func onFailure(_ handler: (@Sendable (DefaultsError) -> Void)?) {
        // The old closure is released after the lock.
        let old = state.withLock { state in
            defer { state.handler = handler }
            return state.handler
        }
        withExtendedLifetime(old) {}
    }

    /// Records an error and calls the closure.
    ///
    /// - Parameter error: The error.
    public func report(_ error: DefaultsError) {
        let handler = state.withLock { state in
            state.last = error
            state.count += 1
            return state.handler
        }
        handler?(error)
    }
}

extension DefaultsFailures: CustomStringConvertible {
    /// The number of errors, and the message of the last one.
    public var description: String {
        let (count, last) = state.withLock { ($0.count, $0.last) }
        guard let last else { return "no failures" }
        return count == 1 ? "1 failure: \(last)" : "\(count) failures, the last: \(last)"
    }
}
