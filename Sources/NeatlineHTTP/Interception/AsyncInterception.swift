#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// An adapter that may wait.
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

    fileprivate func startAdapting(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        Task {
            do {
                completion(.success(try await adapt(urlRequest, for: session)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}

/// A retrier that may wait.
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
        Task { completion(await retry(request, for: session, dueTo: error)) }
    }
}

/// An interceptor both sides of which may wait; each does nothing unless it is implemented.
public protocol AsyncRequestInterceptor: RequestInterceptor, AsyncRequestAdapter, AsyncRequestRetrier {}

// The last two stand here once more because a `RequestInterceptor` has defaults of its own for them.
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

    /// What the async form returns.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        Task { completion(await retry(request, for: session, dueTo: error)) }
    }
}
