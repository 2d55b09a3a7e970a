internal import Synchronization

/// Lets the events of a transport through until it is closed, so that no thread is in one when it has been closed and left.
///
/// Events may be nested: one that ends a hop starts the next one, whose first events may come before it returns.
struct EventGate: ~Copyable, Sendable {
    /// Twice the number of events that are being handled; the lowest bit is set when the gate is closed.
    private let state = Atomic<UInt>(0)

    /// Returns whether an event may be handled, which ends with ``leave()``.
    func enter() -> Bool {
        if state.add(2, ordering: .acquiringAndReleasing).oldValue & 1 == 0 { return true }
        state.subtract(2, ordering: .acquiringAndReleasing)
        return false
    }

    /// Returns whether this was the last event of a closed gate.
    func leave() -> Bool { state.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 }

    /// Returns whether no event is being handled; otherwise the last one's ``leave()`` returns `true`.
    func close() -> Bool { state.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue == 0 }
}
