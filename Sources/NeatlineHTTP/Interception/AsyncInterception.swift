#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// An adapter that may wait. Its task is cancelled with the request that it adapts.
///
/// ```swift
/// struct TokenAdapter: AsyncRequestAdapter {
///     let vault: Vault
///
///     func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
///         var urlRequest = urlRequest
///         urlRequest.headers.update(.authorization(bearerToken: try await vault.token()))
///         return urlRequest
///     }
/// }
/// ```
public protocol AsyncRequestAdapter: RequestAdapter {
    /// The request to send.
    ///
    /// - Throws: The reason not to; it goes to the retriers as `AFError.requestAdaptationFailed(error:)`.
    func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest
}

extension AsyncRequestAdapter {
    /// What the async form returns or throws.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        startAdapting(urlRequest, for: session, completion: completion)
    }

    /// What the async form returns or throws.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        let task = startAdapting(urlRequest, for: state.session, completion: completion)
        state.request?.isIntercepted(in: task)
    }

    @discardableResult
    fileprivate func startAdapting(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) -> Task<Void, Never> {
        Task {
            do {
                completion(.success(try await adapt(urlRequest, for: session)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}

/// A retrier that may wait. Its task is cancelled with the request that it is asked about.
///
/// ```swift
/// struct WhenOnline: AsyncRequestRetrier {
///     func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
///         await network.isBack() ? .retry : .doNotRetry
///     }
/// }
/// ```
public protocol AsyncRequestRetrier: RequestRetrier {
    /// What to do about a request that failed.
    func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult
}

extension AsyncRequestRetrier {
    /// What the async form returns.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        startRetrying(request, for: session, dueTo: error, completion: completion)
    }
}

extension AsyncRequestRetrier {
    fileprivate func startRetrying(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        request.isIntercepted(in: Task { completion(await retry(request, for: session, dueTo: error)) })
    }
}

extension Request {
    /// An asynchronous adapter or retrier thinks about the request in a task, which is to be cancelled with the request.
    fileprivate func isIntercepted(in task: Task<Void, Never>) {
        let isWanted = withOptions { options in
            options.interceptionTask = task
            return machine.isInterceptable
        }
        if !isWanted { task.cancel() }
    }

    /// The request was cancelled, or its session is gone. Called without the lock.
    func abandonInterception() {
        let task = lock.withLock {
            defer { options?.interceptionTask = nil }
            return options?.interceptionTask
        }
        task?.cancel()
    }
}

/// An interceptor both sides of which may wait; each does nothing unless it is implemented.
public protocol AsyncRequestInterceptor: RequestInterceptor, AsyncRequestAdapter, AsyncRequestRetrier {}

// The last three stand here once more because a `RequestInterceptor` has defaults of its own for them.
extension AsyncRequestInterceptor {
    /// Leaves the request as it is.
    public func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest { urlRequest }

    /// Does not retry.
    public func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
        .doNotRetry
    }

    /// What the async form returns or throws.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        startAdapting(urlRequest, for: session, completion: completion)
    }

    /// What the async form returns or throws.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        let task = startAdapting(urlRequest, for: state.session, completion: completion)
        state.request?.isIntercepted(in: task)
    }

    /// What the async form returns.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        startRetrying(request, for: session, dueTo: error, completion: completion)
    }
}
