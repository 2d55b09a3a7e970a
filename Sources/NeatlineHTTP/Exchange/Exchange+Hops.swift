internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange {
    /// Starts `hop`. Called while no hop runs, without the lock.
    func startHop() {
        let wire: TransportRequest
        do {
            wire = try prepared()
        } catch {
            lock.lock()
            return finish(failure: error)
        }
        lock.lock()
        if state.ending != nil { return finish(failure: nil) }
        state.phase = .moving
        state.hopNumber += 1
        state.isMoving = true
        state.isHopCancelled = false
        state.isPaused = false
        state.drainDue = nil
        let number = state.hopNumber
        lock.unlock()

        // The timeout of the first hop begins now.
        if number > 1 { stampActivity() }
        let task = context.transport.start(wire, receiver: self)

        lock.lock()
        guard state.isMoving, state.hopNumber == number else { return lock.unlock() }
        state.task = task
        let isUnwanted = state.ending != nil || state.isHopCancelled
        let isToPause = state.isPausedByReceiver || state.isPausedForHolding
        lock.unlock()
        if isUnwanted { task.cancel() }
        if isToPause { settlePause() }
    }

    /// Returns the transport's request for the hop.
    private func prepared() throws(TransportError) -> TransportRequest {
        guard let url = hop.request.url else { throw TransportError(.unsupportedURL, "The request has no URL.") }
        let target = try RequestURL(url)
        if hop.isRepeated, case .stream(let stream, _) = hop.body {
            do {
                try stream.rewind()
            } catch {
                throw TransportError(.bodyStreamFailed, "The body cannot be sent again: \(error)")
            }
        }

        var request = TransportRequest(
            url: url, method: hop.request.httpMethod ?? "GET", headers: context.settings.additionalHeaders,
            body: hop.body,
            expectsLargeBody: expectsLargeBody)
        if hasLeftOrigin { request.headers.fields.removeAll { Redirection.isCredential($0.name) } }
        if let fields = hop.request.allHTTPHeaderFields, !fields.isEmpty {
            request.headers = merged(fields, over: request.headers)
        }
        authorize(&request, for: target)
        addCookies(to: &request, for: target)
        hop.serverTrust = nil
        if target.isSecure, let plan = context.settings.serverTrust {
            request.serverTrust = try serverTrust(of: target.host, plan)
        }
        for field in request.headers.fields where field.name.isFieldName("accept-encoding") {
            request.decodesContent = !field.value.isFieldName("identity")
        }
        return request
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
            throw TransportError(.certificateUntrusted, failure.words)
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
    private func authorize(_ request: inout TransportRequest, for target: RequestURL) {
        let credentials = target.credentials
        if let credentials { request.url = credentials.url }
        // Most requests need no credentials.
        guard authentication != nil || credentials != nil || !context.settings.authentication.isEmpty else { return }
        let answerer = authentication ?? CredentialAuthentication(session: context.settings.authentication)
        authentication = answerer
        answerer.authorize(&request, for: target, urlCredentials: credentials, isWithinOrigin: !hasLeftOrigin)
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

extension Result<RequestTarget, RequestTarget.Refusal> {
    /// - Throws: The `TransportError` of a URL that is not supported.
    func orThrow() throws(TransportError) -> RequestTarget {
        let message: String
        switch self {
        case .success(let target): return target
        case .failure(.scheme): message = "Only http and https URLs with a host can be requested."
        case .failure(.host): message = "The URL has no host, or one with characters that hosts do not have."
        case .failure(.port): message = "The URL's port is not a number up to 65535."
        case .failure(.character): message = "A URL cannot contain spaces or control characters."
        }
        throw TransportError(.unsupportedURL, message)
    }
}
