internal import Dispatch
public import Foundation
internal import NeatlineFoundation
internal import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Keeps cookies, and says which of them go with a request, as RFC 6265 rules.
///
/// A session has one; each hop of a request sends what is in it and keeps what the response sets. Made with Foundation's
/// storage, a jar writes to it what servers set, and takes over what others set or delete there.
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
/// All functions may be called on any thread. Those that change the jar return when Foundation's storage has the change,
/// which on Linux takes that storage some milliseconds for each cookie, because it writes its file each time.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held. The storage is never used while it is.
public final class CookieJar: @unchecked Sendable {
    /// Cookies that are kept for one domain.
    public static let domainLimit = 180
    /// Cookies that are kept in all.
    public static let limit = 3000

    private let lock = Lock()
    private var store = CookieStore()
    private var stored = StoredCookies()
    private let storage: (any CookieStorage)?
    /// Where the storage is written.
    private let writingQueue = DispatchQueue(label: "org.neatline.cookies")
    /// Tells a jar's writing queue from all others.
    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()
    /// Whether the storage is being written. Only reached on the writing queue.
    private var isWriting = false
    /// Whether there was a cookie when the lock was last held: jars without any are asked for each request, by many threads.
    private let hadCookies = Atomic(false)
    private let now: @Sendable () -> Date

    /// An empty jar.
    public convenience init() { self.init(storage: nil, now: { Date() }) }

    /// A jar over Foundation's storage.
    public convenience init(storage: HTTPCookieStorage) { self.init(storage: storage, now: { Date() }) }

    init(storage: (any CookieStorage)?, now: @escaping @Sendable () -> Date) {
        self.storage = storage
        self.now = now
        if storage != nil { writingQueue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(self)) }
    }

    /// Whether there are none. O(1), with a storage O(number of its cookies)
    public var isEmpty: Bool {
        readStorage()
        return locked { $0.count == 0 }
    }

    /// All that are not expired, in the order in which they were set first. O(n log n)
    public var cookies: [Cookie] {
        readStorage()
        let now = now()
        return locked { $0.all.filter { !$0.isExpired(now) } }
    }

    /// Those that go with a request for a URL, in the order in which they are sent: longer paths first, then older ones.
    /// O(n log n) for n cookies of the domain and those above it
    public func cookies(for url: URL) -> [Cookie] { cookies(for: url, readingStorage: true) }

    /// What the `Cookie` field of a request for a URL says, or nil if no cookie goes with it.
    public func header(for url: URL) -> String? { header(for: url, readingStorage: true) }

    /// - Parameter readingStorage: Whether to look for what others have changed in the storage, which may have to wait until
    ///   the storage has written its file.
    func header(for url: URL, readingStorage: Bool) -> String? {
        let cookies = cookies(for: url, readingStorage: readingStorage)
        guard !cookies.isEmpty else { return nil }
        return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private func cookies(for url: URL, readingStorage: Bool) -> [Cookie] {
        if readingStorage { readStorage() }
        guard hadCookies.load(ordering: .acquiring), let target = CookieTarget(url) else { return [] }
        return locked { $0.cookies(for: target, now: now()) }
    }

    /// Keeps a cookie, in place of one with the same name, domain and path. One that is expired removes that.
    public func set(_ cookie: Cookie) {
        let now = now()
        locked { store in
            store.set(cookie, now: now)
            if storage != nil { stored.changed(cookie.identity) }
        }
        waitForStorage()
    }

    /// Keeps what a response sets: the values of its `Set-Cookie` fields, one for each line. Those that break the rules
    /// are passed over, and so are all after the first 180.
    public func set(_ lines: [String], from url: URL) {
        keep(lines, from: url)
        waitForStorage()
    }

    /// Keeps what a response sets, as ``set(_:from:)`` does, but does not wait for the storage.
    ///
    /// - Returns: Whether there is something to be written into the storage: ``writeStorage(completion:)`` has to follow.
    @discardableResult
    func keep(_ lines: [String], from url: URL) -> Bool {
        guard !lines.isEmpty, let target = CookieTarget(url) else { return false }
        let now = now()
        return locked { store in
            var isChanged = false
            for line in lines.prefix(Self.domainLimit) {
                guard
                    let cookie = SetCookie(line)?.cookie(from: target.origin, path: target.path, now: now),
                    target.origin.isSecure || !store.hasSecure(like: cookie)
                else { continue }
                store.set(cookie, now: now)
                isChanged = true
                if storage != nil { stored.changed(cookie.identity) }
            }
            return isChanged && storage != nil
        }
    }

    /// Removes the cookie with the same name, domain and path.
    public func remove(_ cookie: Cookie) {
        locked { store in
            store.remove(cookie.identity)
            if storage != nil { stored.changed(cookie.identity) }
        }
        waitForStorage()
    }

    /// Removes all, also from the storage.
    public func removeAll() {
        readStorage()
        locked { store in
            if storage != nil { stored.removedAll(store.all) }
            store = CookieStore()
        }
        waitForStorage()
    }

    private func locked<Result>(_ body: (inout CookieStore) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        defer { hadCookies.store(store.count > 0 || !stored.seen.isEmpty, ordering: .releasing) }
        return body(&store)
    }
}

// MARK: - Foundation's storage

extension CookieJar {
    /// Takes over what others changed in the storage since it was last read.
    ///
    /// The storage may be writing its file, so this may take milliseconds: it is not for the transport's thread.
    func readStorage() {
        guard let storage else { return }
        while true {
            let generation = lock.withLock { stored.generation }
            let cookies = storage.cookies ?? []
            if cookies.isEmpty, !hadCookies.load(ordering: .acquiring) { return }
            let isRead = locked { store in
                if stored.isUnchanged(cookies) { return true }
                // Another thread has read the storage meanwhile, perhaps later than this one.
                guard stored.generation == generation else { return false }
                stored.takeOver(cookies, into: &store, now: now())
                return true
            }
            if isRead { return }
        }
    }

    /// Has the storage written on a queue of the jar's own.
    ///
    /// - Parameter completion: Called on that queue when the storage has what the jar kept before this call.
    func writeStorage(completion: @escaping @Sendable () -> Void = {}) {
        writingQueue.async {
            self.write()
            completion()
        }
    }

    /// Returns when the storage has what the jar kept before this call.
    private func waitForStorage() {
        guard storage != nil else { return }
        if DispatchQueue.getSpecific(key: Self.queueKey) != ObjectIdentifier(self) {
            writingQueue.sync { write() }
        } else if !isWriting {
            write()
        }
        // Otherwise an observer of the storage has called, and what it changed is written after what is being written.
    }

    /// Writes what the storage lacks. Called on the writing queue, without the lock.
    private func write() {
        guard let storage else { return }
        isWriting = true
        defer { isWriting = false }
        while let identities = lock.withLock({ stored.startWriting() }) {
            readStorage()
            let (cookies, objects) = lock.withLock {
                (identities.map { ($0, store.cookie($0)) }, stored.objects(of: identities))
            }
            for (identity, cookie) in cookies { write(cookie, replacing: objects[identity] ?? [], in: storage) }
            lock.withLock { stored.finishWriting() }
            // Also what others have made of the same cookies since they were written.
            readStorage()
        }
    }

    private func write(_ cookie: Cookie?, replacing present: [HTTPCookie], in storage: any CookieStorage) {
        guard let cookie, !cookie.isExpired(now()), let object = cookie.httpCookie else {
            for other in present { storage.deleteCookie(other) }
            return
        }
        var isThere = false
        for other in present {
            if other.domain == object.domain {
                isThere = isThere || cookie.isStored(as: other)
            } else {
                storage.deleteCookie(other)
            }
        }
        if !isThere { storage.setCookie(object) }
    }
}

extension Cookie {
    /// Whether the object says all that Foundation can say of this cookie.
    fileprivate func isStored(as object: HTTPCookie) -> Bool {
        var stored = Cookie(object)
        stored.sameSite = sameSite
        return stored == self
    }
}
