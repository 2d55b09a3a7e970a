public import Foundation
internal import NeatlineFoundation
internal import NeatlineSystem
public import NeatlineJSON
public import NeatlineTesting

/// A stub of a Drupal site on this machine, for tests of code that talks to Drupal.
///
/// ```swift
/// let site = try StubDrupalSite()
/// site.addNode(StubDrupalNode("Peaks", author: "alice"))
///
/// let client = MyClient(baseURL: site.url)
/// try await client.logIn(name: "alice", password: "alice-pass")
/// site.expireSessions()
/// try await client.create(title: "Valleys")  // must log in again
/// #expect(site.nodes.last?["title"][0]["value"] == "Valleys")
/// ```
///
/// The site has the routes, cookies, tokens, statuses and forms of bodies of Drupal 10.3: the JSON login, core REST,
/// JSON:API, uploads, views with a REST export, registration, password reset. It is as strict as Drupal: a request
/// without `_format` gets an HTML page with 200, one without `X-CSRF-Token` 403, one of a wrong type 415. Only the texts
/// of messages are others, so that tests do not depend on them. State is kept: what a request creates, others read.
///
/// Requests are answered on the thread of its ``server``. All functions can be called on any thread, also while
/// requests are answered; a change applies to requests that arrive later. The site stops when it is deinitialized.
public final class StubDrupalSite: Sendable {
    /// The server, which records the requests.
    public let server: LoopbackServer
    private let state: Locked<SiteState>

    /// Creates a site and starts it.
    ///
    /// - Parameters:
    ///   - content: What the site contains.
    ///   - settings: The settings, which can be changed later.
    ///   - address: The address of the server.
    /// - Throws: `LoopbackServerError` if a socket cannot be opened.
    public init(
        _ content: StubDrupalContent = .sample, settings: StubDrupalSettings = StubDrupalSettings(),
        on address: LoopbackAddress = .ipv4
    ) throws {
        var initial = SiteState(settings: settings)
        initial.addConfiguration()
        for account in content.accounts { _ = initial.add(account) }
        for term in content.terms { _ = initial.add(term) }
        for node in content.nodes { _ = initial.add(node) }
        for comment in content.comments { _ = initial.add(comment) }
        let state = Locked(initial)
        self.state = state
        server = try LoopbackServer(on: address) { request in state.withLock { $0.answer(request) } }
    }

    /// The URL of the site: `http://127.0.0.1:40123/`.
    public var url: URL { server.url }

    /// Returns the URL of a percent-encoded path, which may have a query.
    ///
    /// - Parameter path: The path, such as `/node/1?_format=json`.
    public func url(_ path: String) -> URL { server.url(path) }

    /// Stops the server, and closes all connections.
    public func stop() { server.stop() }

    /// The settings of the site, which can be changed at any time.
    public var settings: StubDrupalSettings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    // MARK: Content

    /// Adds an account to the site.
    ///
    /// - Parameter account: The account. Its name and address are not compared with those of others.
    /// - Returns: Its number.
    @discardableResult
    public func addAccount(_ account: StubDrupalAccount) -> Int { state.withLock { $0.add(account) } }

    /// Adds a node to the site.
    ///
    /// - Parameter node: The node. One with an unknown author belongs to visitors.
    /// - Returns: Its number.
    @discardableResult
    public func addNode(_ node: StubDrupalNode) -> Int { state.withLock { $0.add(node) } }

    /// Adds a term to the vocabulary `tags`.
    ///
    /// - Parameter term: The term.
    /// - Returns: Its number.
    @discardableResult
    public func addTerm(_ term: StubDrupalTerm) -> Int { state.withLock { $0.add(term) } }

    /// Adds a comment to a node.
    ///
    /// - Parameter comment: The comment. One with an unknown author belongs to visitors.
    /// - Returns: Its number.
    @discardableResult
    public func addComment(_ comment: StubDrupalComment) -> Int { state.withLock { $0.add(comment) } }

    /// All nodes, as core REST shows them to an administrator.
    public var nodes: [JSON] { all(.node) }

    /// All accounts, as core REST shows them to an administrator. That of visitors, whose number is 0, is the first.
    public var accounts: [JSON] { all(.user) }

    /// All terms, as core REST shows them to an administrator.
    public var terms: [JSON] { all(.term) }

    /// All comments, as core REST shows them to an administrator.
    public var comments: [JSON] { all(.comment) }

    /// All files, as core REST shows them to an administrator.
    public var files: [JSON] { all(.file) }

    /// Returns a node, as core REST shows it to an administrator.
    ///
    /// - Parameter id: The number.
    /// - Returns: The node; `nil` if there is none.
    public func node(_ id: Int) -> JSON? {
        state.withLock { state in state.content.entity(.node, id).map { shown($0, in: state) } }
    }

    private func all(_ type: EntityType) -> [JSON] {
        state.withLock { state in state.content.all(type).map { shown($0, in: state) } }
    }

    private func shown(_ entity: Entity, in state: SiteState) -> JSON {
        let base = url.absoluteString.dropLast()
        return state.shown(entity, to: Viewer(uid: 1, isAdministrator: true), base: String(base))
    }

    // MARK: Sessions

    /// Opens a session without a login.
    ///
    /// - Parameter account: The name of the account.
    /// - Returns: The cookie and the tokens of the session; `nil` if there is no such account.
    public func openSession(for account: String) -> StubDrupalSession? {
        state.withLock { state in
            guard let uid = state.content.account(named: account)?.id else { return nil }
            let value = state.openSession(uid: uid)
            guard let session = state.sessions[value] else { return nil }
            return StubDrupalSession(
                cookieName: "SESS" + state.cookieSuffix, cookieValue: value.replacing(",", with: "%2C"),
                csrfToken: session.csrfToken, sessionToken: session.sessionToken, logoutToken: session.logoutToken)
        }
    }

    /// The number of live sessions.
    public var sessionCount: Int { state.withLock { $0.sessions.count } }

    /// Ends sessions, as if they had expired: requests with their cookies run as those of visitors.
    ///
    /// - Parameter account: The name of the account whose sessions end; `nil` for all.
    public func expireSessions(of account: String? = nil) {
        state.withLock { state in
            guard let account else {
                state.sessions = [:]
                return
            }
            if let uid = state.content.account(named: account)?.id { state.endSessions(of: uid) }
        }
    }

    /// Replaces the tokens of all sessions, so that requests with the old ones are 403. The cookies remain.
    ///
    /// - Parameter account: The name of the account whose sessions get new tokens; `nil` for all.
    public func renewTokens(of account: String? = nil) {
        state.withLock { state in
            let uid = account.map { state.content.account(named: $0)?.id ?? 0 }
            state.sessions = state.sessions.mapValues { uid == nil || $0.uid == uid ? Session(uid: $0.uid) : $0 }
        }
    }

    /// Blocks an account, or ends the block. Its sessions remain, and are those of visitors while it is blocked.
    ///
    /// - Parameters:
    ///   - account: The name of the account.
    ///   - isBlocked: Whether it is blocked.
    public func setBlocked(_ account: String, _ isBlocked: Bool = true) {
        state.withLock { state in
            guard var user = state.content.account(named: account) else { return }
            user.setValue("status", .bool(!isBlocked))
            state.content.save(user)
        }
    }

    /// Sets the password of an account. Its sessions remain.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - account: The name of the account.
    public func setPassword(_ password: String, of account: String) {
        state.withLock { state in
            guard let uid = state.content.account(named: account)?.id else { return }
            state.accounts[uid, default: AccountRecord(password: password)].password = password
        }
    }

    /// Forgets all failed logins, so that accounts that were refused with 403 can log in again.
    public func resetLoginLimits() { state.withLock { $0.flood = FloodControl() } }

    /// The names and mail addresses that were sent to `/user/password`, in order.
    public var passwordRequests: [String] { state.withLock { $0.passwordRequests } }

    // MARK: Faults

    /// Lets the site respond with a fault to the next requests for a path. Faults that were injected earlier come
    /// first.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - path: The beginning of the decoded paths, such as `/jsonapi`.
    ///   - count: The number of requests.
    public func inject(_ fault: StubDrupalFault, path: String = "/", count: Int = 1) {
        if count < 1 { return }
        state.withLock { $0.faults.append(ActiveFault(fault: fault, path: path, remaining: count)) }
    }

    /// Removes the faults that have not occurred yet.
    public func removeFaults() { state.withLock { $0.faults = [] } }
}
