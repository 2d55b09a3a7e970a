#if !canImport(FoundationNetworking)
public import Foundation
#endif

/// A type that decides whether redirects are followed, and with which request.
public protocol RedirectHandler: Sendable {
    /// Decides whether and how a redirect is followed.
    ///
    /// Called on the session's `rootQueue`. The exchange waits until `completion` is called, which may happen later and
    /// on any thread; call it exactly once.
    ///
    /// - Parameters:
    ///   - task: The task whose request was redirected.
    ///   - request: The request that follows the redirect by RFC 9110; without credentials if the target is another
    ///     origin.
    ///   - response: The redirect response.
    ///   - completion: Receives the request to send, or `nil` to make the redirect response the final one.
    func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping @Sendable (URLRequest?) -> Void)
}

/// A redirect handler that follows redirects, does not follow them, or calls a closure.
///
/// ```swift
/// AF.request("https://example.org/old").redirect(using: .doNotFollow)
/// ```
public struct Redirector: RedirectHandler {
    /// What a redirector does with redirects.
    public enum Behavior: Sendable {
        /// Follows the redirect as RFC 9110 describes.
        case follow
        /// Does not follow the redirect: its response becomes the final one.
        case doNotFollow
        /// Calls a closure on the session's `rootQueue`, which returns the request to send, or `nil` not to follow.
        case modify(
            @Sendable (_ task: URLSessionTask, _ request: URLRequest, _ response: HTTPURLResponse) -> URLRequest?)
    }

    /// A redirector that follows all redirects.
    public static let follow = Redirector(behavior: .follow)
    /// A redirector that follows no redirects.
    public static let doNotFollow = Redirector(behavior: .doNotFollow)

    /// What a redirector does with redirects.
    public let behavior: Behavior

    /// Creates a redirector with a behavior.
    ///
    /// - Parameter behavior: What it does with redirects.
    public init(behavior: Behavior) { self.behavior = behavior }

    /// Decides according to ``behavior``, and calls `completion` on the calling thread.
    public func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping @Sendable (URLRequest?) -> Void
    ) {
        switch behavior {
        case .follow: completion(request)
        case .doNotFollow: completion(nil)
        case .modify(let closure): completion(closure(task, request, response))
        }
    }
}

extension RedirectHandler where Self == Redirector {
    /// A redirector that follows all redirects.
    public static var follow: Redirector { .follow }

    /// A redirector that follows no redirects.
    public static var doNotFollow: Redirector { .doNotFollow }

    /// Returns a redirector that calls a closure.
    ///
    /// - Parameter closure: Returns the request to send, or `nil` not to follow. Called on the session's `rootQueue`.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionTask, URLRequest, HTTPURLResponse) -> URLRequest?
    ) -> Redirector {
        Redirector(behavior: .modify(closure))
    }
}
