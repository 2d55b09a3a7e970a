internal import NeatlineJSON

/// A route of the site: which requests it takes, and the handler that answers them.
struct Route: Sendable {
    typealias Handler = @Sendable (inout SiteState, Call) throws -> Reply

    /// The entity that the site looks up before it calls the handler; the response is 404 if there is none.
    enum Subject: Sendable {
        case none
        /// An entity of core REST: the segment `:id` is its number or machine name.
        case entity(EntityType)
        /// An entity of JSON:API: the segment `:id` is its UUID.
        case resource
    }

    /// The path, in which segments with a colon match any one segment.
    let segments: [Substring]
    let methods: [String]
    /// The formats; empty if the route takes requests of any format and has HTML only.
    let formats: [Format]
    /// The media types of bodies; `nil` for any.
    var mediaTypes: [String]?
    var subject = Subject.none
    /// Whether Basic authentication is allowed in addition to the session cookie.
    var allowsBasic = false
    /// Whether a session has to send `X-CSRF-Token` with methods that change something.
    var needsToken = false
    /// Whether a path with these parameters exists.
    var condition: (@Sendable (SiteState, [String: String]) -> Bool)?
    let handler: Handler

    /// Creates a route of methods, separated by spaces, and a path.
    @inline(never)
    init(_ methods: String, _ path: String, _ formats: [Format], handler: @escaping Handler) {
        segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        self.methods = methods.split(separator: " ").map(String.init)
        self.formats = formats
        self.handler = handler
    }

    /// Returns the values of the named segments; `nil` if the path does not match.
    func match(_ path: [Substring], in state: SiteState) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, found) in zip(segments, path) {
            if expected.hasPrefix(":") {
                parameters[String(expected.dropFirst())] = String(found)
            } else if expected != found {
                return nil
            }
        }
        return condition?(state, parameters) ?? true ? parameters : nil
    }
}

/// A request that has found its route.
struct Call {
    let request: SiteRequest
    let parameters: [String: String]
    let format: Format
    let viewer: Viewer
    /// The entity that the path names.
    let entity: Entity?

    /// Returns the entity that the path names.
    func requireEntity() throws -> Entity {
        guard let entity else { throw SiteError.notFound() }
        return entity
    }

    /// Returns a parameter of the path.
    subscript(parameter: String) -> String { parameters[parameter] ?? "" }
}

/// On whose behalf a request runs.
struct Viewer: Sendable {
    /// The number of the account; 0 for visitors.
    var uid = 0
    var isAdministrator = false
    /// The cookie of the session that the request has sent, if the session is live.
    var sessionKey: String?
    /// Whether the request has credentials, right or wrong: a session cookie or Basic authentication.
    var hasCredentials = false

    var isAuthenticated: Bool { uid != 0 }
}
