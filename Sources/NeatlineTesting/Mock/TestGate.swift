internal import Foundation
internal import NeatlineSystem
internal import Synchronization

/// A gate at which a ``LoopbackServer`` or a ``MockTransport`` waits until a test opens it, so that tests of states
/// "before" and "after" need no delays.
///
/// ```swift
/// let gate = TestGate()
/// let server = try LoopbackServer { _ in
///     .script([.head(200, headers: ["Content-Length": "4"]), .send("ab"), .waitUntil(gate), .send("cd")])
/// }
/// // … begin a request …
/// await gate.reached()  // the first half of the body is out
/// // … look at the progress …
/// gate.open()
/// ```
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
public final class TestGate: @unchecked Sendable {
    private let lock = Lock()
    private var isOpened = false
    private var arrivals = 0
    private var onOpening: [@Sendable () -> Void] = []
    private let arrivalWaiters = WaitList<Int>()

    /// Creates a gate that is closed.
    public init() {}

    /// Whether the gate is open, so that scripts do not wait.
    public var isOpen: Bool { lock.withLock { isOpened } }

    /// The number of times that a script has reached the gate, open or not.
    public var arrivalCount: Int { lock.withLock { arrivals } }

    /// Opens the gate: waiting and later scripts continue. May be called more than once.
    public func open() {
        let waiting = lock.withLock {
            isOpened = true
            defer { onOpening = [] }
            return onOpening
        }
        for resume in waiting { resume() }
    }

    /// Waits until scripts have reached the gate `count` times in total, or the task is cancelled.
    public func reached(_ count: Int = 1) async {
        await arrivalWaiters.wait(current: { self.arrivalCount }, until: { $0 >= count })
    }

    /// Records that a script has reached the gate, and returns whether the gate is open. If it is not, `resume` is
    /// called once when it opens, on the thread that opens it.
    func arrive(_ resume: @escaping @Sendable () -> Void) -> Bool {
        let (goesOn, count) = lock.withLock {
            arrivals += 1
            if !isOpened { onOpening.append(resume) }
            return (isOpened, arrivals)
        }
        arrivalWaiters.changed(to: count)
        return goesOn
    }
}

/// A list of tasks that wait until a value satisfies a condition.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class WaitList<Value: Sendable>: @unchecked Sendable {
    private struct Waiter {
        let isSatisfied: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let lock = Lock()
    private var waiters: [UInt64: Waiter] = [:]
    private var cancelled: Set<UInt64> = []
    private var nextIdentifier: UInt64 = 0

    /// Waits until `isSatisfied` returns `true` for the value, or the task is cancelled.
    ///
    /// - Parameter current: Returns the value. It is called after the waiter was added to the list, so that no change
    ///   is missed.
    func wait(
        current: @Sendable () -> Value, until isSatisfied: @escaping @Sendable (Value) -> Bool
    ) async {
        if isSatisfied(current()) { return }
        let identifier = lock.withLock {
            nextIdentifier += 1
            return nextIdentifier
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = lock.withLock {
                    if cancelled.remove(identifier) != nil { return true }
                    waiters[identifier] = Waiter(isSatisfied: isSatisfied, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume() } else { changed(to: current()) }
            }
        } onCancel: {
            let waiter = lock.withLock {
                let waiter = waiters.removeValue(forKey: identifier)
                if waiter == nil { cancelled.insert(identifier) }
                return waiter
            }
            waiter?.continuation.resume()
        }
        lock.withLock { _ = cancelled.remove(identifier) }
    }

    /// Resumes the tasks whose conditions the value satisfies.
    func changed(to value: Value) {
        let satisfied = lock.withLock {
            let satisfied = waiters.filter { $0.value.isSatisfied(value) }
            for identifier in satisfied.keys { waiters[identifier] = nil }
            return satisfied.values.map(\.continuation)
        }
        for continuation in satisfied { continuation.resume() }
    }
}

/// A flag that is set once.
final class AnswerFlag: Sendable {
    private let value = Atomic(false)

    /// Sets the flag, and returns whether this call was the first.
    func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
