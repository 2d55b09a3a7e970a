/// The state machine of an exchange, without side effects: it takes events and returns ``ExchangeActions``.
///
/// ```
///  idle ──> preparing ──> receiving ──┬─────────────> discarding ──────────> done
///             ^  ^          │  ^  ^   └──────────────────────────────────────^ ^
///             │  │          │  │  └──────── delivering ────────────────────────┘
///             │  │          v  │                ^ (the receiver refuses)
///             │  └─────── deciding ─────────────┘
///             │           │ (the receiver follows)
///             └─────── draining <── receiving (a challenge is answered, or another request is sent)
/// ```
///
/// An exchange that is ended early (``Ending``) is `done` when its running hop has completed, or immediately if none
/// runs. A hop that does not complete in time although it was cancelled is abandoned: it counts as failed, and the
/// exchange gives none of its later events to the machine. Hops have numbers, and events that name an earlier hop are ignored. So in whatever order events arrive, at most
/// one hop runs, and the exchange completes exactly once.
struct ExchangeMachine: Sendable, Hashable {
    /// The phases of an exchange.
    enum Phase: Sendable, Hashable, CaseIterable {
        /// The exchange was not started.
        case idle
        /// The request of the next hop is being prepared; no hop runs.
        case preparing
        /// A hop runs, and its response is delivered to the receiver.
        case receiving
        /// The receiver decides about a redirect. The body of the response is stored; its hop may have ended.
        case deciding
        /// The receiver has refused the redirect: the stored bytes are being delivered. The hop may have ended.
        case delivering
        /// The rest of the response is discarded, which keeps the connection; then the next hop starts.
        case draining
        /// The rest of the response is discarded; then the exchange completes with its ``Ending``.
        case discarding
        /// The exchange has completed.
        case done
    }

    /// The reason why an exchange ends before its response is complete.
    enum Ending: Sendable, Hashable, CaseIterable {
        case cancelled
        /// No byte was transferred for too long.
        case idleTimeout
        /// The exchange took too long.
        case resourceTimeout
        case tooManyRedirects
        case bodyTooLarge
    }

    private(set) var phase = Phase.idle
    private(set) var task = TransportTaskState.ended(isFailure: false)
    /// The reason why the exchange ends early; `nil` in `done` if the response is complete or the last hop has failed.
    private(set) var ending: Ending?
    /// The number of hops that were started.
    private(set) var hop = 0
    private(set) var redirectCount = 0
    /// Whether the body of a response that may be discarded is too long to read it only to keep the connection.
    private var isLong = false
    private var isPausedByReceiver = false
    /// Whether the last hop was abandoned.
    private(set) var isAbandoned = false
    let redirectLimit: Int

    /// - Parameter redirectLimit: The number of redirects that may be followed.
    init(redirectLimit: Int) { self.redirectLimit = redirectLimit }

    /// Whether a hop runs: from its start to its completion.
    var isHopRunning: Bool { task.isRunning }

    /// Returns whether the transport has not returned the task of this hop yet.
    func isStarting(_ hop: Int) -> Bool { hop == self.hop && task.isStarting }

    /// Whether the task is to be paused: the receiver wants that, or much of a body is stored.
    var isPauseWanted: Bool { isPausedByReceiver || isLong && (phase == .deciding || phase == .delivering) }

    /// Whether bytes may be expected, so that the idle timeout runs.
    var expectsBytes: Bool { phase != .deciding && !isPauseWanted }

    /// Whether the time for discarding the rest of a body is limited.
    var isDrainLimited: Bool { phase == .draining && task != .cancelled && task != .unwanted }

    /// Whether the time for the end of the running hop is limited.
    var isEndLimited: Bool { ending != nil && isHopRunning && phase != .done }

    /// Handles an event and returns the actions that follow.
    mutating func handle(_ event: ExchangeEvent) -> ExchangeActions {
        switch event {
        case .start: return start()
        case .end(let ending): return end(ending)
        case .pause, .resume:
            isPausedByReceiver = event == .pause
            return adjustFlow()
        case .prepared(let isFailure): return prepared(isFailure: isFailure)
        case .decided(let hop, let isFollowed): return decided(hop, isFollowed: isFollowed)
        case .delivered: return delivered()
        case .storedTooLarge: return storedTooLarge()
        case .endTimeout: return abandon()
        case .drainTimeout: return phase == .draining ? cancelTask() : []
        case .taskStarted(let hop): return taskStarted(hop)
        case .flowChanged(let hop): return flowChanged(hop)
        case .redirect(let isLong): return redirect(isLong: isLong)
        case .repetition(let isLong): return repetition(isLong: isLong)
        case .bytes(let isLong, let isTooLarge): return bytes(isLong: isLong, isTooLarge: isTooLarge)
        case .completed(let isFailure): return completed(isFailure: isFailure)
        }
    }
}

// MARK: - Events of the receiver and of time

extension ExchangeMachine {
    private mutating func start() -> ExchangeActions {
        guard phase == .idle else { return [] }
        if ending != nil { return complete() }
        phase = .preparing
        return .prepare
    }

    private mutating func end(_ ending: Ending) -> ExchangeActions {
        guard phase != .done, self.ending == nil else { return [] }
        self.ending = ending
        // Without a hop, the exchange ends with the next event in all other phases.
        if phase == .deciding && !isHopRunning { return complete() }
        return isHopRunning ? cancelTask().union(.limitEnd) : []
    }

    /// The transport has not completed a hop that is to end.
    private mutating func abandon() -> ExchangeActions {
        guard isEndLimited else { return [] }
        isAbandoned = true
        return completed(isFailure: true)
    }

    private mutating func prepared(isFailure: Bool) -> ExchangeActions {
        guard phase == .preparing else { return [] }
        if isFailure || ending != nil { return complete() }
        phase = .receiving
        task = .starting
        hop += 1
        isLong = false
        return .startTask
    }

    private mutating func decided(_ hop: Int, isFollowed: Bool) -> ExchangeActions {
        guard phase == .deciding, hop == self.hop, ending == nil else { return [] }
        if isFollowed {
            redirectCount += 1
            return leave()
        }
        phase = .delivering
        return .deliverStored
    }

    private mutating func delivered() -> ExchangeActions {
        guard phase == .delivering else { return [] }
        if case .ended(let isFailure) = task { return complete(isWhole: !isFailure) }
        phase = .receiving
        return adjustFlow()
    }

    private mutating func storedTooLarge() -> ExchangeActions {
        guard phase == .delivering else { return [] }
        if isHopRunning { return discard(.bodyTooLarge) }
        ending = ending ?? .bodyTooLarge
        return complete()
    }
}

// MARK: - Events of the transport

extension ExchangeMachine {
    private mutating func taskStarted(_ hop: Int) -> ExchangeActions {
        guard hop == self.hop else { return [] }
        return isAbandoned ? .cancelTask : actions(task.started(isPauseWanted: isPauseWanted))
    }

    private mutating func flowChanged(_ hop: Int) -> ExchangeActions {
        hop == self.hop ? actions(task.changed(isPauseWanted: isPauseWanted)) : []
    }

    private mutating func redirect(isLong: Bool) -> ExchangeActions {
        guard phase == .receiving else { return [] }
        if ending != nil || redirectCount >= redirectLimit { return discard(.tooManyRedirects) }
        phase = .deciding
        self.isLong = isLong
        return adjustFlow().union(.askReceiver)
    }

    private mutating func repetition(isLong: Bool) -> ExchangeActions {
        guard phase == .receiving else { return [] }
        self.isLong = isLong
        return leave()
    }

    private mutating func bytes(isLong: Bool, isTooLarge: Bool) -> ExchangeActions {
        switch phase {
        case .receiving: return isTooLarge ? discard(.bodyTooLarge) : .deliver
        case .deciding, .delivering:
            if isLong { self.isLong = true }
            return adjustFlow().union(.store)
        case .draining: return isLong ? cancelTask() : []
        case .idle, .preparing, .discarding, .done: return []
        }
    }

    private mutating func completed(isFailure: Bool) -> ExchangeActions {
        guard isHopRunning else { return [] }
        task = .ended(isFailure: isFailure)
        switch phase {
        // A complete response remains valid, even if the exchange was to be ended meanwhile.
        case .receiving: return complete(isWhole: !isFailure)
        case .delivering: return []
        case .deciding: return ending == nil ? [] : complete()
        case .draining where ending == nil:
            phase = .preparing
            return .prepare
        case .idle, .preparing, .draining, .discarding, .done: return complete()
        }
    }
}

// MARK: - Transitions

extension ExchangeMachine {
    /// Leaves the response for the next hop, which starts when the running one has ended.
    private mutating func leave() -> ExchangeActions {
        guard isHopRunning else {
            phase = .preparing
            return [.storeHop, .prepare]
        }
        phase = .draining
        return (isLong ? cancelTask() : adjustFlow().union(.limitDraining)).union(.storeHop)
    }

    /// Discards the rest of the response, after which the exchange ends.
    private mutating func discard(_ ending: Ending) -> ExchangeActions {
        phase = .discarding
        let isNew = self.ending == nil
        self.ending = self.ending ?? ending
        return isNew ? cancelTask().union(.limitEnd) : cancelTask()
    }

    private mutating func complete(isWhole: Bool = false) -> ExchangeActions {
        phase = .done
        if isWhole { ending = nil }
        return .complete
    }

    private mutating func cancelTask() -> ExchangeActions { actions(task.cancel()) }

    private mutating func adjustFlow() -> ExchangeActions { actions(task.adjust(isPauseWanted: isPauseWanted)) }

    private func actions(_ change: TransportTaskState.Change?) -> ExchangeActions {
        switch change {
        case .cancel: .cancelTask
        case .pause: .pauseTask
        case .resume: .resumeTask
        case nil: []
        }
    }
}

// MARK: - Events and actions

/// An event that changes an exchange's state.
enum ExchangeEvent: Sendable, Hashable {
    case start
    /// The exchange is cancelled, or a timeout has expired.
    case end(ExchangeMachine.Ending)
    case pause
    case resume
    /// The request of the next hop was prepared, or cannot be sent.
    case prepared(isFailure: Bool)
    /// The receiver has decided about the redirect of this hop.
    case decided(hop: Int, isFollowed: Bool)
    /// All stored bytes were delivered.
    case delivered
    /// The bytes that wait to be delivered exceed the maximum size of a body, and are not delivered.
    case storedTooLarge
    /// The time for discarding the rest of a body has passed.
    case drainTimeout
    /// The time for the end of a hop that was cancelled has passed.
    case endTimeout
    /// The transport has returned the task of this hop.
    case taskStarted(hop: Int)
    /// The task of this hop was paused or resumed.
    case flowChanged(hop: Int)
    /// The response is a redirect. Its body is long if it is not read only to keep the connection.
    case redirect(isLong: Bool)
    /// The response is followed by another request: its challenge is answered, or a partial one is replaced.
    case repetition(isLong: Bool)
    /// Bytes of the body were received, of which there are by now many, or more than the receiver allows.
    case bytes(isLong: Bool, isTooLarge: Bool)
    /// The running hop has completed.
    case completed(isFailure: Bool)
}

/// The actions that follow an event.
struct ExchangeActions: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    /// Actions that are taken together with the machine's transition, before another event is handled: the event's bytes
    /// are stored, or the hop that follows.
    static let store = ExchangeActions(rawValue: 1 << 0)
    static let storeHop = ExchangeActions(rawValue: 1 << 1)

    /// Actions on the task of the hop, after which a pause or its end is confirmed by `flowChanged`.
    static let cancelTask = ExchangeActions(rawValue: 1 << 2)
    static let pauseTask = ExchangeActions(rawValue: 1 << 3)
    static let resumeTask = ExchangeActions(rawValue: 1 << 4)
    /// Limits the time for discarding the rest of the body.
    static let limitDraining = ExchangeActions(rawValue: 1 << 5)

    /// Delivers the event's bytes.
    static let deliver = ExchangeActions(rawValue: 1 << 6)
    /// Asks the receiver about the redirect; ends with `decided`.
    static let askReceiver = ExchangeActions(rawValue: 1 << 7)
    /// Delivers the stored response; ends with `delivered`.
    static let deliverStored = ExchangeActions(rawValue: 1 << 8)
    /// Prepares the request of the next hop; ends with `prepared`.
    static let prepare = ExchangeActions(rawValue: 1 << 9)
    /// Starts the hop; ends with `taskStarted`, and the hop with `completed`.
    static let startTask = ExchangeActions(rawValue: 1 << 10)
    /// Reports the completion: always the last action.
    static let complete = ExchangeActions(rawValue: 1 << 11)
    /// Limits the time for the end of the hop.
    static let limitEnd = ExchangeActions(rawValue: 1 << 12)

    static let ofTask: ExchangeActions = [.cancelTask, .pauseTask, .resumeTask]
}
