internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

extension Request {
    /// The adapters of this request: the session's, then its own in the order in which they were added.
    var adapters: [any RequestAdapter] {
        lock.withLock {
            let sessionAdapter = core.settable.adapter
            if core.interceptor == nil && sessionAdapter == nil && interceptor == nil && options == nil { return [] }
            var adapters: [any RequestAdapter] = []
            if let sessions = core.interceptor { adapters.append(sessions) }
            if let sessionAdapter { adapters.append(sessionAdapter) }
            if let interceptor { adapters.append(interceptor) }
            return adapters + (options?.adapters ?? [])
        }
    }

    /// The retriers of this request, in the same order.
    var retriers: [any RequestRetrier] {
        lock.withLock {
            var retriers: [any RequestRetrier] = []
            if let sessions = core.interceptor { retriers.append(sessions) }
            if let sessionRetrier = core.settable.retrier { retriers.append(sessionRetrier) }
            if let interceptor { retriers.append(interceptor) }
            return retriers + (options?.retriers ?? [])
        }
    }

    /// Whether there are retriers. Called with the lock held.
    var hasRetriers: Bool {
        core.interceptor != nil || interceptor != nil || options?.retriers.isEmpty == false
            || core.settable.retrier != nil
    }

    /// Whether there are retriers.
    var mayRetry: Bool { lock.withLock { hasRetriers } }

    /// Whether retriers are deciding about the error of a handler, not about the attempt's own.
    var isAskingAboutHandler: Bool { lock.withLock { machine.phase == .consulting } }

    /// Calls the retriers, on the root queue, about the attempt's error or that of a handler.
    func askRetriers(about handler: ResponseHandler?, attempt number: Int) -> RequestEvent? {
        guard let session = core.session, let error = handler.map({ $0.failure }) ?? self.error else {
            return .retryDecided(attempt: number, isWanted: false)
        }
        let retrier = Interceptor(retriers: retriers)
        let claim = OnceFlag()
        core.rootQueue.async {
            retrier.retry(self, for: session, dueTo: error) { result in
                guard claim.take() else { return }
                self.decide(result, about: handler, dueTo: error, attempt: number)
            }
        }
        return nil
    }

    private func decide(
        _ result: RetryResult, about handler: ResponseHandler?, dueTo error: AFError, attempt number: Int
    ) {
        lock.lock()
        guard machine.isAsking(number) else { return lock.unlock() }
        switch result {
        case .retry: delay = nil
        case .retryWithDelay(let seconds): delay = seconds
        case .doNotRetry: break
        case .doNotRetryWithError(let retryError):
            let error = AFError.requestRetryFailed(retryError: retryError, originalError: error)
            if let handler { handler.fail(with: error) } else { failure = error }
        }
        lock.unlock()
        process(.retryDecided(attempt: number, isWanted: result.retryRequired))
    }

    /// Waits for the delay that the retrier has asked for.
    func waitForRetry(_ number: Int) -> RequestEvent? {
        guard let delay = lock.withLock({ delay }), delay > 0 else { return .retryDue(attempt: number) }
        // The session retains a request that waits; one that was cancelled meanwhile is not retained for the delay.
        core.exchanges.settings.deadlines.call(after: delay, on: core.rootQueue) { [weak self] in
            self?.process(.retryDue(attempt: number))
        }
        return nil
    }
}
