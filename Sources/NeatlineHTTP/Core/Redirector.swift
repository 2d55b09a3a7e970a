#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Decides whether redirects are followed, and where to.
public protocol RedirectHandler: Sendable {
    /// Calls `completion` once, on any thread, now or later: with the request to send, or with nil, and the redirecting
    /// response is the request's last one.
    ///
    /// - Parameters:
    ///   - task: The request that was answered.
    ///   - request: What the answer leads to, by RFC 9110; without credentials if that is another origin.
    ///   - response: The answer.
    ///   - completion: Takes the decision.
    func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping @Sendable (URLRequest?) -> Void)
}

/// A redirect handler for usual wishes.
///
/// ```swift
/// AF.request("https://example.org/old").redirect(using: .doNotFollow)
/// ```
public struct Redirector: RedirectHandler {
    /// What is done about redirects.
    public enum Behavior: Sendable {
        /// They are followed.
        case follow
        /// The redirecting response is the last one.
        case doNotFollow
        /// A closure says what to send, if anything.
        case modify(
            @Sendable (_ task: URLSessionTask, _ request: URLRequest, _ response: HTTPURLResponse) -> URLRequest?)
    }

    /// Follows.
    public static let follow = Redirector(behavior: .follow)
    /// Does not follow.
    public static let doNotFollow = Redirector(behavior: .doNotFollow)

    /// What is done about redirects.
    public let behavior: Behavior

    /// A handler that does this about redirects.
    public init(behavior: Behavior) { self.behavior = behavior }

    /// Does what ``behavior`` says.
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
    /// Follows redirects.
    public static var follow: Redirector { .follow }

    /// Does not follow redirects.
    public static var doNotFollow: Redirector { .doNotFollow }

    /// Asks a closure what to send, if anything.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionTask, URLRequest, HTTPURLResponse) -> URLRequest?
    ) -> Redirector {
        Redirector(behavior: .modify(closure))
    }
}
