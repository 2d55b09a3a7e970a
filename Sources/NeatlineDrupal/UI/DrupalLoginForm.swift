/// The state of a form for logging in, without a user interface.
///
/// ```swift
/// let form = DrupalLoginForm(client: site)
/// form.username = "alice"
/// form.password = "secret"
/// await form.submit()
/// print(form.error?.message ?? "logged in")
/// ```
@MainActor
public final class DrupalLoginForm {
    /// The name of the account.
    public var username = ""
    /// The password, which is removed after a login.
    public var password = ""
    /// Called after each login that the form has started.
    public var loginRequestCompleted: (_ success: Bool, _ error: DrupalError?) -> Void = { _, _ in }
    /// Called after each logout that the form has started.
    public var logoutRequestCompleted: (_ success: Bool, _ error: DrupalError?) -> Void = { _, _ in }
    /// Called by ``cancel()``; does nothing by default.
    public var cancelButtonHit: () -> Void = {}
    /// Called when the properties have changed.
    public var didChange: () -> Void = {}

    /// Whether a request is running.
    public private(set) var isBusy = false
    /// The error of the last request; `nil` if it was successful.
    public private(set) var error: DrupalError?

    private let client: DrupalClient
    private var running: Task<Void, any Error>?

    /// Creates a form for a client.
    ///
    /// - Parameter client: The client that logs in.
    public init(client: DrupalClient) { self.client = client }

    /// Whether the form shows the fields; with a session, it shows the button for logging out.
    public var showsFields: Bool { !client.isLoggedIn }

    /// Whether the form can be submitted: both fields have a text, and no request is running.
    public var canSubmit: Bool { !isBusy && !username.isEmpty && !password.isEmpty }

    /// Logs in with the name and the password. Does nothing unless ``canSubmit``.
    public func submit() async {
        guard canSubmit else { return }
        let (username, password, client) = (username, password, client)
        await run { try await client.login(username: username, password: password) }
        if error == nil { self.password = "" }
        didChange()
        loginRequestCompleted(error == nil, error)
    }

    /// Logs out. Does nothing while a request is running.
    public func logout() async {
        guard !isBusy else { return }
        let client = client
        await run { try await client.logout() }
        didChange()
        logoutRequestCompleted(error == nil, error)
    }

    /// Cancels a running request, and calls ``cancelButtonHit``.
    public func cancel() {
        running?.cancel()
        cancelButtonHit()
    }

    private func run(_ operation: @escaping @Sendable () async throws -> Void) async {
        isBusy = true
        error = nil
        didChange()
        let task = Task { try await operation() }
        running = task
        do {
            try await task.value
        } catch {
            self.error = error as? DrupalError ?? DrupalError(.noResponse, underlyingError: error)
        }
        running = nil
        isBusy = false
    }
}
