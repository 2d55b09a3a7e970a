#if !canImport(FoundationNetworking)
public import Foundation
#endif

/// An interceptor that combines several adapters and retriers.
///
/// ```swift
/// let interceptor = Interceptor(
///     adapters: [LanguageAdapter()], retriers: [RetryPolicy()], interceptors: [authentication])
/// ```
///
/// Adapters run one after the other, each with the result of the one before, until one fails. Retriers are called one
/// after the other, until one decides anything but `.doNotRetry`.
///
/// Unchecked Sendable because subclasses may add state; the class's own properties are Sendable.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
    /// The adapters, in the order in which they are called.
    public let adapters: [any RequestAdapter]
    /// The retriers, in the order in which they are called.
    public let retriers: [any RequestRetrier]

    /// Creates an interceptor from two closures.
    ///
    /// - Parameters:
    ///   - adaptHandler: Adapts requests.
    ///   - retryHandler: Decides about retries.
    public convenience init(adaptHandler: @escaping AdaptHandler, retryHandler: @escaping RetryHandler) {
        self.init(adapter: Adapter(adaptHandler), retrier: Retrier(retryHandler))
    }

    /// Creates an interceptor from an adapter and a retrier.
    ///
    /// - Parameters:
    ///   - adapter: Adapts requests.
    ///   - retrier: Decides about retries.
    public convenience init(adapter: any RequestAdapter, retrier: any RequestRetrier) {
        self.init(adapters: [adapter], retriers: [retrier])
    }

    /// Creates an interceptor from adapters, retriers and interceptors.
    ///
    /// - Parameters:
    ///   - adapters: The first adapters.
    ///   - retriers: The first retriers.
    ///   - interceptors: Interceptors that follow the adapters and the retriers.
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

    /// Passes a request to the adapter at an index, and its result to the next one.
    private func pass(
        _ urlRequest: URLRequest, from index: Int,
        to completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void,
        by step: @escaping Step
    ) {
        guard index < adapters.count else { return completion(.success(urlRequest)) }
        let taskLocals = TaskLocalContext.current
        step(adapters[index], urlRequest) { result in
            switch result {
            case .success(let adapted):
                // The adapter may have completed on any thread.
                guard let taskLocals else { return self.pass(adapted, from: index + 1, to: completion, by: step) }
                taskLocals.run { self.pass(adapted, from: index + 1, to: completion, by: step) }
            case .failure: completion(result)
            }
        }
    }

    /// Calls the retrier at an index, and the next one if it decides `.doNotRetry`.
    private func ask(
        from index: Int, about request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard index < retriers.count else { return completion(.doNotRetry) }
        retriers[index].retry(request, for: session, dueTo: error) { result in
            guard case .doNotRetry = result else { return completion(result) }
            request.withTaskLocals {
                self.ask(from: index + 1, about: request, for: session, dueTo: error, completion: completion)
            }
        }
    }
}

extension RequestInterceptor where Self == Interceptor {
    /// Returns an interceptor that calls two closures. The parameters are those of the initializer.
    public static func interceptor(
        adapter: @escaping AdaptHandler, retrier: @escaping RetryHandler
    ) -> Interceptor {
        Interceptor(adaptHandler: adapter, retryHandler: retrier)
    }

    /// Returns an interceptor that combines an adapter and a retrier. The parameters are those of the initializer.
    public static func interceptor(adapter: any RequestAdapter, retrier: any RequestRetrier) -> Interceptor {
        Interceptor(adapter: adapter, retrier: retrier)
    }

    /// Returns an interceptor that combines adapters, retriers and interceptors. The parameters are those of the
    /// initializer.
    public static func interceptor(
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        interceptors: [any RequestInterceptor] = []
    ) -> Interceptor {
        Interceptor(adapters: adapters, retriers: retriers, interceptors: interceptors)
    }
}

/// An adapter that calls a closure.
///
/// ```swift
/// let adapter = Adapter { request, session, completion in
///     var request = request
///     request.headers.update(.authorization(bearerToken: token))
///     completion(.success(request))
/// }
/// ```
///
/// Unchecked Sendable because subclasses may add state; the class's own property is Sendable.
open class Adapter: RequestInterceptor, @unchecked Sendable {
    private let adaptHandler: AdaptHandler

    /// Creates an adapter that calls a closure.
    ///
    /// - Parameter adaptHandler: The closure, as in ``RequestAdapter``.
    public init(_ adaptHandler: @escaping AdaptHandler) { self.adaptHandler = adaptHandler }

    open func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        adaptHandler(urlRequest, session, completion)
    }

    open func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        adaptHandler(urlRequest, state.session, completion)
    }
}

extension RequestAdapter where Self == Adapter {
    /// Returns an adapter that calls a closure.
    ///
    /// - Parameter closure: The closure, as in ``RequestAdapter``.
    public static func adapter(using closure: @escaping AdaptHandler) -> Adapter { Adapter(closure) }
}

/// A retrier that calls a closure.
///
/// ```swift
/// let retrier = Retrier { request, session, error, completion in
///     completion(request.retryCount < 3 ? .retryWithDelay(0.5) : .doNotRetry)
/// }
/// ```
///
/// Unchecked Sendable because subclasses may add state; the class's own property is Sendable.
open class Retrier: RequestInterceptor, @unchecked Sendable {
    private let retryHandler: RetryHandler

    /// Creates a retrier that calls a closure.
    ///
    /// - Parameter retryHandler: The closure, as in ``RequestRetrier``.
    public init(_ retryHandler: @escaping RetryHandler) { self.retryHandler = retryHandler }

    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        retryHandler(request, session, error, completion)
    }
}

extension RequestRetrier where Self == Retrier {
    /// Returns a retrier that calls a closure.
    ///
    /// - Parameter closure: The closure, as in ``RequestRetrier``.
    public static func retrier(using closure: @escaping RetryHandler) -> Retrier { Retrier(closure) }
}
