internal import Foundation

/// A collection of cookies by domain, with limits (RFC 6265, sections 5.3 and 5.4).
struct CookieStore {
    private struct Entry {
        var cookie: Cookie
        /// The sequence number of the creation; a cookie that replaces another keeps its number.
        var created: UInt64
        /// The sequence number of the last use.
        var used: UInt64

        /// Returns whether this is the cookie with an identity of the same domain.
        func isCookie(_ identity: Cookie.Identity) -> Bool {
            cookie.name.utf8.elementsEqual(identity.name) && cookie.path == identity.path
        }
    }

    private var domains: [String: [Entry]] = [:]
    private(set) var count = 0
    private var sequence: UInt64 = 0
    /// The number of `Secure` cookies with each name.
    private var secureNames: [String: Int] = [:]

    /// All cookies, in the order in which they were first set.
    ///
    /// - Complexity: O(*n* log *n*)
    var all: [Cookie] {
        domains.values.joined().sorted { $0.created < $1.created }.map(\.cookie)
    }

    /// O(number of cookies of the domain)
    func cookie(_ identity: Cookie.Identity) -> Cookie? {
        domains[identity.domain]?.first { $0.isCookie(identity) }?.cookie
    }

    /// Inserts a cookie, replaces one, or removes it if the new one has expired.
    ///
    /// - Complexity: O(*n*), where *n* is the number of cookies of the domain; of all cookies if a limit is exceeded.
    mutating func set(_ cookie: Cookie, now: Date) {
        guard !cookie.isExpired(now) else { return remove(cookie.identity) }
        sequence += 1
        let entry = Entry(cookie: cookie, created: sequence, used: sequence)
        let identity = cookie.identity
        if let index = domains[cookie.domain]?.firstIndex(where: { $0.isCookie(identity) }) {
            noteSecure(entries(of: cookie.domain)[index].cookie, -1)
            noteSecure(cookie, 1)
            domains[cookie.domain]?[index].cookie = cookie
            domains[cookie.domain]?[index].used = sequence
            return
        }
        domains[cookie.domain, default: []].append(entry)
        count += 1
        noteSecure(cookie, 1)
        evict(from: cookie.domain, now: now)
    }

    /// O(number of cookies of the domain)
    mutating func remove(_ identity: Cookie.Identity) {
        guard let index = domains[identity.domain]?.firstIndex(where: { $0.isCookie(identity) }) else { return }
        if let entry = domains[identity.domain]?.remove(at: index) { noteSecure(entry.cookie, -1) }
        count -= 1
        if domains[identity.domain]?.isEmpty ?? false { domains[identity.domain] = nil }
    }

    /// Returns whether a `Secure` cookie with the same name is sent to the same requests, which a cookie without TLS
    /// must not replace.
    ///
    /// - Complexity: O(1) if there is no `Secure` cookie with that name, else O(*n*), where *n* is the number of
    ///   domains.
    func hasSecure(like cookie: Cookie) -> Bool {
        guard secureNames[cookie.name] != nil else { return false }
        for (domain, entries) in domains
        where CookieRules.domain(domain, matches: cookie.domain) || CookieRules.domain(cookie.domain, matches: domain) {
            for entry in entries
            where entry.cookie.isSecure && entry.cookie.name == cookie.name
                && CookieRules.path(cookie.path, matches: entry.cookie.path)
            {
                return true
            }
        }
        return false
    }

    /// Returns the cookies for a request: longer paths first, then older cookies.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of cookies of the host's domain and its parent domains.
    mutating func cookies(for origin: Origin, path: String, now: Date) -> [Cookie] {
        var found: [Entry] = []
        sequence += 1
        var domain = Substring(origin.host)
        while true {
            let name = String(domain)
            let entries = domains[name] ?? []
            for index in entries.indices {
                let cookie = entries[index].cookie
                guard !cookie.isExpired(now), cookie.isHostOnly ? origin.host == name : true,
                    CookieRules.domain(origin.host, matches: name),
                    !cookie.isSecure || origin.isSecure, CookieRules.path(path, matches: cookie.path)
                else { continue }
                domains[name]?[index].used = sequence
                found.append(entries[index])
            }
            guard let dot = domain.utf8.firstIndex(of: UInt8(ascii: ".")) else { break }
            domain = domain[domain.utf8.index(after: dot)...]
        }
        found.sort {
            let lengths = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
            return lengths.0 == lengths.1 ? $0.created < $1.created : lengths.0 > lengths.1
        }
        return found.map(\.cookie)
    }

    private func entries(of domain: String) -> [Entry] { domains[domain] ?? [] }

    private mutating func noteSecure(_ cookie: Cookie, _ change: Int) {
        guard cookie.isSecure else { return }
        let number = secureNames[cookie.name, default: 0] + change
        secureNames[cookie.name] = number > 0 ? number : nil
    }

    /// Removes cookies if a limit is exceeded after one was added.
    private mutating func evict(from domain: String, now: Date) {
        if entries(of: domain).count > CookieJar.domainLimit {
            removeAll(expired: entries(of: domain), now)
            let left = entries(of: domain)
            if left.count > CookieJar.domainLimit { removeLeastUsed(left) }
        }
        guard count > CookieJar.limit else { return }
        removeAll(expired: Array(domains.values.joined()), now)
        if count > CookieJar.limit { removeLeastUsed(domains.values.joined()) }
    }

    private mutating func removeAll(expired entries: [Entry], _ now: Date) {
        for entry in entries where entry.cookie.isExpired(now) { remove(entry.cookie.identity) }
    }

    private mutating func removeLeastUsed(_ entries: some Sequence<Entry>) {
        if let oldest = entries.min(by: { $0.used < $1.used }) { remove(oldest.cookie.identity) }
    }
}
