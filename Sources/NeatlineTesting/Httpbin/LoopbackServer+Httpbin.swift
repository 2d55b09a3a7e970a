internal import Foundation
internal import NeatlineHTTP
internal import NeatlineJSON

extension LoopbackServer {
    /// A server with the routes of httpbin that clients are usually tried with, so that examples and tests need no
    /// network.
    ///
    /// ```swift
    /// let server = try LoopbackServer.httpbin()
    /// let echo = try await AF.request(server.url("/get?a=1")).serializingDecodable(Echo.self).value
    /// ```
    ///
    /// | routes | answer | |---|---| | `/get` `/post` `/put` `/patch` `/delete` `/head` `/options`, `/anything/*` (any
    /// method) | the request as JSON: `args`, `data`, `files`, `form`, `headers`, `json`, `method`, `origin`, `url` | |
    /// `/ip` `/uuid` `/headers` `/user-agent` | one of these as JSON | | `/status/:code` | that status; redirects have
    /// a `Location`, 401 has a challenge | | `/response-headers?name=value`, `/cache?Cache-Control=…`,
    /// `/cache/:seconds`, `/etag/:etag` | the headers asked for; `304` where the request has the validator | |
    /// `/redirect/:n` `/absolute-redirect/:n`, `/redirect-to?url=…&status_code=…` | redirects, the former down to
    /// `/get` | | `/cookies`, `/cookies/set?name=value`, `/cookies/set/:name/:value`, `/cookies/delete?name` | the
    /// cookies that came; cookies set and removed, then a redirect to `/cookies` | | `/basic-auth/:user/:password`,
    /// `/hidden-basic-auth/:user/:password`, `/bearer` | 200 with the right credentials, else 401 (404 for the hidden
    /// one) | | `/digest-auth/:qop/:user/:password`, and behind it `/:algorithm` and `/:stale_after` | 200 with the
    /// right answer, else 401; `qop` is `auth`, `auth-int`, `none` or anything for both; `algorithm` is `MD5`,
    /// `SHA-256`, `SHA-512-256`, `SHA-512` or one of them with `-sess`; a nonce is too old after `stale_after` requests
    /// | | `/bytes/:count` `/range/:count` `/download/:count` | so many bytes, the last two also in part;
    /// `?shouldProduceError=true` cuts a download at six tenths | | `/chunked/:count` `/stream/:n` `/payloads/:n`
    /// `/infinite` | chunks of one byte; lines of JSON; JSON texts, one a chunk; no end | | `/delay/:seconds` | the
    /// request as JSON, later (ten seconds at most) | | `/gzip` `/deflate` `/brotli` `/zstd` | JSON in that coding | |
    /// `/image` `/image/png` `/image/jpeg` `/image/svg`, `/json` `/xml` `/html` `/encoding/utf8` `/robots.txt` |
    /// samples | | `/upload` | how many bytes came: `{"bytes":5}` |
    ///
    /// - Parameter address: Where it listens.
    /// - Throws: ``LoopbackServerError`` if a socket cannot be opened.
    public static func httpbin(on address: LoopbackAddress = .ipv4) throws -> LoopbackServer {
        let server = try LoopbackServer(on: address)
        server.addHttpbinRoutes()
        return server
    }

    /// Adds the routes of ``httpbin(on:)`` to those that there are.
    public func addHttpbinRoutes() {
        addEchoRoutes()
        addStatusRoutes()
        addRedirectAndCookieRoutes()
        addAuthenticationRoutes()
        addByteRoutes()
        addStreamRoutes()
        addSampleRoutes()
    }

    private func addEchoRoutes() {
        for method: HTTPMethod in [.get, .post, .put, .patch, .delete, .options, .trace] {
            on(method, "/" + method.rawValue.lowercased()) { .json(RequestEcho.of($0)) }
        }
        on(.head, "/head") { .json(RequestEcho.of($0)) }
        on(nil, "/anything") { .json(RequestEcho.of($0)) }
        on(nil, "/anything/*") { .json(RequestEcho.of($0)) }
        on(nil, "/delay/:seconds") { request in
            let seconds = Double(request.parameters["seconds"] ?? "") ?? 0
            var response = LoopbackResponse.json(RequestEcho.of(request))
            response.delay = min(10, seconds)
            return response
        }
        on(.get, "/ip") { _ in .json(["origin": "127.0.0.1"]) }
        on(.get, "/uuid") { _ in .json(RequestEcho.object([("uuid", .string(UUID().uuidString.lowercased()))])) }
        on(.get, "/headers") { .json(RequestEcho.object([("headers", RequestEcho.headers($0))])) }
        on(.get, "/user-agent") { request in
            .json(RequestEcho.object([("user-agent", .string(request[header: "User-Agent"] ?? ""))]))
        }
        for method: HTTPMethod in [.post, .put] {
            on(method, "/upload") { .json(RequestEcho.object([("bytes", JSON($0.bodyCount))])) }
        }
    }

    private func addStatusRoutes() {
        on(nil, "/status/:code") { request in
            guard let status = Int(request.parameters["code"] ?? ""), (100...999).contains(status) else {
                return .status(400)
            }
            var response = LoopbackResponse(status: status)
            switch status {
            case 301, 302, 303, 307, 308: response.addHeader("Location", "/redirect/1")
            case 401: response.addHeader("WWW-Authenticate", #"Basic realm="Fake Realm""#)
            default: break
            }
            return response
        }
        for method: HTTPMethod in [.get, .post] {
            on(method, "/response-headers") { request in
                var response = LoopbackResponse.json(RequestEcho.grouped(request.query))
                for (name, value) in request.query { response.addHeader(name, value) }
                return response
            }
        }
        on(.get, "/cache") { request in
            let policy = request[query: "Cache-Control"]
            if policy == nil, request[header: "If-Modified-Since"] ?? request[header: "If-None-Match"] != nil {
                return .status(304)
            }
            var response = LoopbackResponse.json(RequestEcho.of(request))
            response.addHeader("Date", HTTPDate.now)
            response.addHeader("Last-Modified", HTTPDate.now)
            response.addHeader("ETag", #""neatline""#)
            if let policy { response.addHeader("Cache-Control", policy) }
            return response
        }
        on(.get, "/cache/:seconds") { request in
            var response = LoopbackResponse.json(RequestEcho.of(request))
            response.addHeader("Date", HTTPDate.now)
            response.addHeader("Cache-Control", "public, max-age=\(request.parameters["seconds"] ?? "0")")
            return response
        }
        on(.get, "/etag/:etag") { request in
            let tag = "\"\(request.parameters["etag"] ?? "")\""
            var response = LoopbackResponse.json(RequestEcho.of(request))
            if let known = request[header: "If-None-Match"], known.contains(tag) || known == "*" {
                response = .status(304)
            } else if let wanted = request[header: "If-Match"], !wanted.contains(tag), wanted != "*" {
                response = .status(412)
            }
            response.addHeader("ETag", tag)
            return response
        }
    }

    private func addRedirectAndCookieRoutes() {
        @Sendable func next(_ request: LoopbackRequest, _ route: String) -> String {
            let count = Int(request.parameters["count"] ?? "") ?? 1
            return count > 1 ? "/\(route)/\(count - 1)" : "/get"
        }
        on(.get, "/redirect/:count") { .redirect(to: next($0, "redirect")) }
        on(.get, "/relative-redirect/:count") { .redirect(to: next($0, "relative-redirect")) }
        on(.get, "/absolute-redirect/:count") { request in
            let host = request[header: "Host"] ?? "localhost"
            return .redirect(to: "http://\(host)" + next(request, "absolute-redirect"))
        }
        on(nil, "/redirect-to") { request in
            let status = Int(request[query: "status_code"] ?? "") ?? 302
            guard let location = request[query: "url"], (300...399).contains(status) else { return .status(400) }
            return .redirect(to: location, status: status)
        }
        on(.get, "/cookies") { request in
            let pairs = (request[header: "Cookie"] ?? "").split(separator: ";").map { pair in
                let end = pair.firstIndex(of: "=") ?? pair.endIndex
                return (
                    name: pair[..<end].trimmingCharacters(in: .whitespaces), value: String(pair[end...].dropFirst())
                )
            }
            return .json(RequestEcho.object([("cookies", RequestEcho.grouped(pairs))]))
        }
        on(.get, "/cookies/set") { request in
            var response = LoopbackResponse.redirect(to: "/cookies")
            for (name, value) in request.query { response.addHeader("Set-Cookie", "\(name)=\(value); Path=/") }
            return response
        }
        on(.get, "/cookies/set/:name/:value") { request in
            var response = LoopbackResponse.redirect(to: "/cookies")
            let (name, value) = (request.parameters["name"] ?? "", request.parameters["value"] ?? "")
            response.addHeader("Set-Cookie", "\(name)=\(value); Path=/")
            return response
        }
        on(.get, "/cookies/delete") { request in
            var response = LoopbackResponse.redirect(to: "/cookies")
            for (name, _) in request.query {
                response.addHeader(
                    "Set-Cookie", "\(name)=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/")
            }
            return response
        }
    }
}

/// The date of an HTTP header (RFC 9110, section 5.6.7).
enum HTTPDate {
    static var now: String { of(Date()) }

    static func of(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func digits(_ number: Int?) -> String {
            let text = String(number ?? 0)
            return text.count < 2 ? "0" + text : text
        }
        return "\(days[((parts.weekday ?? 1) - 1) % 7]), \(digits(parts.day)) \(months[((parts.month ?? 1) - 1) % 12]) "
            + "\(parts.year ?? 1970) \(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second)) GMT"
    }
}
