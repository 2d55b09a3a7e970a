internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// Events of the exchange, received on the transport's threads. None of these functions calls users' code.
extension Request: ExchangeReceiver {
    func exchange(_ exchange: Exchange, didSend newBytes: Int64, totalBytes: Int64) {
        let (isWanted, report) = update { $0.exchange(exchange, didSend: totalBytes) }
        guard isWanted else { return }
        report?()
        announceSentBytes(newBytes, total: totalBytes)
    }

    func exchange(_ exchange: Exchange, didReceiveHints head: TransportResponseHead) {
        listener?.request(self, didReceiveEarlyHints: head.headers)
    }

    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isAsked = redirectHandlerInUse != nil
        guard isAsked || core.hasTransferListener, let task, let response = head.response else {
            mutableState.withLock { $0.follow(proposed, exchange) }
            return decide(proposed)
        }
        core.tellDelegate(onRootQueue: isAsked) { delegate, session in
            delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: proposed) {
                request in
                // The handler may have changed the cookies in Foundation's storage.
                if isAsked { self.core.exchanges.settings.cookies?.readStorage() }
                self.mutableState.withLock { $0.follow(request, exchange) }
                decide(request)
            }
        }
    }

    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {
        announceChallenge(of: head, previousFailures: previousFailures)
    }

    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest? {
        mutableState.withLock { $0.exchange(exchange, replacementFor: request, after: head) }
    }

    func exchange(_ exchange: Exchange, didReceive head: ResponseHead) {
        let (isWanted, hook) = update { $0.exchange(exchange, didReceive: head) }
        if isWanted && core.hasTransferListener { announceResponse(head) }
        hook?(head)
    }

    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) {
        let (isWanted, report) = update { $0.exchange(exchange, didReceive: bytes) }
        report?()
        if isWanted && core.hasTransferListener { announceBody(bytes) }
    }

    func exchangeDidReceiveBatch(_ exchange: Exchange) {
        mutableState.withLock { $0.exchangeDidReceiveBatch(exchange) }
    }

    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) { complete(exchange, outcome) }
}

// MARK: - The end of an attempt

extension Request {
    /// Ends the attempt after its body was settled.
    func complete(_ exchange: Exchange, _ outcome: ExchangeOutcome) {
        var settlesBody = false
        finish { state in
            switch state.exchange(exchange, didComplete: outcome) {
            case .nothing: return nil
            case .ended(let attempt): return attempt
            case .settlesBody:
                settlesBody = true
                return nil
            }
        }
        guard settlesBody else { return }
        settleBody(outcome) { outcome, error in
            self.finish { $0.exchange(exchange, didSettleBody: outcome, error: error) }
        }
    }

    /// Ends an attempt, and reports that when monitors have been told of what was before.
    private func finish(_ end: (inout RequestState) -> EndedAttempt?) {
        let isObserved = core.listener != nil
        if let attempt = update({ $0.immediate(end(&$0), isObserved: isObserved) }) { finish(attempt) }
    }

    /// Reports the end of an attempt, and validates the response.
    func finish(_ attempt: EndedAttempt) {
        for report in attempt.reports { report() }
        announceEnd(attempt.outcome)
        if !attempt.hasValidators {
            process(ended(attempt))
        } else if attempt.hasOnlyQuickValidators && core.listener == nil {
            process(validated(attempt))
        } else {
            serialize { self.process(self.validated(attempt)) }
        }
    }

    private func validated(_ attempt: EndedAttempt) -> RequestEvent {
        if let error = validationError() { mutableState.withLock { $0.fail(with: error) } }
        return ended(attempt)
    }

    private func ended(_ attempt: EndedAttempt) -> RequestEvent {
        let failure = error
        announceCompletion(with: failure)
        return .attemptEnded(
            attempt: attempt.number, isFailure: failure != nil, mayRetry: failure != nil && mayRetry)
    }

    /// Releases the body that a hook has held back, and the end of the response if it was received meanwhile.
    func releaseBody(of attempt: RequestAttempt?) {
        if let (exchange, outcome) = update({ $0.releaseBody(of: attempt) }) { complete(exchange, outcome) }
    }
}
