internal import Dispatch
internal import Foundation
internal import NeatlineSystem

// The beginning of an attempt: the `URLRequest` is created and adapted, its body is created, and the exchange starts.

extension Request {
    /// Creates the `URLRequest` of an attempt: on the calling thread if that is quick, else on the request queue or in
    /// the pool.
    func prepare(_ attempt: Int) -> RequestEvent? {
        guard core.enter(self) else { return .sessionEnded }
        if mutableState.withLock({ $0.machine.phase == .done }) {
            // Another thread has cancelled the request and removed it before it was added.
            core.leave(self)
            return nil
        }
        let adapters = adapters
        if isQuicklyMade && adapters.isEmpty && !core.hasRequestQueue { return make(attempt, adapters: []) }
        // Without adapters the body is created next. The closure keeps the session, so that releasing the session
        // immediately after the request was created does not end the request.
        let make: WorkPool.Work = { [session = core.session] in
            self.withTaskLocals {
                if let event = self.make(attempt, adapters: adapters) { self.process(event) }
            }
            withExtendedLifetime(session) {}
        }
        if makesBody && adapters.isEmpty { core.makeBody(make) } else { core.requestQueue.async(execute: make) }
        return nil
    }

    private func make(_ number: Int, adapters: [any RequestAdapter]) -> RequestEvent? {
        let initial: URLRequest
        do {
            initial = try makeURLRequest()
            try initial.validate()
        } catch {
            let error = error.asAFError(or: .createURLRequestFailed(error: error))
            return fail(number, with: error) { listener in
                listener.request(self, didFailToCreateURLRequestWithError: error)
            }
        }
        guard mutableState.withLock({ $0.store(initial, of: number) }).isStored else { return nil }
        listener?.request(self, didCreateInitialURLRequest: initial)
        if adapters.isEmpty { return madeBody(number, for: initial) }
        guard let session = core.session else { return .sessionEnded }
        let adapter = adapters.count == 1 ? adapters[0] : Interceptor(adapters: adapters)
        adapter.adapt(initial, using: RequestAdapterState(request: self, session: session)) { result in
            if let event = self.adapted(initial, to: result, number) { self.process(event) }
        }
        return nil
    }

    private func adapted(
        _ initial: URLRequest, to result: Result<URLRequest, any Error>, _ number: Int
    ) -> RequestEvent? {
        let adapted: URLRequest
        do {
            adapted = try result.get()
            try adapted.validate()
        } catch {
            let error = AFError.requestAdaptationFailed(error: error)
            return fail(number, with: error) { listener in
                listener.request(self, didFailToAdaptURLRequest: initial, withError: error)
            }
        }
        guard mutableState.withLock({ $0.store(adapted, of: number) }).isStored else { return nil }
        listener?.request(self, didAdaptInitialRequest: initial, to: adapted)
        if !makesBody || isQuicklyMade { return madeBody(number, for: adapted) }
        // Adapters may complete on any thread.
        core.makeBody {
            self.withTaskLocals {
                if let event = self.madeBody(number, for: adapted) { self.process(event) }
            }
        }
        return nil
    }

    /// Creates the body of an attempt if there is one to create, and begins the attempt.
    private func madeBody(_ number: Int, for request: URLRequest) -> RequestEvent? {
        let body: TransportBody?
        do {
            body = try makeBody(of: number, for: request)
        } catch {
            let unopened = error as? UnopenedBody
            // As in Alamofire, whose tasks open files, there is an attempt that has failed.
            if unopened != nil, begin(number, with: request, body: nil) == nil { return nil }
            let error = unopened?.error ?? error.asAFError(or: .createUploadableFailed(error: error))
            return fail(number, with: error) { self.announceBodyFailure(error, to: $0) }
        }
        return begin(number, with: request, body: body)
    }

    /// Begins an attempt with its final `URLRequest`.
    private func begin(_ number: Int, with request: URLRequest, body: TransportBody?) -> RequestEvent? {
        guard let listeners = mutableState.withLock({ $0.begin(number, with: request, body: body) }) else { return nil }
        for listener in listeners.ofRequest { listener(request) }
        call(listeners.ofCommand)
        if !listeners.ofTask.isEmpty, let task {
            for listener in listeners.ofTask { listener(task) }
        }
        if let listener, let task {
            listener.request(self, didCreateURLRequest: request)
            listener.request(self, didCreateTask: task)
        }
        return .prepared(attempt: number)
    }

    /// Fails an attempt before it has begun.
    private func fail(
        _ number: Int, with error: AFError, announce: (CompositeEventMonitor) -> Void
    ) -> RequestEvent? {
        let commandHandlers: [@Sendable (String) -> Void]? = mutableState.withLock { state in
            guard state.machine.isPreparing(number) else { return nil }
            state.failure = error
            if let attempt = state.attempt, !attempt.isStarted { attempt.isComplete = true }
            return state.options?.takeCommandHandlers() ?? []
        }
        guard let commandHandlers else { return nil }
        if let listener { announce(listener) }
        call(commandHandlers)
        return .attemptEnded(attempt: number, isFailure: true, mayRetry: mayRetry)
    }
}

/// The error of a body that was created, and could not be opened for reading.
struct UnopenedBody: Error {
    let error: AFError
}
