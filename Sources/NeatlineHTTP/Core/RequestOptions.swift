internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What is set for single requests; most have none of it. Guarded by the request's lock.
final class RequestOptions {
    var credential: URLCredential?
    var maximumBodySize: Int64?
    var redirectHandler: (any RedirectHandler)?
    var cachedResponseHandler: (any CachedResponseHandler)?
    var adapters: [any RequestAdapter] = []
    var retriers: [any RequestRetrier] = []
    var monitors: [any EventMonitor] = []
    /// All monitors that are told of this request, the session's too, if it has some of its own.
    var listener: CompositeEventMonitor?
    var requestHook: (@Sendable (URLRequest) -> Void)?
    var taskHook: (@Sendable (URLSessionTask) -> Void)?
    /// Streams that want the same as the hooks.
    var requestObservers: [@Sendable (URLRequest) -> Void] = []
    var taskObservers: [@Sendable (URLSessionTask) -> Void] = []
    /// Gets the head of a response, and lets the body come when it has decided.
    var responseHook: (@Sendable (ResponseHead) -> Void)?
    var commandHandlers: [@Sendable (String) -> Void] = []
    /// Called when all handlers were served.
    var finishHandlers: [@Sendable () -> Void] = []
    var validators: [ResponseValidator] = []
    /// In which an asynchronous adapter or retrier thinks about the request.
    var interceptionTask: Task<Void, Never>?
}

extension RequestOptions {
    /// Who answers challenges of an attempt with the request's own credential, if it has one.
    func authentication(in settings: ExchangeSettings) -> (any ChallengeAnswering)? {
        credential.map { CredentialAuthentication(credential: $0, session: settings.authentication) }
    }

    /// Who is told of the `URLRequest` of an attempt.
    var requestListeners: [@Sendable (URLRequest) -> Void] { (requestHook.map { [$0] } ?? []) + requestObservers }
    /// Who is told of its task.
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

    /// Calls a closure when all handlers were served; at once if they have been.
    func onFinish(_ handler: @escaping @Sendable () -> Void) {
        let isOver = withOptions { options in
            if machine.phase == .done { return true }
            options.finishHandlers.append(handler)
            return false
        }
        if isOver { handler() }
    }

    /// All handlers were served, and the session has forgotten the request.
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

/// Something that only the first of several callers may do.
struct OnceFlag: Sendable {
    private let isTaken = Locked(false)

    /// Whether the caller is the first.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}
