internal import Foundation

/// The redirect of a response, and the request that follows it (RFC 9110, section 15.4).
struct Redirection {
    /// The request to follow. Its scheme may be any; only `http` and `https` can be followed.
    var request: URLRequest
    /// Whether the body was sent before.
    var keepsBody: Bool

    /// Creates a redirect; returns `nil` if the response is none: another status code, or no valid `Location`.
    ///
    /// - 303 changes the method to `GET`, unless it is `HEAD`; 301 and 302 change `POST` to `GET`; otherwise method and
    ///   body are kept.
    /// - Fields that describe the body (`Content-…`, `Transfer-Encoding`, `Expect`) are removed with it.
    /// - Fields with credentials are kept only for the same origin: scheme, host and port.
    /// - The request for a WebSocket may be redirected to a URL with the scheme `ws` or `wss`.
    ///
    /// - Parameter upgrade: Returns the URL that a request to a URL is sent to.
    init?(
        of head: ResponseHead, for request: URLRequest, opensWebSocket: Bool = false,
        upgrade: (URL) -> URL = { $0 }
    ) {
        guard let url = request.url, Self.isRedirect(head.status), let location = head.lines.first("location"),
            let text = URIReference.resolve(location, against: url.absoluteString), var target = URL(string: text)
        else { return nil }
        if opensWebSocket { target = target.webSocketAsHTTP }
        target = upgrade(target)
        let method = request.httpMethod ?? "GET"
        let next = Self.method(after: head.status, method)
        keepsBody = next == method
        var followed = request
        if Self.staysWithin(url, target) {
            // Credentials in the URL are meant for its origin, so they are kept for redirects within it.
            target = Self.carryingCredentials(from: url, to: target)
        } else {
            for name in Self.credentialFields { followed.setValue(nil, forHTTPHeaderField: name) }
        }
        followed.url = target
        if !keepsBody {
            followed.httpMethod = next
            followed.httpBody = nil
            followed.httpBodyStream = nil
            for name in (request.allHTTPHeaderFields ?? [:]).keys where Self.describesBody(name) {
                followed.setValue(nil, forHTTPHeaderField: name)
            }
        }
        self.request = followed
    }

    /// 301, 302, 303, 307, 308.
    static func isRedirect(_ status: Int) -> Bool {
        status == 301 || status == 302 || status == 303 || status == 307 || status == 308
    }

    /// The method of the request that follows.
    static func method(after status: Int, _ method: String) -> String {
        switch status {
        case 303: method == "HEAD" || method == "GET" ? method : "GET"
        case 301, 302: method == "POST" ? "GET" : method
        default: method
        }
    }

    /// Fields that are meant for one origin. An explicit `Host` would be wrong for another.
    static let credentialFields = ["Authorization", "Cookie", "Proxy-Authorization", "Host"]

    static func isCredential(_ name: String) -> Bool {
        credentialFields.contains { $0.isSameFieldName(as: name) }
    }

    private static func describesBody(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-") || name == "transfer-encoding" || name == "expect"
    }

    /// Returns whether two URLs have the same origin.
    static func staysWithin(_ first: URL, _ second: URL) -> Bool {
        guard let origin = Origin(first) else { return false }
        return origin == Origin(second)
    }

    private static func carryingCredentials(from url: URL, to target: URL) -> URL {
        guard let user = url.user(percentEncoded: true), target.user == nil,
            var components = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else { return target }
        components.percentEncodedUser = user
        components.percentEncodedPassword = url.password(percentEncoded: true)
        return components.url ?? target
    }
}
