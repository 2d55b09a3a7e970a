/// The state machine of a request, without side effects: it takes events and returns ``RequestActions``.
///
/// ```
///  idle ──> preparing ──> prepared ──> running ──┬────────────> serializing ──> done
///               ^  └────────┐                    │                 │   ^          │
///               │           v                    v                 v   └──────────┘ (a handler is added)
///               └─────── waiting <─────────── deciding         consulting
///                           ^                                      │
///                           └──────────────────────────────────────┘ (a retrier answers)
/// ```
///
/// Cancellation leads from each phase to `serializing`: immediately if nothing runs that ends by itself. So does the
/// end of the session. Each attempt has a number, and events of earlier attempts are ignored. So every handler is
/// called exactly once, in whatever order events arrive.
struct RequestMachine: Sendable, Hashable {
    /// The phases of a request.
    enum Phase: Sendable, Hashable, CaseIterable {
        /// The request has not been set up.
        case idle
        /// The `URLRequest` is being created and adapted.
        case preparing
        /// The `URLRequest` was created, and the request has not been started.
        case prepared
        /// The exchange is running.
        case running
        /// A retrier decides about the attempt's error.
        case deciding
        /// The delay before the next attempt is running.
        case waiting
        /// The handlers read the response, one after the other.
        case serializing
        /// A retrier decides about the error of a handler.
        case consulting
        /// All handlers were called.
        case done
    }

    private(set) var state: Request.State = .initialized
    private(set) var phase: Phase = .idle
    /// The number of the current attempt.
    private(set) var attempt = 0
    private(set) var retryCount = 0
    /// The number of handlers that were not called yet, and of those of them that have read the response.
    private(set) var handlers = 0
    private(set) var read = 0
    /// Whether a retry waits that a retrier wants for the error of a handler.
    private(set) var isWaitingForHandler = false
    /// Whether the end was announced in this attempt.
    private var isFinishing = false
    /// Whether the first handler starts the request.
    let startsAutomatically: Bool

    init(startsAutomatically: Bool) { self.startsAutomatically = startsAutomatically }

    /// Returns whether the result of preparing this attempt is still needed.
    func isPreparing(_ attempt: Int) -> Bool { phase == .preparing && attempt == self.attempt }

    /// Returns whether the decision of a retrier about this attempt is still needed.
    func isAsking(_ attempt: Int) -> Bool { (phase == .deciding || phase == .consulting) && attempt == self.attempt }

    /// Returns whether this attempt waits for its retry.
    func isWaiting(_ attempt: Int) -> Bool { phase == .waiting && attempt == self.attempt }

    /// Whether the result of an adapter or a retrier may still be needed.
    var isInterceptable: Bool { phase == .preparing || phase == .deciding || phase == .consulting }

    /// Handles an event and returns the actions that follow.
    mutating func handle(_ event: RequestEvent) -> RequestActions {
        switch event {
        case .setUp: return phase == .idle && state == .initialized ? prepare([]) : .none
        case .resume: return resume()
        case .suspend: return suspend()
        case .cancel: return cancel()
        case .close: return close()
        case .sessionEnded: return endOfSession()
        case .handlerAdded: return handlerAdded()
        case .prepared(let number): return prepared(number)
        case .attemptEnded(let number, let isFailure, let mayRetry):
            return attemptEnded(number, isFailure: isFailure, mayRetry: mayRetry)
        case .retryDecided(let number, let isWanted): return retryDecided(number, isWanted: isWanted)
        case .retryDue(let number): return retryDue(number)
        case .retryRefused(let number): return retryRefused(number)
        case .handlerRead(let number, let index, let mayRetry):
            return handlerRead(number, index: index, mayRetry: mayRetry)
        }
    }
}

// MARK: - What users do

extension RequestMachine {
    private mutating func resume() -> RequestActions {
        guard state == .initialized || state == .suspended else { return .none }
        state = .resumed
        switch phase {
        case .idle: return prepare(.announceResume)
        case .prepared:
            phase = .running
            return RequestActions([.announceResume, .startTask, .announceTaskResume])
        case .running: return RequestActions([.announceResume, .resumeTask, .announceTaskResume])
        case .preparing, .deciding, .waiting, .serializing, .consulting, .done: return RequestActions(.announceResume)
        }
    }

    private mutating func suspend() -> RequestActions {
        guard state == .initialized || state == .resumed else { return .none }
        state = .suspended
        switch phase {
        case .prepared: return RequestActions([.announceSuspend, .announceTaskSuspend])
        case .running: return RequestActions([.announceSuspend, .suspendTask, .announceTaskSuspend])
        case .idle, .preparing, .deciding, .waiting, .serializing, .consulting, .done:
            return RequestActions(.announceSuspend)
        }
    }

    private mutating func cancel() -> RequestActions {
        guard state != .cancelled && state != .finished else { return .none }
        state = .cancelled
        let steps: RequestActions.Steps = [.keepCancellation, .announceCancel]
        switch phase {
        case .idle, .preparing, .deciding, .waiting, .consulting: return finish(steps)
        case .prepared, .running:
            phase = .running
            return RequestActions(steps.union([.cancelTask, .announceTaskCancel]))
        case .serializing, .done: return RequestActions(steps)
        }
    }

    /// Closes a WebSocket: the request is cancelled without an error, and its attempt ends by itself.
    private mutating func close() -> RequestActions {
        guard phase == .running || phase == .serializing, state == .resumed || state == .suspended else {
            return cancel()
        }
        state = .cancelled
        if phase == .serializing { return RequestActions(.announceCancel) }
        return RequestActions([.announceCancel, .resumeTask, .announceTaskCancel])
    }

    private mutating func handlerAdded() -> RequestActions {
        handlers += 1
        let isFirstAfterEnd = phase == .done
        if isFirstAfterEnd {
            phase = .serializing
            if state == .finished { state = .resumed }
            return RequestActions([], then: .read(attempt: attempt, handler: 0))
        }
        if startsAutomatically {
            let actions = resume()
            if actions != .none { return actions }
        }
        return phase == .idle && state != .cancelled ? prepare([]) : .none
    }
}

// MARK: - What happens

extension RequestMachine {
    private mutating func endOfSession() -> RequestActions {
        switch phase {
        case .done: return .none
        case .serializing: return RequestActions(.keepEndOfSession)
        case .running: return finish([.keepEndOfSession, .cancelTask])
        case .idle, .preparing, .prepared, .deciding, .waiting, .consulting: return finish(.keepEndOfSession)
        }
    }

    private mutating func prepared(_ number: Int) -> RequestActions {
        guard isPreparing(number) else { return .none }
        if state == .resumed {
            phase = .running
            return RequestActions([.startTask, .announceTaskResume])
        }
        phase = .prepared
        return state == .suspended ? RequestActions(.announceTaskSuspend) : .none
    }

    private mutating func attemptEnded(_ number: Int, isFailure: Bool, mayRetry: Bool) -> RequestActions {
        guard number == attempt, phase == .preparing || phase == .prepared || phase == .running else { return .none }
        if isFailure && mayRetry && state != .cancelled {
            phase = .deciding
            return RequestActions([], then: .askRetrier(attempt: attempt))
        }
        return finish([])
    }

    private mutating func retryDecided(_ number: Int, isWanted: Bool) -> RequestActions {
        guard number == attempt, phase == .deciding || phase == .consulting else { return .none }
        if isWanted {
            isWaitingForHandler = phase == .consulting
            phase = .waiting
            return RequestActions([], then: .waitForRetry(attempt: attempt))
        }
        return phase == .deciding ? finish([]) : nextHandler()
    }

    private mutating func retryDue(_ number: Int) -> RequestActions {
        guard isWaiting(number) else { return .none }
        retryCount += 1
        isFinishing = false
        read = 0
        return prepare([.reset, .announceRetry])
    }

    private mutating func retryRefused(_ number: Int) -> RequestActions {
        guard isWaiting(number) else { return .none }
        return isWaitingForHandler ? nextHandler() : finish([])
    }

    private mutating func handlerRead(_ number: Int, index: Int, mayRetry: Bool) -> RequestActions {
        guard number == attempt, phase == .serializing, index == read else { return .none }
        if mayRetry && state != .cancelled {
            phase = .consulting
            return RequestActions([], then: .consultRetrier(attempt: attempt, handler: index))
        }
        return nextHandler()
    }
}

// MARK: - Transitions

extension RequestMachine {
    private mutating func prepare(_ steps: RequestActions.Steps) -> RequestActions {
        attempt += 1
        phase = .preparing
        return RequestActions(steps, then: .prepare(attempt: attempt))
    }

    /// Starts reading with the first handler. The handlers get a new attempt number, so that later events of
    /// the exchange are ignored.
    private mutating func finish(_ steps: RequestActions.Steps) -> RequestActions {
        attempt += 1
        read = 0
        phase = .serializing
        let steps = isFinishing ? steps : steps.union(.announceFinish)
        isFinishing = true
        return handlers > 0 ? RequestActions(steps, then: .read(attempt: attempt, handler: 0)) : done(steps)
    }

    private mutating func nextHandler() -> RequestActions {
        phase = .serializing
        read += 1
        return read < handlers ? RequestActions([], then: .read(attempt: attempt, handler: read)) : done([])
    }

    private mutating func done(_ steps: RequestActions.Steps) -> RequestActions {
        phase = .done
        handlers = 0
        read = 0
        isFinishing = false
        if state != .cancelled { state = .finished }
        return RequestActions(steps, then: .deliver)
    }
}

// MARK: - Events and actions

/// An event that changes a request's state.
enum RequestEvent: Sendable, Hashable {
    /// The `URLRequest` is to be created before a handler is added.
    case setUp
    case resume
    case suspend
    case cancel
    /// A WebSocket is closed with a close frame.
    case close
    /// The session was deinitialized or invalidated.
    case sessionEnded
    case handlerAdded
    /// The `URLRequest` of this attempt was created.
    case prepared(attempt: Int)
    /// The `URLRequest` could not be created, the response is complete and validated, or the exchange has failed.
    case attemptEnded(attempt: Int, isFailure: Bool, mayRetry: Bool)
    /// A retrier has decided.
    case retryDecided(attempt: Int, isWanted: Bool)
    /// The delay before the next attempt has passed.
    case retryDue(attempt: Int)
    /// The delay has passed, and the budget allows no retry.
    case retryRefused(attempt: Int)
    /// A handler has read the response; `mayRetry` if it failed and there are retriers.
    case handlerRead(attempt: Int, handler: Int, mayRetry: Bool)
}

/// The actions that follow an event: steps, in the order of their declaration, then at most one longer operation, which
/// ends with another event.
struct RequestActions: Sendable, Hashable {
    /// Short operations that do not call users' code.
    struct Steps: OptionSet, Sendable, Hashable {
        let rawValue: UInt32

        /// Steps that are taken together with the machine's transition, before another event is handled.
        static let keepCancellation = Steps(rawValue: 1 << 0)
        static let keepEndOfSession = Steps(rawValue: 1 << 1)
        static let reset = Steps(rawValue: 1 << 2)

        static let announceRetry = Steps(rawValue: 1 << 3)
        static let announceResume = Steps(rawValue: 1 << 4)
        static let announceSuspend = Steps(rawValue: 1 << 5)
        static let announceCancel = Steps(rawValue: 1 << 6)
        static let startTask = Steps(rawValue: 1 << 7)
        static let resumeTask = Steps(rawValue: 1 << 8)
        static let suspendTask = Steps(rawValue: 1 << 9)
        static let cancelTask = Steps(rawValue: 1 << 10)
        static let announceTaskResume = Steps(rawValue: 1 << 11)
        static let announceTaskSuspend = Steps(rawValue: 1 << 12)
        static let announceTaskCancel = Steps(rawValue: 1 << 13)
        static let announceFinish = Steps(rawValue: 1 << 14)
        /// Taken after `keepCancellation` and `keepEndOfSession`: stops waiting for users' code.
        static let abandonWaiting = Steps(rawValue: 1 << 15)
        /// Updates the `Progress` objects that are observed.
        static let updateProgress = Steps(rawValue: 1 << 16)
        /// Performs the first work that waits for the steps before it.
        static let performWork = Steps(rawValue: 1 << 17)

        static let atOnce: Steps = [.keepCancellation, .keepEndOfSession, .reset]
        /// The steps that change the request together with its machine; the body ends when the end is announced.
        static let changesRequest: Steps = [.keepCancellation, .keepEndOfSession, .reset, .announceFinish]
        static let announceTask: Steps = [.announceTaskResume, .announceTaskSuspend, .announceTaskCancel]
        /// The steps that change the exchange or depend on it; all others are for monitors.
        static let ofTask: Steps = [
            .startTask, .resumeTask, .suspendTask, .cancelTask, .abandonWaiting, .updateProgress, .performWork,
        ]
    }

    /// Longer operations, which may call users' code.
    enum Work: Sendable, Hashable {
        /// Create the `URLRequest`.
        case prepare(attempt: Int)
        /// Ask the retriers about the attempt's error.
        case askRetrier(attempt: Int)
        /// Ask the retriers about the error of this handler.
        case consultRetrier(attempt: Int, handler: Int)
        /// Wait until the retry is due.
        case waitForRetry(attempt: Int)
        /// Let this handler read the response.
        case read(attempt: Int, handler: Int)
        /// Call all handlers with what they have read, and leave the session.
        case deliver
    }

    var steps: Steps
    var work: Work?

    init(_ steps: Steps, then work: Work? = nil) {
        self.steps = steps
        self.work = work
    }

    static let none = RequestActions([])
}
