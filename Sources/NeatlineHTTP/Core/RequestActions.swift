/// What can happen to a request.
enum RequestEvent: Sendable, Hashable {
    /// The `URLRequest` is to be made without waiting for a handler.
    case setUp
    case resume
    case suspend
    case cancel
    /// The session is gone.
    case sessionEnded
    case handlerAdded
    /// The `URLRequest` of this attempt is there.
    case prepared(attempt: Int)
    /// The `URLRequest` could not be made, or the response is whole and validated, or will not come.
    case attemptEnded(attempt: Int, isFailure: Bool, mayRetry: Bool)
    /// A retrier has answered.
    case retryDecided(attempt: Int, isWanted: Bool)
    /// The time until the next attempt is over.
    case retryDue(attempt: Int)
    /// A handler has read the response; `mayRetry` if it could not and there are retriers.
    case handlerRead(attempt: Int, handler: Int, mayRetry: Bool)
}

/// What is to be done because of an event: steps, in the order of their declaration, and then at most one longer work,
/// whose end is an event again.
struct RequestActions: Sendable, Hashable {
    /// Short things, none of which calls users' code.
    struct Steps: OptionSet, Sendable, Hashable {
        let rawValue: UInt32

        /// To be done before anything else can happen: what the request knows changes with the machine.
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
        /// What follows from `keepCancellation` and `keepEndOfSession`: what users' code is still at is not waited for.
        static let abandonWaiting = Steps(rawValue: 1 << 15)
        /// `Progress` objects that somebody has follow the request's counts.
        static let updateProgress = Steps(rawValue: 1 << 16)

        static let atOnce: Steps = [.keepCancellation, .keepEndOfSession, .reset]
        /// What changes the request together with its machine: the end of a body goes with its announcement.
        static let changesRequest: Steps = [.keepCancellation, .keepEndOfSession, .reset, .announceFinish]
        static let announceTask: Steps = [.announceTaskResume, .announceTaskSuspend, .announceTaskCancel]
        /// What changes the exchange or what depends on it; all others are for monitors.
        static let ofTask: Steps = [
            .startTask, .resumeTask, .suspendTask, .cancelTask, .abandonWaiting, .updateProgress,
        ]
    }

    /// Longer things, which may call users' code.
    enum Work: Sendable, Hashable {
        /// Make the `URLRequest`.
        case prepare(attempt: Int)
        /// Ask the retriers about the attempt's error.
        case askRetrier(attempt: Int)
        /// Ask the retriers about the error of this handler.
        case consultRetrier(attempt: Int, handler: Int)
        /// Tell when the retry is due.
        case waitForRetry(attempt: Int)
        /// Let this handler read the response.
        case read(attempt: Int, handler: Int)
        /// Give every handler what it has read, and leave the session.
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
