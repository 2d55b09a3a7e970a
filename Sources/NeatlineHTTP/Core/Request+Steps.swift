internal import Foundation

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

    /// The exchange is made when it is to start, so that a request that is never started holds nothing.
    private func startTask() {
        lock.lock()
        guard let attempt, !attempt.isAbandoned, !attempt.isComplete else { return lock.unlock() }
        var current = attempt.original
        if makesBody {
            // The request may have another one, which would be sent after a redirect.
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
            // Not started: nothing is under way that would end by itself.
            return endAttempt(with: .cancelledBeforeStart(attempt.original))
        }
        let outcome = attempt.heldOutcome
        attempt.heldOutcome = nil
        attempt.isHeld = false
        lock.unlock()
        exchange.cancel()
        if let outcome { complete(exchange, outcome) }
    }

    /// Lets the exchange flow or not, as the request stands now. Called by one thread at a time, like all steps.
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
    /// Stops the body until ``release()``, whatever the request's state.
    func hold() {
        lock.lock()
        attempt?.isHeld = true
        enqueueSteps(.suspendTask)
        lock.unlock()
    }

    /// Lets the body come again, and the end if it came meanwhile.
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
