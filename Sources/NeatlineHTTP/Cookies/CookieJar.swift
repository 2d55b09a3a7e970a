internal import Dispatch
public import Foundation
internal import NeatlineSystem
internal import Synchronization

/// Stores cookies, and selects those for a request, as defined by RFC 6265.
///
/// A session has a jar; each hop of a request sends its cookies and stores those of the response. A jar with
/// Foundation's storage writes the cookies of responses to it, and reads changes that others make there.
///
/// ```swift
/// let jar = CookieJar()
/// jar.set(["theme=dark; Path=/; Max-Age=3600"], from: url)
/// jar.header(for: url)  // "theme=dark"
/// ```
///
/// There is no list of public suffixes: cookies for domains of one label (`com`) are refused, those for domains such as
/// `co.uk` are not. Names with the prefixes `__Secure-` and `__Host-` must fulfill their conditions. A response that
/// was received without TLS can neither set nor replace a `Secure` cookie.
///
/// The jar stores at most 180 cookies for a domain and 3000 in total. If there are more, expired cookies are removed
/// first, then those that were not used for the longest time.
///
/// All functions may be called on any thread. Functions that change the jar return when Foundation's storage contains
/// the change. On Linux that takes some milliseconds for each cookie, because the storage writes its file each time.
///
/// Unchecked Sendable because the state is accessed only while the lock is held. The storage is never used while it is
/// held.
public final class CookieJar: @unchecked Sendable {
    /// The maximum number of cookies for a domain.
    public static let domainLimit = 180
    /// The maximum number of cookies in total.
    public static let limit = 3000

    private let lock = Lock()
    private var store = CookieStore()
    private var stored = StoredCookies()
    private let storage: (any CookieStorage)?
    /// The queue on which the storage is written.
    private let writingQueue = DispatchQueue(label: "org.neatline.cookies")
    /// Identifies the writing queue of a jar.
    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()
    /// Whether the storage is being written. Accessed only on the writing queue.
    private var isWriting = false
    /// Whether the jar contained cookies when the lock was last held. Empty jars are accessed for each request, by many
    /// threads.
    private let hadCookies = Atomic(false)
    private let now: @Sendable () -> Date

    /// Creates an empty jar that keeps its cookies in memory only.
    public convenience init() { self.init(storage: nil, now: { Date() }) }

    /// Creates a jar with Foundation's storage.
    ///
    /// - Parameter storage: The storage, whose cookies the jar reads and to which it writes.
    public convenience init(storage: HTTPCookieStorage) { self.init(storage: storage, now: { Date() }) }

    init(storage: (any CookieStorage)?, now: @escaping @Sendable () -> Date) {
        self.storage = storage
        self.now = now
        if storage != nil { writingQueue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(self)) }
    }

    /// Whether the jar is empty.
    ///
    /// - Complexity: O(1); with a storage, O(*n*), where *n* is the number of its cookies.
    public var isEmpty: Bool {
        readStorage()
        return locked { $0.count == 0 }
    }

    /// The cookies that have not expired, in the order in which they were first set.
    ///
    /// - Complexity: O(*n* log *n*)
    public var cookies: [Cookie] {
        readStorage()
        let now = now()
        return locked { $0.all.filter { !$0.isExpired(now) } }
    }

    /// Returns the cookies for a request, in the order in which they are sent: longer paths first, then older cookies.
    ///
    /// - Parameter url: The URL of the request.
    /// - Returns: The cookies.
    /// - Complexity: O(*n* log *n*), where *n* is the number of cookies of the domain and its parent domains.
    public func cookies(for url: URL) -> [Cookie] {
        (try? RequestURL(url)).map { cookies(for: $0, readingStorage: true) } ?? []
    }

    /// Returns the value of the `Cookie` field of a request.
    ///
    /// - Parameter url: The URL of the request.
    /// - Returns: The value; `nil` if there are no cookies for the request.
    public func header(for url: URL) -> String? {
        (try? RequestURL(url)).flatMap { header(for: $0, readingStorage: true) }
    }

    /// Returns the value of the `Cookie` field of a request.
    ///
    /// - Parameter readingStorage: Whether to read changes in the storage first, which may have to wait until the
    ///   storage has written its file.
    func header(for url: RequestURL, readingStorage: Bool) -> String? {
        let cookies = cookies(for: url, readingStorage: readingStorage)
        guard !cookies.isEmpty else { return nil }
        return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private func cookies(for url: RequestURL, readingStorage: Bool) -> [Cookie] {
        if readingStorage { readStorage() }
        guard hadCookies.load(ordering: .acquiring) else { return [] }
        return locked { $0.cookies(for: url.origin, path: url.path, now: now()) }
    }

    /// Stores a cookie, which replaces one with the same name, domain and path. An expired cookie removes that one.
    ///
    /// - Parameter cookie: The cookie.
    public func set(_ cookie: Cookie) {
        let now = now()
        locked { store in
            store.set(cookie, now: now)
            if storage != nil { stored.changed(cookie.identity) }
        }
        waitForStorage()
    }

    /// Stores the cookies of a response. Invalid ones are ignored, and so are all after the first 180.
    ///
    /// - Parameters:
    ///   - lines: The values of the `Set-Cookie` fields.
    ///   - url: The URL of the request.
    public func set(_ lines: [String], from url: URL) {
        keep(lines, from: url)
        waitForStorage()
    }

    /// Stores the cookies of a response like ``set(_:from:)``, without waiting for the storage.
    ///
    /// - Returns: Whether the storage must be written: then ``writeStorage(completion:)`` must be called.
    @discardableResult
    func keep(_ lines: [String], from url: URL) -> Bool {
        guard !lines.isEmpty, let parsed = try? RequestURL(url) else { return false }
        let (origin, path, now) = (parsed.origin, parsed.path, now())
        return locked { store in
            var isChanged = false
            for line in lines.prefix(Self.domainLimit) {
                guard
                    let cookie = SetCookie(line)?.cookie(from: origin, path: path, now: now),
                    origin.isSecure || !store.hasSecure(like: cookie)
                else { continue }
                store.set(cookie, now: now)
                isChanged = true
                if storage != nil { stored.changed(cookie.identity) }
            }
            return isChanged && storage != nil
        }
    }

    /// Removes the cookie with the same name, domain and path.
    ///
    /// - Parameter cookie: The cookie.
    public func remove(_ cookie: Cookie) {
        locked { store in
            store.remove(cookie.identity)
            if storage != nil { stored.changed(cookie.identity) }
        }
        waitForStorage()
    }

    /// Removes all cookies, also from the storage.
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
    /// Reads the changes that others have made in the storage.
    ///
    /// This may take milliseconds, because the storage may be writing its file: do not call it on the transport's
    /// thread.
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

    /// Writes the storage on a queue of the jar.
    ///
    /// - Parameter completion: Called on that queue when the storage contains the changes that were made before this
    ///   call.
    func writeStorage(completion: @escaping @Sendable () -> Void = {}) {
        writingQueue.async {
            self.write()
            completion()
        }
    }

    /// Waits until the storage contains the changes that were made before this call.
    private func waitForStorage() {
        guard storage != nil else { return }
        if DispatchQueue.getSpecific(key: Self.queueKey) != ObjectIdentifier(self) {
            writingQueue.sync { write() }
        } else if !isWriting {
            write()
        }
        // Otherwise an observer of the storage is the caller, and its changes are written after the current ones.
    }

    /// Writes the changes to the storage. Called on the writing queue, without the lock.
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
            // Includes the changes of the same cookies that others have made since they were written.
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
    /// Returns whether an object of Foundation represents this cookie as well as Foundation can.
    fileprivate func isStored(as object: HTTPCookie) -> Bool {
        var stored = Cookie(object)
        stored.sameSite = sameSite
        return stored == self
    }
}
