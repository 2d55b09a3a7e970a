internal import Foundation
internal import NeatlineDefaults
internal import NeatlineHTTP

/// The state of a client that is saved between runs of the program.
struct StoredSession: Codable, DefaultsSerializable {
    /// A session cookie.
    struct StoredCookie: Codable {
        var name: String
        var value: String
        var domain: String
        var path: String
        var isHostOnly: Bool
        var isSecure: Bool
        var expires: Date?

        init(_ cookie: Cookie) {
            name = cookie.name
            value = cookie.value
            domain = cookie.domain
            path = cookie.path
            isHostOnly = cookie.isHostOnly
            isSecure = cookie.isSecure
            expires = cookie.expires
        }

        var cookie: Cookie {
            Cookie(
                name: name, value: value, domain: domain, path: path, isHostOnly: isHostOnly, expires: expires,
                isSecure: isSecure, isHTTPOnly: true)
        }
    }

    var cookies: [StoredCookie] = []
    var csrfToken: String?
    var logoutToken: String?
    var user: DrupalUser?
    /// The credentials of Basic authentication, if the program has asked for that.
    var basic: DrupalCredentials?
}

/// The entry of a site in a store.
///
/// An error of the store does not fail a request: the session goes on in memory, and the store's `failures` has the error.
struct SessionStore: Sendable {
    private let adapter: DefaultsAdapter<NoKeys>
    private let key: DefaultsKey<StoredSession?>

    private struct NoKeys: DefaultsKeyStore, Sendable {}

    init(_ store: any DefaultsStore, site: SiteURL) {
        adapter = DefaultsAdapter(store: store, keyStore: NoKeys())
        key = DefaultsKey("drupal-session " + site.url.absoluteString)
    }

    var session: StoredSession? { adapter[key] }

    func store(_ session: StoredSession?) {
        if let session { adapter[key] = session } else if adapter.hasKey(key) { adapter.remove(key) }
    }
}
