internal import Foundation

/// The mutable state of a request, which is reached only through `Request.mutableState`, while its lock is held.
///
/// The state does not know its request, so its functions cannot call users' code. What must happen after the lock was
/// released, they return as a value or append to ``steps``, which ``Request/update(_:)`` takes.
struct RequestState {
    var machine: RequestMachine
    /// Steps that wait until the lock is released, and until another thread has finished the steps before them.
    var steps = StepQueue()
    /// The handlers that were not called yet.
    var handlers: [ResponseHandler] = []
    /// Work that is performed when the steps before were taken.
    private var workBehindSteps: [WorkBehindSteps] = []
    /// Settings and data that only few requests have.
    var options: RequestOptions?
    /// The last `URLRequest` that was created, and the earlier ones.
    var lastRequest: URLRequest?
    var earlierRequests: [URLRequest] = []
    /// The current attempt to send the request, and the earlier ones.
    var attempt: RequestAttempt?
    var earlierAttempts: [RequestAttempt] = []
    var progress: RequestProgress?
    var failure: AFError?
    /// The delay before the next attempt, in seconds, as decided by a retrier.
    var retryDelay: TimeInterval?
    /// The destination of the response's body.
    let body: any ResponseBody
    private var identifier: UUID?

    init(startsAutomatically: Bool, body: any ResponseBody) {
        machine = RequestMachine(startsAutomatically: startsAutomatically)
        self.body = body
    }

    /// The number of attempts, and of `URLRequest`s, before the current one that are kept.
    static let historyLimit = 100

    /// All attempts, in order; without those after the first one if there are more than the limit.
    var attempts: [RequestAttempt] { earlierAttempts + (attempt.map { [$0] } ?? []) }

    /// Adds an entry to a history. If that is full, removes and returns the entry after the first one.
    static func keep<Entry>(_ entry: Entry, in history: inout [Entry]) -> Entry? {
        history.append(entry)
        return history.count > historyLimit ? history.remove(at: 1) : nil
    }

    /// Returns the identifier of the request, which is created at the first access.
    mutating func requireIdentifier() -> UUID {
        let identifier = identifier ?? UUID.random()
        self.identifier = identifier
        return identifier
    }

    /// Returns the options, which are created at the first access.
    mutating func requireOptions() -> RequestOptions {
        let options = options ?? RequestOptions()
        self.options = options
        return options
    }

    /// Returns the progress, which is created at the first access.
    mutating func requireProgress() -> RequestProgress {
        let progress = progress ?? RequestProgress(attempt)
        self.progress = progress
        return progress
    }

    /// Requests an update of the observed `Progress` objects after the counts have changed.
    mutating func progressChanged() {
        if progress?.isWatched == true { steps.append(.updateProgress) }
    }

    /// Returns work to perform immediately.
    ///
    /// If a thread is taking steps, it performs the work behind them, and the result is `nil`. Otherwise monitors would be
    /// told of what the work does before the steps, and handlers would not find the last counts in the `Progress` objects.
    private mutating func immediate(_ next: NextWork?, isObserved: Bool) -> NextWork? {
        guard let next, steps.isRunning, isObserved || (next.work == .deliver && progress?.isWatched == true) else {
            return next
        }
        append(.operation(next))
        return nil
    }

    /// Returns the end of an attempt to report immediately.
    ///
    /// If a thread is taking steps, and there are monitors, it reports the end behind them, and the result is `nil`.
    /// Otherwise monitors would be told of the end before the cancellation whose error it has.
    mutating func immediate(_ ended: EndedAttempt?, isObserved: Bool) -> EndedAttempt? {
        guard let ended, steps.isRunning, isObserved || options?.listener != nil else { return ended }
        append(.end(ended))
        return nil
    }

    private mutating func append(_ work: WorkBehindSteps) {
        workBehindSteps.append(work)
        steps.append(.performWork)
    }

    /// Returns the first work that waited for steps.
    mutating func takeWorkBehindSteps() -> WorkBehindSteps? {
        workBehindSteps.isEmpty ? nil : workBehindSteps.removeFirst()
    }

    /// Sets the error of the request, unless it has one.
    mutating func fail(with error: @autoclosure () -> AFError) {
        if failure == nil { failure = error() }
    }
}

// MARK: - Events

/// A longer operation that a request's machine asks for, with the handlers it concerns.
struct NextWork {
    var work: RequestActions.Work
    /// The handler that reads, or has read.
    var handler: ResponseHandler?
    /// The handlers that have read and are to deliver.
    var served: [ResponseHandler] = []
    /// An error or a response that was discarded, to be released after the lock.
    var discarded: Any?
}

/// Work that waits for the steps before it.
enum WorkBehindSteps {
    case operation(NextWork)
    /// The end of an attempt is reported.
    case end(EndedAttempt)
}

extension RequestState {
    /// Passes an event to the machine, changes what must change together with it, and appends the steps that follow.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - handler: The handler that the event adds.
    ///   - isObserved: Whether the session has monitors that listen.
    ///   - errorOfEnd: The error of the session's end, if that is the event.
    ///   - account: The session's account of retries.
    /// - Returns: The next longer operation, unless the thread that takes steps performs it.
    mutating func handle(
        _ event: RequestEvent, adding handler: ResponseHandler?, isObserved: Bool, errorOfEnd: AFError?,
        account: RetryAccount? = nil
    ) -> NextWork? {
        if let handler { handlers.append(handler) }
        let isObserved = isObserved || options?.listener != nil
        var (event, refused) = (event, Any?.none)
        if case .retryDue(let number) = event, let account, machine.isWaiting(number), !account.takeRetry() {
            event = .retryRefused(attempt: number)
            refused = refuseRetry(RetryBudgetExhausted(budget: account.budget))
        }
        let actions = machine.handle(event)
        var next = actions.work.map { NextWork(work: $0, discarded: refused) }
        switch actions.work {
        case .read(_, let index), .consultRetrier(_, let index): next?.handler = handlers[index]
        case .deliver:
            next?.served = handlers
            handlers = []
        case .prepare, .askRetrier, .waitForRetry, nil: break
        }
        if !actions.steps.isEmpty {
            if actions.steps.contains(.reset) { next?.discarded = failure }
            apply(actions.steps, errorOfEnd: errorOfEnd)
            append(actions.steps, isObserved: isObserved)
        }
        return immediate(next, isObserved: isObserved)
    }

    /// Sets the error of a retry that the budget does not allow, on the attempt or the handler that it is for. Returns
    /// what was replaced.
    private mutating func refuseRetry(_ exhausted: RetryBudgetExhausted) -> Any? {
        let handler = machine.isWaitingForHandler ? handlers[machine.read] : nil
        guard let original = handler.map({ $0.failure }) ?? failure else { return nil }
        let error = AFError.requestRetryFailed(retryError: exhausted, originalError: original)
        if let handler { return handler.fail(with: error) }
        failure = error
        return original
    }

    /// Applies the steps that must change the state together with the machine.
    private mutating func apply(_ steps: RequestActions.Steps, errorOfEnd: AFError?) {
        if steps.isDisjoint(with: .changesRequest) { return }
        if steps.contains(.keepCancellation) { fail(with: .explicitlyCancelled) }
        if steps.contains(.keepEndOfSession) {
            fail(with: errorOfEnd ?? .sessionDeinitialized)
            attempt?.isAbandoned = true
        }
        if steps.contains(.reset) {
            failure = nil
            progress?.reset()
            body.reset()
        }
        if steps.contains(.announceFinish) {
            body.end(isFailure: failure != nil, isCancelled: machine.state == .cancelled)
        }
    }

    /// Appends the steps that are taken after the lock is released.
    private mutating func append(_ all: RequestActions.Steps, isObserved: Bool) {
        var steps = isObserved ? all.subtracting(.atOnce) : all.intersection(.ofTask)
        if !all.isDisjoint(with: [.keepCancellation, .keepEndOfSession]) { steps.insert(.abandonWaiting) }
        if all.contains(.reset), progress?.isWatched == true { steps.insert(.updateProgress) }
        self.steps.append(steps)
    }
}

/// The steps that wait to be taken. One thread at a time takes them, in the order in which they were appended.
struct StepQueue {
    /// The first steps that wait, without memory of their own, because there are rarely more.
    private var first: RequestActions.Steps = []
    private var others: [RequestActions.Steps] = []
    private(set) var isRunning = false

    /// Appends steps, unless there are none.
    mutating func append(_ steps: RequestActions.Steps) {
        if steps.isEmpty { return }
        if first.isEmpty { first = steps } else { others.append(steps) }
    }

    /// Returns the first steps for the calling thread to take; `nil` if there are none or another thread takes steps.
    /// A thread that gets steps must call ``next()`` after it has taken them.
    mutating func start() -> RequestActions.Steps? {
        if isRunning || first.isEmpty { return nil }
        isRunning = true
        return next()
    }

    /// Returns the next steps to take; `nil` if there are none, after which any thread may start.
    mutating func next() -> RequestActions.Steps? {
        guard !first.isEmpty else {
            isRunning = false
            return nil
        }
        let steps = first
        first = others.isEmpty ? [] : others.removeFirst()
        return steps
    }
}
