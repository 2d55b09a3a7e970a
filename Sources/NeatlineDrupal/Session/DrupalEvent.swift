internal import NeatlineSystem

/// The purpose of a request.
public enum DrupalRequestKind: Sendable, Hashable {
    /// Logs in with a name and a password.
    case login
    /// Logs out, which ends the session.
    case logout
    /// Asks whether the session is alive.
    case loginStatus
    /// Fetches the CSRF token of the session.
    case csrfToken
    /// Everything else: entities, views, files.
    case content

    /// Whether every Drupal site has the route.
    var isOnEverySite: Bool { self != .content }
}

/// An event of a client.
public enum DrupalEvent: Sendable, Equatable {
    /// A login was successful; `nil` if the site does not describe the account.
    case didLogin(DrupalUser?)
    /// The session was ended by ``DrupalClient/logout()``.
    case didLogout
    /// The site has ended the session. A new login follows if the client has credentials.
    case sessionExpired
    /// A request is sent: its method and path without the query. A request that is repeated has the events twice.
    case didStartRequest(DrupalRequestKind, String)
    /// A request has finished; the status code is `nil` if there is no response.
    case didFinishRequest(DrupalRequestKind, String, status: Int?)
}

/// Sends events to streams, and to one closure.
final class EventHub: Sendable {
    private struct State {
        var streams: [Int: AsyncStream<DrupalEvent>.Continuation] = [:]
        var next = 0
        var handler: (@Sendable (DrupalEvent) -> Void)?
    }

    private let state = Locked(State())

    deinit { for stream in state.withLock(\.streams).values { stream.finish() } }

    /// Sets the closure, which is called by the thread on which an event occurs.
    func setHandler(_ handler: @escaping @Sendable (DrupalEvent) -> Void) { state.set(\.handler, to: handler) }

    func stream() -> AsyncStream<DrupalEvent> {
        let (stream, continuation) = AsyncStream<DrupalEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
        let number = state.withLock { state in
            state.next += 1
            state.streams[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ event: DrupalEvent) {
        let (streams, handler) = state.withLock { ($0.streams, $0.handler) }
        for stream in streams.values { stream.yield(event) }
        handler?(event)
    }
}
