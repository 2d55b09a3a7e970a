internal import Foundation
internal import NeatlineHTTP
internal import NeatlineJSON

/// The route of a request: what it is for, and its method and path.
struct DrupalPlace: Sendable {
    let kind: DrupalRequestKind
    /// The method and path without the query, which may contain a token.
    let request: String

    /// - Parameter url: The URL, whose path is shown as it is sent.
    init(kind: DrupalRequestKind, method: HTTPMethod, url: URL?) {
        self.kind = kind
        let path = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.percentEncodedPath } ?? ""
        request = "\(method.rawValue) \(path.isEmpty ? "/" : path)"
    }
}

extension DrupalError {
    /// Creates the error of a request at a place.
    init(
        _ reason: Reason, at place: DrupalPlace, status: Int? = nil, message: String? = nil, body: Data = Data(),
        underlyingError: (any Error)? = nil
    ) {
        self.init(
            reason, status: status, request: place.request, message: message, body: body,
            underlyingError: underlyingError)
    }

    /// Creates the error of a successful response that is not what was asked for.
    init(_ reason: Reason = .unreadableBody, in response: DrupalResponse, underlyingError: (any Error)? = nil) {
        self.init(
            reason, status: response.status, request: response.request, body: response.data,
            underlyingError: underlyingError)
    }

    /// Returns the error as one of a request, unless it is that of one.
    func of(request: String?) -> DrupalError {
        DrupalError(
            reason, status: status, request: self.request ?? request, message: message, fieldErrors: fieldErrors,
            body: body, underlyingError: underlyingError)
    }

    /// Creates the error of a request without a response, or whose response was incomplete.
    init(_ error: AFError, at place: DrupalPlace) { self.init(.noResponse, at: place, underlyingError: error) }

    /// Creates the error of a successful response with another content type than expected.
    init(unexpected reply: ReceivedReply, at place: DrupalPlace) {
        let type = reply.mediaType.isEmpty ? nil : reply.mediaType
        self.init(
            place.kind.isOnEverySite ? .notDrupal : .unexpectedContentType(type), at: place, status: reply.status,
            body: reply.data)
    }

    /// Creates the error of a response whose status code is not successful.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the body.
    init(_ reply: ReceivedReply, at place: DrupalPlace) {
        let content = ErrorContent(reply)
        self.init(
            Reason(reply, at: place), status: reply.status, request: place.request, message: content.message,
            fieldErrors: content.fieldErrors, body: reply.data)
    }

    /// Returns whether a URL is that of the login form, with or without a prefix such as a language.
    static func isLoginForm(_ url: URL) -> Bool {
        url.path.hasSuffix("/user/login") || url.path.hasSuffix("/user/login/")
    }
}

extension DrupalError.Reason {
    fileprivate init(_ reply: ReceivedReply, at place: DrupalPlace) {
        let retryAfter = reply.headers["Retry-After"].flatMap { RetryAfter.seconds($0, now: Date()) }
        switch (reply.status, place.kind) {
        case (300..<400, _):
            let url = reply.headers["Location"].flatMap { URL(string: $0) }
            if let url, DrupalError.isLoginForm(url) { self = .redirectedToLogin(url) } else { self = .redirected(url) }
        case (400, .login): self = .loginRefused
        // The client sends a login without a session cookie, so the route refuses it only for too many attempts. A web
        // page comes from something else, such as a firewall.
        case (403, .login) where reply.isJSON: self = .flood(retryAfter: retryAfter)
        case (404, let kind) where kind.isOnEverySite: self = .notDrupal
        case (400, _): self = .badRequest
        case (401, _): self = .loginRequired
        case (403, _): self = .forbidden
        case (404, _), (410, _): self = .notFound
        case (405, _):
            let methods = (reply.headers["Allow"] ?? "").split(separator: ",")
            self = .methodNotAllowed(allowed: methods.map { $0.trimmingCharacters(in: .whitespaces) })
        case (406, _): self = .notAcceptable
        case (409, _), (412, _): self = .conflict
        case (413, _), (415, _): self = .unsupportedBody
        case (422, _): self = .invalid
        case (429, _): self = .flood(retryAfter: retryAfter)
        case (503, _): self = .maintenance(retryAfter: retryAfter)
        case (500..., _): self = .serverError
        default: self = .unexpectedStatus
        }
    }
}

/// The message and the field errors of a body.
///
/// Core REST: `{"message": "…"}`; with status 422 the message may have one line for each violation. JSON:API: `errors`.
/// Maintenance and errors of PHP: text.
private struct ErrorContent {
    var message: String?
    var fieldErrors: [DrupalFieldError] = []

    init(_ reply: ReceivedReply) {
        if let json = reply.parsedBody() {
            if let errors = json["errors"].elements {
                fieldErrors = errors.map(Self.fieldError)
                message = errors.first.map(Self.detail)
            } else {
                message = json["message"].string
                if reply.status == 422, let message { fieldErrors = Self.fieldErrors(in: message) }
            }
        } else if reply.mediaType == "text/plain" {
            message = String(decoding: reply.data.prefix(4096), as: UTF8.self)
        }
        message = message?.trimmingCharacters(in: .whitespacesAndNewlines)
        if message?.isEmpty ?? false { message = nil }
    }

    private static func fieldError(_ error: JSON) -> DrupalFieldError {
        let pointer = error["source", "pointer"].string
        let path = pointer.flatMap(path)
        return DrupalFieldError(path: path, pointer: pointer, message: text(of: detail(error), at: path))
    }

    private static func detail(_ error: JSON) -> String {
        let detail = error["detail"].stringValue
        return detail.isEmpty ? error["title"].stringValue : detail
    }

    /// Returns a detail of JSON:API without the path that it may begin with, which is that of the field as core REST has
    /// it: `title.0.value: too long`.
    private static func text(of detail: String, at path: String?) -> String {
        guard let field = path?.prefix(while: { $0 != "." }), detail.hasPrefix(field),
            let colon = detail.utf8.firstIndex(where: { !isInPath($0) }), detail[colon...].hasPrefix(": "),
            detail[..<colon].prefix(while: { $0 != "." }) == field
        else { return detail }
        return String(detail[colon...].dropFirst(2))
    }

    /// Returns the path of a pointer without `/data/attributes`; `nil` if it does not lead to a field.
    private static func path(_ pointer: String) -> String? {
        for prefix in ["/data/attributes/", "/data/relationships/"] where pointer.hasPrefix(prefix) {
            return String(pointer.dropFirst(prefix.count)).replacing("/", with: ".")
        }
        return nil
    }

    /// Returns the errors after the first line, which is a heading.
    ///
    /// A line that does not begin with a path continues the message before it. Paths consist of machine names and
    /// numbers.
    private static func fieldErrors(in message: String) -> [DrupalFieldError] {
        var errors: [DrupalFieldError] = []
        var path: String?
        var text: String?
        func finish() {
            if let text { errors.append(DrupalFieldError(path: path, message: text)) }
        }
        for line in message.split(separator: "\n").dropFirst() {
            let utf8 = line.utf8
            if let colon = utf8.firstIndex(where: { !isInPath($0) }), colon > utf8.startIndex,
                line[colon...].hasPrefix(": ")
            {
                finish()
                path = String(line[..<colon])
                text = String(line[colon...].dropFirst(2))
            } else if text != nil {
                text?.append("\n")
                text?.append(contentsOf: line)
            } else {
                text = String(line)
            }
        }
        finish()
        return errors
    }

    private static func isInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
