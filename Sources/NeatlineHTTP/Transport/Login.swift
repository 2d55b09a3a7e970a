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

    /// - Throws: The error of a user name with a colon, after which a server would read the password.
    func checkBasic() throws(TransportError) {
        guard user.utf8.contains(UInt8(ascii: ":")) else { return }
        throw TransportError(
            .invalidRequest, "the user name contains a colon, which Basic authentication cannot send (RFC 7617)")
    }
}

/// The credentials for a proxy.
struct ProxyLogin: Sendable {
    var login: Login
    /// Returns whether a request for a URL is certainly sent to the proxy, not to a server that could send a challenge
    /// in its place.
    var isCertain: @Sendable (Origin) -> Bool
}
