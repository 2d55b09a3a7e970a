internal import Foundation

/// A `URLCredentialStorage` whose protection spaces are compared by value, not by identity.
///
/// On Linux, two `URLProtectionSpace` objects with the same properties are not equal, so a look-up must iterate over
/// all stored credentials.
struct CredentialStorage: Sendable {
    /// The protection space of credentials.
    struct Scope {
        let origin: Origin
        let realm: String
        /// `NSURLAuthenticationMethodHTTPBasic` or `NSURLAuthenticationMethodHTTPDigest`.
        let method: String

        init(origin: Origin, realm: String, method: String) {
            self.origin = origin
            // Programs write realms as text.
            self.realm = realm.readable
            self.method = method
        }

        /// Returns whether a protection space matches: the same server and realm, and the same method or the default
        /// one.
        func matches(_ space: URLProtectionSpace) -> Bool {
            let methods = [method, NSURLAuthenticationMethodDefault]
            return !space.isProxy() && space.host.isSameFieldName(as: origin.host) && space.port == origin.port
                && (space.realm ?? "") == realm && methods.contains(space.authenticationMethod)
                && (space.protocol.map { matches(protocol: $0) } ?? true)
        }

        /// On Linux, the constants differ from the names of the schemes, which programs use, too.
        private func matches(protocol name: String) -> Bool {
            let names =
                origin.isSecure ? [NSURLProtectionSpaceHTTPS, "https"] : [NSURLProtectionSpaceHTTP, "http"]
            return names.contains { $0.isSameFieldName(as: name) }
        }

        var space: URLProtectionSpace {
            URLProtectionSpace(
                host: origin.host, port: origin.port,
                protocol: origin.isSecure ? NSURLProtectionSpaceHTTPS : NSURLProtectionSpaceHTTP, realm: realm,
                authenticationMethod: method)
        }
    }

    private let storage: URLCredentialStorage

    init(_ storage: URLCredentialStorage) { self.storage = storage }

    /// Returns the credential for a protection space: of those for its method, or else for any, the default one or the
    /// only one.
    ///
    /// - Complexity: O(*n*), where *n* is the number of spaces.
    func credential(for scope: Scope) -> URLCredential? {
        let all = storage.allCredentials.filter { scope.matches($0.key) }
        for isExact in [true, false] {
            let spaces = all.filter { ($0.key.authenticationMethod == scope.method) == isExact }
            for space in spaces.keys {
                if let credential = storage.defaultCredential(for: space) { return credential }
            }
            let credentials = spaces.values.flatMap(\.values).filter { Login($0) != nil }
            if !credentials.isEmpty { return credentials.count == 1 ? credentials.first : nil }
        }
        return nil
    }

    /// Stores a credential that a server has accepted, if its persistence requires it. It becomes the default one,
    /// unless there is one of another user.
    func store(_ credential: URLCredential, for scope: Scope) {
        guard credential.persistence != .none else { return }
        let known = storage.allCredentials.keys.first { $0.authenticationMethod == scope.method && scope.matches($0) }
        let space = known ?? scope.space
        storage.set(credential, for: space)
        if let other = storage.defaultCredential(for: space), other.user != credential.user { return }
        storage.setDefaultCredential(credential, for: space)
    }
}
