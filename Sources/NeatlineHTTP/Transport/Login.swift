internal import Foundation

/// A user name and a password.
struct Login: Sendable, Equatable {
    var user: String
    var password: String

    init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Creates a login; returns `nil` if the credential is not a user name with a password.
    init?(_ credential: URLCredential) {
        guard let user = credential.user, let password = credential.password else { return nil }
        self.init(user: user, password: password)
    }

    /// The value of an `Authorization` field with the Basic scheme (RFC 7617).
    var basic: String { HTTPHeader.authorization(username: user, password: password).value }
}

/// The credentials for a proxy.
struct ProxyLogin: Sendable {
    var login: Login
    /// Returns whether a request for a URL is certainly sent to the proxy, not to a server that could send a challenge
    /// in its place.
    var isCertain: @Sendable (Origin) -> Bool
}
