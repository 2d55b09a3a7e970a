public import Dispatch
internal import Foundation
internal import NeatlineSystem

// A request as a curl command line.

extension Request {
    /// Returns the curl command that sends the same request, with the headers, cookies and credentials that the session
    /// adds.
    ///
    /// The command contains passwords and tokens; see ``cURLDescription(hiding:)``.
    ///
    /// - Returns: The command, or `$ curl command could not be created` if no `URLRequest` has been created yet.
    public func cURLDescription() -> String { cURLDescription(hiding: .none) }

    /// Returns the curl command that sends the same request, with secret values replaced.
    ///
    /// - Parameter secrets: The header fields, query items and other values to replace with `<hidden>`.
    /// - Returns: The command, or `$ curl command could not be created` if no `URLRequest` has been created yet.
    public func cURLDescription(hiding secrets: HiddenSecrets) -> String {
        let (request, credential) = mutableState.withLock { ($0.lastRequest, $0.options?.credential) }
        guard let request, let url = request.url else { return "$ curl command could not be created" }
        let settings = core.exchanges.settings
        let cookies = settings.sendsCookies ? settings.cookies?.cookies(for: url).compactMap(\.httpCookie) : nil
        return request.cURLDescription(
            credential: credential, cookies: cookies ?? [], additionalHeaders: settings.additionalHeaders,
            hiding: secrets
        ) { setBody(of: request, in: &$0) }
    }

    /// Calls a closure with the curl command as soon as the `URLRequest` has been created, or could not be.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get").cURLDescription(on: .main) { print($0) }.response { _ in }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the command. It is called once.
    @preconcurrency @discardableResult
    public func cURLDescription(on queue: DispatchQueue, calling handler: @escaping @Sendable (String) -> Void) -> Self
    {
        let isMade = mutableState.withLock { state in
            if state.lastRequest != nil || state.machine.phase == .done { return true }
            state.requireOptions().commandHandlers.append { command in queue.async { handler(command) } }
            return false
        }
        if isMade {
            let command = cURLDescription()
            queue.async { handler(command) }
        }
        return self
    }

    /// Calls a closure with the curl command as soon as the `URLRequest` has been created, or could not be.
    ///
    /// - Parameter handler: A closure that receives the command. It is called once, on ``underlyingQueue``.
    @preconcurrency @discardableResult
    public func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self {
        cURLDescription(on: underlyingQueue, calling: handler)
    }

    /// Calls closures with the curl command.
    func call(_ commandHandlers: [@Sendable (String) -> Void]) {
        if commandHandlers.isEmpty { return }
        let command = cURLDescription()
        for handler in commandHandlers { handler(command) }
    }
}

extension Request: CustomDebugStringConvertible {
    /// The text of ``cURLDescription()``, including passwords and tokens, as in Alamofire 4.
    public var debugDescription: String { cURLDescription() }
}
