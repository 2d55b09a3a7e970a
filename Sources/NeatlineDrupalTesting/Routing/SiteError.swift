internal import NeatlineJSON

/// A response that is an error: the one place for its forms in core REST, JSON:API, HTML and plain text.
struct SiteError: Error {
    /// A value that a field may not have.
    struct Violation {
        /// The path as Drupal writes it: `title.0.value`.
        let path: String
        let message: String
        /// Whether the field has several values, so that the number in the path is part of a pointer.
        var isMultiple = false

        /// The pointer of JSON:API: `/data/attributes/title/value`.
        var pointer: String {
            let steps = path.split(separator: ".").filter { isMultiple || $0 != "0" }
            return "/data/attributes/" + steps.joined(separator: "/")
        }
    }

    let status: Int
    let message: String
    var headers: [(name: String, value: String)] = []
    /// The place of the error in the request's JSON:API document.
    var pointer: String?
    var violations: [Violation] = []
    /// The URL that describes the error in JSON:API; `nil` for the one of the status.
    var information: String?
    /// Whether the site failed in a way that it reports as plain text, whatever the format is.
    var isCrash = false
    /// Whether all formats but JSON:API have plain text.
    var isMaintenance = false

    static func badRequest(_ message: String) -> SiteError { SiteError(status: 400, message: message) }

    static func forbidden(_ message: String = "", pointer: String? = nil) -> SiteError {
        SiteError(status: 403, message: message, pointer: pointer)
    }

    static func notFound(_ message: String = "There is nothing at this path.") -> SiteError {
        SiteError(status: 404, message: message)
    }

    static func unprocessable(_ message: String) -> SiteError { SiteError(status: 422, message: message) }

    static func violations(_ violations: [Violation]) -> SiteError {
        let lines = violations.map { "\($0.path): \($0.message)\n" }.joined()
        return SiteError(status: 422, message: "The entity is not valid.\n" + lines, violations: violations)
    }

    /// The error of code that fails, such as that for an unknown field.
    static let crash = SiteError(status: 500, message: "This request made the stub site fail.", isCrash: true)

    static func methodNotAllowed(_ allowed: [String]) -> SiteError {
        let list = allowed.joined(separator: ", ")
        return SiteError(
            status: 405, message: "Only these methods have a route here: \(list)", headers: [("Allow", list)])
    }

    static func unsupportedMediaType(_ type: String?) -> SiteError {
        SiteError(
            status: 415, message: type.map { "No route here takes a body of type \($0)" } ?? "The body has no type")
    }

    /// - Parameter alternates: The URLs and media types of the formats that the path has.
    static func notAcceptable(
        _ format: Format, alternates: [(url: String, mediaType: String)] = []
    ) -> SiteError {
        let links = alternates.map { "<\($0.url)>; rel=\"alternate\"; type=\"\($0.mediaType)\"" }
        return SiteError(
            status: 406, message: "This path has no format \(format.name)",
            headers: links.isEmpty ? [] : [("Link", links.joined(separator: ", "))])
    }

    static func unauthorized(realm: String) -> SiteError {
        SiteError(
            status: 401, message: "This needs a name and a password.",
            headers: [("WWW-Authenticate", "Basic realm=\"\(realm)\"")])
    }

    /// The response of a site in maintenance.
    static func maintenance(_ settings: StubDrupalSettings) -> SiteError {
        SiteError(status: 503, message: "\(settings.siteName) is being worked on.", isMaintenance: true)
    }
}

extension SiteError {
    /// Returns the response in a format.
    ///
    /// - Parameters:
    ///   - format: The format of the request, or that of its route.
    ///   - request: The request, whose URL is part of errors of JSON:API.
    ///   - isVerbose: Whether the error includes where the code failed, as on a site for developers.
    func reply(in format: Format, to request: SiteRequest, isVerbose: Bool) -> Reply {
        var reply = Reply(status: status, headers: headers)
        if isCrash, format != .apiJSON {
            reply.reason = "500 Service unavailable (with message)"
            reply.body = .text(isVerbose ? message + "<br><br><em>SiteError</em>: " + message : message)
            return reply
        }
        switch format {
        case .html: reply.body = .page(title: message.isEmpty ? "Access denied" : message)
        case .unknown: reply.body = .text(message)
        case .json, .xml: reply.body = isMaintenance ? .text(message) : .json(["message": message])
        case .apiJSON:
            if isMaintenance { reply.addHeader("Retry-After", "10") }
            let errors = violations.isEmpty ? [apiError(request, isVerbose: isVerbose)] : violations.map(Self.apiError)
            reply.body = .json(.object(["jsonapi": JSONAPI.version, "errors": JSON(errors)]))
        }
        return reply
    }

    private func apiError(_ request: SiteRequest, isVerbose: Bool) -> JSON {
        var links: JSONObject = ["via": ["href": request.canonicalURL]]
        if let url = information ?? JSONAPI.informationURL(of: status) { links["info"] = ["href": url] }
        var error: JSONObject = [
            "title": .string(JSONAPI.title(of: status)), "status": .string(String(status)),
            "detail": .string(message), "links": .object(links),
        ]
        if let pointer { error["source"] = ["pointer": pointer] }
        if isVerbose {
            let frame: JSON = ["file": "/stub/SiteError.swift", "line": 1]
            if pointer == nil { error["source"] = frame }
            error["meta"] = ["exception": "SiteError: " + message, "trace": [frame]]
        }
        return .object(error)
    }

    private static func apiError(_ violation: Violation) -> JSON {
        .object([
            "title": .string(JSONAPI.title(of: 422)), "status": "422",
            "detail": .string("\(violation.path): \(violation.message)"),
            "source": ["pointer": violation.pointer],
        ])
    }
}
