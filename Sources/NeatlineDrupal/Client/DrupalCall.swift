internal import Foundation
internal import NeatlineHTTP

/// A request of the client before the session adds its credentials.
struct DrupalCall: Sendable {
    /// The URL: a path below the base URL, or a complete URL.
    enum Target: Sendable {
        case path(DrupalPath, query: [(name: String, value: String)])
        case url(URL)
    }

    /// The body, encoded.
    struct Body: Sendable {
        var data: Data
        var contentType: String
    }

    var kind = DrupalRequestKind.content
    var api = DrupalAPI.coreREST
    var method = HTTPMethod.get
    var target: Target
    var headers = HTTPHeaders()
    var body: Body?
    /// The content type that a successful response must have.
    var expected: ExpectedContent
    /// Whether credentials are added. Never for another origin.
    var usesSession = true
    /// Whether the request is repeated after a new login, or with a new token.
    var isRepeatable = true

    /// Creates a call of a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the base URL.
    ///   - query: The parameters, without `_format`.
    ///   - api: The API, which determines the format parameter and the content types.
    ///   - body: The bytes of a JSON body.
    init(
        _ method: HTTPMethod, _ path: DrupalPath, query: [(name: String, value: String)] = [],
        api: DrupalAPI = .coreREST, body: [UInt8]? = nil
    ) {
        self.method = method
        self.api = api
        target = .path(path, query: query)
        expected = api.expected
        self.body = body.map { Body(data: Data($0), contentType: api.contentType) }
    }

    /// Creates a call of a complete URL.
    init(_ method: HTTPMethod, url: URL, api: DrupalAPI, body: [UInt8]? = nil) {
        self.init(method, DrupalPath(segments: []), api: api, body: body)
        target = .url(url)
    }

    /// Whether Drupal requires a CSRF token, if the request has a session cookie: for methods that change something, except
    /// for login and logout.
    var needsToken: Bool { changesSomething && kind == .content }

    /// Whether the method changes something.
    var changesSomething: Bool {
        switch method {
        case .get, .head, .options, .trace: false
        default: true
        }
    }

    /// Returns the URL.
    ///
    /// - Throws: `DrupalError` with the reason `invalidURL`.
    func url(of site: SiteURL) throws -> URL {
        switch target {
        case .path(let path, var query):
            if api == .coreREST, !query.contains(where: { $0.name == "_format" }) { query.append(("_format", "json")) }
            return try site.url(path, query: query)
        case .url(let url): return api == .coreREST ? withFormat(url) : url
        }
    }

    private func withFormat(_ url: URL) -> URL {
        let query = (URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQuery ?? "")
        if query.split(separator: "&").contains(where: { $0 == "_format" || $0.hasPrefix("_format=") }) { return url }
        // Only the query changes: the rest of the URL is sent as it was given.
        var text = url.absoluteString
        var fragment = ""
        if let hash = text.firstIndex(of: "#") {
            fragment = String(text[hash...])
            text = String(text[..<hash])
        }
        text += text.contains("?") ? (query.isEmpty ? "" : "&") : "?"
        return URL(string: text + "_format=json" + fragment) ?? url
    }
}

/// The two APIs of Drupal core, and other routes.
///
/// Core REST needs the parameter `_format`, which JSON:API rejects.
public enum DrupalAPI: Sendable, Hashable {
    /// Core REST: entities at their paths, views with a REST export, login and logout.
    case coreREST
    /// JSON:API, whose paths begin with `jsonapi`.
    case jsonAPI
    /// A route of another module: no parameter is added, and a response may have any content type.
    case other
}

extension DrupalAPI {
    var contentType: String { self == .jsonAPI ? "application/vnd.api+json" : "application/json" }

    var expected: ExpectedContent {
        switch self {
        case .coreREST: .json
        case .jsonAPI: .jsonAPI
        case .other: .anything
        }
    }
}

/// The content type that a successful response must have.
enum ExpectedContent: Sendable {
    case json
    case jsonAPI
    case text
    case anything

    /// Returns whether a media type, in lower case and without parameters, is the expected one.
    func allows(_ type: String) -> Bool {
        switch self {
        case .json: Self.isJSON(type)
        case .jsonAPI: type == "application/vnd.api+json"
        case .text: type == "text/plain"
        case .anything: true
        }
    }

    static func isJSON(_ type: String) -> Bool { type == "application/json" || type.hasSuffix("+json") }
}
