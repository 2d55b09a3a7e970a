internal import Foundation
internal import NeatlineSystem
internal import Synchronization

/// One attempt of a request, from the first hop through redirects to the final response.
///
/// An exchange feeds events to its ``ExchangeMachine`` and takes the actions that follow: the first without, the second
/// after the lock. A hop starts when the one before has completed, so the transport's events are serial over all hops.
///
/// An exchange retains itself and its receiver from ``start()`` until it has reported its completion; an attempt that
/// is no longer needed is cancelled.
///
/// Unchecked Sendable because one part of the mutable state is behind a lock, and the other is accessed only in the
/// transport's events, or while no hop runs, by the thread that takes the machine's actions.
final class Exchange: DeadlineNode, @unchecked Sendable {
    /// The maximum number of bytes that are discarded to keep a connection.
    static let drainLimit = 65_536

    let context: ExchangeContext
    let expectsLargeBody: Bool
    /// The maximum size of the decoded response body, in bytes.
    let maximumBodySize: Int64
    /// The channel of the WebSocket that the exchange opens; `nil` for an ordinary request.
    let webSocket: WebSocketChannel?
    /// The HTTP version; `nil` for the transport's.
    let httpVersion: HTTPVersion?
    /// Returns the fields behind the request's body.
    let trailers: (@Sendable () -> HTTPHeaders)?
    /// Whether the cache asks by itself, in the background, whether a stored response is still valid.
    let isRevalidation: Bool
    /// The idle timeout in nanoseconds; `nil` for none.
    let idleTimeout: UInt64?
    /// The time at which a byte was last transferred.
    let lastActivity = Atomic<UInt64>(0)
    let state: Locked<State>
    let gate = EventGate()

    // Accessed in the order of events. Exclusive access is not checked at run time, because the checks would take a
    // sixth of an exchange's time.

    /// The receiver, released at completion, after which there are no events.
    @exclusivity(unchecked) private(set) var receiver: (any ExchangeReceiver)?
    @exclusivity(unchecked) var hop: Hop
    @exclusivity(unchecked) var pastHops: [ExchangeHop] = []
    @exclusivity(unchecked) var challengesAnswered = 0
    /// The number of bytes before a partial response that an earlier exchange has received of the same body: they count towards
    /// its maximum size.
    @exclusivity(unchecked) var precedingBytes: Int64 = 0
    /// Whether a response has set cookies, which must be in Foundation's storage before the completion is reported.
    @exclusivity(unchecked) private var storesCookies = false
    /// Answers challenges; created when it is needed, unless it was given.
    @exclusivity(unchecked) var authentication: (any ChallengeAnswering)?

    /// - Parameters:
    ///   - body: The body of the request; `TransportBody.of(_:)` returns that of a `URLRequest`.
    ///   - expectsLargeBody: Whether large buffers are used for the response.
    ///   - maximumBodySize: The maximum size of the decoded response body, in bytes; a larger one ends the exchange.
    ///   - authentication: Answers challenges; `nil` to use the session's credentials.
    ///   - httpVersion: The HTTP version; `nil` for the session's.
    ///   - trailers: Returns the fields behind the body; `nil` for none.
    ///   - webSocket: The channel of the WebSocket that is to be opened.
    ///   - isRevalidation: Whether the cache asks by itself whether a stored response is still valid.
    init(
        request: URLRequest, body: TransportBody, in context: ExchangeContext, receiver: any ExchangeReceiver,
        expectsLargeBody: Bool = false, maximumBodySize: Int64 = .max,
        authentication: (any ChallengeAnswering)? = nil, httpVersion: HTTPVersion? = nil,
        trailers: (@Sendable () -> HTTPHeaders)? = nil, webSocket: WebSocketChannel? = nil,
        isRevalidation: Bool = false
    ) {
        self.trailers = trailers
        self.isRevalidation = isRevalidation
        self.httpVersion = httpVersion ?? context.settings.httpVersion
        self.context = context
        self.webSocket = webSocket
        self.authentication = authentication
        self.expectsLargeBody = expectsLargeBody
        self.maximumBodySize = maximumBodySize
        self.receiver = receiver
        let timeout = Self.requestTimeout(of: request, else: context.settings.requestTimeout)
        idleTimeout = Deadlines.nanoseconds(timeout)
        state = Locked(State(machine: ExchangeMachine(redirectLimit: context.settings.redirectLimit)))
        hop = Hop(request: request, body: body)
        // Allocated here, not when the first hop ends: memory that the transport's thread allocates and another one
        // frees is slow for both.
        pastHops.reserveCapacity(1)
    }

    /// Starts the exchange. Called once. The receiver may be called before this returns.
    func start() {
        let now = context.settings.deadlines.now
        take(
            state.withLock { state in
                startTimeouts(of: &state, now: now)
                return state.handle(.start)
            })
    }

    /// Cancels the exchange. May be called on any thread, any number of times. The exchange completes with
    /// `URLError.cancelled`, unless the response was already complete.
    func cancel() { handle(.end(.cancelled)) }

    /// Pauses the transfer until ``resume()``; bytes in transit may still arrive. The idle timeout does not run
    /// meanwhile.
    func pause() { handle(.pause) }

    /// Resumes the transfer after ``pause()``.
    func resume() {
        stampActivity()
        handle(.resume)
    }

    override func deadlineReached() { checkTimeouts() }
}

// MARK: - Actions

extension Exchange {
    /// Handles an event and takes the actions that follow.
    func handle(_ event: ExchangeEvent) { take(state.withLock { $0.handle(event) }) }

    /// Takes the actions that follow every kind of event.
    func take(_ step: Step) {
        let actions = step.actions
        if actions.isEmpty { return }
        if actions.contains(.cancelTask) { step.task?.cancel() }
        if !actions.isDisjoint(with: [.pauseTask, .resumeTask]) { adjustFlow(step) }
        if actions.contains(.limitEnd) { limitEnd() }
        if actions.contains(.limitDraining) { limitDraining() }
        if actions.contains(.prepare) { startHop(step.next) }
        if actions.contains(.complete) { complete(step.machine) }
    }

    /// Pauses or resumes the task until it is as wanted: other threads may change that meanwhile.
    private func adjustFlow(_ step: Step) {
        var step = step
        while let task = step.task, !step.actions.isDisjoint(with: [.pauseTask, .resumeTask]) {
            if step.actions.contains(.pauseTask) { task.pause() } else { task.resume() }
            let hop = step.machine.hop
            step = state.withLock { $0.handle(.flowChanged(hop: hop)) }
        }
    }

    /// Starts the first hop, or the next one. Called while no hop runs.
    private func startHop(_ next: Hop?) {
        if let next {
            let body = hop.failingBody
            hop = next
            if let body, body !== next.failingBody { body.end() }
        }
        let request: TransportRequest
        do {
            request = try transportRequest()
        } catch {
            hop.failure = error
            return handle(.prepared(isFailure: true))
        }
        let step = state.withLock { $0.handle(.prepared(isFailure: false)) }
        guard step.actions.contains(.startTask) else { return take(step) }
        // The timeout of the first hop began with the exchange.
        if step.machine.hop > 1 { stampActivity() }
        startTask(request, hop: step.machine.hop)
    }

    /// Sends another request with the same body, and discards the response after its head.
    func sendAgain(_ request: URLRequest, after head: ResponseHead) {
        let next = hop.followed(by: request, body: hop.body)
        take(state.withLock { $0.handle(.repetition(isLong: Self.isLong(head)), next: next) })
    }

    /// Asks the receiver whether to follow the redirect. The hop continues meanwhile.
    private func propose(_ redirection: Redirection, after head: ResponseHead) {
        let step = state.withLock { $0.handle(.redirect(isLong: Self.isLong(head))) }
        take(step)
        guard step.actions.contains(.askReceiver) else { return }
        let (asked, number) = (hop, step.machine.hop)
        receiver?.exchange(self, willFollow: redirection.request, after: head) { [self] request in
            // Only the first decision is used.
            let next = request.map { asked.followed(by: $0, of: redirection) }
            let step = state.withLock { $0.handle(.decided(hop: number, isFollowed: next != nil), next: next) }
            if step.actions.contains(.deliverStored) { deliverStored(head) }
            take(step)
        }
    }

    /// Delivers the final response, as far as it was received.
    private func deliverStored(_ head: ResponseHead) {
        receiver?.exchange(self, didReceive: head)
        var count: Int64 = 0
        while true {
            var bytes: [UInt8] = []
            let step = state.withLock { state -> Step? in
                if state.stored.isEmpty { return state.handle(.delivered) }
                count += Int64(state.stored.count)
                if count > maximumBodySize { return state.handle(.storedTooLarge) }
                swap(&bytes, &state.stored)
                return nil
            }
            if let step { return take(step) }
            receiver?.exchange(self, didReceive: bytes.span.bytes)
            receiver?.exchangeDidReceiveBatch(self)
        }
    }

    /// Reports the completion.
    private func complete(_ machine: ExchangeMachine) {
        context.settings.deadlines.remove(self)
        let receiver = self.receiver
        self.receiver = nil
        let outcome = outcome(of: machine)
        hop.failingBody?.end()
        if storesCookies, outcome.error == nil, let jar = context.settings.cookies {
            // Response handlers may read the response's cookies in Foundation's storage.
            jar.writeStorage { receiver?.exchange(self, didComplete: outcome) }
        } else {
            receiver?.exchange(self, didComplete: outcome)
        }
    }
}

// MARK: - Events of the transport

extension Exchange: TransportReceiver {
    func transportDidSend(totalBytes: Int64) {
        guard gate.enter() else { return }
        defer { leaveGate() }
        stampActivity()
        // A transport reports a total that is not larger if it sends the body of this hop again.
        let newBytes = totalBytes > hop.sentBytes ? totalBytes - hop.sentBytes : totalBytes
        hop.sentBytes = totalBytes
        receiver?.exchange(self, didSend: newBytes, totalBytes: totalBytes)
    }

    func transportDidReceiveHeadBytes() { stampActivity() }

    func transportDidReceive(hints: TransportResponseHead) {
        guard gate.enter() else { return }
        defer { leaveGate() }
        receiver?.exchange(self, didReceiveHints: hints)
    }

    /// Called at the end of an event: the exchange may have been told meanwhile to wait for no more of them.
    private func leaveGate() {
        if gate.leave() { handle(.endTimeout) }
    }

    func transportDidReceive(_ head: TransportResponseHead) {
        guard gate.enter() else { return }
        defer { leaveGate() }
        guard let url = hop.request.url else { return }
        receive(ResponseHead(url: url, head: head))
    }

    /// Handles the head of a response, of the server or of the cache.
    func receive(_ head: ResponseHead) {
        guard gate.enter() else { return }
        defer { leaveGate() }
        stampActivity()
        hop.head = head
        if !hop.isFromCache {
            keepCookies(of: head)
            keepTransportSecurity(of: head)
            authentication?.received(head)
        }
        if head.status >= 300 {
            let security = context.settings.transportSecurity
            let redirection = Redirection(of: head, for: hop.request, opensWebSocket: webSocket != nil) {
                security?.upgraded($0) ?? $0
            }
            if let redirection { return propose(redirection, after: head) }
            if head.status == 401 || head.status == 407 {
                receiver?.exchange(self, didReceiveChallenge: head, previousFailures: challengesAnswered)
                if answersChallenge(of: head) { return sendAgain(hop.request, after: head) }
            }
        }
        if head.status == 206 || head.status == 416 || head.status == 200 && expectsLargeBody,
            let replacement = receiver?.exchange(self, replacementFor: hop.request, after: head)
        {
            return sendAgain(replacement, after: head)
        }
        if head.status == 101 { state.withLock { $0.isUpgraded = true } }
        receiver?.exchange(self, didReceive: head)
    }

    func transportDidReceive(_ bytes: RawSpan) {
        guard gate.enter() else { return }
        defer { leaveGate() }
        stampActivity()
        let before = hop.receivedBytes
        hop.receivedBytes += Int64(bytes.byteCount)
        let event = ExchangeEvent.bytes(
            isLong: hop.receivedBytes > Int64(Self.drainLimit), isTooLarge: isTooLarge(before: before))
        let step = bytes.withUnsafeBytes { bytes in
            state.withLock { state in
                let step = state.handle(event)
                if step.actions.contains(.store) { state.stored.append(contentsOf: bytes) }
                return step
            }
        }
        if step.actions.contains(.deliver) { receiver?.exchange(self, didReceive: bytes) }
        take(step)
    }

    func transportDidReceiveBatch() {
        guard gate.enter() else { return }
        defer { leaveGate() }
        if state.withLock({ $0.machine.phase }) == .receiving { receiver?.exchangeDidReceiveBatch(self) }
    }

    func transportDidComplete(_ completion: TransportCompletion) {
        guard gate.enter() else { return }
        defer { leaveGate() }
        pastHops.append(
            ExchangeHop(
                request: hop.request, head: hop.head, timings: completion.timings, decodedBytes: hop.receivedBytes,
                isFromCache: hop.isFromCache, trailers: completion.trailers))
        hop.failure = completion.error
        handle(.completed(isFailure: completion.error != nil))
    }

    /// Returns whether the body of a response is longer than is worth reading only to keep the connection.
    private static func isLong(_ head: ResponseHead) -> Bool { head.contentLength > Int64(drainLimit) }

    /// Returns whether the body is, or is announced to be, larger than allowed. The announced length is checked once,
    /// and not for short bodies.
    private func isTooLarge(before: Int64) -> Bool {
        let limit = max(0, maximumBodySize - precedingBytes)
        let shortBodySize = min(Int64(Self.drainLimit), limit)
        guard hop.receivedBytes > shortBodySize else { return false }
        if hop.receivedBytes > limit { return true }
        guard before <= shortBodySize, maximumBodySize < .max, let head = hop.head else { return false }
        return head.contentLength > limit && head.value(of: "content-encoding") == nil
    }

    /// Takes over the host's demand for TLS, if it was made over TLS by a server that was verified: any other may be
    /// anybody (RFC 6797, section 8.1).
    private func keepTransportSecurity(of head: ResponseHead) {
        guard let security = context.settings.transportSecurity, head.url.scheme?.isFieldName("https") == true,
            hop.serverTrust?.verifiesServer ?? context.settings.verifiesServers,
            let value = head.lines.first("strict-transport-security"), let host = head.url.host
        else { return }
        security.note(String(decoding: value, as: UTF8.self), from: host)
    }

    /// Stores the cookies of the response, if it is the origin's, and the session's policy and the request allow it.
    func keepCookies(of head: ResponseHead) {
        guard let jar = context.settings.cookies, context.settings.cookiePolicy != .never else { return }
        // A response with status 407 is a proxy's, except over TLS, which passes through a proxy in a tunnel.
        if head.status == 407, head.url.scheme?.isFieldName("https") != true { return }
        let lines = head.lines.all("set-cookie")
        guard !lines.isEmpty, hop.request.httpShouldHandleCookies else { return }
        if context.settings.cookiePolicy == .onlyFromMainDocumentDomain, let document = hop.request.mainDocumentURL {
            guard let site = Origin(document), let host = Origin(head.url)?.host,
                CookieRules.domain(host, matches: site.host) || CookieRules.domain(site.host, matches: host)
            else { return }
        }
        guard jar.keep(lines, from: head.url) else { return }
        storesCookies = true
        jar.writeStorage()
    }
}
