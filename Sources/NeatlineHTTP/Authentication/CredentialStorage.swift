internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A `URLCredentialStorage`, asked by what a protection space is and not by which object stands for it.
///
/// On Linux two objects of `URLProtectionSpace` with the same parts are not equal, so what was stored with the one is not
/// found with the other. There is nothing to do but to look at all that is stored.
struct CredentialStorage: Sendable {
    /// What credentials are stored for.
    struct Place {
        let origin: Origin
        let realm: String
        /// `NSURLAuthenticationMethodHTTPBasic` or `NSURLAuthenticationMethodHTTPDigest`.
        let method: String

        /// Whether credentials for this space are for this place: one of the same server and realm, and of the method
        /// or of none in particular.
        func matches(_ space: URLProtectionSpace) -> Bool {
            let methods = [method, NSURLAuthenticationMethodDefault]
            return !space.isProxy() && space.host.isSameFieldName(as: origin.host) && space.port == origin.port
                && (space.realm ?? "") == realm && methods.contains(space.authenticationMethod)
                && (space.protocol.map { matches(protocol: $0) } ?? true)
        }

        /// On Linux the constants are not the names of the schemes, which people write, too.
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

    /// The credential for a place: of what is stored for its very method, or else for any, the default one, or the only
    /// one. O(number of spaces)
    func credential(for place: Place) -> URLCredential? {
        let all = storage.allCredentials.filter { place.matches($0.key) }
        for isExact in [true, false] {
            let spaces = all.filter { ($0.key.authenticationMethod == place.method) == isExact }
            for space in spaces.keys {
                if let credential = storage.defaultCredential(for: space) { return credential }
            }
            let credentials = spaces.values.flatMap(\.values).filter { Login($0) != nil }
            if !credentials.isEmpty { return credentials.count == 1 ? credentials.first : nil }
        }
        return nil
    }

    /// Stores a credential that a server took, if it is to be stored at all. It becomes the default one unless there is
    /// one of another user.
    func store(_ credential: URLCredential, for place: Place) {
        guard credential.persistence != .none else { return }
        let known = storage.allCredentials.keys.first { $0.authenticationMethod == place.method && place.matches($0) }
        let space = known ?? place.space
        storage.set(credential, for: space)
        if let other = storage.defaultCredential(for: space), other.user != credential.user { return }
        storage.setDefaultCredential(credential, for: space)
    }
}
