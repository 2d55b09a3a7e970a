internal import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON
internal import NeatlineTesting

// From a request to its response, in Drupal's order: the path, the method, the type of the body, the format, what the
// path names, access, maintenance, the handler.

extension SiteState {
    /// The state of a request's handling, from which the response to a failure is created.
    private struct Progress {
        var format: Format
        var allowsBasic = false
        var viewer = Viewer()
    }

    /// Answers a request.
    mutating func answer(_ received: LoopbackRequest) -> LoopbackResponse {
        let request = SiteRequest(received)
        let fault = takeFault(for: request.path)
        if let response = fault?.response(to: request) { return response }
        var progress = Progress(format: Format(name: request.query.text("_format") ?? "html"))
        var reply: Reply
        do {
            reply = try respond(to: request, &progress)
        } catch {
            var failure = error as? SiteError ?? .crash
            if failure.status == 403, progress.allowsBasic, !progress.viewer.hasCredentials {
                failure = .unauthorized(realm: settings.siteName)
            }
            reply = failure.reply(
                in: progress.format, to: request,
                isVerbose: settings.showsErrors && (progress.viewer.isAdministrator || failure.isCrash))
        }
        if !reply.isStatic { complete(&reply, for: request) }
        var (bytes, type) = reply.content(in: progress.format)
        if case .truncatedBody? = fault?.kind { bytes.removeLast(bytes.count / 2) }
        var response = LoopbackResponse(status: reply.status, body: bytes)
        response.reason = reply.reason
        if let type, !reply.hasHeader("Content-Type") { response.addHeader("Content-Type", type) }
        for (name, value) in reply.headers {
            // A line break in an alias or a name must not begin another field.
            response.addHeader(name, String(value.unicodeScalars.filter { $0.value >= 0x20 }))
        }
        return response
    }

    private mutating func respond(to request: SiteRequest, _ progress: inout Progress) throws -> Reply {
        if request.path.hasPrefix(Self.filesPath) { return try staticFile(request.path) }
        if request.hasDoubleSlash {
            return .redirect(to: request.base + "/" + request.encodedPath.drop { $0 == "/" })
        }
        let path = aliases[request.path.lowercased()] ?? request.path
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var routes = routes.compactMap { route in route.match(segments, in: self).map { (route, $0) } }
        guard let first = routes.first else { throw SiteError.notFound() }
        if first.0.formats == [.apiJSON], request.query.text("_format") == nil { progress.format = .apiJSON }
        let format = progress.format
        if case .unknown = format { throw SiteError.notAcceptable(format) }

        let allowed = routes.flatMap(\.0.methods).uniqued()
        if request.method == "OPTIONS" {
            let type = format == .apiJSON ? Format.html : format
            return Reply(
                headers: [("Allow", allowed.joined(separator: ", ")), ("Content-Type", type.contentType)])
        }
        let method = request.method == "HEAD" ? "GET" : request.method
        routes.removeAll { !$0.0.methods.contains(method) }
        if routes.isEmpty { throw SiteError.methodNotAllowed(allowed + (allowed.contains("GET") ? ["HEAD"] : [])) }
        if settings.isJSONAPIReadOnly, first.0.formats == [.apiJSON], method != "GET" {
            throw SiteError.methodNotAllowed(["GET"])
        }
        if method != "GET" {
            let type = request.mediaType
            routes.removeAll { $0.0.mediaTypes.map { types in !types.contains(type ?? "") } ?? false }
            if routes.isEmpty { throw SiteError.unsupportedMediaType(request.header("Content-Type")) }
        }
        let formats = routes.flatMap(\.0.formats).uniqued()
        routes.removeAll { !$0.0.formats.isEmpty && !$0.0.formats.contains(format) }
        guard let (route, parameters) = routes.first else {
            throw SiteError.notAcceptable(
                format,
                alternates: formats.map { ("\(request.base)\(request.encodedPath)?_format=\($0.name)", $0.mediaType) })
        }
        progress.allowsBasic = route.allowsBasic
        let viewer = viewer(of: request)
        progress.viewer = viewer
        let call = Call(
            request: request, parameters: parameters, format: format, viewer: viewer,
            entity: try subject(of: route, parameters))
        if route.needsToken, method != "GET" { try checkToken(of: request, viewer) }
        if request.basicCredentials != nil, !route.allowsBasic {
            throw SiteError.forbidden("This route has no Basic authentication.")
        }
        if settings.isInMaintenance, !viewer.isAdministrator {
            if let key = viewer.sessionKey { sessions[key] = nil }
            throw SiteError.maintenance(settings)
        }
        if route.formats.isEmpty, format != .html { throw SiteError.notAcceptable(format) }
        let reply = try route.handler(&self, call)
        return isCacheable(reply, request) ? validated(reply, request) : reply
    }

    private func subject(of route: Route, _ parameters: [String: String]) throws -> Entity? {
        let key = parameters["id"] ?? ""
        let entity: Entity?
        switch route.subject {
        case .none: return nil
        case .entity(let type): entity = content.entity(type, key: key)
        case .resource:
            entity = content.entity(uuid: key).flatMap {
                $0.type.name == parameters["type"] && $0.bundle == parameters["bundle"] ? $0 : nil
            }
        }
        guard let entity, entity.id != 0 || entity.type != .user || route.formats == [.apiJSON] else {
            throw SiteError.notFound("The path names nothing that exists.")
        }
        return entity
    }

    /// Adds the header fields that all responses of the site have, and deletes the cookie of an unknown session.
    private func complete(_ reply: inout Reply, for request: SiteRequest) {
        let name = cookieName(for: request)
        if let value = request.cookie(name), sessions[value] == nil, !reply.hasHeader("Set-Cookie") {
            reply.addHeader(
                "Set-Cookie", "\(name)=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0; path=/; HttpOnly")
        }
        if !reply.hasHeader("Cache-Control") { reply.addHeader("Cache-Control", "must-revalidate, no-cache, private") }
        reply.addHeader("Date", HTTPDate.of(now))
        reply.addHeader("Content-language", "en")
        reply.addHeader("X-Content-Type-Options", "nosniff")
        reply.addHeader("X-Frame-Options", "SAMEORIGIN")
        reply.addHeader("Expires", "Sun, 19 Nov 1978 05:00:00 GMT")
        reply.addHeader("X-Generator", "Drupal 10 (https://www.drupal.org)")
    }

    // MARK: The page cache

    private func isCacheable(_ reply: Reply, _ request: SiteRequest) -> Bool {
        settings.cacheLifetime > 0 && reply.status == 200 && (request.method == "GET" || request.method == "HEAD")
            && request.basicCredentials == nil && request.cookie(cookieName(for: request)) == nil
    }

    /// Returns the response with its validators; 304 if the request has both of them.
    ///
    /// As in Drupal, the validator is the second in which the response was stored, so that a change within that second
    /// goes unnoticed.
    private mutating func validated(_ reply: Reply, _ request: SiteRequest) -> Reply {
        let key = request.canonicalURL
        let stored = cachedAt[key] ?? now
        // The number of URLs is limited, because a client can request as many as it likes.
        if cachedAt.count >= 10_000 { cachedAt = [:] }
        cachedAt[key] = stored
        let tag = "\"\(Int(stored.timeIntervalSince1970))\""
        let date = HTTPDate.of(stored)
        let headers = [
            ("Cache-Control", "max-age=\(settings.cacheLifetime), public"), ("ETag", tag), ("Last-Modified", date),
            ("Vary", "Cookie"),
        ]
        if request.header("If-None-Match") == tag, request.header("If-Modified-Since") == date {
            return Reply(status: 304, headers: headers)
        }
        var reply = reply
        reply.headers += headers
        return reply
    }
}

extension Array where Element: Hashable {
    /// Returns the elements in their order, each only once.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
