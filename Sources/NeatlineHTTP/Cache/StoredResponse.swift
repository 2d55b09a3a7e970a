internal import Foundation

/// A response in a cache, and what the rules of RFC 9111 need to know of it. Immutable.
final class StoredResponse: Sendable {
    /// What is stored of a response, from which everything else is computed.
    struct Parts: Sendable {
        /// The normalized URL.
        var key: String
        /// The fields of the request by which the response was chosen.
        var selection: CacheSelection
        var status: Int
        var version: TransportTimings.ProtocolVersion
        /// The header lines, without those that are not stored.
        var lines: [UInt8]
        var body: [UInt8]
        /// The times when the request was sent and its head was received, in seconds since 1970.
        var requestTime: TimeInterval
        var responseTime: TimeInterval
        /// What a handler has added.
        var userInfo: CacheUserInfo?
        /// Whether a handler keeps the response from the disk.
        var isMemoryOnly = false
    }

    let parts: Parts
    let directives: CacheDirectives
    /// How long the response is fresh, in seconds (RFC 9111, section 4.2.1).
    let lifetime: TimeInterval
    /// The age when the response was received, in seconds (RFC 9111, section 4.2.3).
    let initialAge: TimeInterval
    /// The time at which the server created the response: its `Date`, or else when it was received.
    let date: TimeInterval
    /// The `ETag`, with its quotes, if it can be sent.
    let entityTag: String?
    /// The `Last-Modified` field, if it is a valid date.
    let lastModified: String?

    /// - Complexity: O(*n*), where *n* is the length of the head.
    init(_ parts: Parts) {
        self.parts = parts
        let lines = HeaderLines(parts.lines)
        let directives = CacheDirectives(lines.all("cache-control"))
        self.directives = directives
        let now = parts.responseTime
        date = lines.text(of: "date").flatMap { HTTPDate.strictTime($0, now: now) } ?? now
        entityTag = lines.text(of: "etag").flatMap { $0.isEmpty || !$0.isFieldText ? nil : $0 }
        let modified = lines.text(of: "last-modified")
        let modifiedTime = modified.flatMap { HTTPDate.strictTime($0, now: now) }
        lastModified = modifiedTime == nil ? nil : modified
        lifetime = Self.lifetime(
            status: parts.status, directives: directives, expires: lines.all("expires"), date: date,
            modified: modifiedTime, now: now)
        // RFC 9111, section 4.2.3. A clock that was set back in between must not make the response younger.
        let delay = max(0, parts.responseTime - parts.requestTime)
        initialAge = max(max(0, now - date), Self.age(lines.text(of: "age")) + delay)
    }

    /// - Parameters:
    ///   - parts: The parts, without a body.
    ///   - body: The body.
    convenience init(_ parts: Parts, body: [UInt8]) {
        var parts = parts
        parts.body = body
        self.init(parts)
    }

    /// The response to a request that accepts only stored responses (RFC 9111, section 5.2.1.7).
    static func gatewayTimeout(_ request: CacheRequest, at now: TimeInterval) -> StoredResponse {
        StoredResponse(
            Parts(
                key: request.key, selection: CacheSelection(fields: [], isDecoded: true), status: 504,
                version: .http1_1, lines: Array("Content-Length: 0\r\n".utf8), body: [], requestTime: now,
                responseTime: now))
    }

    /// The length of the body in bytes.
    var bodyLength: Int { parts.body.count }

    /// The bytes of memory or disk that the response takes, about.
    var cost: Int { parts.body.count + parts.lines.count + parts.key.utf8.count + Self.overhead }

    /// The bytes that a response takes beside its body, head and URL, about.
    static let overhead = 512

    /// Whether the server can be asked whether the response is still valid.
    var hasValidator: Bool { entityTag != nil || lastModified != nil }

    /// A URL, and the requests that choose a response of it.
    struct Variant: Sendable, Hashable {
        let key: String
        let selection: CacheSelection
    }

    var variant: Variant { Variant(key: parts.key, selection: parts.selection) }

    /// Returns whether the same requests choose this response and another one of its URL.
    func isVariant(of other: StoredResponse) -> Bool { parts.selection == other.parts.selection }

    /// Returns the age in seconds (RFC 9111, section 4.2.3).
    ///
    /// A clock that is more than a minute before the time at which the response was received was set back. How old the
    /// response is is then unknown, and its age is infinite.
    func age(at now: TimeInterval) -> TimeInterval {
        let resident = now - parts.responseTime
        return resident < -60 ? .infinity : initialAge + max(0, resident)
    }

    /// Returns for how long the response has been stale, in seconds; negative for how long it will be fresh.
    func staleness(at now: TimeInterval) -> TimeInterval { age(at: now) - lifetime }

    /// Returns the head to deliver when the response is used without asking the server: its `Age` is the current one.
    func head(at now: TimeInterval) -> TransportResponseHead {
        var lines = parts.lines
        if HeaderLines(lines).first("age") != nil {
            lines = Self.removing(from: lines) { $0.has($1, name: "age") }
        }
        let age = age(at: now)
        lines += Array("Age: \(age < CacheDirectives.longest ? Int(age) : Int(CacheDirectives.longest))\r\n".utf8)
        return TransportResponseHead(status: parts.status, version: parts.version, lines: lines)
    }

    /// The head to deliver when the server has confirmed the response.
    var validatedHead: TransportResponseHead {
        TransportResponseHead(status: parts.status, version: parts.version, lines: parts.lines)
    }
}

// MARK: - Freshness

extension StoredResponse {
    /// The part of the time since the last modification that is taken for the lifetime, and its limit: a week.
    private static let heuristicFraction = 0.1
    private static let heuristicLimit: TimeInterval = 7 * 86_400

    private static func lifetime(
        status: Int, directives: CacheDirectives, expires: [String], date: TimeInterval, modified: TimeInterval?,
        now: TimeInterval
    ) -> TimeInterval {
        if directives.isMalformed { return 0 }
        if let maxAge = directives.maxAge { return maxAge }
        if let first = expires.first {
            guard expires.allSatisfy({ $0 == first }), let time = HTTPDate.strictTime(first, now: now) else { return 0 }
            return max(0, time - date)
        }
        guard let modified, directives.isPublic || CacheRules.isHeuristicallyCacheable(status) else { return 0 }
        return min(max(0, date - modified) * heuristicFraction, heuristicLimit)
    }

    /// Parses an `Age` field. Only the first number of a list counts, and an invalid one is ignored (RFC 9111, section
    /// 5.1).
    private static func age(_ text: String?) -> TimeInterval {
        guard let first = text?.split(separator: ",", omittingEmptySubsequences: false).first else { return 0 }
        return CacheDirectives.seconds(CacheFieldList.trimmed(first.utf8)) ?? 0
    }
}

// MARK: - Header lines

extension StoredResponse {
    /// Returns header lines without some fields. Each field of the result is one line.
    ///
    /// - Complexity: O(*n*)
    static func removing(
        from lines: [UInt8], where isRemoved: (HeaderLines, HeaderLines.Field) -> Bool
    ) -> [UInt8] {
        let fields = HeaderLines(lines)
        var kept: [UInt8] = []
        kept.reserveCapacity(lines.count + 32)
        for field in fields where !isRemoved(fields, field) {
            kept += lines[field.name]
            kept.append(UInt8(ascii: ":"))
            kept.append(UInt8(ascii: " "))
            let value = lines[field.value]
            if value.allSatisfy({ $0 >= 0x20 }) { kept += value } else { kept += fields.text(field.value).octets }
            kept.append(UInt8(ascii: "\r"))
            kept.append(UInt8(ascii: "\n"))
        }
        return kept
    }

    /// Returns this response with the fields of a newer response that confirms it (RFC 9111, section 3.2).
    ///
    /// The fields that describe how the stored body was sent are kept: it was decoded when it was stored.
    func freshened(by lines: [UInt8], requestTime: TimeInterval, responseTime: TimeInterval) -> StoredResponse {
        let isExcluded = CacheRules.exclusion(of: lines)
        let newer = Self.removing(from: lines) { lines, field in
            isExcluded(lines, field) || lines.has(field, name: "content-length")
                || lines.has(field, name: "content-encoding") || lines.has(field, name: "content-range")
        }
        let fields = HeaderLines(newer)
        let replaced = Set(fields.map { fields.text($0.name).lowercasedASCII })
        var parts = parts
        // An `Age` and a `Date` belong to the message that brought them.
        parts.lines =
            Self.removing(from: parts.lines) { lines, field in
                let name = lines.text(field.name).lowercasedASCII
                return name == "age" || name == "date" || replaced.contains(name)
            } + newer
        parts.requestTime = requestTime
        parts.responseTime = responseTime
        return StoredResponse(parts)
    }
}

extension HeaderLines {
    /// Returns the value of the first field with a name, which is given in lower case, as text.
    func text(of name: StaticString) -> String? { first(name).map { text($0.indices) } }
}

/// What a `CachedResponseHandler` has stored with a response.
///
/// Unchecked Sendable because it is not changed; handlers store values that may be read on any thread, as for
/// `URLCache`.
struct CacheUserInfo: @unchecked Sendable {
    let values: [AnyHashable: Any]
}
