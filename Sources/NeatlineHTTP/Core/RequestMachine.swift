/// What a request does next, decided without doing anything: events go in, ``RequestActions`` come out.
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
/// Cancellation leads from each phase to `serializing`, at once where nothing runs that will end by itself; so does the
/// end of the session. Each attempt has a number, and what is told of an earlier one is not heard. So every handler is
/// served exactly once, whatever order the events come in.
struct RequestMachine: Sendable, Hashable {
    /// What is going on.
    enum Phase: Sendable, Hashable, CaseIterable {
        /// Nothing was asked for yet.
        case idle
        /// The `URLRequest` is being made and adapted.
        case preparing
        /// The `URLRequest` is there; nobody has asked to start.
        case prepared
        /// The request is under way.
        case running
        /// A retrier thinks about why the attempt failed.
        case deciding
        /// Time passes until the next attempt.
        case waiting
        /// The handlers read the response, one after the other.
        case serializing
        /// A retrier thinks about why a handler could not read the response.
        case consulting
        /// Every handler was served.
        case done
    }

    private(set) var state: Request.State = .initialized
    private(set) var phase: Phase = .idle
    /// The number of the present attempt.
    private(set) var attempt = 0
    private(set) var retryCount = 0
    /// Handlers that were not served yet, and how many of them have read the response.
    private(set) var handlers = 0
    private(set) var read = 0
    /// Whether the end was announced since the attempt began.
    private var isFinishing = false
    /// Whether the first handler starts the request.
    let startsAutomatically: Bool

    init(startsAutomatically: Bool) { self.startsAutomatically = startsAutomatically }

    /// Whether an answer about this attempt, which was being prepared, is still wanted.
    func isPreparing(_ attempt: Int) -> Bool { phase == .preparing && attempt == self.attempt }

    /// Whether a retrier's answer about this attempt is still wanted.
    func isAsking(_ attempt: Int) -> Bool { (phase == .deciding || phase == .consulting) && attempt == self.attempt }

    /// Whether the answer of an adapter or a retrier may still be wanted.
    var isInterceptable: Bool { phase == .preparing || phase == .deciding || phase == .consulting }

    /// Takes an event, and says what is to be done because of it.
    mutating func handle(_ event: RequestEvent) -> RequestActions {
        switch event {
        case .setUp: return phase == .idle && state == .initialized ? prepare([]) : .none
        case .resume: return resume()
        case .suspend: return suspend()
        case .cancel: return cancel()
        case .sessionEnded: return endOfSession()
        case .handlerAdded: return handlerAdded()
        case .prepared(let number): return prepared(number)
        case .attemptEnded(let number, let isFailure, let mayRetry):
            return attemptEnded(number, isFailure: isFailure, mayRetry: mayRetry)
        case .retryDecided(let number, let isWanted): return retryDecided(number, isWanted: isWanted)
        case .retryDue(let number): return retryDue(number)
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
            phase = .waiting
            return RequestActions([], then: .waitForRetry(attempt: attempt))
        }
        return phase == .deciding ? finish([]) : nextHandler()
    }

    private mutating func retryDue(_ number: Int) -> RequestActions {
        guard number == attempt, phase == .waiting else { return .none }
        retryCount += 1
        isFinishing = false
        read = 0
        return prepare([.reset, .announceRetry])
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

    /// Lets the handlers read, the first one first, with an attempt's number of its own.
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
