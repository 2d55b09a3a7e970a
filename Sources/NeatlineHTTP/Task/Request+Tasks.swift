internal import NeatlineSystem

#if canImport(FoundationNetworking)
internal import Foundation
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
    /// The tasks of all attempts, in order; of more than a hundred, the first and the last hundred.
    public var tasks: [URLSessionTask] {
        mutableState.withLock { state in state.attempts.map { task(of: $0, in: state.machine) } }
    }

    /// The task of the first attempt; `nil` if there has been none.
    public var firstTask: URLSessionTask? {
        mutableState.withLock { state in
            (state.earlierAttempts.first ?? state.attempt).map { task(of: $0, in: state.machine) }
        }
    }

    /// The task of the last attempt.
    public var lastTask: URLSessionTask? { task }

    /// The task of the last attempt.
    public var task: URLSessionTask? { mutableState.withLock { lastTask(in: $0) } }
}

/// Functions that are called with the lock held.
extension Request {
    /// Returns the task of the last attempt.
    func lastTask(in state: RequestState) -> URLSessionTask? { state.attempt.map { task(of: $0, in: state.machine) } }

    private func task(of attempt: RequestAttempt, in machine: RequestMachine) -> URLSessionTask {
        if let task = attempt.madeTask?.task { return task }
        let made = attempt.madeTask ?? MadeTask()
        attempt.madeTask = made
        let task = makeTask(AttemptHandle(attempt, of: self))
        made.task = task
        // A request that has finished does not leave its session again, so it would be retained by its own task.
        if machine.phase != .done { made.keptTask = task }
        return task
    }

    /// Returns the identifier of an attempt, which is created at the first access.
    func identifier(of attempt: RequestAttempt) -> Int {
        if attempt.identifier == 0 { attempt.identifier = core.nextTaskIdentifier() }
        return attempt.identifier
    }
}

/// The operations of tasks.
extension Request {
    func cancelTask(of attempt: RequestAttempt) {
        update { state in
            guard let made = state.task(controlling: attempt), !made.isCancelled else { return }
            made.isCancelled = true
            state.steps.append(.cancelTask)
        }
    }

    func suspendTask(of attempt: RequestAttempt) {
        update { state in
            guard let made = state.task(controlling: attempt) else { return }
            made.isSuspended = true
            state.steps.append(.suspendTask)
        }
    }

    func resumeTask(of attempt: RequestAttempt) {
        let isControlled = update { state in
            guard let made = state.task(controlling: attempt) else { return false }
            made.isSuspended = false
            state.steps.append(.resumeTask)
            return true
        }
        if isControlled { resume() }
    }
}

extension RequestState {
    func taskState(of attempt: RequestAttempt) -> URLSessionTask.State {
        if attempt.isComplete || attempt.isAbandoned || attempt !== self.attempt { return .completed }
        if attempt.madeTask?.isCancelled == true || machine.state == .cancelled { return .canceling }
        let isSuspended = machine.state == .suspended || attempt.madeTask?.isSuspended == true
        return attempt.isStarted && !isSuspended ? .running : .suspended
    }

    /// Returns the task of an attempt, if it controls the request: the attempt is the current one and has not ended.
    fileprivate func task(controlling attempt: RequestAttempt) -> MadeTask? {
        attempt === self.attempt && !attempt.isComplete && !attempt.isAbandoned ? attempt.madeTask : nil
    }
}
