internal import NeatlineJSON

/// The name and the password of an account.
public struct DrupalCredentials: Sendable, Hashable, Codable {
    /// The name of the account, which is not its mail address.
    public var username: String
    /// The password of the account.
    public var password: String

    /// Creates credentials of an account.
    ///
    /// - Parameters:
    ///   - username: The name of the account.
    ///   - password: The password.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension DrupalCredentials: CustomStringConvertible {
    /// The name without the password.
    public var description: String { "\(username):…" }
}

/// The account of a session, as the login describes it.
public struct DrupalUser: Sendable, Hashable, Codable {
    /// The number of the account.
    public var id: String
    /// The name of the account.
    public var name: String
    /// The roles of the account, for example `administrator`; empty if it has none besides `authenticated`.
    public var roles: [String]

    /// Creates a description of an account.
    ///
    /// - Parameters:
    ///   - id: The number of the account.
    ///   - name: The name of the account.
    ///   - roles: The roles of the account.
    public init(id: String, name: String, roles: [String] = []) {
        self.id = id
        self.name = name
        self.roles = roles
    }

    /// Reads `current_user` of a login; `nil` if it has no number. The number is a string in Drupal 8 to 11.
    init?(_ json: JSON) {
        guard let id = json["uid"].string ?? json["uid"].int.map(String.init) else { return nil }
        self.init(id: id, name: json["name"].stringValue, roles: json["roles"].arrayValue.compactMap(\.string))
    }
}
