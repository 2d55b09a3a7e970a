internal import Foundation

/// Cookies by domain, within limits: RFC 6265, sections 5.3 and 5.4.
struct CookieStore {
    private struct Entry {
        var cookie: Cookie
        /// Counts settings; kept when a cookie replaces another.
        var created: UInt64
        /// Counts uses.
        var used: UInt64

        /// Whether it is the cookie with this identity, of the same domain.
        func isCookie(_ identity: Cookie.Identity) -> Bool {
            cookie.name == identity.name && cookie.path == identity.path
        }
    }

    private var domains: [String: [Entry]] = [:]
    private(set) var count = 0
    private var sequence: UInt64 = 0
    /// How many `Secure` cookies there are of a name.
    private var secureNames: [String: Int] = [:]

    /// In the order they were set first. O(n log n)
    var all: [Cookie] {
        domains.values.joined().sorted { $0.created < $1.created }.map(\.cookie)
    }

    /// O(number of cookies of the domain)
    func cookie(_ identity: Cookie.Identity) -> Cookie? {
        domains[identity.domain]?.first { $0.isCookie(identity) }?.cookie
    }

    /// Adds, replaces or, if it is expired, removes. O(number of cookies of the domain), when there are too many O(n)
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

    /// Whether a `Secure` cookie of that name goes to the same places, which one without TLS must not push aside.
    ///
    /// O(number of domains), but O(1) if there is no `Secure` cookie of that name.
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

    /// Those that go with a request; longer paths first, then those that were set earlier.
    /// O(n log n) for n cookies of the host's domain and those above it
    mutating func cookies(for target: CookieTarget, now: Date) -> [Cookie] {
        var found: [Entry] = []
        sequence += 1
        var domain = Substring(target.origin.host)
        while true {
            let name = String(domain)
            let entries = domains[name] ?? []
            for index in entries.indices {
                let cookie = entries[index].cookie
                guard !cookie.isExpired(now), cookie.isHostOnly ? target.origin.host == name : true,
                    CookieRules.domain(target.origin.host, matches: name),
                    !cookie.isSecure || target.origin.isSecure, CookieRules.path(target.path, matches: cookie.path)
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

    /// Makes room after one was added.
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

/// What cookies are chosen by: where a request goes.
struct CookieTarget {
    let origin: Origin
    /// Percent-encoded, `/` at least.
    let path: String

    /// Nil if the URL is not one of HTTP.
    init?(_ url: URL) {
        guard let origin = Origin(url) else { return nil }
        self.origin = origin
        var text = url.absoluteString
        path = text.withUTF8 { bytes in
            let path = bytes[URIParts(bytes).path]
            return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
        }
    }
}
