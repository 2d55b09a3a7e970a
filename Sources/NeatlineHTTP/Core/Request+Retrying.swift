internal import Dispatch
internal import Foundation
internal import NeatlineSystem

// What follows an error: the retriers are asked, and the next attempt waits for its delay.

extension Request {
    /// The adapters of this request: the session's, then its own in the order in which they were added.
    var adapters: [any RequestAdapter] {
        var adapters: [any RequestAdapter] = []
        if let sessions = core.interceptor { adapters.append(sessions) }
        if let sessionAdapter = core.settable.adapter { adapters.append(sessionAdapter) }
        if let interceptor { adapters.append(interceptor) }
        if let own = mutableState.withLock({ $0.options?.adapters }) { adapters += own }
        return adapters
    }

    /// The retriers of this request, in the same order.
    var retriers: [any RequestRetrier] {
        var retriers: [any RequestRetrier] = []
        if let sessions = core.interceptor { retriers.append(sessions) }
        if let sessionRetrier = core.settable.retrier { retriers.append(sessionRetrier) }
        if let interceptor { retriers.append(interceptor) }
        if let own = mutableState.withLock({ $0.options?.retriers }) { retriers += own }
        return retriers
    }

    /// Whether there are retriers, and the request may be repeated.
    var mayRetry: Bool {
        let (hasOwn, isRepeatable) = mutableState.withLock { state in
            (state.options?.retriers.isEmpty == false, state.options?.mayRepeat(after: state.attempt) ?? true)
        }
        return isRepeatable
            && (hasOwn || core.interceptor != nil || interceptor != nil || core.settable.retrier != nil)
    }

    /// Whether retriers are deciding about the error of a handler, not about the attempt's own.
    var isAskingAboutHandler: Bool { mutableState.withLock { $0.machine.phase == .consulting } }

    /// The time since retriers were first asked about the request, in seconds; 0 if they were not.
    var timeSinceFirstFailure: TimeInterval {
        guard let first = mutableState.withLock({ $0.options?.firstFailureTime }) else { return 0 }
        let now = core.exchanges.settings.deadlines.now
        return Double(now - min(first, now)) / 1e9
    }

    /// Calls the retriers, on the root queue, about the attempt's error or that of a handler.
    func askRetriers(about handler: ResponseHandler?, attempt number: Int) -> RequestEvent? {
        guard let session = core.session, let error = handler.map({ $0.failure }) ?? self.error else {
            return .retryDecided(attempt: number, isWanted: false)
        }
        let now = core.exchanges.settings.deadlines.now
        mutableState.withLock { state in
            let options = state.requireOptions()
            options.firstFailureTime = options.firstFailureTime ?? now
        }
        let retrier = Interceptor(retriers: retriers)
        let claim = OnceFlag()
        core.rootQueue.async {
            self.withTaskLocals {
                retrier.retry(self, for: session, dueTo: error) { result in
                    guard claim.take() else { return }
                    // After the retrier has returned, so that it never sees the attempt that follows from its decision.
                    self.core.rootQueue.async {
                        self.decide(result, about: handler, dueTo: error, attempt: number)
                    }
                }
            }
        }
        return nil
    }

    private func decide(
        _ result: RetryResult, about handler: ResponseHandler?, dueTo error: AFError, attempt number: Int
    ) {
        var result = result
        // A handler repeats the error of its request, for which the budget was exhausted.
        if case .requestRetryFailed(let earlier, _) = error, earlier is RetryBudgetExhausted { result = .doNotRetry }
        // Values that were replaced are released after the lock.
        let replaced: (failure: AFError?, response: Any?)? = mutableState.withLock { state in
            guard state.machine.isAsking(number) else { return nil }
            switch result {
            case .retry: state.retryDelay = nil
            case .retryWithDelay(let seconds): state.retryDelay = seconds
            case .doNotRetry: break
            case .doNotRetryWithError(let retryError):
                let error = AFError.requestRetryFailed(retryError: retryError, originalError: error)
                if let handler { return (nil, handler.fail(with: error)) }
                defer { state.failure = error }
                return (state.failure, nil)
            }
            return (nil, nil)
        }
        guard replaced != nil else { return }
        process(.retryDecided(attempt: number, isWanted: result.retryRequired))
    }

    /// Waits for the delay that the retrier has asked for.
    func waitForRetry(_ number: Int) -> RequestEvent? {
        guard let delay = mutableState.withLock({ $0.retryDelay }), delay > 0 else { return .retryDue(attempt: number) }
        // The session retains a request that waits; one that was cancelled meanwhile is not retained for the delay.
        core.exchanges.settings.deadlines.call(after: delay, on: core.rootQueue) { [weak self] in
            self?.process(.retryDue(attempt: number))
        }
        return nil
    }
}
