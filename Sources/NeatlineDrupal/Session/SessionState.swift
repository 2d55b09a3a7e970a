internal import NeatlineHTTP

/// The state of a client, behind its one lock.
struct SessionState: Sendable {
    /// The credentials of Basic authentication; `nil` for cookies.
    var basic: DrupalCredentials?
    /// Whether the client believes that its session cookie is that of a live session.
    var isLoggedIn = false
    /// Whether the last session has expired, and there was no login or logout since.
    var isExpired = false
    /// The session cookies. Requests send these and not those of the session's cookie jar, which a late response to a
    /// request of an earlier session may have removed.
    var cookies: [Cookie] = []
    /// The token for requests that change something.
    var csrfToken: String?
    /// The token for logging out.
    var logoutToken: String?
    var user: DrupalUser?
    /// The number of logins, logouts and expirations. A request belongs to the session in which it was sent.
    var generation = 0
    /// The last credentials of the program that the site has refused; `nil` after a login.
    var refusal: (credentials: DrupalCredentials, error: DrupalError)?
    /// The request for a token that others wait for, too.
    var tokenTask: Task<String, any Error>?
    /// The new login that others wait for, too.
    var renewal: Task<Bool, any Error>?

    /// Starts another session, without any of the values of the one before.
    mutating func begin() {
        generation += 1
        isLoggedIn = false
        isExpired = false
        cookies = []
        csrfToken = nil
        logoutToken = nil
        user = nil
        tokenTask = nil
    }

    /// Ends the session because the site has.
    mutating func expire() {
        begin()
        isExpired = true
    }

    /// The state that is saved between runs; `nil` if there is nothing to save.
    func stored(withPassword storesPassword: Bool) -> StoredSession? {
        if let basic { return storesPassword ? StoredSession(basic: basic) : nil }
        guard isLoggedIn else { return nil }
        return StoredSession(
            cookies: cookies.map(StoredSession.StoredCookie.init), csrfToken: csrfToken, logoutToken: logoutToken,
            user: user)
    }
}

/// How a request is authenticated.
enum SessionAccess: Sendable {
    /// Without credentials and cookies: for another origin, and for logins.
    case none
    case basic(DrupalCredentials)
    /// With the cookies of the session with a number, if it is one, and the CSRF token if the request needs it.
    case cookies(SentSession)
}

/// The session with which a request is sent.
struct SentSession: Sendable {
    let generation: Int
    /// The session cookies; empty for a visitor.
    let cookies: [Cookie]
    var token: String?
}

/// Runs operations one after the other, in the order in which they were added.
actor SerialRunner {
    private var last: Task<Void, Never>?

    /// Runs an operation when those before it have finished. Cancelling the calling task cancels the operation.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let previous = last
        let task = Task {
            try await previous?.endUnlessCancelled()
            try Task.checkCancellation()
            return try await operation()
        }
        // A cancelled operation ends before those that it waited for.
        last = Task {
            await previous?.value
            _ = await task.result
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension Task {
    /// Waits until the task has ended, or the calling task is cancelled, which does not cancel this one: others may wait for it.
    ///
    /// - Throws: `CancellationError`, if the calling task is cancelled.
    func endUnlessCancelled() async throws {
        let end = AsyncStream<Never> { continuation in
            Task<Void, Never> {
                _ = await result
                continuation.finish()
            }
        }
        for await _ in end {}
        try Task<Never, Never>.checkCancellation()
    }
}

extension Task where Failure == any Error {
    /// Waits for the value, or until the calling task is cancelled.
    ///
    /// - Throws: The error of this task; `CancellationError`, if the calling task is cancelled.
    func valueUnlessCancelled() async throws -> Success {
        try await endUnlessCancelled()
        return try await value
    }
}
