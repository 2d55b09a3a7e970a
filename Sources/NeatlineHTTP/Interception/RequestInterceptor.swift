#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A type that adapts requests and decides about retries. By default, it does neither.
///
/// ```swift
/// struct LanguageInterceptor: RequestInterceptor {
///     func adapt(
///         _ urlRequest: URLRequest, for session: Session,
///         completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
///     ) {
///         var urlRequest = urlRequest
///         urlRequest.headers.update(.acceptLanguage("de"))
///         completion(.success(urlRequest))
///     }
/// }
///
/// let session = Session(interceptor: LanguageInterceptor())
/// ```
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
    /// Completes with the unchanged request.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        completion(.success(urlRequest))
    }

    /// Completes with `.doNotRetry`.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(.doNotRetry)
    }
}

/// A closure that adapts a request, as ``RequestAdapter`` does.
public typealias AdaptHandler =
    @Sendable (
        _ request: URLRequest, _ session: Session,
        _ completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
    ) -> Void

/// A closure that decides about a retry, as ``RequestRetrier`` does.
public typealias RetryHandler =
    @Sendable (
        _ request: Request, _ session: Session, _ error: any Error,
        _ completion: @escaping @Sendable (_ result: RetryResult) -> Void
    ) -> Void
