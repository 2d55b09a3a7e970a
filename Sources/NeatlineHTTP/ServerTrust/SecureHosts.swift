internal import Foundation

/// The hosts that have demanded TLS, and until when (HTTP Strict Transport Security, RFC 6797): a value without side
/// effects.
struct SecureHosts: Sendable, Hashable, Codable {
    /// What a host has demanded.
    struct Policy: Sendable, Hashable, Codable {
        /// The time at which it ends, in seconds since 1970.
        var end: Double
        var includesSubdomains: Bool
        /// The end when the policy was last worth storing; `nil` if it was read from a file.
        var storedEnd: Double?

        private enum CodingKeys: CodingKey {
            case end, includesSubdomains
        }
    }

    /// The maximum number of hosts. If there are more, those whose demands end first are forgotten.
    static let limit = 3000

    /// The policies by normalized host.
    private(set) var policies: [String: Policy] = [:]

    var isEmpty: Bool { policies.isEmpty }

    /// Takes over the demand of a response that was received over TLS. Addresses cannot demand anything (section 8.1.1).
    ///
    /// - Parameters:
    ///   - value: The value of the first `Strict-Transport-Security` field.
    ///   - host: The host of the response's URL.
    ///   - now: The time in seconds since 1970.
    /// - Returns: Whether something has changed that is worth storing: not an end that differs from the stored one, which has
    ///   not come, by less than a day.
    mutating func note(_ value: String, from host: String, now: Double) -> Bool {
        guard let (seconds, includesSubdomains) = Self.directives(value), let name = Self.name(host) else {
            return false
        }
        guard seconds > 0 else { return policies.removeValue(forKey: name) != nil }
        var policy = Policy(end: now + seconds, includesSubdomains: includesSubdomains)
        if let old = policies[name], old.includesSubdomains == includesSubdomains {
            let stored = old.storedEnd ?? old.end
            if stored > now, abs(stored - policy.end) < 86_400 { policy.storedEnd = stored }
        }
        let isChanged = policy.storedEnd == nil
        policy.storedEnd = policy.storedEnd ?? policy.end
        policies[name] = policy
        if policies.count > Self.limit { forget(now: now) }
        return isChanged
    }

    /// Returns whether requests to a host need TLS: by its own demand, or by that of a domain that includes it.
    func contains(_ host: String, now: Double) -> Bool {
        guard !policies.isEmpty, let name = Self.name(host) else { return false }
        if let policy = policies[name], policy.end > now { return true }
        var rest = name[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let policy = policies[String(rest)], policy.includesSubdomains, policy.end > now { return true }
        }
        return false
    }

    /// Returns the URL that a request is sent to instead (section 8.3): port 80 becomes that of HTTPS, other ports stay.
    /// Returns `nil` if the URL stays as it is.
    func upgraded(_ url: URL, now: Double) -> URL? {
        guard !policies.isEmpty, let scheme = url.scheme, scheme.isFieldName("http"), let host = url.host,
            contains(host, now: now), var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        parts.scheme = "https"
        if parts.port == 80 { parts.port = nil }
        return parts.url
    }

    private mutating func forget(now: Double) {
        policies = policies.filter { $0.value.end > now }
        let excess = policies.count - Self.limit
        guard excess > 0 else { return }
        for (name, _) in policies.sorted(by: { $0.value.end < $1.value.end }).prefix(excess) { policies[name] = nil }
    }

    /// Returns a host's name in its one spelling; `nil` for addresses.
    private static func name(_ host: String) -> String? {
        guard let name = HostName(host), name.address == nil else { return nil }
        return name.text
    }

    /// Returns the directives of a field's value (section 6.1); `nil` if it has to be ignored: a directive is missing,
    /// repeated or malformed. Those that are not known are ignored.
    static func directives(_ value: String) -> (seconds: Double, includesSubdomains: Bool)? {
        var names: Set<String> = []
        var seconds: Double?
        var includesSubdomains = false
        var rest = value.utf8[...]
        while true {
            let part = takeDirective(&rest)
            guard let part else { return nil }
            if !part.name.isEmpty {
                let name = part.name.lowercased()
                guard names.insert(name).inserted else { return nil }
                switch name {
                case "max-age":
                    guard let text = part.value, !text.isEmpty, text.utf8.allSatisfy(isDigit) else { return nil }
                    // No time that matters is longer than a century.
                    seconds = min(Double(text) ?? 0, 3_155_760_000)
                case "includesubdomains":
                    if part.value != nil { return nil }
                    includesSubdomains = true
                default: break
                }
            }
            if rest.isEmpty { break }
            rest = rest.dropFirst()
        }
        return seconds.map { ($0, includesSubdomains) }
    }

    /// Takes a directive up to the next semicolon: `name`, `name=token` or `name="quoted"`; an empty name for none.
    /// Returns `nil` if it is malformed.
    private static func takeDirective(_ rest: inout Substring.UTF8View) -> (name: String, value: String?)? {
        func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }
        func token() -> String {
            let token = rest.prefix(while: isTokenByte)
            rest = rest[token.endIndex...]
            return String(Substring(token))
        }
        let (semicolon, quote, equals) = (UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "="))
        skipBlanks()
        let name = token()
        skipBlanks()
        var value: String?
        if rest.first == equals {
            if name.isEmpty { return nil }
            rest = rest.dropFirst()
            skipBlanks()
            if rest.first == quote {
                var bytes: [UInt8] = []
                rest = rest.dropFirst()
                while true {
                    guard var byte = rest.popFirst() else { return nil }
                    if byte == quote { break }
                    if byte == UInt8(ascii: "\\") {
                        guard let escaped = rest.popFirst() else { return nil }
                        byte = escaped
                    }
                    bytes.append(byte)
                }
                value = String(decoding: bytes, as: UTF8.self)
            } else {
                let text = token()
                if text.isEmpty { return nil }
                value = text
            }
            skipBlanks()
        }
        guard rest.isEmpty || rest.first == semicolon else { return nil }
        return (name, value)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
