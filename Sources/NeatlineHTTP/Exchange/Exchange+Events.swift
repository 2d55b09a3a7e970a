internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange: TransportReceiver {
    func transportDidSend(totalBytes: Int64) {
        stampActivity()
        receiver?.exchange(self, didSend: totalBytes)
    }

    func transportDidReceiveHeadBytes() { stampActivity() }

    func transportDidReceive(_ head: TransportResponseHead) {
        stampActivity()
        guard let url = hop.request.url else { return }
        let head = ResponseHead(url: url, head: head)
        hop.head = head
        keepCookies(of: head)
        authentication?.received(head)
        if head.status >= 300 {
            if let redirection = Redirection(of: head, for: hop.request) { return propose(redirection, after: head) }
            if head.status == 401 || head.status == 407 {
                receiver?.exchange(self, didReceiveChallenge: head, previousFailures: challengesAnswered)
                if answerChallenge(of: head) { return }
            }
        }
        if head.status == 206 || head.status == 416,
            let replacement = receiver?.exchange(self, replacementFor: hop.request, after: head)
        {
            return sendAgain(replacement, after: head)
        }
        receiver?.exchange(self, didReceive: head)
    }

    func transportDidReceive(_ bytes: RawSpan) {
        stampActivity()
        let before = hop.receivedBytes
        hop.receivedBytes += Int64(bytes.byteCount)
        if hop.receivedBytes > shortBodySize, hop.route == .through, isTooLarge(before: before) {
            // The received bytes are not a complete response.
            hop.route = .dropped
            return end(.bodyTooLarge)
        }
        switch hop.route {
        case .through: receiver?.exchange(self, didReceive: bytes)
        case .dropped: dropped()
        case .held: hold(bytes)
        }
    }

    /// The size, in bytes, of bodies whose announced length is not checked.
    private var shortBodySize: Int64 { min(Int64(Self.drainLimit), maximumBodySize) }

    /// Returns whether the body is, or is announced to be, larger than allowed. The announced length is checked once,
    /// and not for short bodies.
    private func isTooLarge(before: Int64) -> Bool {
        if hop.receivedBytes > maximumBodySize { return true }
        guard before <= shortBodySize, maximumBodySize < .max, let head = hop.head else { return false }
        return head.contentLength > maximumBodySize && head.value(of: "content-encoding") == nil
    }

    func transportDidReceiveBatch() {
        if hop.route == .through { receiver?.exchangeDidReceiveBatch(self) }
    }

    func transportDidComplete(_ completion: TransportCompletion) {
        pastHops.append(
            ExchangeHop(
                request: hop.request, head: hop.head, timings: completion.timings, decodedBytes: hop.receivedBytes))
        lock.lock()
        guard state.isMoving else { return lock.unlock() }
        state.isMoving = false
        state.task = nil
        switch state.phase {
        case .idle, .done:
            lock.unlock()
        case .moving:
            finish(completion, isWhole: hop.route != .dropped)
        case .asking:
            if state.ending != nil { return finish(failure: nil) }
            state.held.completion = completion
            lock.unlock()
        case .handingOver:
            state.held.completion = completion
            lock.unlock()
        case .leaving(let next):
            if state.ending != nil { return finish(failure: nil) }
            lock.unlock()
            hop = next
            startHop()
        }
    }

    /// Stores the cookies of the response, if the session's policy and the request allow it.
    private func keepCookies(of head: ResponseHead) {
        guard let jar = context.settings.cookies, context.settings.cookiePolicy != .never else { return }
        let lines = head.lines.all("set-cookie")
        guard !lines.isEmpty, hop.request.httpShouldHandleCookies else { return }
        if context.settings.cookiePolicy == .onlyFromMainDocumentDomain, let document = hop.request.mainDocumentURL {
            guard let site = Origin(document), let host = Origin(head.url)?.host,
                CookieRules.domain(host, matches: site.host) || CookieRules.domain(site.host, matches: host)
            else { return }
        }
        guard jar.keep(lines, from: head.url) else { return }
        storesCookies = true
        jar.writeStorage()
    }

    /// Counts discarded bytes. Ends the hop if there are too many to read them only to keep the connection.
    func dropped() {
        if hop.receivedBytes > Int64(Self.drainLimit) { cancelHop() }
    }

    /// Ends the running hop, while the exchange continues.
    func cancelHop() {
        lock.lock()
        guard state.isMoving, !state.isHopCancelled else { return lock.unlock() }
        state.isHopCancelled = true
        let task = state.task
        lock.unlock()
        task?.cancel()
    }
}
