internal import Foundation
internal import NeatlineSystem

/// The settings and data that only few requests have. A part of ``RequestState``.
final class RequestOptions {
    var credential: URLCredential?
    var maximumBodySize: Int64?
    var httpVersion: HTTPVersion?
    var trailers: (@Sendable () -> HTTPHeaders)?
    var redirectHandler: (any RedirectHandler)?
    var cachedResponseHandler: (any CachedResponseHandler)?
    var adapters: [any RequestAdapter] = []
    var retriers: [any RequestRetrier] = []
    var monitors: [any EventMonitor] = []
    /// The task-local values of the code that has added the first interceptor, monitor or serializer.
    var taskLocals: TaskLocalContext?
    /// Forwards events to the session's monitors and the request's own; `nil` if the request has none of its own.
    var listener: CompositeEventMonitor?
    var requestHook: (@Sendable (URLRequest) -> Void)?
    var taskHook: (@Sendable (URLSessionTask) -> Void)?
    /// Streams that receive the same values as the hooks.
    var requestObservers = RequestObservers<URLRequest>()
    var taskObservers = RequestObservers<URLSessionTask>()
    /// Receives the head of a response, and releases the body after its decision.
    var responseHook: (@Sendable (ResponseHead) -> Void)?
    /// Whether retriers are asked only while nothing of the body was received.
    var repeatsOnlyWithoutBody = false
    var commandHandlers: [@Sendable (String) -> Void] = []
    /// Called when all handlers were called.
    var finishObservers = RequestObservers<Void>()
    var validators: [ResponseValidator] = []
    /// The time at which retriers were first asked about the request, in nanoseconds by the clock of deadlines.
    var firstFailureTime: UInt64?
    /// The task in which an asynchronous adapter or retrier works on the request.
    var interceptionTask: Task<Void, Never>?
    /// The body of an upload, until it was created again for the next attempt.
    var uploadable: UploadRequest.Uploadable?
    /// The stream that an upload has read, and its reader: a stream cannot be read twice.
    var readStream: (stream: InputStream, body: ReadAheadBody)?
    /// The body of an upload whose sequence can be read only once.
    var readSequence: SequenceBody?
}

extension RequestOptions {
    /// Answers the challenges of an attempt with the request's own credential; `nil` if it has none.
    func authentication(in settings: ExchangeSettings) -> (any ChallengeAnswering)? {
        credential.map { CredentialAuthentication(credential: $0, session: settings.authentication) }
    }

    /// Returns whether the request may be repeated after an attempt.
    func mayRepeat(after attempt: RequestAttempt?) -> Bool {
        !repeatsOnlyWithoutBody || attempt?.receivedBytes ?? 0 == 0 || attempt?.keepsErrorBody == true
    }

    /// The closures to call with the `URLRequest` of an attempt.
    var requestListeners: [@Sendable (URLRequest) -> Void] { (requestHook.map { [$0] } ?? []) + requestObservers.all }
    /// The closures to call with the task of an attempt.
    var taskListeners: [@Sendable (URLSessionTask) -> Void] { (taskHook.map { [$0] } ?? []) + taskObservers.all }

    /// Removes and returns the closures to call with the curl command.
    func takeCommandHandlers() -> [@Sendable (String) -> Void] {
        defer { commandHandlers = [] }
        return commandHandlers
    }

    /// Removes and returns the closures to call when all handlers were called.
    func takeFinishObservers() -> [@Sendable (()) -> Void] {
        defer { finishObservers = RequestObservers() }
        return finishObservers.all
    }
}

/// Closures that are called with values of a request until they are removed, in the order in which they were added.
struct RequestObservers<Value> {
    private var lastKey = 0
    private var entries: [(key: Int, call: @Sendable (Value) -> Void)] = []

    var all: [@Sendable (Value) -> Void] { entries.map(\.call) }

    /// Adds a closure; returns the key with which it can be removed.
    mutating func add(_ call: @escaping @Sendable (Value) -> Void) -> Int {
        lastKey += 1
        entries.append((lastKey, call))
        return lastKey
    }

    /// Removes and returns a closure, which is to be released after the request's lock.
    mutating func remove(_ key: Int) -> (@Sendable (Value) -> Void)? {
        entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).call }
    }
}

extension Request {
    /// Changes the options.
    @discardableResult
    func withOptions<Result>(_ change: (RequestOptions) -> Result) -> Result {
        mutableState.withLock { change($0.requireOptions()) }
    }

    /// Replaces an option. The earlier value is released after the lock, because releasing it may run any code.
    func setOption<Value>(_ option: ReferenceWritableKeyPath<RequestOptions, Value>, to value: Value) {
        var value = value
        withOptions { swap(&$0[keyPath: option], &value) }
    }

    /// Returns a closure that removes an observer.
    func removal<Value>(
        of key: Int, from observers: any ReferenceWritableKeyPath<RequestOptions, RequestObservers<Value>> & Sendable
    ) -> @Sendable () -> Void {
        { [weak self] in _ = self?.withOptions { $0[keyPath: observers].remove(key) } }
    }

    /// Calls a closure when all handlers were called, immediately if they already were. Returns a closure that removes
    /// it.
    func onFinish(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let key: Int? = mutableState.withLock { state in
            state.machine.phase == .done ? nil : state.requireOptions().finishObservers.add { _ in handler() }
        }
        guard let key else {
            handler()
            return {}
        }
        return removal(of: key, from: \.finishObservers)
    }
}
