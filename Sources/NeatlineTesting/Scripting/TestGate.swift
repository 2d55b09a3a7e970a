internal import Foundation
internal import NeatlineFoundation

/// A point at which a ``LoopbackServer`` or a ``MockTransport`` waits until a test lets it go on, so that a test of
/// "before" and "after" needs no time.
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
/// Unchecked Sendable, because what changes is only reached while the lock is held.
public final class TestGate: @unchecked Sendable {
    private let lock = Lock()
    private var isOpened = false
    private var arrivals = 0
    private var onOpening: [@Sendable () -> Void] = []
    private let arrivalWaiters = WaitList<Int>()

    /// A closed gate.
    public init() {}

    /// Whether what comes to the gate goes on at once.
    public var isOpen: Bool { lock.withLock { isOpened } }

    /// How often a script came to the gate so far, open or not.
    public var arrivalCount: Int { lock.withLock { arrivals } }

    /// Lets go on what waits and what is still to come. May be called more than once.
    public func open() {
        let waiting = lock.withLock {
            isOpened = true
            defer { onOpening = [] }
            return onOpening
        }
        for resume in waiting { resume() }
    }

    /// Returns when scripts came to the gate `count` times in all, or when the task is cancelled.
    public func reached(_ count: Int = 1) async {
        await arrivalWaiters.wait(current: { self.arrivalCount }, until: { $0 >= count })
    }

    /// Notes that somebody came. `resume` is called once, when the gate opens, on the thread that opens it; it is
    /// not called if the gate is open, and the answer is then true.
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
