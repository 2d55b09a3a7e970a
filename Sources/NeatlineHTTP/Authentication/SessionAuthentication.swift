internal import Foundation
internal import NeatlineSystem
internal import Synchronization

/// The authentication state that the exchanges of a session share: stored credentials and cached authorizations.
final class SessionAuthentication: Sendable {
    private struct State: Sendable {
        var spaces: [Origin: [CachedAuthorization]] = [:]
        var count = 0
        var proxySpace: CachedAuthorization?
    }

    /// The maximum number of cached spaces: the next one replaces all those of another origin.
    private static let spaceLimit = 256

    /// The stored credentials, which are used for all requests.
    let storage: CredentialStorage?
    /// The credentials for the session's proxy.
    let proxy: ProxyLogin?
    /// Whether passwords are sent with Basic to `http` URLs, where anybody on the network can read them.
    let sendsBasicUnencrypted: Bool
    let counts = NonceCounts()
    private let state = Locked(State())
    /// Whether there are no cached spaces: most sessions never have one, and their requests need not take the lock.
    private let isUntouched = Atomic<Bool>(true)

    init(storage: CredentialStorage? = nil, proxy: ProxyLogin? = nil, sendsBasicUnencrypted: Bool = true) {
        self.storage = storage
        self.proxy = proxy
        self.sendsBasicUnencrypted = sendsBasicUnencrypted
    }

    /// Whether requests are sent without authorization until there is a challenge.
    var isEmpty: Bool { isUntouched.load(ordering: .acquiring) }

    /// Whether challenges can be answered for requests without a credential.
    var canAnswer: Bool { storage != nil || proxy != nil }

    // MARK: Servers

    /// Returns the cached authorization for a URL, if its credentials match.
    ///
    /// - Parameter login: The request's own credentials; `nil` for stored ones.
    func space(of url: RequestURL, login: Login?) -> CachedAuthorization? {
        guard !isEmpty else { return nil }
        let (origin, path) = (url.origin, url.path)
        let spaces = state.withLock { $0.spaces[origin] ?? [] }
        return spaces.compactMap { space in space.coverage(of: path).map { (space: space, length: $0) } }
            .filter { ($0.space.login == (login ?? stored(for: $0.space, at: origin))) }
            .max { $0.length < $1.length }?.space
    }

    private func stored(for space: CachedAuthorization, at origin: Origin) -> Login? {
        storage?.credential(for: space.scope(at: origin)).flatMap(Login.init)
    }

    /// Caches a space whose answer was accepted.
    func remember(_ space: CachedAuthorization, at origin: Origin) {
        state.withLock { state in
            var spaces = state.spaces[origin] ?? []
            if spaces.contains(where: { $0 === space }) { return }
            if let index = spaces.firstIndex(where: { $0.isSame(as: space) }) {
                space.widen(by: spaces[index])
                spaces.remove(at: index)
                state.count -= 1
            }
            if state.count >= Self.spaceLimit, let other = state.spaces.keys.first(where: { $0 != origin }) {
                state.count -= state.spaces.removeValue(forKey: other)?.count ?? 0
            } else if state.count >= Self.spaceLimit {
                spaces.removeFirst()
                state.count -= 1
            }
            spaces.append(space)
            state.count += 1
            state.spaces[origin] = spaces
        }
        isUntouched.store(false, ordering: .releasing)
    }

    /// Removes a space whose answer was refused.
    func forget(_ space: CachedAuthorization, at origin: Origin) {
        state.withLock { state in
            guard let index = state.spaces[origin]?.firstIndex(where: { $0 === space }) else { return }
            state.spaces[origin]?.remove(at: index)
            if state.spaces[origin]?.isEmpty == true { state.spaces[origin] = nil }
            state.count -= 1
        }
    }

    // MARK: The proxy

    /// The authorization that the proxy has accepted last.
    var proxySpace: CachedAuthorization? {
        get { isEmpty ? nil : state.withLock { $0.proxySpace } }
        set {
            state.withLock { $0.proxySpace = newValue }
            isUntouched.store(false, ordering: .releasing)
        }
    }
}

extension CachedAuthorization {
    fileprivate func isSame(as other: CachedAuthorization) -> Bool {
        realm == other.realm && isDigest == other.isDigest && login == other.login
    }

    /// Returns the protection space of its credentials.
    func scope(at origin: Origin) -> CredentialStorage.Scope {
        CredentialStorage.Scope(
            origin: origin, realm: realm,
            method: isDigest ? NSURLAuthenticationMethodHTTPDigest : NSURLAuthenticationMethodHTTPBasic)
    }
}
