internal import Foundation
internal import NeatlineFoundation

/// The requests of hops: what is sent to the transport, and what follows a redirect.
extension Exchange {
    /// Returns the transport's request for the hop, with the session's fields, credentials and cookies.
    ///
    /// - Throws: The error of the hop if it cannot be sent: its URL is not supported, its body cannot be sent again, or
    ///   there is no evaluator of its server.
    func transportRequest() throws(TransportError) -> TransportRequest {
        if let webSocket { try prepare(webSocket) }
        if let url = hop.request.url, let secure = context.settings.transportSecurity?.upgraded(url) {
            hop.request.url = secure
        }
        guard let url = hop.request.url else { throw TransportError(.unsupportedURL, "The request has no URL.") }
        let target: RequestURL
        do throws(TransportError) {
            target = try RequestURL(url)
        } catch {
            // Only the URL that was asked for may be that of a file or data, never that of a redirect.
            guard !hop.isRepeated, LocalTransport.serves(url) else { throw error }
            return .local(url, method: hop.request.httpMethod ?? "GET")
        }
        if hop.isRepeated, case .stream(let stream, _) = hop.body {
            do {
                try stream.rewind()
            } catch {
                throw TransportError(.bodyStreamFailed, "The body cannot be sent again: \(error)")
            }
        }

        var request = TransportRequest(
            url: url, method: hop.request.httpMethod ?? "GET", headers: context.settings.additionalHeaders,
            body: hop.body, expectsLargeBody: expectsLargeBody)
        request.webSocket = webSocket
        // The handshake of a WebSocket is HTTP/1.1.
        request.httpVersion = webSocket == nil ? httpVersion : nil
        if let trailers, hop.body.isPresent {
            guard context.transport.capabilities.contains(.interimFields) else {
                throw TransportError(.unavailable, "The transport cannot send trailers.")
            }
            request.trailers = trailers
        }
        if hop.hasLeftOrigin { request.headers.fields.removeAll { Redirection.isCredential($0.name) } }
        if let fields = hop.request.allHTTPHeaderFields, !fields.isEmpty {
            request.headers = merged(fields, over: request.headers)
        }
        try authorize(&request, for: target)
        addCookies(to: &request, for: target)
        hop.serverTrust = nil
        if target.isSecure, let plan = context.settings.serverTrust {
            request.serverTrust = try serverTrust(of: target.host, plan)
        }
        if request.headers.contains("range") {
            // Of a coded body, a server would send a part that cannot be decoded.
            let standard = HTTPHeader.defaultAcceptEncoding
            let isChosen = request.headers.value(for: standard.name).map { $0 != standard.value } ?? false
            if !isChosen { request.headers.update(.acceptEncoding("identity")) }
        }
        for field in request.headers.fields where field.name.isFieldName("accept-encoding") {
            request.decodesContent = !field.value.isFieldName("identity")
        }
        try request.check()
        return request
    }

    /// Prepares a hop that opens a WebSocket: its URL may have the schemes `ws` and `wss` (RFC 6455, section 3), for which
    /// the transport uses those of HTTP.
    private func prepare(_ webSocket: WebSocketChannel) throws(TransportError) {
        guard context.transport is any WebSocketTransport else {
            webSocket.fail(.unsupportedTransport)
            throw WebSocketError.unsupportedTransport.transportError
        }
        if let url = hop.request.url { hop.request.url = url.webSocketAsHTTP }
    }

    /// Evaluates the server of the hop.
    private func serverTrust(of host: String, _ plan: ServerTrustPlan) throws(TransportError) -> ServerTrustCheck? {
        do {
            let check = try plan.check(forHost: host)
            hop.serverTrust = check
            return check
        } catch {
            let failure = error.asAFError(
                or: .serverTrustEvaluationFailed(reason: .customEvaluationFailed(error: error)))
            hop.serverTrustFailure = failure
            throw TransportError(.certificateUntrusted, failure.fullDescription)
        }
    }

    private func merged(_ fields: [String: String], over headers: HTTPHeaders) -> HTTPHeaders {
        var result = HTTPHeaders()
        result.fields.reserveCapacity(fields.count + headers.fields.count + 1)
        for (name, value) in fields { result.fields.append(HTTPHeader(name: name, value: value)) }
        let count = result.fields.count
        for field in headers.fields
        where !result.fields[..<count].contains(where: { $0.name.isSameFieldName(as: field.name) }) {
            result.fields.append(field)
        }
        return result
    }

    /// Adds credentials: those of the URL, or known ones.
    private func authorize(_ request: inout TransportRequest, for target: RequestURL) throws(TransportError) {
        let credentials = target.credentials
        if let credentials { request.url = credentials.url }
        // Most requests need no credentials.
        guard authentication != nil || credentials != nil || !context.settings.authentication.isEmpty else { return }
        let answerer = authentication ?? CredentialAuthentication(session: context.settings.authentication)
        authentication = answerer
        try answerer.authorize(&request, for: target, urlCredentials: credentials, isWithinOrigin: !hop.hasLeftOrigin)
    }

    /// Returns the cookies for the URL, unless the request disables them or has a `Cookie` field.
    private func addCookies(to request: inout TransportRequest, for target: RequestURL) {
        // Only the first hop starts on a thread that may block for Foundation's storage.
        guard context.settings.sendsCookies, let jar = context.settings.cookies, hop.request.httpShouldHandleCookies,
            !request.headers.contains("cookie"),
            let value = jar.header(for: target, readingStorage: pastHops.isEmpty)
        else { return }
        request.headers.fields.append(HTTPHeader(name: "Cookie", value: value))
    }
}

extension Exchange.Hop {
    /// Returns the hop that sends another request after this one.
    func followed(by request: URLRequest, body: TransportBody) -> Self {
        var next = Self(request: request, body: body)
        next.isRepeated = true
        next.hasLeftOrigin = hasLeftOrigin
        return next
    }

    /// Returns the hop to the target of a redirect.
    ///
    /// - Parameters:
    ///   - request: The request that the receiver has chosen: the proposed one, or another.
    ///   - redirection: The redirect.
    func followed(by request: URLRequest, of redirection: Redirection) -> Self {
        var request = request
        let proposed = redirection.request
        var leavesOrigin = false
        if let from = self.request.url, let url = request.url, !Redirection.staysWithin(from, url) {
            leavesOrigin = true
            // If the receiver has changed only the URL, the fields for the proposed URL's origin must not be sent to
            // another one.
            if let meant = proposed.url, !Redirection.staysWithin(meant, url) {
                for name in Redirection.credentialFields
                where request.value(forHTTPHeaderField: name) == proposed.value(forHTTPHeaderField: name) {
                    request.setValue(nil, forHTTPHeaderField: name)
                }
            }
        }
        var body = TransportBody.none
        if let bytes = request.httpBody {
            body = .bytes(bytes)
        } else if redirection.keepsBody, proposed.httpBody == nil, request.httpMethod == proposed.httpMethod {
            body = self.body
        }
        var next = followed(by: request, body: body)
        if leavesOrigin { next.hasLeftOrigin = true }
        return next
    }
}

extension URL {
    /// The URL with the scheme `http` instead of `ws`, and `https` instead of `wss`.
    var webSocketAsHTTP: URL {
        guard let scheme, scheme.isFieldName("ws") || scheme.isFieldName("wss"),
            let end = absoluteString.firstIndex(of: ":")
        else { return self }
        return URL(string: (scheme.count == 2 ? "http" : "https") + absoluteString[end...]) ?? self
    }
}
