public import Foundation
public import NeatlineDefaults
internal import NeatlineSystem
public import NeatlineHTTP

/// A Drupal site, versions 8 to 11: login, entities, views, files and JSON:API.
///
/// ```swift
/// let site = try DrupalClient(baseURL: "https://example.org")
/// try await site.login(username: "alice", password: "secret")
/// let article = try await site.createNode(["type": [["target_id": "article"]], "title": [["value": "Hello"]]])
/// for try await row in site.viewRows("api/articles") { print(row["title"]) }
/// ```
///
/// A program can use several clients at once: each has its own session, so two clients of one site can have two
/// accounts. All functions may be called on any thread, and throw ``DrupalError``; when their task is cancelled, they
/// throw `CancellationError`.
///
/// The client adds what a route needs: `_format=json` for core REST, the CSRF token for a request that changes
/// something, the content types. It checks the content type of each response, because Drupal answers some wrong
/// requests with a web page and status 200.
public final class DrupalClient: Sendable {
    /// Returns the credentials for a new login; `nil` if the user does not want to log in.
    ///
    /// - Throws: any error, which fails the request that needs the login.
    public typealias CredentialsProvider = @Sendable () async throws -> DrupalCredentials?

    /// The URL of the site's front page. It may have a path, and ends without a slash.
    public let baseURL: URL
    /// Sends the requests, and stores the cookies.
    public let session: Session

    let site: SiteURL
    let interceptor: (any RequestInterceptor)?
    let credentials: CredentialsProvider?
    let store: SessionStore?
    let state = Locked(SessionState())
    let logins = SerialRunner()
    let hub = EventHub()

    /// Creates a client of a site. Nothing is sent.
    ///
    /// - Parameters:
    ///   - baseURL: The URL of the front page, for example `https://example.org` or `https://example.org/drupal`.
    ///   - session: Sends the requests. If `nil`, the client creates a session whose cookies are in memory only. Clients
    ///     that share a session share its cookies, so they must be clients of different sites. The session's redirect
    ///     handler is not used.
    ///   - interceptor: Adapts and retries all requests of this client, after the session's interceptor.
    ///   - store: Keeps the session between runs of the program: the session cookie, the tokens and the account's name.
    ///     They give access to the account, so use a store that others cannot read, such as `FileDefaultsStore`. If
    ///     `nil`, the session ends with the program. Passwords are not stored, unless
    ///     ``useBasicAuthentication(username:password:storesPassword:)`` is called with `storesPassword: true`.
    ///   - credentials: Returns credentials when the session has expired, or the site requires a login. The client then
    ///     logs in and repeats the request once. Requests that wait for the same login share one call. The closure may
    ///     use the client; its requests do not ask for credentials. Credentials that the site has refused are not sent
    ///     again before another login, because Drupal blocks an account after some failed logins.
    /// - Throws: ``DrupalError`` with the reason `invalidURL` if the URL has no host, or is not one of `http` or `https`.
    public init(
        baseURL: any URLConvertible, session: Session? = nil, interceptor: (any RequestInterceptor)? = nil,
        store: (any DefaultsStore)? = nil, credentials: CredentialsProvider? = nil
    ) throws {
        site = try SiteURL(baseURL)
        self.baseURL = site.url
        self.session = session ?? Session(configuration: .af.ephemeral)
        self.interceptor = interceptor
        self.credentials = credentials
        self.store = store.map { [site] in SessionStore($0, site: site) }
        restoreSession()
    }

    /// The client's events, from now on: logins, requests and the end of the session.
    ///
    /// Each call returns a new stream, which has no end. Of events that are not read in time, the newest 256 are kept.
    ///
    /// ```swift
    /// for await event in site.events where event == .sessionExpired { showLogin() }
    /// ```
    public var events: AsyncStream<DrupalEvent> { hub.stream() }
}
