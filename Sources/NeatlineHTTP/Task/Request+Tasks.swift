internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Each attempt has a `URLSessionTask`, created at the first access. It shows and controls the attempt, but belongs to
/// no `URLSession`. It is a `URLSessionUploadTask` for uploads, a `URLSessionDownloadTask` for downloads, and a
/// `URLSessionDataTask` for all other requests.
///
/// Its `cancel()` ends only the attempt, with `URLError.cancelled`, about which retriers decide; `suspend()` pauses
/// both bodies until `resume()`, which also resumes the request. `priority` is stored and has no effect. A task retains
/// its request.
extension Request {
    /// The tasks of all attempts, in order.
    public var tasks: [URLSessionTask] {
        lock.withLock { (attemptsBefore + (attempt.map { [$0] } ?? [])).map(task(of:)) }
    }

    /// The task of the first attempt; `nil` if there has been none.
    public var firstTask: URLSessionTask? {
        lock.withLock { (attemptsBefore.first ?? attempt).map(task(of:)) }
    }

    /// The task of the last attempt.
    public var lastTask: URLSessionTask? { task }

    /// The task of the last attempt.
    public var task: URLSessionTask? { lock.withLock { attempt.map(task(of:)) } }
}

/// Functions that are called with the lock held.
extension Request {
    private func task(of attempt: RequestAttempt) -> URLSessionTask {
        if let task = attempt.madeTask?.task { return task }
        let made = attempt.madeTask ?? MadeTask()
        attempt.madeTask = made
        let task = makeTask(AttemptHandle(attempt, of: self))
        made.task = task
        // A request that has finished does not leave its session again, so it would be retained by its own task.
        if machine.phase != .done { made.keptTask = task }
        return task
    }

    /// Releases the tasks when the request has left its session.
    func releaseTasks() {
        attempt?.madeTask?.keptTask = nil
        for attempt in attemptsBefore { attempt.madeTask?.keptTask = nil }
    }

    /// Returns the identifier of an attempt, which is created at the first access.
    func identifier(of attempt: RequestAttempt) -> Int {
        if attempt.identifier == 0 { attempt.identifier = core.nextTaskIdentifier() }
        return attempt.identifier
    }

    func taskState(of attempt: RequestAttempt) -> URLSessionTask.State {
        if attempt.isComplete || attempt.isAbandoned || attempt !== self.attempt { return .completed }
        if attempt.madeTask?.isCancelled == true || machine.state == .cancelled { return .canceling }
        let isSuspended = machine.state == .suspended || attempt.madeTask?.isSuspended == true
        return attempt.isStarted && !isSuspended ? .running : .suspended
    }

    private func isSteered(by attempt: RequestAttempt) -> Bool {
        attempt === self.attempt && !attempt.isComplete && !attempt.isAbandoned
    }
}

/// The operations of tasks. Called without the lock.
extension Request {
    func cancelTask(of attempt: RequestAttempt) {
        lock.lock()
        defer { lock.unlock() }
        guard isSteered(by: attempt), let made = attempt.madeTask, !made.isCancelled else { return }
        made.isCancelled = true
        enqueueSteps(.cancelTask)
    }

    func suspendTask(of attempt: RequestAttempt) {
        lock.lock()
        defer { lock.unlock() }
        guard isSteered(by: attempt), let made = attempt.madeTask else { return }
        made.isSuspended = true
        enqueueSteps(.suspendTask)
    }

    func resumeTask(of attempt: RequestAttempt) {
        lock.lock()
        guard isSteered(by: attempt), let made = attempt.madeTask else { return lock.unlock() }
        made.isSuspended = false
        enqueueSteps(.resumeTask)
        lock.unlock()
        resume()
    }
}
