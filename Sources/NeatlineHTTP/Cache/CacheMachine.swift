internal import Foundation

/// The state machine of a hop with a cache, without side effects: it takes events, which bring the times and the stored
/// responses, and returns actions. ``CacheRules`` are the law by which it decides.
///
/// ```
///  idle ──> lookingUp ──┬──> serving ─────────────────────────────────> ended     a stored response
///     │                 │       ^ ^
///     │ (unsafe)        │       │ └─────────── changing <── (304)
///     └─────────────────┴──> sending ──┬─────> changing ──────────────────^       the server's response
///                              ^_______│ (a 304 about another one)        │
///                                      └─────> asking ──> changing ───────┘
/// ```
///
/// Whatever the order of events: a hop ends exactly once, and after what it changes in the store was changed. What was
/// looked up or asked for before an invalidation is not stored after it (``CacheOrder``).
struct CacheMachine: Sendable {
    enum Phase: Sendable, Hashable, CaseIterable {
        case idle
        /// Stored responses are looked up: in memory first, and then on disk, too, if those in memory do not suffice.
        case lookingUp
        /// The transport sends the request.
        case sending
        /// The response is complete, and becomes a stored one, if the receiver agrees.
        case asking
        /// The store is being changed.
        case changing
        /// A stored response is delivered.
        case serving
        case ended
    }

    /// The number of bytes of a stored body that are delivered at once. A body that is not longer is delivered by the
    /// thread that starts the hop, others by threads of the pool, which the receiver may pause.
    static let pieceLength = 65_536

    let request: CacheRequest
    /// The size of the largest body that is stored; `nil` without a cache, for a request that accepts stored responses
    /// only.
    let entryLimit: Int?
    private(set) var phase = Phase.idle
    private(set) var task = TransportTaskState.ended(isFailure: false)
    /// The number of requests that were sent.
    private(set) var sendCount = 0

    private(set) var isCancelled = false
    private(set) var isPaused = false
    /// Whether the exchange has this hop's task, so that it can pause it.
    private(set) var hasBegun = false
    /// Whether a thread is delivering the stored response.
    private(set) var isDelivering = false
    /// Whether the receiver is being asked; it may decide meanwhile.
    private(set) var isBeingAsked = false

    /// When the look-up began: what was changed since is not overwritten.
    private(set) var moment = CacheOrder.Moment()
    /// The stored responses that the request chooses, the newest first.
    private(set) var candidates: [StoredResponse] = []
    /// The one that the response is about.
    private(set) var stored: StoredResponse?
    private(set) var isConditional = false
    /// The time of the last event.
    private(set) var now: TimeInterval = 0
    private(set) var requestTime: TimeInterval = 0
    private(set) var responseTime: TimeInterval = 0
    private(set) var head: ResponseHead?
    private(set) var effect = CacheEffect.nothing
    private(set) var caching = ResponseCaching.never
    /// The length of the body that is kept in order to be stored; `nil` if it is not.
    private(set) var keptLength: Int?
    private(set) var discarded = 0
    private(set) var completion = TransportCompletion()
    /// The confirmed response, which is delivered when it was stored.
    private(set) var confirmed: StoredResponse?
    private(set) var served: Served?

    /// The stored response that is being delivered, and what was delivered of it.
    struct Served: Sendable {
        let response: StoredResponse
        let head: TransportResponseHead
        /// The number of bytes to deliver: none in response to `HEAD`.
        let length: Int
        let startTime: TimeInterval
        var isHeadDelivered = false
        var offset = 0
    }

    init(request: CacheRequest, entryLimit: Int?) {
        self.request = request
        self.entryLimit = entryLimit
    }

    /// Whether what the server sends is discarded: a stored response is delivered instead, or another one of the server.
    var isDiscarding: Bool { effect == .validate || effect == .sendAgain || effect == .serveStale }

    /// Handles an event and returns the actions that follow, in their order.
    ///
    /// - Parameter now: The time, in seconds since 1970.
    mutating func handle(_ event: CacheEvent, now: TimeInterval) -> [CacheAction] {
        self.now = now
        switch event {
        case .start(let moment): return start(moment)
        case .found(let responses, let isAll): return found(responses, isAll: isAll)
        case .begun:
            hasBegun = true
            return continueDelivery()
        case .delivered: return nextDelivery()
        case .taskStarted(let number):
            return number == sendCount ? actions(task.started(isPauseWanted: isPaused)) : []
        case .flowChanged(let number):
            return number == sendCount ? actions(task.changed(isPauseWanted: isPaused)) : []
        case .head(let head, let caching): return received(head, caching)
        case .bytes(let count): return received(count)
        case .completed(let completion): return completed(completion)
        case .asked: return asked()
        case .decided(let response): return decided(response)
        case .changed: return changed()
        case .cancel: return cancel()
        case .pause(let isPaused):
            self.isPaused = isPaused
            return actions(task.adjust(isPauseWanted: isPaused)) + continueDelivery()
        }
    }

    private func actions(_ change: TransportTaskState.Change?) -> [CacheAction] {
        change.map { [.adjust($0, number: sendCount)] } ?? []
    }
}

// MARK: - Looking up

extension CacheMachine {
    private mutating func start(_ moment: CacheOrder.Moment) -> [CacheAction] {
        guard phase == .idle else { return [] }
        self.moment = moment
        phase = .lookingUp
        let looksUp = entryLimit != nil && CacheRules.isSafe(request.method)
        return looksUp ? [.lookUp(onDisk: false)] : found([], isAll: true)
    }

    private mutating func found(_ responses: [StoredResponse], isAll: Bool) -> [CacheAction] {
        guard phase == .lookingUp else { return [] }
        // They are needed for any response of the server, even if they must not answer.
        candidates = CacheRules.choices(of: request, from: responses)
        stored = candidates.first
        let answer = CacheRules.answer(to: request, from: candidates, at: now)
        if case .serve(let response, let isRevalidated) = answer {
            let isRevalidated = isRevalidated && !isCancelled
            return (isRevalidated ? [.revalidate(response)] : []) + serve(response, response.head(at: now))
        }
        guard isAll else { return [.lookUp(onDisk: true)] }
        switch answer {
        case .serve: return []
        case .send(_, let isConditional): return send(isConditional: isConditional)
        case .gatewayTimeout:
            let response = StoredResponse.gatewayTimeout(request, at: now)
            return serve(response, response.validatedHead)
        case .unavailable:
            return fail(
                .unavailable, "There is no stored response, and the request's cache policy forbids loading.")
        }
    }

    private mutating func send(isConditional: Bool) -> [CacheAction] {
        if isCancelled { return endCancelled() }
        phase = .sending
        task = .starting
        sendCount += 1
        self.isConditional = isConditional
        requestTime = now
        stored = candidates.first
        head = nil
        effect = .nothing
        keptLength = nil
        discarded = 0
        return [.send(isConditional ? stored.map(CacheRules.conditions) ?? [] : [], number: sendCount)]
    }
}

// MARK: - The server's response

extension CacheMachine {
    private mutating func received(_ head: ResponseHead, _ caching: ResponseCaching) -> [CacheAction] {
        guard phase == .sending, self.head == nil else { return [] }
        self.head = head
        self.caching = caching
        responseTime = now
        if let entryLimit {
            if head.status == 304, !isConditional {
                stored = candidates.first { CacheRules.identifies(head, $0) } ?? stored
            }
            effect = CacheRules.effect(of: head, to: request, stored: stored, isConditional: isConditional, at: now)
            if effect == .store, caching != .never, let room = CacheRules.room(for: head, limit: entryLimit) {
                keptLength = 0
                return [.keepBody(room), .deliver(head)]
            }
        }
        // No request may find them from now on; files follow before the hop ends.
        if case .invalidate(let keys) = effect { return [.forget(keys), .deliver(head)] }
        return isDiscarding ? [.discard] : [.deliver(head)]
    }

    private mutating func received(_ count: Int) -> [CacheAction] {
        guard phase == .sending else { return [] }
        if isDiscarding {
            discarded += count
            return [.discard] + (discarded > Exchange.drainLimit ? actions(task.cancel()) : [])
        }
        guard let length = keptLength, let entryLimit else { return Self.delivery }
        keptLength = length + count > entryLimit ? nil : length + count
        return keptLength == nil ? [.dropBody, .deliverBytes] : Self.keepingDelivery
    }

    private static let delivery = [CacheAction.deliverBytes]
    private static let keepingDelivery = [CacheAction.keepBytes, .deliverBytes]

    private mutating func completed(_ completion: TransportCompletion) -> [CacheAction] {
        guard phase == .sending, task.isRunning else { return [] }
        task = .ended(isFailure: completion.error != nil)
        self.completion = completion
        guard entryLimit != nil else { return complete() }
        if let error = completion.error {
            if head == nil, !CacheRules.isSafe(request.method), CacheRules.mayHaveBeenReceived(error.code) {
                effect = .invalidate([request.key])
            }
            if case .invalidate = effect {
                // What the server has changed, if it has, remains changed.
            } else if isCancelled {
                return complete()
            } else if head == nil {
                guard let stored, CacheRules.isServerUnreachable(error.code),
                    CacheRules.isUsableOnError(stored, for: request, at: now)
                else { return complete() }
                effect = .serveStale
            }
        }
        switch effect {
        case .nothing: return complete()
        case .store: return completion.error == nil ? store() : complete()
        case .validate:
            guard let fresh = freshened else { return complete() }
            confirmed = fresh
            return [.noteHop(head, completion.timings, isConfirmation: true)] + change(renewal(by: fresh))
        case .freshen: return freshened.map { change(renewal(by: $0)) } ?? complete()
        case .sendAgain:
            return [.noteHop(head, completion.timings, isConfirmation: false)] + send(isConditional: false)
        case .serveStale:
            guard let stored else { return complete() }
            return [.noteHop(head, completion.timings, isConfirmation: false)] + serve(stored, stored.head(at: now))
        case .remove: return removeStored()
        case .invalidate(let keys): return change(.invalidate(keys))
        }
    }

    private var freshened: StoredResponse? {
        guard let stored, let head else { return nil }
        return stored.freshened(by: head.head.lines, requestTime: requestTime, responseTime: responseTime)
    }

    /// A confirmation may forbid to store the response any longer, or to use it for as many requests as before.
    private func renewal(by fresh: StoredResponse) -> CacheChange {
        CacheRules.isStorable(fresh, for: request) ? .store(fresh, since: moment) : .remove(fresh)
    }
}

// MARK: - Storing

extension CacheMachine {
    private mutating func store() -> [CacheAction] {
        guard let head, keptLength != nil, !isCancelled,
            let selection = CacheSelection(of: head.lines, to: request)
        else { return removeStored() }
        let lines = head.head.lines
        let parts = StoredResponse.Parts(
            key: request.key, selection: selection, status: head.status, version: head.head.version,
            lines: StoredResponse.removing(from: lines, where: CacheRules.exclusion(of: lines)), body: [],
            requestTime: requestTime, responseTime: responseTime)
        phase = .asking
        isBeingAsked = caching == .asks
        return isBeingAsked ? [.ask(head, parts)] : [.makeResponse(parts)]
    }

    /// The receiver was asked.
    private mutating func asked() -> [CacheAction] {
        isBeingAsked = false
        return phase == .asking && isCancelled ? complete() : []
    }

    /// Only the first decision is used, and none after the request was cancelled.
    private mutating func decided(_ response: StoredResponse?) -> [CacheAction] {
        guard phase == .asking else { return [] }
        return response.map { change(.store($0, since: moment)) } ?? removeStored()
    }

    /// The server has replaced the stored response by one that is not stored.
    private mutating func removeStored() -> [CacheAction] { stored.map { change(.remove($0)) } ?? complete() }

    private mutating func change(_ change: CacheChange) -> [CacheAction] {
        phase = .changing
        return [.change(change)]
    }

    private mutating func changed() -> [CacheAction] {
        guard phase == .changing else { return [] }
        return confirmed.map { serve($0, $0.validatedHead) } ?? complete()
    }

    private mutating func complete() -> [CacheAction] { end(.complete(completion)) }

    private mutating func end(_ action: CacheAction) -> [CacheAction] {
        phase = .ended
        return [action]
    }

    private mutating func endCancelled() -> [CacheAction] {
        fail(.cancelled, "The request was cancelled.")
    }

    private mutating func fail(_ code: TransportError.Code, _ message: String) -> [CacheAction] {
        end(.complete(TransportCompletion(error: TransportError(code, message), timings: Self.timings(at: now))))
    }

    private static func timings(at time: TimeInterval) -> TransportTimings {
        var timings = TransportTimings()
        timings.start = Int64(time * 1_000_000_000)
        return timings
    }

    private mutating func cancel() -> [CacheAction] {
        isCancelled = true
        switch phase {
        case .sending: return actions(task.cancel())
        // The response is complete, and only its decision is missing.
        case .asking where !isBeingAsked && caching == .asks: return complete()
        case .idle, .lookingUp, .asking, .changing, .serving, .ended: return continueDelivery()
        }
    }
}

// MARK: - Serving

extension CacheMachine {
    private mutating func serve(_ response: StoredResponse, _ head: TransportResponseHead) -> [CacheAction] {
        phase = .serving
        let length = request.method == "HEAD" ? 0 : response.bodyLength
        served = Served(response: response, head: head, length: length, startTime: now)
        isDelivering = length <= Self.pieceLength
        return isDelivering ? nextDelivery() : continueDelivery()
    }

    /// Returns what is delivered next, until the end, or until the receiver pauses.
    private mutating func nextDelivery() -> [CacheAction] {
        guard phase == .serving, isDelivering, let served else { return [] }
        if isCancelled { return endCancelled() }
        if isPaused {
            isDelivering = false
            return []
        }
        if !served.isHeadDelivered {
            self.served?.isHeadDelivered = true
            return [.serveHead(served.head)]
        }
        guard served.offset < served.length else {
            var timings = Self.timings(at: served.startTime)
            timings.protocolVersion = served.head.version
            timings.responseStart = 0
            timings.end = Int64(max(0, now - served.startTime) * 1_000_000_000)
            return end(.complete(TransportCompletion(timings: timings)))
        }
        let range = served.offset..<min(served.offset + Self.pieceLength, served.length)
        self.served?.offset = range.upperBound
        return [.servePiece(served.response, range)]
    }

    /// Continues to deliver in the pool: the caller may be a consumer that must not be called again.
    private mutating func continueDelivery() -> [CacheAction] {
        guard hasBegun, phase == .serving, !isDelivering, isCancelled || !isPaused else { return [] }
        isDelivering = true
        return [.continueServing]
    }
}
