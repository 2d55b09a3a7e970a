#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Several adapters, one after the other, and several retriers, of which the first with a decision counts.
///
/// ```swift
/// let interceptor = Interceptor(adapters: [LanguageAdapter()], retriers: [RetryPolicy()], interceptors: [authentication])
/// ```
///
/// Unchecked Sendable for its subclasses' sake; its own properties are Sendable.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
    /// The adapters, in the order in which a request passes them.
    public let adapters: [any RequestAdapter]
    /// The retriers, in the order in which they are asked.
    public let retriers: [any RequestRetrier]

    /// An interceptor of two closures.
    public convenience init(adaptHandler: @escaping AdaptHandler, retryHandler: @escaping RetryHandler) {
        self.init(adapter: Adapter(adaptHandler), retrier: Retrier(retryHandler))
    }

    /// An interceptor of one adapter and one retrier.
    public convenience init(adapter: any RequestAdapter, retrier: any RequestRetrier) {
        self.init(adapters: [adapter], retriers: [retrier])
    }

    /// An interceptor of many.
    ///
    /// - Parameters:
    ///   - adapters: come first among the adapters.
    ///   - retriers: come first among the retriers.
    ///   - interceptors: follow in both.
    public init(
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        interceptors: [any RequestInterceptor] = []
    ) {
        self.adapters = adapters + interceptors
        self.retriers = retriers + interceptors
    }

    open func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        pass(urlRequest, from: 0, to: completion) { $0.adapt($1, for: session, completion: $2) }
    }

    open func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        pass(urlRequest, from: 0, to: completion) { $0.adapt($1, using: state, completion: $2) }
    }

    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        ask(from: 0, about: request, for: session, dueTo: error, completion: completion)
    }

    private typealias Step =
        @Sendable (
            any RequestAdapter, URLRequest, @escaping @Sendable (Result<URLRequest, any Error>) -> Void
        ) -> Void

    /// Hands a request to the adapter with that number, and what it makes of it to the next.
    private func pass(
        _ urlRequest: URLRequest, from index: Int,
        to completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void,
        by step: @escaping Step
    ) {
        guard index < adapters.count else { return completion(.success(urlRequest)) }
        step(adapters[index], urlRequest) { result in
            switch result {
            case .success(let adapted): self.pass(adapted, from: index + 1, to: completion, by: step)
            case .failure: completion(result)
            }
        }
    }

    /// Asks the retrier with that number, and the next if it has nothing to say.
    private func ask(
        from index: Int, about request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard index < retriers.count else { return completion(.doNotRetry) }
        retriers[index].retry(request, for: session, dueTo: error) { result in
            guard case .doNotRetry = result else { return completion(result) }
            self.ask(from: index + 1, about: request, for: session, dueTo: error, completion: completion)
        }
    }
}

extension RequestInterceptor where Self == Interceptor {
    /// An interceptor of two closures.
    public static func interceptor(
        adapter: @escaping AdaptHandler, retrier: @escaping RetryHandler
    ) -> Interceptor {
        Interceptor(adaptHandler: adapter, retryHandler: retrier)
    }

    /// An interceptor of one adapter and one retrier.
    public static func interceptor(adapter: any RequestAdapter, retrier: any RequestRetrier) -> Interceptor {
        Interceptor(adapter: adapter, retrier: retrier)
    }

    /// An interceptor of many.
    public static func interceptor(
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        interceptors: [any RequestInterceptor] = []
    ) -> Interceptor {
        Interceptor(adapters: adapters, retriers: retriers, interceptors: interceptors)
    }
}
