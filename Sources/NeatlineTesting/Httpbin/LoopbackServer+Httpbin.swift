package import Foundation
internal import NeatlineSystem
internal import NeatlineHTTP
internal import NeatlineJSON

// The routes of httpbin.org: echoes, status codes, redirects and cookies.

extension LoopbackServer {
    /// Creates a server with the routes of httpbin that clients are usually tested with, so that examples and tests need
    /// no network.
    ///
    /// ```swift
    /// let server = try LoopbackServer.httpbin()
    /// let echo = try await AF.request(server.url("/get?a=1")).serializingDecodable(Echo.self).value
    /// ```
    ///
    /// - `/get`, `/post`, `/put`, `/patch`, `/delete`, `/head`, `/options`, `/anything/*` (any method): the request as
    ///   JSON: `args`, `data`, `files`, `form`, `headers`, `json`, `method`, `origin`, `url`
    /// - `/ip`, `/uuid`, `/headers`, `/user-agent`: one of these as JSON
    /// - `/status/:code`: that status; redirects have a `Location`, 401 has a challenge
    /// - `/response-headers?name=value`, `/cache?Cache-Control=…`, `/cache/:seconds`, `/etag/:etag`: the requested header
    ///   fields; `304` if the request has the validator
    /// - `/redirect/:n`, `/absolute-redirect/:n`, `/redirect-to?url=…&status_code=…`: redirects, the former to `/get`
    ///   at the end
    /// - `/cookies`, `/cookies/set?name=value`, `/cookies/set/:name/:value`, `/cookies/delete?name`: the received
    ///   cookies; cookies are set or removed, then a redirect to `/cookies`
    /// - `/basic-auth/:user/:password`, `/hidden-basic-auth/:user/:password`, `/bearer`: 200 with the right credentials,
    ///   else 401 (404 for the hidden one)
    /// - `/digest-auth/:qop/:user/:password`, also followed by `/:algorithm` and `/:stale_after`: 200 with the right
    ///   answer, else 401; `qop` is `auth`, `auth-int`, `none` or anything for both; `algorithm` is `MD5`, `SHA-256`,
    ///   `SHA-512-256`, `SHA-512` or one of them with `-sess`; a nonce is stale after `stale_after` requests
    /// - `/bytes/:count`, `/range/:count`, `/download/:count`: that many bytes, of the last two also a range;
    ///   `?shouldProduceError=true` ends a download after 60 percent
    /// - `/chunked/:count`, `/stream/:n`, `/payloads/:n`, `/infinite`: chunks of one byte; lines of JSON; JSON texts, one
    ///   in each chunk; an endless body
    /// - `/delay/:seconds`: the request as JSON, after at most ten seconds
    /// - `/gzip`, `/deflate`, `/brotli`, `/zstd`: JSON in that coding
    /// - `/image`, `/image/png`, `/image/jpeg`, `/image/svg`, `/json`, `/xml`, `/html`, `/encoding/utf8`, `/robots.txt`:
    ///   samples
    /// - `/upload`: the number of received bytes: `{"bytes":5}`
    ///
    /// - Parameter address: The address at which the server listens.
    /// - Throws: ``LoopbackServerError`` if a socket cannot be opened.
    public static func httpbin(on address: LoopbackAddress = .ipv4) throws -> LoopbackServer {
        let server = try LoopbackServer(on: address)
        server.addHttpbinRoutes()
        return server
    }

    /// Adds the routes of ``httpbin(on:)`` to the existing ones.
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

/// The format of dates in header fields (RFC 9110, section 5.6.7).
package enum HTTPDate {
    package static var now: String { of(Date()) }

    package static func of(_ date: Date) -> String {
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

/// The JSON with which httpbin describes a request.
enum RequestEcho {
    /// The members `args`, `data`, `files`, `form`, `headers`, `json`, `method`, `origin` and `url`, as far as present.
    static func of(_ request: LoopbackRequest) -> JSON {
        let body = BodyParts(request)
        return object([
            ("args", grouped(request.query)),
            ("data", .string(body.data)),
            ("files", grouped(body.files)),
            ("form", grouped(body.form)),
            ("headers", headers(request)),
            ("json", body.json),
            ("method", .string(request.method)),
            ("origin", "127.0.0.1"),
            ("url", .string(url(request))),
        ])
    }

    /// The URL as the client has written it, with the host of the request.
    static func url(_ request: LoopbackRequest) -> String {
        request.target.hasPrefix("/")
            ? "http://\(request[header: "Host"] ?? "localhost")\(request.target)" : request.target
    }

    /// The header fields with names in httpbin's form (`X-Some-Name`); values of one name are joined.
    static func headers(_ request: LoopbackRequest) -> JSON {
        var names: [String] = []
        var values: [String: String] = [:]
        for (name, value) in request.headers {
            let name = name.split(separator: "-", omittingEmptySubsequences: false)
                .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "-")
            if let earlier = values[name] {
                values[name] = earlier + "," + value
            } else {
                names.append(name)
                values[name] = value
            }
        }
        return object(names.map { ($0, .string(values[$0] ?? "")) })
    }

    /// Returns an object in which a name with several values has an array.
    static func grouped(_ pairs: [(name: String, value: String)]) -> JSON {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for (name, value) in pairs {
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(value)
        }
        return object(
            names.map { name in
                let values = values[name] ?? []
                return (name, values.count == 1 ? .string(values[0]) : JSON(values.map { JSON.string($0) }))
            })
    }

    static func object(_ members: [(String, JSON)]) -> JSON {
        .object(JSONObject(members.map { (key: $0.0, value: $0.1) }))
    }
}

/// The contents of a body, by its content type.
private struct BodyParts {
    var data = ""
    var form: [(name: String, value: String)] = []
    var files: [(name: String, value: String)] = []
    var json = JSON.null

    init(_ request: LoopbackRequest) {
        let type = request[header: "Content-Type"] ?? ""
        let kind = type.prefix { $0 != ";" }.lowercased()
        if kind == "application/x-www-form-urlencoded" {
            form = FormText.decode(request.text)
            return
        }
        if kind == "multipart/form-data", let boundary = Self.parameter("boundary", of: type) {
            for part in MultipartReader.parts(of: Array(request.body), boundary: boundary) {
                guard let disposition = part.headers.first(where: { $0.name.lowercased() == "content-disposition" }),
                    let name = Self.parameter("name", of: disposition.value)
                else { continue }
                if Self.parameter("filename", of: disposition.value) == nil {
                    form.append((name, String(decoding: part.body, as: UTF8.self)))
                } else {
                    files.append((name, Self.text(Data(part.body), type: "application/octet-stream")))
                }
            }
            return
        }
        data = Self.text(request.body, type: kind.isEmpty ? "application/octet-stream" : kind)
        json = (try? JSON(parsing: Array(request.body))) ?? .null
    }

    /// Returns the text; a `data:` URL for bytes that are not text.
    private static func text(_ bytes: Data, type: String) -> String {
        String(data: bytes, encoding: .utf8) ?? "data:\(type);base64,\(bytes.base64EncodedString())"
    }

    /// Returns the value of a parameter of a header field such as `form-data; name="x"`.
    private static func parameter(_ name: String, of value: String) -> String? {
        var isQuoted = false
        let parts = value.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for part in parts.dropFirst() {
            let part = part.trimmingCharacters(in: .whitespaces)
            guard part.lowercased().hasPrefix(name + "=") else { continue }
            return part.dropFirst(name.count + 1).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return nil
    }
}

/// A parser for multipart bodies (RFC 2046, section 5.1.1).
enum MultipartReader {
    struct Part {
        var headers: [(name: String, value: String)]
        var body: ArraySlice<UInt8>
    }

    /// Returns the complete parts before the closing boundary.
    static func parts(of bytes: [UInt8], boundary: String) -> [Part] {
        // A boundary is at the beginning of a line, and includes the line break before it.
        let delimiter = Array("\r\n--\(boundary)".utf8)
        let text = [0x0D, 0x0A] + bytes
        var starts: [Int] = []
        var search = 0
        while let found = text[search...].firstRange(of: delimiter) {
            starts.append(found.lowerBound)
            search = found.upperBound
        }
        return zip(starts, starts.dropFirst()).compactMap { start, end in
            let part = text[(start + delimiter.count)..<end]
            guard part.starts(with: [0x0D, 0x0A]),
                let headEnd = part.firstRange(of: Array("\r\n\r\n".utf8))
            else { return nil }
            let head = part[..<headEnd.lowerBound].dropFirst(2)
            let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
            let headers = lines.compactMap { line -> (name: String, value: String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
            }
            return Part(headers: headers, body: part[headEnd.upperBound...])
        }
    }
}

/// A parser for `application/x-www-form-urlencoded`.
package enum FormText {
    package static func decode(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let end = pair.firstIndex(of: "=") ?? pair.endIndex
            return (decodePart(pair[..<end]), decodePart(pair[end...].dropFirst()))
        }
    }

    /// Decodes percent signs with two hexadecimal digits; all other bytes are unchanged.
    private static func decodePart(_ part: some StringProtocol) -> String {
        percentDecoded(part.replacingOccurrences(of: "+", with: " "))
    }

    package static func percentDecoded(_ text: some StringProtocol) -> String {
        if !text.utf8.contains(0x25) { return String(text) }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let high = HexadecimalDigits.value(bytes[index + 1]),
                let low = HexadecimalDigits.value(bytes[index + 2])
            {
                decoded.append(high * 16 + low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
