internal import Foundation
internal import NeatlineFoundation
internal import NeatlineHTTP
internal import NeatlineJSON

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

// All requests are sent by these functions: credentials, tokens, content types and errors are handled here only.

/// The outcome of a call, with the response as far as one was received.
struct DrupalExchange: Sendable {
    var response: AFDataResponse<Data>?
    var result: Result<DrupalResponse, any Error>
}

extension DrupalClient {
    /// Sends a request and returns the response.
    ///
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    func send(_ call: DrupalCall) async throws -> DrupalResponse { try await exchange(call).result.get() }

    /// Sends a request. If the session has expired or the token was refused, sends it once more.
    func exchange(_ call: DrupalCall) async -> DrupalExchange {
        var call = call
        var hasNewToken = false
        var hasNewSession = false
        do {
            let url = try call.url(of: site)
            if !site.hasSameOrigin(url) { call.usesSession = false }
            while true {
                let access = try await access(for: call)
                let exchange = await attempt(call, url, access)
                switch await remedy(for: exchange, of: call, with: access) {
                case .none: return exchange
                case .newToken where !hasNewToken: hasNewToken = true
                case .newSession where !hasNewSession: hasNewSession = true
                case .newToken, .newSession: return exchange
                case .failure(let error): return DrupalExchange(response: exchange.response, result: .failure(error))
                }
            }
        } catch {
            return DrupalExchange(response: nil, result: .failure(error))
        }
    }

    /// Sends a request once.
    private func attempt(_ call: DrupalCall, _ url: URL, _ access: SessionAccess) async -> DrupalExchange {
        let request = urlRequest(call, url, access)
        let place = DrupalPlace(kind: call.kind, method: call.method, url: url)
        hub.send(.didStartRequest(call.kind, place.request))
        let response = await session.request(request, interceptor: interceptor)
            .redirect(using: SiteRedirects(site: site))
            .serializingData(emptyResponseCodes: Self.anyStatus).response
        hub.send(.didFinishRequest(call.kind, place.request, status: response.statusCode))
        let result: Result<DrupalResponse, any Error>
        if let error = response.error {
            result = .failure(error.isExplicitlyCancelledError ? CancellationError() : DrupalError(error, at: place))
        } else {
            let reply = ReceivedReply(
                status: response.statusCode ?? 0, headers: response.response?.headers ?? HTTPHeaders(),
                data: response.data ?? Data())
            result = Result {
                var checked = try check(reply, of: call, at: place)
                checked.url = response.response?.url ?? url
                checked.request = place.request
                return checked
            }
        }
        return DrupalExchange(response: response, result: result)
    }

    private static let anyStatus = Set(100...599)

    private func urlRequest(_ call: DrupalCall, _ url: URL, _ access: SessionAccess) -> URLRequest {
        var request = URLRequest(url: url)
        request.method = call.method
        for header in call.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        if request.value(forHTTPHeaderField: "Accept") == nil, call.api != .other {
            // Drupal ignores it, but proxies may not.
            request.setValue(
                call.expected == .text ? "text/plain" : call.api.contentType, forHTTPHeaderField: "Accept")
        }
        if let body = call.body {
            request.httpBody = body.data
            request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
        }
        switch access {
        case .none: request.httpShouldHandleCookies = false
        case .basic(let credentials):
            // With a session cookie, even one of a session that is over, Drupal would require a token.
            request.httpShouldHandleCookies = false
            let header = HTTPHeader.authorization(username: credentials.username, password: credentials.password)
            request.setValue(header.value, forHTTPHeaderField: header.name)
        case .cookies(let sent):
            request.setValue(sent.token, forHTTPHeaderField: "X-CSRF-Token")
            if !sent.cookies.isEmpty {
                let others = (session.cookieJar?.cookies(for: url) ?? []).filter { !$0.isDrupalSession }
                let pairs = (others + sent.cookies).map { "\($0.name)=\($0.value)" }
                request.setValue(pairs.joined(separator: "; "), forHTTPHeaderField: "Cookie")
            }
        }
        return request
    }

    /// Returns the response if it is successful and has the expected content type.
    private func check(_ reply: ReceivedReply, of call: DrupalCall, at place: DrupalPlace) throws -> DrupalResponse {
        guard 200..<300 ~= reply.status else { throw DrupalError(reply, at: place) }
        var json = JSON.null
        if !reply.data.isEmpty, call.method != .head {
            guard call.expected.allows(reply.mediaType) else { throw DrupalError(unexpected: reply, at: place) }
            if reply.isJSON {
                do {
                    json = try JSON(data: reply.data, options: .fragmentsAllowed)
                } catch {
                    throw DrupalError(
                        .unreadableBody, at: place, status: reply.status, body: reply.data, underlyingError: error)
                }
            }
        }
        return DrupalResponse(status: reply.status, headers: reply.headers, data: reply.data, json: json)
    }
}

/// Follows redirects of GET and HEAD within the site, except to the login form.
///
/// Another origin would not receive the session, and following the redirect of a POST would send a GET.
private struct SiteRedirects: RedirectHandler {
    let site: SiteURL

    func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let method = task.originalRequest?.method ?? .get
        guard method == .get || method == .head, let url = request.url, site.hasSameOrigin(url),
            !DrupalError.isLoginForm(url)
        else { return completion(nil) }
        completion(request)
    }
}
