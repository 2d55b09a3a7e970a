internal import Synchronization

/// A flag that is set once.
final class AnswerFlag: Sendable {
    private let value = Atomic(false)

    /// Whether this call was the one that set it.
    func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
