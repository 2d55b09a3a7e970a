internal import Foundation
internal import NeatlineFoundation

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

    /// Creates a closed gate.
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
