internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange {
    /// Asks the receiver whether to follow the redirect. The hop continues meanwhile.
    func propose(_ redirection: Redirection, after head: ResponseHead) {
        lock.lock()
        if state.ending != nil {
            hop.route = .dropped
            return lock.unlock()
        }
        if redirectCount >= context.settings.redirectLimit {
            hop.route = .dropped
            lock.unlock()
            return end(.tooManyRedirects)
        }
        hop.route = .held
        state.phase = .asking
        state.held = Held()
        state.held.head = head
        let number = state.hopNumber
        lock.unlock()
        let asked = hop
        receiver?.exchange(self, willFollow: redirection.request, after: head) { [self] request in
            decide(request, of: redirection, from: asked, hopNumber: number)
        }
    }

    /// Handles the decision of the receiver. Only its first one is used.
    private func decide(_ request: URLRequest?, of redirection: Redirection, from asked: Hop, hopNumber: Int) {
        lock.lock()
        guard case .asking = state.phase, state.hopNumber == hopNumber, state.ending == nil else {
            return lock.unlock()
        }
        guard let request else {
            state.phase = .handingOver
            lock.unlock()
            return handOver()
        }
        leave(for: next(request, of: redirection, from: asked))
    }

    /// Returns the hop to the target that the receiver has chosen.
    private func next(_ request: URLRequest, of redirection: Redirection, from asked: Hop) -> Hop {
        var request = request
        let proposed = redirection.request
        if let from = asked.request.url, let url = request.url, !Redirection.staysWithin(from, url) {
            hasLeftOrigin = true
            // If the receiver has changed only the URL, the fields for the proposed URL's origin must not be sent to
            // another one.
            if let meant = proposed.url, !Redirection.staysWithin(meant, url) {
                for name in Redirection.credentialFields
                where request.value(forHTTPHeaderField: name) == proposed.value(forHTTPHeaderField: name) {
                    request.setValue(nil, forHTTPHeaderField: name)
                }
            }
        }
        redirectCount += 1
        var body = TransportBody.none
        if let bytes = request.httpBody {
            body = .bytes(bytes)
        } else if redirection.keepsBody, proposed.httpBody == nil, request.httpMethod == proposed.httpMethod {
            body = asked.body
        }
        var next = Hop(request: request, body: body)
        next.isRepeated = true
        return next
    }

    /// Starts `next` when the running hop has ended. Called with the lock held; releases it.
    func leave(for next: Hop) {
        guard state.isMoving else {
            state.phase = .moving
            lock.unlock()
            hop = next
            return startHop()
        }
        let received = state.held.bytes.count
        let length = state.held.head?.contentLength ?? -1
        state.phase = .leaving(next)
        state.held = Held()
        state.isPausedForHolding = false
        watchDrain()
        lock.unlock()
        if received > Self.drainLimit || length > Int64(Self.drainLimit) { return cancelHop() }
        settlePause()
    }

    /// Stores bytes that are received before the receiver has decided.
    func hold(_ bytes: RawSpan) {
        lock.lock()
        switch state.phase {
        case .asking, .handingOver:
            bytes.withUnsafeBytes { state.held.bytes.append(contentsOf: $0) }
            let isMuch = state.held.bytes.count > Self.drainLimit
            if isMuch { state.isPausedForHolding = true }
            lock.unlock()
            if isMuch { settlePause() }
        case .moving:
            hop.route = .through
            lock.unlock()
            receiver?.exchange(self, didReceive: bytes)
        case .leaving:
            hop.route = .dropped
            lock.unlock()
            dropped()
        case .idle, .done:
            lock.unlock()
        }
    }

    /// Delivers the final response, as far as it was received.
    private func handOver() {
        lock.lock()
        let head = state.held.head
        lock.unlock()
        if let head { receiver?.exchange(self, didReceive: head) }
        while true {
            lock.lock()
            let bytes = state.held.bytes
            if !bytes.isEmpty {
                state.held.bytes = []
                lock.unlock()
                receiver?.exchange(self, didReceive: bytes.span.bytes)
                receiver?.exchangeDidReceiveBatch(self)
                continue
            }
            if let completion = state.held.completion { return finish(completion, isWhole: true) }
            state.phase = .moving
            state.isPausedForHolding = false
            lock.unlock()
            return settlePause()
        }
    }

    /// Pauses or resumes the task, according to the last request from any thread.
    func settlePause() {
        lock.lock()
        guard !state.isSettlingPause else { return lock.unlock() }
        state.isSettlingPause = true
        while let task = state.task {
            let isWanted = state.isPausedByReceiver || state.isPausedForHolding
            guard isWanted != state.isPaused else { break }
            state.isPaused = isWanted
            lock.unlock()
            if isWanted { task.pause() } else { task.resume() }
            lock.lock()
        }
        state.isSettlingPause = false
        lock.unlock()
    }

    /// Returns whether the challenge is answered, so that the request is sent again.
    func answerChallenge(of head: ResponseHead) -> Bool {
        guard challengesAnswered < Self.challengeLimit else { return false }
        let name: StaticString = head.status == 401 ? "www-authenticate" : "proxy-authenticate"
        let values = head.lines.all(name)
        guard !values.isEmpty else { return false }
        guard let answerer = authentication ?? lateAuthenticator(),
            answerer.answers(Challenge(status: head.status, values: values))
        else { return false }
        authentication = answerer
        challengesAnswered += 1
        sendAgain(hop.request, after: head)
        return true
    }

    /// Discards a response after its head, and sends another request with the same body.
    func sendAgain(_ request: URLRequest, after head: ResponseHead) {
        var next = Hop(request: request, body: hop.body)
        next.isRepeated = true
        hop.route = .dropped
        lock.lock()
        state.held = Held()
        state.held.head = head
        leave(for: next)
    }

    /// Returns the object that answers challenges, if the session has credentials.
    private func lateAuthenticator() -> (any ChallengeAnswering)? {
        guard context.settings.authentication.canAnswer, let url = hop.request.url else { return nil }
        let field = "Authorization"
        let carried =
            hop.request.value(forHTTPHeaderField: field)
            ?? (hasLeftOrigin ? nil : context.settings.additionalHeaders.value(for: field))
        return CredentialAuthentication(
            session: context.settings.authentication, url: url, body: hop.body, carried: carried,
            isWithinOrigin: !hasLeftOrigin)
    }
}
