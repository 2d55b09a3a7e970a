internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange {
    /// Ends the exchange before the server is done.
    func end(_ ending: Ending) {
        lock.lock()
        if case .done = state.phase { return lock.unlock() }
        guard state.ending == nil else { return lock.unlock() }
        state.ending = ending
        if case .asking = state.phase, !state.isMoving { return finish(failure: nil) }
        let task = state.task
        lock.unlock()
        task?.cancel()
    }

    /// Tells of the completion after the last hop's. Called with the lock held, which it gives back.
    ///
    /// `isWhole` says whether the receiver got all that came: if so, a response that is complete stands, though somebody
    /// wanted to end the exchange meanwhile.
    func finish(_ completion: TransportCompletion, isWhole: Bool) {
        if isWhole, completion.error == nil { return finish(error: nil) }
        finish(failure: completion.error)
    }

    /// Tells of the completion: what ended the exchange is its error, or else `failure`.
    /// Called with the lock held, which it gives back.
    func finish(failure: TransportError?) {
        let request = hop.request
        switch state.ending {
        case .cancelled:
            finish(error: URLError(TransportError(.cancelled, "The request was cancelled."), request: request))
        case .timedOut(let message):
            finish(error: URLError(TransportError(.timedOut, message), request: request))
        case .tooManyRedirects:
            let message = "More than \(context.settings.redirectLimit) redirects."
            finish(error: URLError(.httpTooManyRedirects, TransportError(.other, message), request: request))
        case .bodyTooLarge:
            let reason = AFError.BodyTooLarge(maximumSize: maximumBodySize)
            finish(
                error: URLError(
                    .dataLengthExceedsMaximum, TransportError(.other, reason.errorDescription ?? ""), request: request),
                reason: .responseValidationFailed(reason: .customValidationFailed(error: reason)))
        case nil:
            let untrusted = failure == nil ? nil : hop.serverTrustFailure ?? hop.serverTrust?.failure
            finish(
                error: failure.map { URLError($0, request: request, cause: untrusted ?? cause(of: $0)) },
                reason: untrusted)
        }
    }

    /// Why the hop's body could not be sent, if that is what has failed.
    private func cause(of failure: TransportError) -> (any Error)? {
        guard failure.code == .bodyStreamFailed, case .stream(let body, _) = hop.body else { return nil }
        return (body as? ReadAheadBody)?.failure
    }

    private func finish(error: URLError?, reason: AFError? = nil) {
        state.phase = .done
        let receiver = self.receiver
        self.receiver = nil
        state.task = nil
        state.held = Held()
        stopWatchingTime()
        lock.unlock()
        let start = pastHops.first?.timings.start ?? Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        let end = pastHops.last.map { $0.timings.start &+ $0.timings.end } ?? start
        let record = ExchangeRecord(start: start, end: end, redirectCount: redirectCount, hops: pastHops)
        let outcome = ExchangeOutcome(error: error, reason: reason, metrics: HTTPMetrics(record))
        if storesCookies, error == nil, let jar = context.settings.cookies {
            // Handlers of the response may look for its cookies in Foundation's storage.
            jar.writeStorage { receiver?.exchange(self, didComplete: outcome) }
        } else {
            receiver?.exchange(self, didComplete: outcome)
        }
    }
}
