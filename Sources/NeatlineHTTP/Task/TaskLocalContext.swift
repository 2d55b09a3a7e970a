internal import NeatlineSystem

/// The task-local values at one point of a program, with which closures can be called later, on any thread.
///
/// A task inherits the task-local values of the code that creates it, and only a task can. So ``init()`` creates a task
/// that runs nowhere by itself (``HeldJob``), and ``run(_:)`` lets that task create another one, whose body is the
/// closure, and runs that one to its end on the calling thread.
///
/// Creating a context and running a closure take some microseconds each, so a request creates one only if it has users'
/// code to call.
final class TaskLocalContext: Sendable {
    /// The context of the running closure; `nil` if there is none.
    @TaskLocal static var current: TaskLocalContext?

    private let job = HeldJob()
    private let state = Locked(State())
    /// Held while a thread runs the task, which calls no users' code.
    private let turn = Lock()
    private let owner = Locked(Owner())

    private struct Owner { weak var request: Request? }

    /// The request that the values belong to.
    var request: Request? {
        get { owner.withLock { $0.request } }
        set { owner.withLock { $0.request = newValue } }
    }

    private struct State {
        /// Creates the task of the next closure.
        var work: (@Sendable () -> Void)?
        var isOver = false
        var waiting: UnsafeContinuation<Void, Never>?
    }

    /// Captures the task-local values of the calling code.
    init() {
        Task(executorPreference: job) { [state] in
            while Self.startNext(state) {
                await withUnsafeContinuation { continuation in state.withLock { $0.waiting = continuation } }
            }
        }
    }

    /// Creates the task of the next closure; returns `false` at the end.
    ///
    /// Not a part of the task's body, which would retain the closure, and so the context, while it waits.
    private static func startNext(_ state: Locked<State>) -> Bool {
        let (work, isOver) = state.withLock { state in
            defer { state.work = nil }
            return (state.work, state.isOver)
        }
        work?()
        return !isOver
    }

    /// Ends the task, which would otherwise wait for ever.
    deinit {
        state.withLock { $0.isOver = true }
        runTask()
    }

    /// Calls a closure on the calling thread, with the captured values.
    func run(_ body: @escaping @Sendable () -> Void) {
        if Self.current === self { return body() }
        let forked = HeldJob()
        turn.withLock {
            state.withLock { state in
                state.work = {
                    Task(executorPreference: forked) { Self.$current.withValue(self) { body() } }
                }
            }
            runTask()
        }
        forked.run()
    }

    /// Runs the captured task until it waits, or ends.
    private func runTask() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        // This enqueues the task with its executor, unless it has not begun.
        waiting?.resume()
        job.run()
    }
}

/// An executor that keeps the job of its task until it is told to run it.
///
/// Unchecked Sendable because the job is behind a lock.
private final class HeldJob: TaskExecutor, @unchecked Sendable {
    private let held = Locked<UnownedJob?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        held.withLock { $0 = job }
    }

    /// Runs the job on the calling thread, if there is one.
    func run() {
        let job = held.withLock { held in
            defer { held = nil }
            return held
        }
        job?.runSynchronously(on: asUnownedTaskExecutor())
    }
}

extension Request {
    /// The task-local values with which users' code is called; `nil` if none were captured.
    var taskLocals: TaskLocalContext? { createdWith ?? mutableState.withLock { $0.options?.taskLocals } }

    /// Captures the task-local values of the calling code, unless those of the request's creation were.
    ///
    /// Called when users' code is added to a request that was created without any.
    func captureTaskLocals() {
        guard taskLocals == nil else { return }
        let captured = TaskLocalContext()
        captured.request = self
        // If two threads do this at once, one context is released after the lock.
        withOptions { if $0.taskLocals == nil { $0.taskLocals = captured } }
    }

    /// Calls a closure with the task-local values of the request, if there are some.
    func withTaskLocals(_ body: @escaping WorkPool.Work) {
        if let taskLocals { taskLocals.run(body) } else { body() }
    }

    /// Runs a serializer or a validator where the session runs them, with the task-local values of the request.
    func serialize(_ work: @escaping WorkPool.Work) {
        core.serialize { self.withTaskLocals(work) }
    }
}
