#if !canImport(FoundationNetworking)
public import Foundation
#endif

/// A type that decides which responses are cached.
///
/// It is called for each response that the session's cache would store by RFC 9111: what a server or a request forbids
/// to store, a handler cannot allow. It is not called for downloads, which are not stored, nor when a server confirms a
/// stored response.
public protocol CachedResponseHandler: Sendable {
    /// Decides whether and how a response is cached.
    ///
    /// Called on the session's `rootQueue`, when the response is complete. The request completes after `completion` was
    /// called, which may happen later and on any thread; call it exactly once.
    ///
    /// - Parameters:
    ///   - task: The task that received the response.
    ///   - response: The response that may be cached.
    ///   - completion: Receives the response to cache: the same, or one with another head, body, `userInfo` or
    ///     `storagePolicy`; or `nil` not to cache it. A `userInfo` is kept in memory only.
    func dataTask(
        _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
        completion: @escaping @Sendable (CachedURLResponse?) -> Void)
}

/// A handler that caches responses, does not cache them, or calls a closure.
///
/// ```swift
/// AF.request("https://example.org/account").cacheResponse(using: .doNotCache)
/// ```
public struct ResponseCacher: CachedResponseHandler {
    /// What a cacher does with responses.
    public enum Behavior: Sendable {
        /// Caches the response as it is.
        case cache
        /// Does not cache the response.
        case doNotCache
        /// Calls a closure, which returns the response to cache, or `nil` not to cache it.
        case modify(@Sendable (_ task: URLSessionDataTask, _ cachedResponse: CachedURLResponse) -> CachedURLResponse?)
    }

    /// A cacher that caches all responses.
    public static let cache = ResponseCacher(behavior: .cache)
    /// A cacher that caches no responses.
    public static let doNotCache = ResponseCacher(behavior: .doNotCache)

    /// What the cacher does with responses.
    public let behavior: Behavior

    /// Creates a cacher with a behavior.
    ///
    /// - Parameter behavior: What it does with responses.
    public init(behavior: Behavior) { self.behavior = behavior }

    /// Decides according to ``behavior``, and calls `completion` on the calling thread.
    public func dataTask(
        _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
        completion: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        switch behavior {
        case .cache: completion(response)
        case .doNotCache: completion(nil)
        case .modify(let closure): completion(closure(task, response))
        }
    }
}

extension CachedResponseHandler where Self == ResponseCacher {
    /// A cacher that caches all responses.
    public static var cache: ResponseCacher { .cache }

    /// A cacher that caches no responses.
    public static var doNotCache: ResponseCacher { .doNotCache }

    /// Returns a cacher that calls a closure.
    ///
    /// - Parameter closure: Returns the response to cache, or `nil` not to cache it.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionDataTask, CachedURLResponse) -> CachedURLResponse?
    ) -> ResponseCacher {
        ResponseCacher(behavior: .modify(closure))
    }
}
