public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Keeps cookies, and says which of them go with a request, as RFC 6265 rules.
///
/// A session has one; each hop of a request sends what is in it and keeps what the response sets. Made with Foundation's
/// storage, a jar keeps in it what servers set, and takes over what is set or deleted there by others.
///
/// ```swift
/// let jar = CookieJar()
/// jar.set(["theme=dark; Path=/; Max-Age=3600"], from: url)
/// jar.header(for: url)  // "theme=dark"
/// ```
///
/// There is no list of public suffixes: cookies for names of one label (`com`) are refused, those for names such as
/// `co.uk` are not. Names that begin with `__Secure-` and `__Host-` are held to what they promise. A response that came
/// without TLS sets no `Secure` cookie, and replaces none.
///
/// At most 180 cookies are kept for a domain and 3000 in all. When there are more, those that are expired go first, then
/// those that were not used for the longest time.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
public final class CookieJar: @unchecked Sendable {
    /// Cookies that are kept for one domain.
    public static let domainLimit = 180
    /// Cookies that are kept in all.
    public static let limit = 3000

    private let lock = Lock()
    private var store = CookieStore()
    private let storage: HTTPCookieStorage?
    /// What was in the storage when it was last looked at.
    private var seen: [HTTPCookie] = []
    /// Whether there was a cookie when the lock was last held: jars without any are asked for each request, by many threads.
    private let hadCookies = Atomic(false)
    private let now: @Sendable () -> Date

    /// An empty jar.
    public convenience init() { self.init(storage: nil, now: { Date() }) }

    /// A jar over Foundation's storage.
    public convenience init(storage: HTTPCookieStorage) { self.init(storage: storage, now: { Date() }) }

    init(storage: HTTPCookieStorage?, now: @escaping @Sendable () -> Date) {
        self.storage = storage
        self.now = now
    }

    /// Whether there are none. O(1), with a storage O(number of its cookies)
    public var isEmpty: Bool { locked { $0.count == 0 } }

    /// All that are not expired, in the order in which they were set first. O(n log n)
    public var cookies: [Cookie] {
        let now = now()
        return locked { $0.all.filter { !$0.isExpired(now) } }
    }

    /// Those that go with a request for a URL, in the order in which they are sent: longer paths first, then older ones.
    /// O(n log n) for n cookies of the domain and those above it
    public func cookies(for url: URL) -> [Cookie] {
        if !hadCookies.load(ordering: .acquiring), storage?.cookies?.isEmpty ?? true { return [] }
        return locked { store in
            guard store.count > 0, let target = CookieTarget(url) else { return [] }
            return store.cookies(for: target, now: now())
        }
    }

    /// What the `Cookie` field of a request for a URL says, or nil if no cookie goes with it.
    public func header(for url: URL) -> String? {
        let cookies = cookies(for: url)
        guard !cookies.isEmpty else { return nil }
        return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Keeps a cookie, in place of one with the same name, domain and path. One that is expired removes that.
    public func set(_ cookie: Cookie) {
        let now = now()
        locked { store in
            store.set(cookie, now: now)
            mirror(cookie, now: now)
        }
    }

    /// Keeps what a response sets: the values of its `Set-Cookie` fields, one for each line. Those that break the rules
    /// are passed over, and so are all after the first 180.
    public func set(_ lines: [String], from url: URL) {
        guard !lines.isEmpty, let target = CookieTarget(url) else { return }
        let now = now()
        locked { store in
            for line in lines.prefix(Self.domainLimit) {
                guard
                    let cookie = SetCookie(line)?.cookie(from: target.origin, path: target.path, now: now),
                    target.origin.isSecure || !store.hasSecure(like: cookie)
                else { continue }
                store.set(cookie, now: now)
                mirror(cookie, now: now)
            }
        }
    }

    /// Removes the cookie with the same name, domain and path.
    public func remove(_ cookie: Cookie) {
        locked { store in
            store.remove(cookie.identity)
            unmirror(cookie.identity)
        }
    }

    /// Removes all, also from the storage.
    public func removeAll() {
        locked { store in
            for cookie in seen { storage?.deleteCookie(cookie) }
            seen = storage?.cookies ?? []
            store = CookieStore()
        }
    }

    private func locked<Result>(_ body: (inout CookieStore) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        if let storage { takeOver(storage.cookies ?? []) }
        defer { hadCookies.store(store.count > 0 || !seen.isEmpty, ordering: .releasing) }
        return body(&store)
    }
}

extension CookieJar {
    /// Takes over what others changed in the storage since it was last looked at.
    private func takeOver(_ cookies: [HTTPCookie]) {
        guard cookies.count != seen.count || !zip(cookies, seen).allSatisfy({ $0 === $1 }) else { return }
        let now = now()
        let known = Set(seen.map(ObjectIdentifier.init))
        var present: Set<Cookie.Identity> = []
        for object in cookies {
            let cookie = Cookie(object)
            present.insert(cookie.identity)
            guard !known.contains(ObjectIdentifier(object)) else { continue }
            // What the jar put there itself says less than the jar knows.
            if let own = store.cookie(cookie.identity), own.value == cookie.value, own.expires == cookie.expires {
                continue
            }
            store.set(cookie, now: now)
        }
        for object in seen {
            let identity = Cookie(object).identity
            if !present.contains(identity) { store.remove(identity) }
        }
        seen = cookies
    }

    /// Puts what the jar keeps into the storage.
    private func mirror(_ cookie: Cookie, now: Date) {
        guard let storage else { return }
        unmirror(cookie.identity)
        guard !cookie.isExpired(now), let object = cookie.httpCookie else { return }
        storage.setCookie(object)
        seen = storage.cookies ?? []
    }

    private func unmirror(_ identity: Cookie.Identity) {
        guard let storage else { return }
        for object in seen where Cookie(object).identity == identity { storage.deleteCookie(object) }
        seen = storage.cookies ?? []
    }
}
