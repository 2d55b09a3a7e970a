internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange {
    /// Ends the exchange before the response is complete.
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

    /// Reports the completion after that of the last hop. Called with the lock held; releases it.
    ///
    /// `isWhole` is whether the receiver has received everything: then a complete response remains valid, even if the
    /// exchange was to be ended meanwhile.
    func finish(_ completion: TransportCompletion, isWhole: Bool) {
        if isWhole, completion.error == nil { return finish(error: nil) }
        finish(failure: completion.error)
    }

    /// Reports the completion, with the error that ended the exchange or else `failure`. Called with the lock held;
    /// releases it.
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

    /// The error of sending the hop's body, if that has failed.
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
            // Response handlers may read the response's cookies in Foundation's storage.
            jar.writeStorage { receiver?.exchange(self, didComplete: outcome) }
        } else {
            receiver?.exchange(self, didComplete: outcome)
        }
    }
}
