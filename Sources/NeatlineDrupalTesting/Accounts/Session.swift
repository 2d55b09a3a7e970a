internal import Foundation
internal import NeatlineJSON
internal import NeatlineTesting

/// A session of an account.
struct Session: Sendable {
    let uid: Int
    /// The token that the login has returned; like ``sessionToken``, it is valid in `X-CSRF-Token`.
    let csrfToken = Session.randomText(43)
    /// The token that `/session/token` returns.
    let sessionToken = Session.randomText(43)
    /// The token that ends the session.
    let logoutToken = Session.randomText(43)

    /// Returns a text of random characters that are unreserved in URLs.
    static func randomText(_ count: Int) -> String {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String((0..<count).map { _ in characters[Int.random(in: 0..<characters.count)] })
    }
}

/// The data of an account besides its entity.
struct AccountRecord: Sendable {
    var password: String
    var isAdministrator = false
}

/// The failed logins.
struct FloodControl: Sendable {
    /// The number of failures of each account with `/user/login`.
    var failures: [Int: Int] = [:]
    /// The number of failures of each account with Basic authentication.
    var basicFailures: [Int: Int] = [:]
    /// The number of failures of the one address that all clients have.
    var addressFailures = 0
}

extension SiteState {
    /// Returns the name of the session cookie.
    func cookieName(for request: SiteRequest) -> String {
        (isSecure(request) ? "SSESS" : "SESS") + cookieSuffix
    }

    private func isSecure(_ request: SiteRequest) -> Bool {
        settings.trustsForwardedProtocol && request.isForwardedFromHTTPS
    }

    /// Opens a session, and returns the value of its cookie.
    ///
    /// The value contains a comma, as many of Drupal's do: it is sent as `%2C`.
    mutating func openSession(uid: Int) -> String {
        let value = Session.randomText(27) + "," + Session.randomText(20)
        sessions[value] = Session(uid: uid)
        if var user = content.entity(.user, uid) {
            for field in ["login", "access"] { user.setValue(field, JSON(timestamp)) }
            content.save(user)
        }
        return value
    }

    /// Returns the value of `Set-Cookie` for a session.
    func cookie(_ value: String, for request: SiteRequest) -> String {
        let secure = isSecure(request) ? "secure; " : ""
        let text = value.replacing(",", with: "%2C")
        let lifetime = 2_000_000
        let end = HTTPDate.of(now.addingTimeInterval(TimeInterval(lifetime)))
        return "\(cookieName(for: request))=\(text); expires=\(end); Max-Age=\(lifetime); path=/; \(secure)HttpOnly; "
            + "SameSite=Lax"
    }

    mutating func endSessions(of uid: Int) { sessions = sessions.filter { $0.value.uid != uid } }

    /// Returns on whose behalf a request runs: Basic authentication is preferred to the session cookie, and wrong
    /// credentials count as none.
    mutating func viewer(of request: SiteRequest) -> Viewer {
        var viewer = Viewer()
        let value = request.cookie(cookieName(for: request))
        let session = value.flatMap { sessions[$0] }
        if session != nil { viewer.sessionKey = value }
        viewer.hasCredentials = value != nil
        var uid = session?.uid
        if let (name, password) = request.basicCredentials {
            viewer.hasCredentials = true
            uid = basicAccount(name, password)
        }
        if let uid, let user = content.entity(.user, uid), user.isPublished {
            viewer.uid = uid
            viewer.isAdministrator = accounts[uid]?.isAdministrator ?? false
        }
        return viewer
    }

    private mutating func basicAccount(_ name: String, _ password: String) -> Int? {
        guard let uid = content.account(named: name)?.id else { return nil }
        let failures = flood.basicFailures[uid] ?? 0
        if failures >= settings.loginLimitPerAccount { return nil }
        if accounts[uid]?.password == password {
            flood.basicFailures[uid] = nil
            return uid
        }
        flood.basicFailures[uid] = failures + 1
        return nil
    }

    /// Checks `X-CSRF-Token`, which an account must send if the request has a session cookie, live or not.
    ///
    /// - Throws: ``SiteError`` with status 403.
    func checkToken(of request: SiteRequest, _ viewer: Viewer) throws {
        guard viewer.isAuthenticated, request.cookie(cookieName(for: request)) != nil else { return }
        guard let token = request.header("X-CSRF-Token") else {
            throw SiteError.forbidden("The request has no X-CSRF-Token.")
        }
        let session = viewer.sessionKey.flatMap { sessions[$0] }
        if token != session?.csrfToken, token != session?.sessionToken {
            throw SiteError.forbidden("The X-CSRF-Token is not one of this session.")
        }
    }
}
