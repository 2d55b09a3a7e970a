internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Events of the exchange, received on the transport's threads. None of these functions calls users' code.
extension Request: ExchangeReceiver {
    func exchange(_ exchange: Exchange, didSend totalBytes: Int64) {
        lock.lock()
        guard attempt?.isRunning(exchange) == true else { return lock.unlock() }
        // The count starts again when the body is sent again after a redirect or a challenge.
        let sentBefore = attempt?.sentBytes ?? 0
        let newBytes = totalBytes >= sentBefore ? totalBytes - sentBefore : totalBytes
        attempt?.sentBytes = totalBytes
        let report = progress?.sent(totalBytes, of: attempt?.bodyLength ?? 0)
        progressChanged()
        lock.unlock()
        report?()
        announceSentBytes(newBytes, total: totalBytes)
    }

    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isAsked = redirectHandlerInUse != nil
        guard isAsked || core.hasTransferListener, let task, let response = head.response else {
            follow(proposed, exchange)
            return decide(proposed)
        }
        core.tellDelegate(onRootQueue: isAsked) { delegate, session in
            delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: proposed) {
                request in
                // The handler may have changed the cookies in Foundation's storage.
                if isAsked { self.core.exchanges.settings.cookies?.readStorage() }
                self.follow(request, exchange)
                decide(request)
            }
        }
    }

    private func follow(_ request: URLRequest?, _ exchange: Exchange) {
        lock.withLock {
            guard let request, attempt?.isRunning(exchange) == true else { return }
            attempt?.redirected = request
        }
    }

    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {
        announceChallenge(of: head, previousFailures: previousFailures)
    }

    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest? {
        guard let replacement = replacement(for: request, after: head) else { return nil }
        follow(replacement, exchange)
        return replacement
    }

    func exchange(_ exchange: Exchange, didReceive head: ResponseHead) {
        lock.lock()
        guard attempt?.isRunning(exchange) == true else { return lock.unlock() }
        attempt?.head = head
        prepareForBody(of: head)
        if let progress, let attempt { progress.begins(attempt) }
        progressChanged()
        let hook = options?.responseHook
        if hook != nil { attempt?.isHeld = true }
        if hook != nil { enqueueSteps(.suspendTask) }
        lock.unlock()
        if core.hasTransferListener { announceResponse(head) }
        hook?(head)
    }

    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) {
        lock.lock()
        guard attempt?.wantsBody(of: exchange) == true else { return lock.unlock() }
        attempt?.receivedBytes += Int64(bytes.byteCount)
        let report = progress?.received(bytes.byteCount)
        receive(bytes)
        progressChanged()
        lock.unlock()
        report?()
        if core.hasTransferListener { announceBody(bytes) }
    }

    func exchangeDidReceiveBatch(_ exchange: Exchange) {
        lock.withLock {
            if attempt?.isRunning(exchange) == true { receivedBatch() }
        }
    }

    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) { complete(exchange, outcome) }

    /// Ends the attempt after the body was settled.
    func complete(_ exchange: Exchange, _ outcome: ExchangeOutcome) {
        lock.lock()
        guard attempt?.isRunning(exchange) == true else { return lock.unlock() }
        if attempt?.isHeld == true && machine.state != .cancelled {
            attempt?.heldOutcome = outcome
            return lock.unlock()
        }
        guard settlesBody else { return endAttempt(with: outcome) }
        lock.unlock()
        settleBody(outcome) { outcome, error in
            self.lock.lock()
            guard self.attempt?.isRunning(exchange) == true else { return self.lock.unlock() }
            self.failure = self.failure ?? error
            self.endAttempt(with: outcome)
        }
    }

    /// Called with the lock held; releases it.
    func endAttempt(with outcome: ExchangeOutcome) {
        attempt?.exchange = nil
        attempt?.isComplete = true
        attempt?.isHeld = false
        attempt?.metrics = outcome.metrics
        attempt?.error = outcome.error
        if let error = outcome.error {
            failure = failure ?? outcome.reason ?? .sessionTaskFailed(error: error)
        }
        let number = machine.attempt
        let hasValidators = hasValidators && failure == nil
        let mayBeSlow = hasValidators && !hasOnlyQuickValidators
        let reports = outcome.error == nil ? progress?.completed() ?? [] : []
        progressChanged()
        lock.unlock()
        for report in reports { report() }
        announceEnd(outcome)
        if mayBeSlow {
            core.serialize { self.process(self.validated(number, outcome)) }
        } else {
            process(hasValidators ? validated(number, outcome) : ended(number, outcome))
        }
    }

    private func validated(_ number: Int, _ outcome: ExchangeOutcome) -> RequestEvent {
        if let error = validationError() { lock.withLock { failure = failure ?? error } }
        return ended(number, outcome)
    }

    private func ended(_ number: Int, _ outcome: ExchangeOutcome) -> RequestEvent {
        lock.lock()
        let failure = failure
        let mayRetry = failure != nil && hasRetriers
        lock.unlock()
        announceCompletion(with: failure)
        return .attemptEnded(attempt: number, isFailure: failure != nil, mayRetry: mayRetry)
    }
}
