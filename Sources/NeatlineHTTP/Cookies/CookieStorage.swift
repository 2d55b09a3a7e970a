internal import Foundation

/// The functions of Foundation's storage that a ``CookieJar`` uses.
///
/// Each call may take milliseconds: on Linux, setting or deleting a cookie writes the file of all cookies. On Apple's
/// platforms it may call observers of notifications.
protocol CookieStorage: AnyObject, Sendable {
    var cookies: [HTTPCookie]? { get }
    func setCookie(_ cookie: HTTPCookie)
    func deleteCookie(_ cookie: HTTPCookie)
}

extension HTTPCookieStorage: CookieStorage {}

/// The contents of a storage as far as its jar knows them, and the cookies that must be written to it.
struct StoredCookies {
    /// The contents of the storage when it was last read.
    private(set) var seen: [HTTPCookie] = []
    /// The identities of the cookies that the jar knows. `seen` retains the objects, so their identifiers are unique.
    private var known: [ObjectIdentifier: Cookie.Identity] = [:]
    /// The cookies that must be written to the storage.
    private var pending: Set<Cookie.Identity> = []
    /// The cookies that are being written.
    private var writing: Set<Cookie.Identity> = []
    /// The number of changes of `seen`.
    private(set) var generation = 0

    /// Records that a cookie was set in the jar or removed from it.
    ///
    /// - Complexity: O(1)
    mutating func changed(_ identity: Cookie.Identity) { pending.insert(identity) }

    /// Records that all cookies were removed from the jar.
    ///
    /// - Complexity: O(*n*)
    mutating func removedAll(_ cookies: [Cookie]) {
        for cookie in cookies { pending.insert(cookie.identity) }
        for object in seen { pending.insert(identity(of: object)) }
    }

    /// Returns the cookies to write now; `nil` if there are none. ``finishWriting()`` must follow.
    ///
    /// - Complexity: O(1)
    mutating func startWriting() -> Set<Cookie.Identity>? {
        assert(writing.isEmpty, "One thread at a time writes.")
        guard !pending.isEmpty else { return nil }
        swap(&writing, &pending)
        return writing
    }

    /// Ends writing. The storage must be read again afterwards.
    mutating func finishWriting() { writing = [] }

    /// Returns the objects of the storage for some cookies.
    ///
    /// - Complexity: O(*n*)
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

    /// Returns whether the storage contains the same objects as when it was last read, and the jar knows all of them.
    ///
    /// - Complexity: O(*n*)
    func isUnchanged(_ cookies: [HTTPCookie]) -> Bool {
        cookies.count == seen.count && known.count == seen.count && zip(cookies, seen).allSatisfy { $0 === $1 }
    }

    /// Applies the changes that others have made in the storage to the store. Cookies that the jar must still write are
    /// not changed.
    ///
    /// - Complexity: O(*n*)
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
            // It is compared again when the jar's own change was written.
            if isUnwritten(cookie.identity) { continue }
            known[ObjectIdentifier(object)] = cookie.identity
            // An object that the jar has written contains less than the jar knows.
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
