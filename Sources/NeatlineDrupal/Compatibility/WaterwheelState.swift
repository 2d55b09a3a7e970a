internal import Foundation
public import NeatlineDefaults
internal import NeatlineFoundation
internal import NeatlineSystem
internal import NeatlineHTTP
internal import NeatlineJSON

/// The one site of Waterwheel 4. ``waterwheel`` has the same functions as static ones.
///
/// ```swift
/// waterwheelManager.sharedInstance.store = try FileDefaultsStore(suiteName: "org.example.app")
/// waterwheel.setDrupalURL("https://example.org")
/// ```
///
/// All functions may be called on any thread. They return immediately, and call their completion handler once, on the
/// main queue.
public final class waterwheelManager: Sendable {
    /// The instance that ``waterwheel`` uses.
    public static let sharedInstance = waterwheelManager()

    private struct State {
        var client: DrupalClient?
        var error: DrupalError?
        var store: (any DefaultsStore)?
        var hasStore = false
        /// What `setIsLoggedIn(_:)` has set, until the next login, logout or question.
        var isLoggedIn: Bool?
        var lastError: DrupalError?
    }

    private let state = Locked(State())

    /// Creates an instance without a site.
    public init() {}

    /// Keeps the session between runs. It is used by the next call of ``setDrupalURL(_:)``; `nil` for a session that ends
    /// with the program. The standard user defaults, unless it is set.
    public var store: (any DefaultsStore)? {
        get { state.withLock { $0.hasStore ? $0.store : nil } ?? defaultStore }
        set {
            let old = state.withLock { state in
                defer { (state.store, state.hasStore) = (newValue, true) }
                return state.store
            }
            withExtendedLifetime(old) {}
        }
    }

    private var defaultStore: (any DefaultsStore)? {
        state.withLock(\.hasStore) ? nil : Defaults.backingStore
    }

    /// The client of the site, for the functions that Waterwheel 4 does not have; `nil` before ``setDrupalURL(_:)``. It can
    /// be set to one with another session or store.
    public var client: DrupalClient? {
        get { state.withLock(\.client) }
        set {
            newValue?.hub.setHandler { [weak self, weak newValue] event in self?.post(event, of: newValue) }
            let old = state.withLock { state in
                defer { (state.client, state.error, state.isLoggedIn) = (newValue, nil, nil) }
                return (state.client, state.error)
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The error of the last request that has failed; `nil` if none has.
    public var lastError: DrupalError? { state.withLock(\.lastError) }

    // MARK: - Site and credentials

    /// Sets the site, and restores its session. Nothing is sent.
    ///
    /// - Parameter drupalURL: The URL of the front page. If it is not valid, all requests fail with that error.
    public func setDrupalURL(_ drupalURL: String) {
        do {
            client = try DrupalClient(baseURL: drupalURL, store: store)
        } catch {
            client = nil
            state.set(\.error, to: error as? DrupalError)
        }
    }

    /// Uses Basic authentication for all requests. The password is not stored.
    ///
    /// - Parameters:
    ///   - username: The name of the account.
    ///   - password: The password.
    ///   - sign: Whether requests have the credentials; if `false`, those from before are removed.
    public func setBasicAuthUsernameAndPassword(_ username: String, password: String, sign: Bool = true) {
        state.withLock { $0.isLoggedIn = nil }
        if sign {
            client?.useBasicAuthentication(username: username, password: password)
        } else {
            client?.forgetCredentials()
        }
    }

    /// Sets the token for requests that change something. The client fetches it automatically.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - sign: Whether it is used; if `false`, the client fetches another when it needs one.
    public func setCSRF(_ token: String, sign: Bool = true) {
        client?.state.withLock { $0.csrfToken = sign ? token : nil }
        client?.storeSession()
    }

    /// Sets the token for logging out, which a login sets, too.
    ///
    /// - Parameter token: The token.
    public func setLogoutToken(_ token: String) {
        client?.state.withLock { $0.logoutToken = token }
        client?.storeSession()
    }

    /// Sets what ``isLoggedIn()`` returns until the next login, logout or ``checkLoginStatus(completionHandler:)``.
    ///
    /// - Parameter isLoggedIn: The value.
    public func setIsLoggedIn(_ isLoggedIn: Bool) { state.withLock { $0.isLoggedIn = isLoggedIn } }

    /// Returns whether the client has credentials, and has not noticed that they are invalid. Nothing is sent.
    public func isLoggedIn() -> Bool {
        let (client, flag) = state.withLock { ($0.client, $0.isLoggedIn) }
        return flag ?? client?.isLoggedIn ?? false
    }

    // MARK: - Running

    /// Runs an operation with the client, and calls the handler on the main queue.
    func run(
        _ completionHandler: completion?, _ operation: @escaping @Sendable (DrupalClient) async throws -> DrupalExchange
    ) {
        let (client, error) = state.withLock { ($0.client, $0.error) }
        Task {
            var exchange: DrupalExchange
            do {
                guard let client else { throw error ?? DrupalError(.invalidURL("")) }
                exchange = try await operation(client)
            } catch {
                exchange = DrupalExchange(response: nil, result: .failure(error))
            }
            finish(exchange, completionHandler)
        }
    }

    private func finish(_ exchange: DrupalExchange, _ completionHandler: completion?) {
        var error: (any Error)?
        var json: JSON?
        switch exchange.result {
        case .success(let response): json = response.json
        case .failure(let failure):
            error = failure
            // The body of an error has the server's message.
            json = exchange.response?.data.flatMap { try? JSON(data: $0, options: .fragmentsAllowed) }
            if let failure = failure as? DrupalError { state.set(\.lastError, to: failure) }
        }
        guard let completionHandler else { return }
        let success = error == nil
        let response = exchange.response?.map { _ in json ?? .null }
        let bridged = error.map { $0 as NSError }
        DispatchQueue.main.async { completionHandler(success, response, json, bridged) }
    }

    /// Forgets what `setIsLoggedIn(_:)` has set.
    func forgetFlag() { state.withLock { $0.isLoggedIn = nil } }

    // MARK: - Notifications

    /// Posts a notification to `NotificationCenter.default`, on the calling thread.
    ///
    /// - Parameters:
    ///   - name: The notification.
    ///   - requestName: The request that it is about.
    ///   - object: The object of the notification.
    public func postNotification(
        _ name: waterwheelNotifications, requestName: waterwheelNotificationsTypes, object: AnyObject? = nil
    ) {
        NotificationCenter.default.post(
            name: name.name, object: object, userInfo: ["requestName": requestName.rawValue])
    }

    /// Posts the notification of an event. The session of a client that was replaced is not that of the site: only the requests that it
    /// has started are reported until they have finished.
    private func post(_ event: DrupalEvent, of client: DrupalClient?) {
        let isCurrent = state.withLock { $0.client === client }
        let (name, request): (waterwheelNotifications, waterwheelNotificationsTypes) =
            switch event {
            case .didLogin: (.waterwheelDidLogin, .login)
            case .didLogout: (.waterwheelDidLogout, .logout)
            case .sessionExpired: (.waterwheelDidLogout, .checkLoginStatus)
            case .didStartRequest(let kind, _): (.waterwheelDidStartRequest, .init(kind))
            case .didFinishRequest(let kind, _, _): (.waterwheelDidFinishRequest, .init(kind))
            }
        switch event {
        case .didLogin, .didLogout, .sessionExpired: if !isCurrent { return }
        case .didStartRequest, .didFinishRequest: break
        }
        DispatchQueue.main.async { self.postNotification(name, requestName: request) }
    }
}
