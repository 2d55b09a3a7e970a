internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A name and a password.
struct Login: Sendable, Equatable {
    var user: String
    var password: String

    init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Nil if the credential is no name with a password.
    init?(_ credential: URLCredential) {
        guard let user = credential.user, let password = credential.password else { return nil }
        self.init(user: user, password: password)
    }

    /// What `Authorization` carries for Basic (RFC 7617).
    var basic: String { HTTPHeader.authorization(username: user, password: password).value }
}
