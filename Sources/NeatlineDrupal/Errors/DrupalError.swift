public import Foundation
public import NeatlineFoundation

/// The error of a request to a site.
///
/// ```swift
/// do {
///     try await site.createNode(article)
/// } catch let error as DrupalError where error.reason == .invalid {
///     for field in error.fieldErrors { print(field.path ?? "", field.message) }
/// } catch let error as DrupalError {
///     print(error.status ?? 0, error.message ?? "")
/// }
/// ```
///
/// The reason is derived from the status code, the content type and the route, never from Drupal's texts, which differ
/// between versions and languages.
public struct DrupalError: Error, Sendable {
    /// The reason of an error.
    public enum Reason: Sendable, Hashable {
        /// A URL has no host, is not one of `http` or `https`, or has a segment `.` or `..`.
        case invalidURL(String)
        /// A name of a file is empty.
        case invalidFileName
        /// The request or its body could not be encoded; see ``DrupalError/underlyingError``.
        case unencodableBody
        /// No response was received; ``DrupalError/underlyingError`` is an `AFError`.
        case noResponse

        /// The name or the password is wrong, or the account is blocked (400 for a login).
        case loginRefused
        /// There were too many failed logins of the account or from the network address (403 for a login), or too many
        /// requests (429). The number of seconds is that of `Retry-After`, which Drupal core does not send: it blocks an
        /// account for six hours and an address for one, unless configured otherwise.
        case flood(retryAfter: TimeInterval?)
        /// The login was accepted, but no session cookie was stored.
        case cookieMissing
        /// Logging out needs the token that only a login returns, and there is none.
        case logoutTokenMissing
        /// The session has ended on the server. The client has removed its cookie and tokens.
        case sessionExpired
        /// The site has carried out a request that changes something, but on behalf of a visitor, because the session had
        /// ended: what was created belongs to no account. The request is not repeated; ``DrupalError/body`` is the response.
        /// The client has removed the cookie and tokens of the session.
        case writtenAsVisitor
        /// The request needs a login (401).
        case loginRequired
        /// The account does not have the permission (403). With Basic authentication, this is also the response for a
        /// wrong password.
        case forbidden

        /// The request is malformed (400).
        case badRequest
        /// There is no such route or entity (404 or 410).
        case notFound
        /// The route does not accept the method (405). A site as installed accepts only reading by JSON:API.
        case methodNotAllowed(allowed: [String])
        /// The route does not have the format (406).
        case notAcceptable
        /// The entity exists already, or was changed in the meantime (409 or 412).
        case conflict
        /// The route does not accept the content type of the body (415), or its size (413).
        case unsupportedBody
        /// The entity is invalid (422); see ``DrupalError/fieldErrors``.
        case invalid
        /// The site is in maintenance mode, or overloaded (503). The number of seconds is that of `Retry-After`, which
        /// core REST does not send.
        case maintenance(retryAfter: TimeInterval?)
        /// The server has failed (another 5xx).
        case serverError
        /// The response has any other status code.
        case unexpectedStatus

        /// The response is a redirect to the login form.
        case redirectedToLogin(URL)
        /// The response is a redirect that is not followed: to another origin, or of a request that changes something.
        case redirected(URL?)
        /// The route of every Drupal site is missing, or returns a web page: the base URL is not that of a Drupal site.
        case notDrupal
        /// The response is successful, but has another content type: a web page where JSON was expected.
        case unexpectedContentType(String?)
        /// The body is not valid JSON, does not have the expected members, or does not fit the model; see
        /// ``DrupalError/underlyingError``.
        case unreadableBody
        /// A link to the next page leads to another origin, so it was not followed.
        case foreignLink(URL)
    }

    /// The reason, which a program can switch over.
    public let reason: Reason
    /// The status code; `nil` if there is no response.
    public let status: Int?
    /// The method and path of the request, without the query: `POST /node`.
    public let request: String?
    /// The server's message as it was sent, in the language of the site; `nil` if it is empty, or the body is a web page.
    public let message: String?
    /// The errors of fields, or the members of `errors` of a JSON:API response; empty if there are none.
    public let fieldErrors: [DrupalFieldError]
    /// The body of the response; empty if there is none.
    public let body: Data
    /// The error that has caused this one: an `AFError`, `JSONError`, `MappingError` or `DecodingError`, or the error of a
    /// new login.
    public let underlyingError: (any Error)?

    /// Creates an error, for example in a test.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - status: The status code.
    ///   - request: The method and path of the request.
    ///   - message: The server's message.
    ///   - fieldErrors: The errors of fields.
    ///   - body: The body of the response.
    ///   - underlyingError: The error that has caused this one.
    public init(
        _ reason: Reason, status: Int? = nil, request: String? = nil, message: String? = nil,
        fieldErrors: [DrupalFieldError] = [], body: Data = Data(), underlyingError: (any Error)? = nil
    ) {
        self.reason = reason
        self.status = status
        self.request = request
        self.message = message
        self.fieldErrors = fieldErrors
        self.body = body
        self.underlyingError = underlyingError
    }
}

/// An error of one field of an entity, or one of the errors of a JSON:API response.
public struct DrupalFieldError: Sendable, Hashable {
    /// The path of the value, with dots: `field_tags.0.target_id` from core REST, `title.value` from JSON:API; `nil` if
    /// the error is not that of a field.
    public let path: String?
    /// The JSON Pointer of JSON:API, for example `/data/attributes/title/value`; `nil` if there is none.
    public let pointer: String?
    /// The server's message, without the path of the field.
    public let message: String

    /// The machine name of the field: the path up to its first dot.
    public var field: String? { path.map { String($0.prefix { $0 != "." }) } }

    /// Creates an error of a field.
    ///
    /// - Parameters:
    ///   - path: The path of the value.
    ///   - pointer: The JSON Pointer.
    ///   - message: The server's message.
    public init(path: String?, pointer: String? = nil, message: String) {
        self.path = path
        self.pointer = pointer
        self.message = message
    }
}

extension DrupalError: NSErrorBridgeable, CustomStringConvertible {
    /// The request, the status code, the reason, and the server's message. Of many field errors, the first five.
    public var description: String {
        var text = [request, status.map { "\($0)" }, reason.text].compactMap(\.self).joined(separator: ": ")
        if !fieldErrors.isEmpty {
            for error in fieldErrors.prefix(5) {
                text += "\n\(error.path.map { "\($0): " } ?? "")\(error.message)"
            }
            if fieldErrors.count > 5 { text += "\nand \(fieldErrors.count - 5) more" }
        } else if let message {
            text += ": \(message.prefix(500))"
        }
        if let underlyingError { text += "\n\(underlyingError)" }
        return text
    }
}

extension DrupalError.Reason {
    fileprivate var text: String {
        switch self {
        case .invalidURL(let text): "'\(text)' is not a URL for this site"
        case .invalidFileName: "the name of the file is empty"
        case .unencodableBody: "the body cannot be encoded"
        case .noResponse: "no response"
        case .loginRefused: "the login was refused"
        case .flood(let seconds): "too many attempts" + Self.waiting(seconds)
        case .cookieMissing: "the site has set no session cookie"
        case .logoutTokenMissing: "the token for logging out is not known"
        case .sessionExpired: "the session has expired"
        case .writtenAsVisitor: "the session has expired, so this was done on behalf of a visitor"
        case .loginRequired: "a login is required"
        case .forbidden: "not permitted"
        case .badRequest: "the request is malformed"
        case .notFound: "not found"
        case .methodNotAllowed(let allowed): "only \(allowed.joined(separator: ", ")) is allowed"
        case .notAcceptable: "the format is not available"
        case .conflict: "a conflict"
        case .unsupportedBody: "the content type or size of the body is not accepted"
        case .invalid: "the entity is invalid"
        case .maintenance(let seconds): "the site is under maintenance" + Self.waiting(seconds)
        case .serverError: "the server has failed"
        case .unexpectedStatus: "an unexpected status code"
        case .redirectedToLogin(let url): "redirected to the login form \(url.absoluteString)"
        case .redirected(let url): "redirected to \(url?.absoluteString ?? "an unknown URL")"
        case .notDrupal: "this is not a Drupal site"
        case .unexpectedContentType(let type): "the content type is \(type ?? "missing")"
        case .unreadableBody: "the body cannot be read"
        case .foreignLink(let url): "the link \(url.absoluteString) leads to another site"
        }
    }

    private static func waiting(_ seconds: TimeInterval?) -> String {
        seconds.map { ", wait \(Int(min($0, 1e9).rounded(.up))) seconds" } ?? ""
    }
}
