/// An event that changes a request's state.
enum RequestEvent: Sendable, Hashable {
    /// The `URLRequest` is to be created before a handler is added.
    case setUp
    case resume
    case suspend
    case cancel
    /// The session was deinitialized or invalidated.
    case sessionEnded
    case handlerAdded
    /// The `URLRequest` of this attempt was created.
    case prepared(attempt: Int)
    /// The `URLRequest` could not be created, the response is complete and validated, or the exchange has failed.
    case attemptEnded(attempt: Int, isFailure: Bool, mayRetry: Bool)
    /// A retrier has decided.
    case retryDecided(attempt: Int, isWanted: Bool)
    /// The delay before the next attempt has passed.
    case retryDue(attempt: Int)
    /// A handler has read the response; `mayRetry` if it failed and there are retriers.
    case handlerRead(attempt: Int, handler: Int, mayRetry: Bool)
}

/// The actions that follow an event: steps, in the order of their declaration, then at most one longer operation, which
/// ends with another event.
struct RequestActions: Sendable, Hashable {
    /// Short operations that do not call users' code.
    struct Steps: OptionSet, Sendable, Hashable {
        let rawValue: UInt32

        /// Steps that are taken together with the machine's transition, before another event is handled.
        static let keepCancellation = Steps(rawValue: 1 << 0)
        static let keepEndOfSession = Steps(rawValue: 1 << 1)
        static let reset = Steps(rawValue: 1 << 2)

        static let announceRetry = Steps(rawValue: 1 << 3)
        static let announceResume = Steps(rawValue: 1 << 4)
        static let announceSuspend = Steps(rawValue: 1 << 5)
        static let announceCancel = Steps(rawValue: 1 << 6)
        static let startTask = Steps(rawValue: 1 << 7)
        static let resumeTask = Steps(rawValue: 1 << 8)
        static let suspendTask = Steps(rawValue: 1 << 9)
        static let cancelTask = Steps(rawValue: 1 << 10)
        static let announceTaskResume = Steps(rawValue: 1 << 11)
        static let announceTaskSuspend = Steps(rawValue: 1 << 12)
        static let announceTaskCancel = Steps(rawValue: 1 << 13)
        static let announceFinish = Steps(rawValue: 1 << 14)
        /// Taken after `keepCancellation` and `keepEndOfSession`: stops waiting for users' code.
        static let abandonWaiting = Steps(rawValue: 1 << 15)
        /// Updates the `Progress` objects that are observed.
        static let updateProgress = Steps(rawValue: 1 << 16)

        static let atOnce: Steps = [.keepCancellation, .keepEndOfSession, .reset]
        /// The steps that change the request together with its machine; the body ends when the end is announced.
        static let changesRequest: Steps = [.keepCancellation, .keepEndOfSession, .reset, .announceFinish]
        static let announceTask: Steps = [.announceTaskResume, .announceTaskSuspend, .announceTaskCancel]
        /// The steps that change the exchange or depend on it; all others are for monitors.
        static let ofTask: Steps = [
            .startTask, .resumeTask, .suspendTask, .cancelTask, .abandonWaiting, .updateProgress,
        ]
    }

    /// Longer operations, which may call users' code.
    enum Work: Sendable, Hashable {
        /// Create the `URLRequest`.
        case prepare(attempt: Int)
        /// Ask the retriers about the attempt's error.
        case askRetrier(attempt: Int)
        /// Ask the retriers about the error of this handler.
        case consultRetrier(attempt: Int, handler: Int)
        /// Wait until the retry is due.
        case waitForRetry(attempt: Int)
        /// Let this handler read the response.
        case read(attempt: Int, handler: Int)
        /// Call all handlers with what they have read, and leave the session.
        case deliver
    }

    var steps: Steps
    var work: Work?

    init(_ steps: Steps, then work: Work? = nil) {
        self.steps = steps
        self.work = work
    }

    static let none = RequestActions([])
}
