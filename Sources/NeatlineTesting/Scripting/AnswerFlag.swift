internal import Synchronization

/// A flag that is set once.
final class AnswerFlag: Sendable {
    private let value = Atomic(false)

    /// Sets the flag, and returns whether this call was the first.
    func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
