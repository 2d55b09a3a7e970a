public import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Request {
    /// The command with which curl sends the same request: the headers, cookies and credentials that the session adds, too.
    ///
    /// `$ curl command could not be created` if no request was made yet.
    public func cURLDescription() -> String { cURLDescription(hiding: .none) }

    /// The command with which curl sends the same request, without what is secret.
    public func cURLDescription(hiding secrets: HiddenSecrets) -> String {
        let (request, credential) = lock.withLock { (lastMade, options?.credential) }
        guard let request, let url = request.url else { return "$ curl command could not be created" }
        let settings = core.exchanges.settings
        let cookies = settings.sendsCookies ? settings.cookies?.cookies(for: url).compactMap(\.httpCookie) : nil
        return request.cURLDescription(
            credential: credential, cookies: cookies ?? [], additionalHeaders: settings.additionalHeaders,
            hiding: secrets
        ) { setBody(of: request, in: &$0) }
    }

    /// Calls a closure with the curl command, when there is one: at once, or when the request is made or fails to be.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - handler: Called once.
    @preconcurrency @discardableResult
    public func cURLDescription(on queue: DispatchQueue, calling handler: @escaping @Sendable (String) -> Void) -> Self
    {
        let isMade = withOptions { options in
            if lastMade != nil || machine.phase == .done { return true }
            options.commandHandlers.append { command in queue.async { handler(command) } }
            return false
        }
        if isMade {
            let command = cURLDescription()
            queue.async { handler(command) }
        }
        return self
    }

    /// Calls a closure with the curl command, when there is one, on ``underlyingQueue``.
    @preconcurrency @discardableResult
    public func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self {
        cURLDescription(on: underlyingQueue, calling: handler)
    }

    func callCommandHandlers() {
        let handlers = lock.withLock {
            let handlers = options?.commandHandlers ?? []
            options?.commandHandlers = []
            return handlers
        }
        guard !handlers.isEmpty else { return }
        let command = cURLDescription()
        for handler in handlers { handler(command) }
    }
}

extension Request: CustomDebugStringConvertible {
    /// ``cURLDescription()``, with passwords and tokens: what Alamofire 4 prints for debugging.
    public var debugDescription: String { cURLDescription() }
}
