internal import Foundation
internal import NeatlineSystem

/// How events change a request: its machine decides, and the decisions are carried out here, without the lock.
extension Request {
    /// Handles an event and everything that follows from it, until another event is needed.
    ///
    /// This is a loop, not a recursion, because there may be many handlers.
    func process(_ event: RequestEvent) { process(event, adding: nil) }

    /// Adds a handler, which starts the request if it starts automatically.
    func add(_ handler: ResponseHandler) { process(.handlerAdded, adding: handler) }

    private func process(_ event: RequestEvent, adding handler: ResponseHandler?) {
        performAll(from: take(event, adding: handler))
    }

    /// Performs longer operations, and takes the steps between them, until another event is needed.
    private func performAll(from first: NextWork?) {
        var next = first
        while let work = next {
            guard let event = perform(work) else { return }
            next = take(event, adding: nil)
        }
    }

    /// Passes an event to the machine and takes the steps that follow; returns the next longer operation.
    private func take(_ event: RequestEvent, adding handler: ResponseHandler?) -> NextWork? {
        let isObserved = core.listener != nil
        let errorOfEnd = event == .sessionEnded ? core.errorOfEnd : nil
        return update {
            $0.handle(
                event, adding: handler, isObserved: isObserved, errorOfEnd: errorOfEnd, account: core.retryAccount)
        }
    }

    private func perform(_ next: NextWork) -> RequestEvent? {
        switch next.work {
        case .prepare(let attempt): return prepare(attempt)
        case .askRetrier(let attempt): return askRetriers(about: nil, attempt: attempt)
        case .consultRetrier(let attempt, _): return askRetriers(about: next.handler, attempt: attempt)
        case .waitForRetry(let attempt): return waitForRetry(attempt)
        case .read(let attempt, let index): return next.handler?.read(self, attempt: attempt, index: index)
        case .deliver:
            deliver(next.served)
            return nil
        }
    }

    private func deliver(_ served: [ResponseHandler]) {
        if let cleanUp {
            cleanUp { self.call(served) }
        } else {
            call(served)
        }
    }

    private func call(_ served: [ResponseHandler]) {
        // The request leaves the session first, so that its handlers do not find it among the active ones.
        core.leave(self)
        for handler in served { handler.deliver(self) }
        typealias Closures = (commands: [@Sendable (String) -> Void], observers: [@Sendable (()) -> Void])
        let closures: Closures = mutableState.withLock { state in
            state.body.handlersWereCalled()
            guard state.machine.phase == .done else { return ([], []) }
            for attempt in state.attempts { attempt.madeTask?.keptTask = nil }
            // Closures for the curl command are left if the request was cancelled before its `URLRequest` was complete.
            return (state.options?.takeCommandHandlers() ?? [], state.options?.takeFinishObservers() ?? [])
        }
        call(closures.commands)
        for observer in closures.observers { observer(()) }
    }
}

// MARK: - Steps

extension Request {
    /// Changes the state, and then takes the steps that were appended to the queue, unless another thread takes steps:
    /// then that thread takes them, too. So steps are taken in the order of the changes.
    func update<Result>(_ change: (inout RequestState) -> Result) -> Result {
        var next: RequestActions.Steps?
        let result = mutableState.withLock { state in
            let result = change(&state)
            next = state.steps.start()
            return result
        }
        while let steps = next {
            take(steps)
            next = mutableState.withLock { $0.steps.next() }
        }
        return result
    }

    /// Takes steps in the order of their declaration. Called without the lock, by one thread at a time.
    private func take(_ steps: RequestActions.Steps) {
        if !steps.subtracting(.ofTask).isEmpty, let listener { announce(steps, to: listener) }
        if steps.contains(.startTask) { startTask() }
        if !steps.isDisjoint(with: [.resumeTask, .suspendTask]) { settleFlow() }
        if steps.contains(.cancelTask) { cancelAttempt() }
        if steps.contains(.abandonWaiting) { abandonWaiting() }
        if steps.contains(.updateProgress) { mutableState.withLock { $0.progress?.update }?() }
        if steps.contains(.performWork) { performWorkBehindSteps() }
    }

    private func performWorkBehindSteps() {
        switch mutableState.withLock({ $0.takeWorkBehindSteps() }) {
        case .operation(let work): performAll(from: work)
        case .end(let attempt): finish(attempt)
        case nil: break
        }
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

    private func startTask() {
        guard let exchange = mutableState.withLock({ $0.startExchange(for: self, in: core.exchanges) }) else { return }
        willSendBody()
        exchange.start()
    }

    private func cancelAttempt() {
        switch update({ $0.cancelAttempt() }) {
        case .nothing: break
        case .cancels(let exchange, let heldOutcome):
            exchange.cancel()
            if let heldOutcome { complete(exchange, heldOutcome) }
        case .ended(let attempt): finish(attempt)
        }
    }

    /// Resumes or pauses the exchange, depending on the request's state.
    private func settleFlow() {
        let (exchange, runs) = mutableState.withLock { $0.flow }
        if runs { exchange?.resume() } else { exchange?.pause() }
    }
}
