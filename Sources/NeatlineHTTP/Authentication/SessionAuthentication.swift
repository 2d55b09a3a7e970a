internal import Foundation
internal import NeatlineFoundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What the exchanges of a session know about those who ask for a name and a password: what is stored for them, and what
/// has been said to them.
final class SessionAuthentication: Sendable {
    private struct State: Sendable {
        var spaces: [Origin: [CachedAuthorization]] = [:]
        var count = 0
        var proxySpace: CachedAuthorization?
    }

    /// More spaces than this are not remembered: the next one takes the place of all of another origin.
    private static let spaceLimit = 256

    /// The credentials that go with no request in particular.
    let storage: CredentialStorage?
    /// What the session's proxy wants.
    let proxy: ProxyLogin?
    /// Whether passwords go to `http` URLs by Basic, where anybody on the way can read them.
    let sendsBasicUnencrypted: Bool
    private let state = Locked(State())
    /// Whether no space is known: most sessions never meet one, and their requests should not take a lock for it.
    private let isUntouched = Atomic<Bool>(true)

    init(storage: CredentialStorage? = nil, proxy: ProxyLogin? = nil, sendsBasicUnencrypted: Bool = true) {
        self.storage = storage
        self.proxy = proxy
        self.sendsBasicUnencrypted = sendsBasicUnencrypted
    }

    /// Whether requests go as they are, until somebody asks.
    var isEmpty: Bool { isUntouched.load(ordering: .acquiring) }

    /// Whether challenges can be answered for requests that bring nothing.
    var canAnswer: Bool { storage != nil || proxy != nil }

    // MARK: Servers

    /// The space that a URL is in, if its answers are known and meant for who asks.
    ///
    /// - Parameter login: What the request brings itself; without, what is stored for the space counts.
    func space(of url: URL, login: Login?) -> CachedAuthorization? {
        guard !isEmpty, let origin = Origin(url) else { return nil }
        let spaces = state.withLock { $0.spaces[origin] ?? [] }
        return spaces.compactMap { space in space.coverage(of: url).map { (space: space, length: $0) } }
            .filter { ($0.space.login == (login ?? stored(for: $0.space, at: origin))) }
            .max { $0.length < $1.length }?.space
    }

    private func stored(for space: CachedAuthorization, at origin: Origin) -> Login? {
        storage?.credential(for: space.place(at: origin)).flatMap(Login.init)
    }

    /// Keeps a space whose answer was taken.
    func remember(_ space: CachedAuthorization, at url: URL) {
        guard let origin = Origin(url) else { return }
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

    /// Forgets a space whose answer was refused.
    func forget(_ space: CachedAuthorization, at url: URL) {
        guard let origin = Origin(url) else { return }
        state.withLock { state in
            guard let index = state.spaces[origin]?.firstIndex(where: { $0 === space }) else { return }
            state.spaces[origin]?.remove(at: index)
            if state.spaces[origin]?.isEmpty == true { state.spaces[origin] = nil }
            state.count -= 1
        }
    }

    // MARK: The proxy

    /// What the proxy took last.
    var proxySpace: CachedAuthorization? {
        get { isEmpty ? nil : state.withLock { $0.proxySpace } }
        set {
            state.withLock { $0.proxySpace = newValue }
            isUntouched.store(false, ordering: .releasing)
        }
    }
}

/// The name and password for a proxy.
struct ProxyLogin: Sendable {
    var login: Login
    /// Whether requests for a URL certainly go to the proxy, and not to a server that could ask in its place.
    var isCertain: @Sendable (URL) -> Bool
}

extension CachedAuthorization {
    fileprivate func isSame(as other: CachedAuthorization) -> Bool {
        realm == other.realm && isDigest == other.isDigest && login == other.login
    }

    /// Where its credentials are stored.
    func place(at origin: Origin) -> CredentialStorage.Place {
        CredentialStorage.Place(
            origin: origin, realm: realm,
            method: isDigest ? NSURLAuthenticationMethodHTTPDigest : NSURLAuthenticationMethodHTTPBasic)
    }
}
