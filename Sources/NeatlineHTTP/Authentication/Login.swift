internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

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
