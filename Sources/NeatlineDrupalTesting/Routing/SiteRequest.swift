internal import Foundation
internal import NeatlineTesting

/// A representation that a request asks for with `_format`.
enum Format: Hashable, Sendable {
    case html
    case json
    case xml
    case apiJSON
    /// A format that the site does not have.
    case unknown(String)

    init(name: String) {
        self =
            switch name {
            case "html": .html
            case "json": .json
            case "xml": .xml
            case "api_json": .apiJSON
            default: .unknown(name)
            }
    }

    /// The value of `_format`.
    var name: String {
        switch self {
        case .html: "html"
        case .json: "json"
        case .xml: "xml"
        case .apiJSON: "api_json"
        case .unknown(let name): name
        }
    }

    /// The media type without parameters.
    var mediaType: String {
        switch self {
        case .html: "text/html"
        case .json: "application/json"
        case .xml: "text/xml"
        case .apiJSON: "application/vnd.api+json"
        case .unknown: "text/plain"
        }
    }

    /// The value of `Content-Type`.
    var contentType: String {
        switch self {
        case .html, .xml, .unknown: mediaType + "; charset=UTF-8"
        case .json, .apiJSON: mediaType
        }
    }
}

/// A request in the form in which routes and handlers read it.
struct SiteRequest {
    let method: String
    /// The decoded path without `/index.php` and without a slash at the end.
    var path: String
    /// Whether the path begins with two slashes.
    let hasDoubleSlash: Bool
    let query: QueryTree
    /// The URL before the path: `http://127.0.0.1:40123`, followed by `/index.php` if the request has it.
    let base: String
    let isForwardedFromHTTPS: Bool
    let body: Data
    private let headers: [String: String]
    private let cookies: [String: String]

    init(_ request: LoopbackRequest) {
        method = request.method
        var headers: [String: String] = [:]
        for (name, value) in request.headers {
            let name = name.lowercased()
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        self.headers = headers
        var path = FormText.percentDecoded(request.path)
        hasDoubleSlash = path.hasPrefix("//")
        var prefix = ""
        if path == SiteState.script || path.hasPrefix(SiteState.script + "/") {
            prefix = SiteState.script
            path = String(path.dropFirst(prefix.count))
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path.isEmpty ? "/" : path
        isForwardedFromHTTPS = headers["x-forwarded-proto"]?.lowercased() == "https"
        base = "http://\(headers["host"] ?? "localhost")\(prefix)"
        query = QueryTree(request.query)
        body = request.body
        cookies = Self.cookies(in: headers["cookie"] ?? "")
    }

    /// Returns the value of a header field.
    func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// Returns the percent-decoded value of a cookie.
    func cookie(_ name: String) -> String? { cookies[name] }

    /// The segments of the path.
    var segments: [Substring] { path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) }

    /// The path with all but unreserved characters percent-encoded.
    var encodedPath: String {
        "/" + segments.map { QueryTree.encoded(String($0)) }.joined(separator: "/")
    }

    /// The media type of the body in lower case, without parameters.
    var mediaType: String? {
        header("Content-Type").map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// The name and the password of Basic authentication; `nil` if the request has none.
    var basicCredentials: (name: String, password: String)? {
        guard let field = header("Authorization"), field.lowercased().hasPrefix("basic ") else { return nil }
        let text =
            Data(base64Encoded: field.dropFirst(6).trimmingCharacters(in: .whitespaces))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
        let end = text.firstIndex(of: ":") ?? text.endIndex
        return (String(text[..<end]), String(text[end...].dropFirst()))
    }

    /// The URL of the request with its query in normalized form.
    var canonicalURL: String {
        let text = query.text(sorted: true)
        return base + encodedPath + (text.isEmpty ? "" : "?" + text)
    }

    private static func cookies(in field: String) -> [String: String] {
        var cookies: [String: String] = [:]
        for pair in field.split(separator: ";") {
            let end = pair.firstIndex(of: "=") ?? pair.endIndex
            let name = pair[..<end].trimmingCharacters(in: .whitespaces)
            if cookies[name] == nil { cookies[name] = FormText.percentDecoded(pair[end...].dropFirst()) }
        }
        return cookies
    }
}
