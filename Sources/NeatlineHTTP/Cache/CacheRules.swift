internal import Foundation

// The decisions of a private cache (RFC 9111, RFC 5861, RFC 8246), as functions of values: a request, the responses that
// are stored for its URL, a response, and the time. They neither store nor send anything.

/// A request as the cache sees it.
struct CacheRequest: Sendable {
    var method: String
    /// The normalized URL.
    var key: String
    /// All fields that are sent, with credentials and cookies.
    var headers: HTTPHeaders
    /// Whether content codings of the response are decoded.
    var isDecoded: Bool
    var hasBody: Bool
    var policy: URLRequest.CachePolicy
    /// Whether the cache asks by itself, in the background, whether a stored response is still valid.
    var isRevalidation: Bool
    let directives: CacheDirectives

    init(
        method: String, key: String, headers: HTTPHeaders, isDecoded: Bool = true, hasBody: Bool = false,
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy, isRevalidation: Bool = false
    ) {
        self.isRevalidation = isRevalidation
        self.method = method
        self.key = key
        self.headers = headers
        self.isDecoded = isDecoded
        self.hasBody = hasBody
        self.policy = policy
        directives = CacheDirectives(
            headers.fields.lazy.filter { $0.name.isFieldName("cache-control") }.map(\.value))
    }

    /// Whether stored responses may answer the request. A request for a part, or with conditions, is left
    /// alone: its caller expects the server's answer to it.
    var isAnswerable: Bool {
        (method == "GET" || method == "HEAD") && !hasBody && !isPartial && !hasConditions
    }

    /// Whether a response to the request may be stored. Nobody could find one to Digest credentials again, because each
    /// request has others.
    var isStorable: Bool {
        method == "GET" && !hasBody && !isPartial && !directives.noStore
            && headers.value(for: "Authorization")?.prefix(7).lowercased() != "digest "
    }

    var isPartial: Bool { headers.contains("range") || headers.contains("if-range") }

    var hasConditions: Bool {
        headers.contains("if-none-match") || headers.contains("if-modified-since") || headers.contains("if-match")
            || headers.contains("if-unmodified-since")
    }

    /// Whether the request wants the server's answer (RFC 9111, sections 5.2.1.4 and 5.4).
    var demandsValidation: Bool {
        if directives.isPresent { return directives.noCache }
        return headers.fields.contains { field in
            field.name.isFieldName("pragma") && CacheFieldList.names(field.value).contains("no-cache")
        }
    }
}

/// How a request is answered.
enum CacheAnswer: Sendable {
    /// By a stored response, without the server.
    ///
    /// - Parameter isRevalidated: Whether the server is asked about it meanwhile, because it is stale.
    case serve(StoredResponse, isRevalidated: Bool)
    /// By the server.
    ///
    /// - Parameters:
    ///   - stored: The stored response that the request chooses.
    ///   - isConditional: Whether the server is only asked whether it is still valid.
    case send(stored: StoredResponse?, isConditional: Bool)
    /// With 504, because the request accepts stored responses only (RFC 9111, section 5.2.1.7).
    case gatewayTimeout
    /// With an error, because the request's policy accepts stored responses only.
    case unavailable
}

/// What a response of the server means for the stored ones.
enum CacheEffect: Sendable, Hashable {
    case nothing
    /// The response is stored, and replaces the one that the request chooses.
    case store
    /// The stored response is confirmed: its fields are updated, and it is delivered.
    case validate
    /// The stored response is confirmed, and the server's is delivered.
    case freshen
    /// The stored response is not what the server has confirmed: the request is sent again without conditions.
    case sendAgain
    /// The stored response is delivered, although it is stale, because the server has failed.
    case serveStale
    /// The stored response that the request chooses is removed.
    case remove
    /// All stored responses of these URLs are removed.
    case invalidate([String])
}

enum CacheRules {
    /// Decides how a request is answered.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - stored: The responses that are stored for its URL.
    ///   - now: The time in seconds since 1970.
    static func answer(to request: CacheRequest, from stored: [StoredResponse], at now: TimeInterval) -> CacheAnswer {
        let chosen = request.isAnswerable ? choices(of: request, from: stored).first : nil
        if request.isRevalidation { return sending(request, chosen) }
        switch request.policy {
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData:
            return .send(stored: nil, isConditional: false)
        case .returnCacheDataElseLoad:
            return chosen.map { .serve($0, isRevalidated: false) } ?? .send(stored: nil, isConditional: false)
        case .returnCacheDataDontLoad:
            return chosen.map { .serve($0, isRevalidated: false) } ?? .unavailable
        case .reloadRevalidatingCacheData:
            if let chosen, chosen.directives.isImmutable, isUsable(chosen, for: request, at: now) == .fresh {
                return .serve(chosen, isRevalidated: false)
            }
            return sending(request, chosen)
        case .useProtocolCachePolicy: break
        @unknown default: break
        }
        guard request.isAnswerable, !request.directives.noStore else { return .send(stored: nil, isConditional: false) }
        if let chosen {
            switch isUsable(chosen, for: request, at: now) {
            case .fresh, .staleAccepted: return .serve(chosen, isRevalidated: false)
            case .staleWhileRevalidated: return .serve(chosen, isRevalidated: true)
            case .no: break
            }
        }
        return request.directives.onlyIfCached ? .gatewayTimeout : sending(request, chosen)
    }

    /// Returns the stored responses that match the request (RFC 9111, section 4), the newest first.
    static func choices(of request: CacheRequest, from stored: [StoredResponse]) -> [StoredResponse] {
        stored.filter { $0.parts.selection.matches(request) }
            .sorted { ($0.date, $0.parts.responseTime) > ($1.date, $1.parts.responseTime) }
    }

    private static func sending(_ request: CacheRequest, _ stored: StoredResponse?) -> CacheAnswer {
        .send(stored: stored, isConditional: request.method == "GET" && stored?.hasValidator == true)
    }

    /// Whether a stored response may be used without the server.
    private enum Usability {
        case fresh, staleAccepted, staleWhileRevalidated, no
    }

    private static func isUsable(
        _ stored: StoredResponse, for request: CacheRequest, at now: TimeInterval
    ) -> Usability {
        let wanted = request.directives
        guard !request.demandsValidation, !stored.directives.noCache else { return .no }
        let age = stored.age(at: now)
        if let maxAge = wanted.maxAge, age > maxAge { return .no }
        let staleness = stored.staleness(at: now)
        if staleness < 0 { return -staleness >= wanted.minFresh ?? 0 ? .fresh : .no }
        guard !stored.directives.mustRevalidate, wanted.minFresh == nil, staleness < .infinity else { return .no }
        if let maxStale = wanted.maxStale, staleness <= maxStale { return .staleAccepted }
        if let window = stored.directives.staleWhileRevalidate, staleness <= window { return .staleWhileRevalidated }
        return .no
    }

    /// Returns the fields with which the server is asked whether a stored response is still valid (RFC 9111, section
    /// 4.3.1).
    static func conditions(for stored: StoredResponse) -> [HTTPHeader] {
        var fields: [HTTPHeader] = []
        if let tag = stored.entityTag { fields.append(HTTPHeader(name: "If-None-Match", value: tag)) }
        if let date = stored.lastModified { fields.append(HTTPHeader(name: "If-Modified-Since", value: date)) }
        return fields
    }

    /// Returns whether a stored response may be used although it is stale, because the server has failed (RFC 5861,
    /// section 4).
    static func isUsableOnError(_ stored: StoredResponse, for request: CacheRequest, at now: TimeInterval) -> Bool {
        guard request.policy == .useProtocolCachePolicy || request.policy == .reloadRevalidatingCacheData,
            !stored.directives.mustRevalidate, !stored.directives.noCache
        else { return false }
        let windows = [stored.directives.staleIfError, request.directives.staleIfError].compactMap(\.self)
        guard let window = windows.max() else { return false }
        return stored.staleness(at: now) <= window
    }

    /// Returns the fields by which a request's policy tells the caches on the way not to answer: without asking the server
    /// whether what they have is still valid, or at all. Fields of the caller's own say more than a policy.
    static func fields(for policy: URLRequest.CachePolicy, in headers: HTTPHeaders) -> [HTTPHeader] {
        guard !headers.contains("cache-control") else { return [] }
        switch policy {
        case .reloadIgnoringLocalCacheData, .reloadRevalidatingCacheData:
            return [HTTPHeader(name: "Cache-Control", value: "max-age=0")]
        case .reloadIgnoringLocalAndRemoteCacheData:
            let pragma = headers.contains("pragma") ? [] : [HTTPHeader(name: "Pragma", value: "no-cache")]
            return [HTTPHeader(name: "Cache-Control", value: "no-cache")] + pragma
        default: return []
        }
    }

    /// Returns whether an error of the transport means that the server was not reached.
    static func isServerUnreachable(_ code: TransportError.Code) -> Bool {
        switch code {
        case .cannotFindHost, .cannotFindProxy, .cannotConnect, .connectionLost, .timedOut: true
        default: false
        }
    }

    /// Returns whether the server may have received a request that has failed with this error: what an unsafe request
    /// has changed is then unknown.
    static func mayHaveBeenReceived(_ code: TransportError.Code) -> Bool {
        switch code {
        case .invalidated, .unavailable, .unsupportedURL, .invalidRequest, .cannotFindHost, .cannotFindProxy,
            .cannotConnect, .secureConnectionFailed, .certificateUntrusted, .clientCertificateRejected,
            .unsupportedVersion, .fileDoesNotExist, .fileIsDirectory, .filePermissionDenied, .fileUnreadable:
            false
        case .cancelled, .connectionLost, .bodyIncomplete, .invalidResponse, .cannotDecodeContent, .bodyStreamFailed,
            .timedOut, .other:
            true
        }
    }
}

// MARK: - Responses

extension CacheRules {
    /// Decides what the head of the server's response means for the stored responses.
    ///
    /// - Parameters:
    ///   - request: The request, without the cache's own conditions.
    ///   - head: The head of the response.
    ///   - stored: The stored response that the request chooses, if any.
    ///   - isConditional: Whether the cache has asked the server only whether `stored` is still valid.
    ///   - now: The time in seconds since 1970.
    static func effect(
        of head: ResponseHead, to request: CacheRequest, stored: StoredResponse?, isConditional: Bool,
        at now: TimeInterval
    ) -> CacheEffect {
        if !isSafe(request.method) {
            return 200..<400 ~= head.status ? .invalidate(invalidated(by: head, of: request)) : .nothing
        }
        if [500, 502, 503, 504].contains(head.status), let stored, isUsableOnError(stored, for: request, at: now) {
            return .serveStale
        }
        switch request.method {
        case "HEAD": return stored.map { effect(ofHEAD: head, on: $0) } ?? .nothing
        case "GET" where head.status == 304:
            guard let stored else { return .nothing }
            if isConditional { return confirms(head, stored) ? .validate : .sendAgain }
            return identifies(head, stored) ? .freshen : .nothing
        case "GET":
            if isStorable(head, for: request) { return .store }
            // What the server has replaced must not be used any longer.
            let isReplaced = stored != nil && head.status < 500 && head.status != 206 && !request.hasConditions
            return isReplaced && request.isStorable ? .remove : .nothing
        default: return .nothing
        }
    }

    /// Returns whether a response may be stored (RFC 9111, section 3).
    static func isStorable(_ head: ResponseHead, for request: CacheRequest) -> Bool {
        guard request.isStorable, !neverStored.contains(head.status), 200..<600 ~= head.status,
            !request.hasConditions || head.status == 200
        else { return false }
        let lines = head.lines
        let directives = CacheDirectives(lines.all("cache-control"))
        if directives.mustUnderstand {
            guard understood.contains(head.status) else { return false }
        } else if directives.noStore {
            return false
        }
        return directives.isPublic || directives.isPrivate || directives.maxAge != nil
            || isHeuristicallyCacheable(head.status) || lines.first("expires") != nil
    }

    /// Returns whether a response may be stored without a lifetime (RFC 9110, section 15.1). 206 is not stored.
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Responses to conditions, to credentials and to ranges, whose meaning depends on the request.
    private static let neverStored: Set = [206, 304, 401, 407, 412, 416]

    /// The status codes whose rules of caching are implemented (RFC 9111, section 5.2.2.3): those of RFC 9110.
    private static let understood: Set = [
        200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 307, 308, 400, 402, 403, 404, 405, 406, 408, 409, 410, 411,
        413, 414, 415, 417, 421, 422, 426, 500, 501, 502, 503, 504, 505,
    ]

    /// Returns whether requests with a method change nothing at the server. An unknown method may.
    static func isSafe(_ method: String) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY"].contains(method)
    }

    /// Returns the URLs whose stored responses an unsafe request invalidates: its own, and those in `Location` and
    /// `Content-Location` that have the same origin (RFC 9111, section 4.4).
    private static func invalidated(by head: ResponseHead, of request: CacheRequest) -> [String] {
        guard let url = try? RequestURL(head.url) else { return [request.key] }
        var keys = [request.key]
        for name in ["location", "content-location"] as [StaticString] {
            guard let value = head.lines.first(name), let target = url.resolve(value), target.origin == url.origin
            else { continue }
            let key = target.cacheKey
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// Returns whether a 304 can be about the stored response that the cache has asked about: an entity tag in it must be
    /// the same (RFC 9111, section 4.3.4). Servers may make a tag strong or weak.
    private static func confirms(_ head: ResponseHead, _ stored: StoredResponse) -> Bool {
        guard let tag = head.lines.text(of: "etag") else { return true }
        return stored.entityTag.map { opaque($0) == opaque(tag) } ?? false
    }

    /// Returns whether a 304 to a condition of the caller's own is about a stored response: it has the same validator
    /// (RFC 9111, section 4.3.4).
    static func identifies(_ head: ResponseHead, _ stored: StoredResponse) -> Bool {
        if let tag = head.lines.text(of: "etag") {
            guard let own = stored.entityTag else { return false }
            return tag.hasPrefix("W/") ? opaque(tag) == opaque(own) : tag == own
        }
        return head.lines.text(of: "last-modified").map { $0 == stored.lastModified } ?? false
    }

    /// A tag without the mark of a weak one.
    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

    /// Returns whether a stored response that was renewed may still be stored: what it says now does not forbid that, and
    /// the same requests choose it as before.
    static func isStorable(_ renewed: StoredResponse, for request: CacheRequest) -> Bool {
        guard !renewed.directives.noStore || renewed.directives.mustUnderstand else { return false }
        return CacheSelection(of: HeaderLines(renewed.parts.lines), to: request) == renewed.parts.selection
    }

    /// Returns the number of bytes to expect of a body that is to be stored; `nil` if it is announced to be too large.
    static func room(for head: ResponseHead, limit: Int) -> Int? {
        let length = head.contentLength
        if limit <= 0 || length > Int64(limit) && head.value(of: "content-encoding") == nil { return nil }
        // A server may announce any length.
        return Int(min(max(0, length), 1 << 20, Int64(limit)))
    }

    /// Compares the response of a `HEAD` request with a stored one (RFC 9111, section 4.3.5).
    private static func effect(ofHEAD head: ResponseHead, on stored: StoredResponse) -> CacheEffect {
        guard head.status < 500, ![206, 304, 401, 407].contains(head.status) else { return .nothing }
        guard head.status == stored.parts.status else { return .remove }
        let lines = head.lines
        let tag = lines.text(of: "etag")
        let modified = lines.text(of: "last-modified")
        if let tag, tag != stored.entityTag { return .remove }
        if let modified, modified != stored.lastModified { return .remove }
        if let length = lines.contentLength, let own = HeaderLines(stored.parts.lines).contentLength, length != own {
            return .remove
        }
        return tag != nil || modified != nil ? .freshen : .nothing
    }

    /// Returns a function that tells which fields of a message are not stored (RFC 9111, section 3.1): those of the
    /// connection and of proxies, and those that `Connection` and `no-cache="…"` name.
    static func exclusion(of lines: [UInt8]) -> (HeaderLines, HeaderLines.Field) -> Bool {
        let fields = HeaderLines(lines)
        var named: Set<String> = []
        for value in fields.all("connection") { named.formUnion(CacheFieldList.names(value)) }
        named.formUnion(CacheDirectives(fields.all("cache-control")).noCacheFields)
        // Without the last ones the response could not be judged.
        named.subtract(["close", "keep-alive", "cache-control", "date", "vary"])
        return { lines, field in
            hopByHop.contains { lines.has(field, name: $0) }
                || !named.isEmpty && named.contains(lines.text(field.name).lowercasedASCII)
        }
    }

    private static let hopByHop: [StaticString] = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
}

extension RequestURL {
    /// The URL under which responses are stored: without user, password and fragment, and with the same text for equal
    /// hosts and ports.
    ///
    /// - Complexity: O(*n*)
    var cacheKey: String {
        let origin = origin
        let port = origin.port == (origin.isSecure ? 443 : 80) ? "" : ":\(origin.port)"
        return "\(origin.isSecure ? "https" : "http")://\(origin.host)\(port)\(pathAndQuery)"
    }
}
