internal import Foundation
internal import NeatlineFoundation

/// A longer operation that a request's machine asks for, with the handlers it concerns.
private struct NextWork {
    var work: RequestActions.Work
    /// The handler that reads, or has read.
    var handler: ResponseHandler?
    /// The handlers that have read and are to deliver.
    var served: [ResponseHandler] = []
}

extension Request {
    /// Handles an event and everything that follows from it, until another event is needed.
    ///
    /// This is a loop, not a recursion, because there may be many handlers.
    func process(_ event: RequestEvent) { process(event, adding: nil) }

    /// Adds a handler, which starts the request if it starts automatically.
    func add(_ handler: ResponseHandler) { process(.handlerAdded, adding: handler) }

    private func process(_ event: RequestEvent, adding handler: ResponseHandler?) {
        var next = take(event, adding: handler)
        while let work = next {
            guard let event = perform(work) else { return }
            next = take(event, adding: nil)
        }
    }

    /// Passes an event to the machine and takes the steps that follow; returns the next longer operation.
    private func take(_ event: RequestEvent, adding handler: ResponseHandler?) -> NextWork? {
        lock.lock()
        defer { lock.unlock() }
        if let handler { handlers.append(handler) }
        let actions = machine.handle(event)
        keep(actions.steps)
        var next = actions.work.map { NextWork(work: $0) }
        switch actions.work {
        case .read(_, let index), .consultRetrier(_, let index): next?.handler = handlers[index]
        case .deliver: swap(&handlers, &next!.served)
        case .prepare, .askRetrier, .waitForRetry, nil: break
        }
        var steps = hasListener ? actions.steps.subtracting(.atOnce) : actions.steps.intersection(.ofTask)
        if !actions.steps.isDisjoint(with: [.keepCancellation, .keepEndOfSession]) { steps.insert(.abandonWaiting) }
        if actions.steps.contains(.reset), progress?.isWatched == true { steps.insert(.updateProgress) }
        if !steps.isEmpty { enqueueSteps(steps) }
        return next
    }

    /// Takes steps, and those that events on other threads add meanwhile, in the order of the machine's transitions.
    /// Called with the lock held; the lock is released while a step is taken.
    func enqueueSteps(_ steps: RequestActions.Steps) {
        guard !isTakingSteps else { return pendingSteps.append(steps) }
        isTakingSteps = true
        var steps = steps
        while true {
            lock.unlock()
            take(steps)
            lock.lock()
            if pendingSteps.isEmpty { break }
            steps = pendingSteps.removeFirst()
        }
        isTakingSteps = false
    }

    /// Applies the steps that must change the request together with the machine.
    private func keep(_ steps: RequestActions.Steps) {
        if steps.isDisjoint(with: .changesRequest) { return }
        if steps.contains(.keepCancellation) { failure = failure ?? .explicitlyCancelled }
        if steps.contains(.keepEndOfSession) {
            failure = failure ?? core.errorOfEnd
            attempt?.isAbandoned = true
        }
        if steps.contains(.reset) {
            failure = nil
            progress?.reset()
            forgetBody()
        }
        if steps.contains(.announceFinish) { endBody() }
    }

    private func perform(_ next: NextWork) -> RequestEvent? {
        switch next.work {
        case .prepare(let attempt): return prepare(attempt)
        case .askRetrier(let attempt): return askRetriers(about: nil, attempt: attempt)
        case .consultRetrier(let attempt, _): return askRetriers(about: next.handler, attempt: attempt)
        case .waitForRetry(let attempt): return waitForRetry(attempt)
        case .read(let attempt, let index): return next.handler?.read(self, attempt: attempt, index: index)
        case .deliver:
            if let cleanUpRunner {
                let served = next.served
                cleanUpRunner {
                    self.cleanUp()
                    self.deliver(served)
                }
            } else {
                deliver(next.served)
            }
            return nil
        }
    }

    private func deliver(_ served: [ResponseHandler]) {
        // The request leaves the session first, so that its handlers do not find it among the active ones.
        core.leave(self)
        for handler in served { handler.deliver(self) }
        handlersWereServed()
        endDelivery()
    }
}
