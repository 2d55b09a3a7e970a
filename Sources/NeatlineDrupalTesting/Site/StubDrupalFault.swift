internal import Foundation
internal import NeatlineJSON
public import NeatlineTesting

/// A fault of a ``StubDrupalSite``: what the site responds with in place of the right response.
///
/// ```swift
/// site.inject(.htmlPage, path: "/node")
/// site.inject(.unavailable(retryAfter: "120"), count: 3)
/// ```
public struct StubDrupalFault: Sendable {
    enum Kind: Sendable {
        case response(LoopbackResponse)
        case redirectToLogin
        case truncatedBody
        case fieldErrors(Int)
    }

    let kind: Kind

    /// An HTML page with status 200, also where JSON was requested.
    public static let htmlPage = StubDrupalFault(
        kind: .response(
            LoopbackResponse(
                headers: ["Content-Type": "text/html; charset=UTF-8"],
                body: "<!DOCTYPE html>\n<title>Stub Drupal</title><p>This is a page.</p>\n".utf8)))

    /// A redirect to the page for logging in, as extensions of Drupal send it in place of 403.
    public static let redirectToLogin = StubDrupalFault(kind: .redirectToLogin)

    /// The first half of the right response's body, with a `Content-Length` that fits it.
    public static let truncatedBody = StubDrupalFault(kind: .truncatedBody)

    /// Returns the status 503 with an HTML page, as servers in front of a site send it.
    ///
    /// - Parameter retryAfter: The value of `Retry-After`: a number of seconds or a date; `nil` to omit the field.
    public static func unavailable(retryAfter: String? = nil) -> StubDrupalFault {
        var response = LoopbackResponse(
            status: 503, headers: ["Content-Type": "text/html; charset=UTF-8"],
            body: "<!DOCTYPE html>\n<title>Unavailable</title>\n".utf8)
        if let retryAfter { response.addHeader("Retry-After", retryAfter) }
        return StubDrupalFault(kind: .response(response))
    }

    /// Returns the status 422 with that many violations: in the one message of core REST, or in the `errors` of
    /// JSON:API.
    ///
    /// - Parameter count: The number of violations, at most 100,000.
    public static func fieldErrors(_ count: Int) -> StubDrupalFault {
        StubDrupalFault(kind: .fieldErrors(max(1, min(100_000, count))))
    }

    /// Returns a fault that sends the given response.
    ///
    /// - Parameter response: The response.
    public static func response(_ response: LoopbackResponse) -> StubDrupalFault {
        StubDrupalFault(kind: .response(response))
    }

    /// Returns the response to a request; `nil` if the right response is only to be changed.
    func response(to request: SiteRequest) -> LoopbackResponse? {
        switch kind {
        case .response(let response): return response
        case .redirectToLogin: return .redirect(to: request.base + "/user/login")
        case .truncatedBody: return nil
        case .fieldErrors(let count):
            let isAPI = request.path.hasPrefix("/jsonapi")
            let violations = (0..<count).map {
                SiteError.Violation(path: "field_\($0).0.value", message: "This value is not allowed.")
            }
            let format: Format = isAPI ? .apiJSON : .json
            let reply = SiteError.violations(violations).reply(in: format, to: request, isVerbose: false)
            return LoopbackResponse(
                status: 422, headers: ["Content-Type": format.contentType], body: reply.content(in: format).bytes)
        }
    }
}

/// A fault that waits for its requests.
struct ActiveFault: Sendable {
    let fault: StubDrupalFault
    let path: String
    var remaining: Int
}

extension SiteState {
    /// Returns the first fault for a path, and counts it.
    mutating func takeFault(for path: String) -> StubDrupalFault? {
        guard let index = faults.firstIndex(where: { path.hasPrefix($0.path) }) else { return nil }
        let fault = faults[index].fault
        faults[index].remaining -= 1
        if faults[index].remaining <= 0 { faults.remove(at: index) }
        return fault
    }
}
