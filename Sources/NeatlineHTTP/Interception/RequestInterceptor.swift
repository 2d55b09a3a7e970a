#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Adapts requests and decides about their retries; each does nothing unless it is implemented.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
    /// Leaves the request as it is.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        completion(.success(urlRequest))
    }

    /// Does not retry.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(.doNotRetry)
    }
}

/// Adapts a request in a closure: see ``RequestAdapter``.
public typealias AdaptHandler =
    @Sendable (
        _ request: URLRequest, _ session: Session,
        _ completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
    ) -> Void

/// Decides about a retry in a closure: see ``RequestRetrier``.
public typealias RetryHandler =
    @Sendable (
        _ request: Request, _ session: Session, _ error: any Error,
        _ completion: @escaping @Sendable (_ result: RetryResult) -> Void
    ) -> Void
