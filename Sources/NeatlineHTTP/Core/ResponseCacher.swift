#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Decides what of a response is cached.
public protocol CachedResponseHandler: Sendable {
    /// Calls `completion` once, on any thread, now or later: with what to cache, or with nil for nothing.
    func dataTask(
        _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
        completion: @escaping @Sendable (CachedURLResponse?) -> Void)
}

/// A handler of cached responses for usual wishes.
public struct ResponseCacher: CachedResponseHandler {
    /// What is done with a response that may be cached.
    public enum Behavior: Sendable {
        /// It is.
        case cache
        /// It is not.
        case doNotCache
        /// A closure says what to cache, if anything.
        case modify(@Sendable (_ task: URLSessionDataTask, _ cachedResponse: CachedURLResponse) -> CachedURLResponse?)
    }

    /// Caches.
    public static let cache = ResponseCacher(behavior: .cache)
    /// Does not cache.
    public static let doNotCache = ResponseCacher(behavior: .doNotCache)

    /// What is done with a response that may be cached.
    public let behavior: Behavior

    /// A handler that does this with responses.
    public init(behavior: Behavior) { self.behavior = behavior }

    /// Does what ``behavior`` says.
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
    /// Caches responses.
    public static var cache: ResponseCacher { .cache }

    /// Does not cache responses.
    public static var doNotCache: ResponseCacher { .doNotCache }

    /// Asks a closure what to cache, if anything.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionDataTask, CachedURLResponse) -> CachedURLResponse?
    ) -> ResponseCacher {
        ResponseCacher(behavior: .modify(closure))
    }
}
