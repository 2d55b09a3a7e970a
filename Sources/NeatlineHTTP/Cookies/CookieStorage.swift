internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What a ``CookieJar`` needs of Foundation's storage.
///
/// Each call may take milliseconds: on Linux, setting or deleting one cookie writes the file of all cookies. On Apple's
/// platforms it may call observers of notifications.
protocol CookieStorage: AnyObject, Sendable {
    var cookies: [HTTPCookie]? { get }
    func setCookie(_ cookie: HTTPCookie)
    func deleteCookie(_ cookie: HTTPCookie)
}

extension HTTPCookieStorage: CookieStorage {}

/// What a jar knows of the contents of its storage, and which cookies the storage lacks.
struct StoredCookies {
    /// The contents of the storage when it was last read.
    private(set) var seen: [HTTPCookie] = []
    /// The identities of those whose contents the jar knows. The objects are in `seen`, so no other has their identifier.
    private var known: [ObjectIdentifier: Cookie.Identity] = [:]
    /// Cookies whose state in the jar is to be written into the storage.
    private var pending: Set<Cookie.Identity> = []
    /// Those that are being written.
    private var writing: Set<Cookie.Identity> = []
    /// Counts the changes of `seen`.
    private(set) var generation = 0

    /// Notes that a cookie was set or removed in the jar. O(1)
    mutating func changed(_ identity: Cookie.Identity) { pending.insert(identity) }

    /// Notes that all cookies were removed from the jar. O(n)
    mutating func removedAll(_ cookies: [Cookie]) {
        for cookie in cookies { pending.insert(cookie.identity) }
        for object in seen { pending.insert(identity(of: object)) }
    }

    /// The cookies that are to be written now; nil if there are none. ``finishWriting()`` must follow. O(1)
    mutating func startWriting() -> Set<Cookie.Identity>? {
        assert(writing.isEmpty, "One thread at a time writes.")
        guard !pending.isEmpty else { return nil }
        swap(&writing, &pending)
        return writing
    }

    /// Ends what ``startWriting()`` began. The storage has to be read, and compared, afterwards. O(n)
    mutating func finishWriting() { writing = [] }

    /// The objects of the storage that are these cookies. O(n)
    func objects(of identities: Set<Cookie.Identity>) -> [Cookie.Identity: [HTTPCookie]] {
        var objects: [Cookie.Identity: [HTTPCookie]] = [:]
        for object in seen {
            let identity = identity(of: object)
            if identities.contains(identity) { objects[identity, default: []].append(object) }
        }
        return objects
    }

    private func identity(of object: HTTPCookie) -> Cookie.Identity {
        known[ObjectIdentifier(object)] ?? Cookie(object).identity
    }

    /// Whether the storage has just the objects that it had when it was last read, and the jar knows all of them. O(n)
    func isUnchanged(_ cookies: [HTTPCookie]) -> Bool {
        cookies.count == seen.count && known.count == seen.count && zip(cookies, seen).allSatisfy { $0 === $1 }
    }

    /// Takes what others set or deleted in the storage over into the store. What the jar itself has still to write stays as
    /// it is in the store. O(n)
    mutating func takeOver(_ cookies: [HTTPCookie], into store: inout CookieStore, now: Date) {
        generation += 1
        var present: Set<Cookie.Identity> = []
        var known: [ObjectIdentifier: Cookie.Identity] = [:]
        for object in cookies {
            if let identity = self.known[ObjectIdentifier(object)] {
                known[ObjectIdentifier(object)] = identity
                present.insert(identity)
                continue
            }
            let cookie = Cookie(object)
            present.insert(cookie.identity)
            // It is compared once more when the jar's own has been written.
            if isUnwritten(cookie.identity) { continue }
            known[ObjectIdentifier(object)] = cookie.identity
            // What the jar put there itself says less than the jar knows.
            if let own = store.cookie(cookie.identity), own.value == cookie.value, own.expires == cookie.expires {
                continue
            }
            store.set(cookie, now: now)
        }
        for object in seen {
            let identity = identity(of: object)
            if !present.contains(identity), !isUnwritten(identity) { store.remove(identity) }
        }
        self.known = known
        seen = cookies
    }

    private func isUnwritten(_ identity: Cookie.Identity) -> Bool {
        pending.contains(identity) || writing.contains(identity)
    }
}
