/// The state of a transport's task, as a machine knows it: threads pause, resume and cancel the task without the lock
/// under which the machine decides that.
enum TransportTaskState: Sendable, Hashable {
    /// `Transport.start` has not returned.
    case starting
    /// The same, and the task is to be cancelled when it has.
    case unwanted
    /// The task runs, and is paused or resumed, or a thread is doing that.
    case flowing, pausing, paused, resuming
    /// The task was cancelled and has not completed.
    case cancelled
    /// The task has completed, or there was none.
    case ended(isFailure: Bool)

    /// What is done with the task.
    enum Change: Sendable, Hashable {
        case cancel, pause, resume

        func apply(to task: any TransportTask) {
            switch self {
            case .cancel: task.cancel()
            case .pause: task.pause()
            case .resume: task.resume()
            }
        }
    }

    /// Whether the transport has not returned the task.
    var isStarting: Bool { self == .starting || self == .unwanted }

    /// Whether the task runs: from its start to its completion.
    var isRunning: Bool { if case .ended = self { false } else { true } }

    /// The transport has returned the task.
    mutating func started(isPauseWanted: Bool) -> Change? {
        guard isStarting else { return nil }
        let isUnwanted = self == .unwanted
        self = .flowing
        return isUnwanted ? cancel() : adjust(isPauseWanted: isPauseWanted)
    }

    /// The task is no longer wanted.
    mutating func cancel() -> Change? {
        switch self {
        case .starting: self = .unwanted
        case .flowing, .pausing, .paused, .resuming:
            self = .cancelled
            return .cancel
        case .unwanted, .cancelled, .ended: break
        }
        return nil
    }

    /// Pauses or resumes the task if it is not as wanted, unless a thread is at it: then ``changed(isPauseWanted:)`` by
    /// that thread leads here again.
    mutating func adjust(isPauseWanted: Bool) -> Change? {
        switch self {
        case .flowing where isPauseWanted:
            self = .pausing
            return .pause
        case .paused where !isPauseWanted:
            self = .resuming
            return .resume
        case .starting, .unwanted, .flowing, .pausing, .paused, .resuming, .cancelled, .ended: return nil
        }
    }

    /// The task was paused or resumed.
    mutating func changed(isPauseWanted: Bool) -> Change? {
        switch self {
        case .pausing: self = .paused
        case .resuming: self = .flowing
        case .starting, .unwanted, .flowing, .paused, .cancelled, .ended: return nil
        }
        return adjust(isPauseWanted: isPauseWanted)
    }
}
