internal import NeatlineSystem

/// The state of a button that logs in or out, without a user interface.
///
/// `waterwheelAuthButton` shows it on iOS; other interfaces show ``title`` and call ``press()``.
@MainActor
public final class DrupalAuthButtonModel {
    /// Called when the button is pressed without a session, for example to show a form.
    public var didPressLogin: () -> Void = {}
    /// Called after a logout that the button has started: whether the site has ended the session, and the error.
    public var didPressLogout: (_ success: Bool, _ error: DrupalError?) -> Void = { _, _ in }
    /// Called when ``isLoggedIn`` has changed.
    public var didChange: () -> Void = {}

    /// Whether there is a session.
    public private(set) var isLoggedIn: Bool
    /// Whether a logout is running, during which the button does nothing.
    public private(set) var isBusy = false

    private let client: DrupalClient
    /// The task that reads the client's events; behind a lock so that `deinit` can cancel it.
    private let listening = Locked<Task<Void, Never>?>(nil)

    /// Creates the state for a client, whose events change it.
    ///
    /// - Parameter client: The client.
    public init(client: DrupalClient) {
        self.client = client
        isLoggedIn = client.isLoggedIn
        let events = client.events
        let task = Task { [weak self] in
            for await event in events {
                switch event {
                case .didLogin, .didLogout, .sessionExpired: self?.update()
                default: break
                }
            }
        }
        listening.withLock { $0 = task }
    }

    deinit { listening.withLock { $0?.cancel() } }

    /// The title: what the button does.
    public var title: String { isLoggedIn ? "Logout" : "Login" }

    /// Logs out if there is a session; otherwise calls ``didPressLogin``.
    public func press() async {
        guard !isBusy else { return }
        guard isLoggedIn else { return didPressLogin() }
        isBusy = true
        var failure: DrupalError?
        do {
            try await client.logout()
        } catch {
            failure = error as? DrupalError ?? DrupalError(.noResponse, underlyingError: error)
        }
        isBusy = false
        update()
        didPressLogout(failure == nil, failure)
    }

    /// Reads the client's state again.
    public func update() {
        guard isLoggedIn != client.isLoggedIn else { return }
        isLoggedIn.toggle()
        didChange()
    }
}
