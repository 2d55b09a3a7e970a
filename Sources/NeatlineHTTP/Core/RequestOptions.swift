internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The settings that only few requests have. Guarded by the request's lock.
final class RequestOptions {
    var credential: URLCredential?
    var maximumBodySize: Int64?
    var redirectHandler: (any RedirectHandler)?
    var cachedResponseHandler: (any CachedResponseHandler)?
    var adapters: [any RequestAdapter] = []
    var retriers: [any RequestRetrier] = []
    var monitors: [any EventMonitor] = []
    /// Forwards events to the session's monitors and the request's own; `nil` if the request has none of its own.
    var listener: CompositeEventMonitor?
    var requestHook: (@Sendable (URLRequest) -> Void)?
    var taskHook: (@Sendable (URLSessionTask) -> Void)?
    /// Streams that receive the same values as the hooks.
    var requestObservers: [@Sendable (URLRequest) -> Void] = []
    var taskObservers: [@Sendable (URLSessionTask) -> Void] = []
    /// Receives the head of a response, and releases the body after its decision.
    var responseHook: (@Sendable (ResponseHead) -> Void)?
    var commandHandlers: [@Sendable (String) -> Void] = []
    /// Called when all handlers were called.
    var finishHandlers: [@Sendable () -> Void] = []
    var validators: [ResponseValidator] = []
    /// The task in which an asynchronous adapter or retrier works on the request.
    var interceptionTask: Task<Void, Never>?
}

extension RequestOptions {
    /// Answers the challenges of an attempt with the request's own credential; `nil` if it has none.
    func authentication(in settings: ExchangeSettings) -> (any ChallengeAnswering)? {
        credential.map { CredentialAuthentication(credential: $0, session: settings.authentication) }
    }

    /// The closures to call with the `URLRequest` of an attempt.
    var requestListeners: [@Sendable (URLRequest) -> Void] { (requestHook.map { [$0] } ?? []) + requestObservers }
    /// The closures to call with the task of an attempt.
    var taskListeners: [@Sendable (URLSessionTask) -> Void] { (taskHook.map { [$0] } ?? []) + taskObservers }
}

extension Request {
    /// Changes the options.
    @discardableResult
    func withOptions<Result>(_ change: (RequestOptions) -> Result) -> Result {
        lock.withLock {
            let options = options ?? RequestOptions()
            self.options = options
            return change(options)
        }
    }

    /// Calls a closure when all handlers were called, immediately if they already were.
    func onFinish(_ handler: @escaping @Sendable () -> Void) {
        let isOver = withOptions { options in
            if machine.phase == .done { return true }
            options.finishHandlers.append(handler)
            return false
        }
        if isOver { handler() }
    }

    /// Called after all handlers were called and the session has removed the request.
    func endDelivery() {
        let handlers = lock.withLock {
            if machine.phase == .done { releaseTasks() }
            guard let options, machine.phase == .done else { return [@Sendable () -> Void]() }
            let handlers = options.finishHandlers
            options.finishHandlers = []
            return handlers
        }
        for handler in handlers { handler() }
    }
}

/// A flag that only the first of several callers obtains.
struct OnceFlag: Sendable {
    private let isTaken = Locked(false)

    /// Returns `true` for the first call, and `false` for all others.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}
