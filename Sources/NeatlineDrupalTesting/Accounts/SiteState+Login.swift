internal import NeatlineJSON
internal import NeatlineTesting

// Login, logout and the tokens.

extension SiteState {
    func sessionToken(_ call: Call) throws -> Reply {
        let session = call.viewer.sessionKey.flatMap { sessions[$0] }
        return .text(session?.sessionToken ?? Session.randomText(43))
    }

    func loginStatus(_ call: Call) -> Reply { .text(call.viewer.isAuthenticated ? "1" : "0") }

    /// Returns the members of a body that are texts or numbers, as text.
    ///
    /// - Throws: ``SiteError/crash`` if the body is malformed: the login does not catch that.
    private func credentials(_ call: Call) throws -> [String: String] {
        if call.format == .xml { return XMLText.leaves(of: String(decoding: call.request.body, as: UTF8.self)) }
        guard let body = try? JSON(parsing: Array(call.request.body)) else { throw SiteError.crash }
        var credentials: [String: String] = [:]
        for (name, value) in body.members ?? JSONObject() {
            if value.elements != nil || value.members != nil { throw SiteError.crash }
            if value != .null { credentials[name] = value.stringValue }
        }
        return credentials
    }

    mutating func logIn(_ call: Call) throws -> Reply {
        if call.viewer.isAuthenticated { throw SiteError.forbidden("This route is for visitors.") }
        let credentials = try credentials(call)
        switch (credentials["name"], credentials["pass"]) {
        case (nil, nil): throw SiteError.badRequest("The name and the password are missing.")
        case (nil, _): throw SiteError.badRequest("The name is missing.")
        case (_, nil): throw SiteError.badRequest("The password is missing.")
        case (let name?, let password?):
            let uid = try authenticate(name, password)
            let value = openSession(uid: uid)
            let session = sessions[value]
            let tokens = session.map { ($0.csrfToken, $0.logoutToken) } ?? ("", "")
            let user: JSON = .object(["uid": .string(String(uid)), "name": .string(name)])
            var reply = Reply.json(
                .object([
                    "current_user": user, "csrf_token": .string(tokens.0), "logout_token": .string(tokens.1),
                ]))
            reply.addHeader("Set-Cookie", cookie(value, for: call.request))
            return reply
        }
    }

    /// Returns the number of an account.
    ///
    /// - Throws: ``SiteError`` with status 403 after too many failures, and 400 for a blocked account or a wrong
    ///   password.
    private mutating func authenticate(_ name: String, _ password: String) throws -> Int {
        let user = content.account(named: name)
        let failures = user.flatMap { flood.failures[$0.id] } ?? 0
        if flood.addressFailures >= settings.loginLimitPerAddress || failures >= settings.loginLimitPerAccount {
            throw SiteError.forbidden("There were too many failed logins.")
        }
        if let user, !user.isPublished { throw SiteError.badRequest("The account is blocked.") }
        guard let user, accounts[user.id]?.password == password else {
            flood.addressFailures += 1
            if let user { flood.failures[user.id] = failures + 1 }
            throw SiteError.badRequest("The name or the password is wrong.")
        }
        flood.failures[user.id] = nil
        return user.id
    }

    /// Ends the session if the query has its logout token.
    mutating func logOut(_ call: Call) throws -> Reply {
        guard let token = call.request.query.text("token") else {
            throw SiteError.forbidden("The query has no token.")
        }
        guard let key = call.viewer.sessionKey, call.viewer.isAuthenticated, sessions[key]?.logoutToken == token else {
            throw SiteError.forbidden("The token is not the logout token of a session.")
        }
        sessions[key] = nil
        return .noContent
    }

    /// Shows the form, or logs in if the request has the form's fields.
    mutating func loginPage(_ call: Call) throws -> Reply {
        let page = Reply.page("Log in")
        guard call.request.method == "POST", call.request.mediaType == "application/x-www-form-urlencoded" else {
            return page
        }
        var form: [String: String] = [:]
        for (name, value) in FormText.decode(String(decoding: call.request.body, as: UTF8.self)) { form[name] = value }
        guard form["form_id"] == "user_login_form", let name = form["name"], let password = form["pass"],
            let uid = try? authenticate(name, password)
        else { return page }
        var reply = Reply.redirect(to: "\(call.request.base)/user/\(uid)?check_logged_in=1", status: 303)
        reply.addHeader("Set-Cookie", cookie(openSession(uid: uid), for: call.request))
        return reply
    }

    /// Notes the request; the response does not say whether the account exists.
    mutating func requestPassword(_ call: Call) throws -> Reply {
        if call.viewer.isAuthenticated { throw SiteError.forbidden("This route is for visitors.") }
        let credentials = try credentials(call)
        guard let name = credentials["name"] ?? credentials["mail"] else {
            throw SiteError.badRequest("The name and the mail address are missing.")
        }
        passwordRequests.append(name)
        return Reply(headers: [("Content-Type", call.format.contentType)])
    }
}
