internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Request {
    /// Takes steps in the order of their declaration. Called without the lock, by one thread at a time.
    func take(_ steps: RequestActions.Steps) {
        if !steps.subtracting(.ofTask).isEmpty, let listener { announce(steps, to: listener) }
        if steps.contains(.startTask) { startTask() }
        if !steps.isDisjoint(with: [.resumeTask, .suspendTask]) { settleFlow() }
        if steps.contains(.cancelTask) { cancelTask() }
        if steps.contains(.abandonWaiting) { abandonWaiting() }
        if steps.contains(.updateProgress) { updateProgress() }
    }

    private func announce(_ steps: RequestActions.Steps, to listener: any EventMonitor) {
        if steps.contains(.announceRetry) { listener.requestIsRetrying(self) }
        if steps.contains(.announceResume) { listener.requestDidResume(self) }
        if steps.contains(.announceSuspend) { listener.requestDidSuspend(self) }
        if steps.contains(.announceCancel) { listener.requestDidCancel(self) }
        if !steps.isDisjoint(with: .announceTask), let task {
            if steps.contains(.announceTaskResume) { listener.request(self, didResumeTask: task) }
            if steps.contains(.announceTaskSuspend) { listener.request(self, didSuspendTask: task) }
            if steps.contains(.announceTaskCancel) { listener.request(self, didCancelTask: task) }
        }
        if steps.contains(.announceFinish) { listener.requestDidFinish(self) }
    }

    /// Creates and starts the exchange. It is created this late so that a request that is never started needs no memory
    /// for it.
    private func startTask() {
        lock.lock()
        guard let attempt, !attempt.isAbandoned, !attempt.isComplete else { return lock.unlock() }
        var current = attempt.original
        if makesBody {
            // The `URLRequest` may have a body of its own, which would be sent after a redirect.
            current.httpBody = nil
            current.httpBodyStream = nil
        }
        let exchange = Exchange(
            request: current, body: body(of: current), in: core.exchanges, receiver: self,
            expectsLargeBody: expectsLargeBody,
            maximumBodySize: options?.maximumBodySize ?? defaultMaximumBodySize,
            authentication: options?.authentication(in: core.exchanges.settings))
        attempt.exchange = exchange
        attempt.isStarted = true
        attempt.madeTask?.isSuspended = false
        lock.unlock()
        willSendBody()
        exchange.start()
    }

    private func cancelTask() {
        lock.lock()
        guard let attempt, !attempt.isComplete else { return lock.unlock() }
        guard let exchange = attempt.exchange else {
            if attempt.isAbandoned { return lock.unlock() }
            // There is no exchange that would end by itself.
            return endAttempt(with: .cancelledBeforeStart(attempt.original))
        }
        let outcome = attempt.heldOutcome
        attempt.heldOutcome = nil
        attempt.isHeld = false
        lock.unlock()
        exchange.cancel()
        if let outcome { complete(exchange, outcome) }
    }

    /// Resumes or pauses the exchange, depending on the request's state. Called by one thread at a time, like all
    /// steps.
    private func settleFlow() {
        lock.lock()
        let exchange = attempt?.exchange
        let flows =
            machine.state != .suspended && attempt?.isHeld != true && attempt?.isFull != true
            && attempt?.madeTask?.isSuspended != true
        lock.unlock()
        if flows { exchange?.resume() } else { exchange?.pause() }
    }
}

// MARK: - Holding

extension Request {
    /// Holds the body back until ``release()``, whatever the request's state.
    func hold() {
        lock.lock()
        attempt?.isHeld = true
        enqueueSteps(.suspendTask)
        lock.unlock()
    }

    /// Releases the body, and the end of the response if it was received meanwhile.
    func release() {
        lock.lock()
        guard attempt?.isHeld == true else { return lock.unlock() }
        attempt?.isHeld = false
        let outcome = attempt?.heldOutcome
        attempt?.heldOutcome = nil
        let exchange = attempt?.exchange
        enqueueSteps(.resumeTask)
        lock.unlock()
        if let outcome, let exchange { complete(exchange, outcome) }
    }
}
