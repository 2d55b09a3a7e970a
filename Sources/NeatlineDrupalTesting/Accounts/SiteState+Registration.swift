internal import NeatlineJSON

// Registration of accounts, and requests for a new password.

extension SiteState {
    /// Creates an account for a visitor.
    mutating func register(_ call: Call) throws -> Reply {
        if call.viewer.isAuthenticated { throw SiteError.forbidden("This route is for visitors.") }
        let changes = try coreChanges(call, for: ResourceType(type: .user, bundle: "user"))
        if settings.registration == .administrators {
            throw SiteError.forbidden("Only administrators may create accounts.")
        }
        let password = Self.password(in: changes)
        switch settings.registration {
        case .visitors, .visitorsWithApproval:
            if password == nil, settings.registration == .visitors {
                throw SiteError.unprocessable("The password is missing.")
            }
        case .visitorsWithMailVerification:
            if password != nil { throw SiteError.unprocessable("The password is chosen after a mail.") }
        case .administrators: break
        }
        var user = newEntity(ResourceType(type: .user, bundle: "user"), author: 0)
        let allowed: Set<String> = ["name", "mail", "langcode", "preferred_langcode", "timezone", "user_picture"]
        for change in changes where change.field.kind != .password {
            if !allowed.contains(change.field.name) {
                throw SiteError.forbidden("Visitors may not write the field \(change.field.name).")
            }
            user[change.field.name] = change.items
        }
        if settings.registration == .visitorsWithApproval { user.setValue("status", false) }
        user = try save(user, isNew: true)
        // Without a password, no one can log in until the account has one.
        accounts[user.id] = AccountRecord(password: password ?? Session.randomText(43))
        return .json(shown(user, to: call.viewer, base: call.request.base))
    }

    /// Returns the new password in the changes of an account.
    static func password(in changes: [Change]) -> String? {
        changes.first { $0.field.kind == .password }?.items.first?["value"].string
    }

    /// Checks the current password if a change of one's account needs it.
    ///
    /// - Returns: The new password; `nil` if it does not change.
    /// - Throws: ``SiteError`` with status 422.
    func newPassword(in changes: [Change], for user: Entity, _ viewer: Viewer) throws -> String? {
        let password = Self.password(in: changes)
        let items = changes.first { $0.field.kind == .password }?.items.first
        let protected = changes.filter { $0.field.name == "mail" && $0.items != user["mail"] }.map(\.field.name)
        let needed = protected + (password == nil ? [] : ["pass"])
        if viewer.uid == user.id, !needed.isEmpty, items?["existing"].string != accounts[user.id]?.password {
            throw SiteError.violations(
                needed.map { .init(path: $0, message: "The current password is missing or wrong.") })
        }
        return password
    }

    /// Sets the password of an account, and ends its sessions, as Drupal does.
    ///
    /// - Returns: The value of `Set-Cookie` with a new session; `nil` unless the request has one of the account.
    mutating func setPassword(_ password: String, of user: Entity, _ call: Call) -> String? {
        accounts[user.id, default: AccountRecord(password: password)].password = password
        endSessions(of: user.id)
        guard call.viewer.sessionKey != nil, call.viewer.uid == user.id else { return nil }
        return cookie(openSession(uid: user.id), for: call.request)
    }
}
