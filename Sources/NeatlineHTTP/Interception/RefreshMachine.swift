/// Decides for an ``AuthenticationInterceptor`` when its credential is refreshed, and which requests wait for it: a value
/// without credentials, clock or closures.
///
/// Users' code that looks at a credential runs without the lock, so each question has the version of the credential that
/// was looked at. If the credential was replaced meanwhile, the answer is ``Answer/again``. So no version is refreshed
/// twice, unless its refresh has failed.
struct RefreshMachine: Sendable, Hashable {
    /// What follows for a request.
    enum Answer: Sendable, Hashable {
        /// The credential is applied.
        case apply
        /// The request waits for the end of the running refresh.
        case wait
        /// A refresh with this number begins, and the request waits for its end.
        case refresh(Int)
        /// There is no credential.
        case missing
        /// There were too many refreshes.
        case excessive
        /// The credential was replaced after it was looked at: it is looked at again, or the failed request is repeated.
        case again
    }

    /// The number of times that the credential was replaced.
    private(set) var version = 0
    /// The number of the refresh that is running, if one is.
    private(set) var running: Int?
    private var hasCredential: Bool
    private var count = 0
    /// The times at which the last refreshes began, in seconds.
    private var times: [Double] = []
    private let window: (interval: Double, maximum: Int)?

    /// - Parameters:
    ///   - hasCredential: Whether there is a credential.
    ///   - window: The maximum number of refreshes in an interval, in seconds; `nil` for no limit.
    init(hasCredential: Bool, window: (interval: Double, maximum: Int)?) {
        self.hasCredential = hasCredential
        self.window = window
    }

    /// The credential was replaced, or removed.
    mutating func replaced(hasCredential: Bool) {
        version += 1
        self.hasCredential = hasCredential
    }

    /// A request begins.
    ///
    /// - Parameters:
    ///   - seen: The version of the credential that was looked at.
    ///   - isDue: Whether that one must be refreshed.
    ///   - now: The time in seconds.
    mutating func begins(seen: Int, isDue: Bool, now: Double) -> Answer {
        if running != nil { return .wait }
        guard seen == version else { return .again }
        guard hasCredential else { return .missing }
        return isDue ? refresh(now) : .apply
    }

    /// A request has failed that was authenticated with the credential that was looked at.
    mutating func failed(seen: Int, now: Double) -> Answer {
        if running != nil { return .wait }
        guard seen == version else { return .again }
        return hasCredential ? refresh(now) : .missing
    }

    private mutating func refresh(_ now: Double) -> Answer {
        if let window {
            times.removeAll { $0 < now - window.interval }
            guard times.count < window.maximum else { return .excessive }
            times.append(now)
        }
        count += 1
        running = count
        return .refresh(count)
    }

    /// A refresh has ended, or has taken too long. Returns whether its result counts: only the first one does.
    mutating func ended(_ number: Int, isSuccess: Bool) -> Bool {
        guard running == number else { return false }
        running = nil
        if isSuccess { replaced(hasCredential: true) }
        return true
    }

    static func == (left: Self, right: Self) -> Bool {
        (left.version, left.running, left.hasCredential, left.count, left.times)
            == (right.version, right.running, right.hasCredential, right.count, right.times)
    }

    func hash(into hasher: inout Hasher) {
        for number in [version, running ?? -1, count] { hasher.combine(number) }
    }
}
