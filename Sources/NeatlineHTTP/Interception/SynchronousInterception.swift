public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An adapter that answers at once: Alamofire 4's `RequestAdapter`.
///
/// ```swift
/// struct AccessTokenAdapter: SynchronousRequestAdapter {
///     let accessToken: String
///
///     func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
///         var urlRequest = urlRequest
///         urlRequest.setValue("Bearer " + accessToken, forHTTPHeaderField: "Authorization")
///         return urlRequest
///     }
/// }
/// ```
public protocol SynchronousRequestAdapter: RequestAdapter {
    /// The request to send.
    ///
    /// - Throws: The reason not to; it goes to the retriers as `AFError.requestAdaptationFailed(error:)`.
    func adapt(_ urlRequest: URLRequest) throws -> URLRequest
}

extension SynchronousRequestAdapter {
    /// What the synchronous form returns or throws.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        completion(Result { try adapt(urlRequest) })
    }
}

/// Takes a decision in the form of Alamofire 4: whether, and after how many seconds.
public typealias RequestRetryCompletion = @Sendable (_ shouldRetry: Bool, _ timeDelay: TimeInterval) -> Void

/// A retrier that says yes or no: Alamofire 4's `RequestRetrier`.
///
/// As there, it is asked about errors of the network and of validators, not about those of serializers.
///
/// ```swift
/// struct Again: BooleanRequestRetrier {
///     func should(
///         _ manager: Session, retry request: Request, with error: any Error, completion: @escaping RequestRetryCompletion
///     ) {
///         completion(request.retryCount < 2, 1)
///     }
/// }
/// ```
public protocol BooleanRequestRetrier: RequestRetrier {
    /// Calls `completion` once, on any thread, now or later.
    func should(
        _ manager: Session, retry request: Request, with error: any Error, completion: @escaping RequestRetryCompletion)
}

extension BooleanRequestRetrier {
    /// What `should(_:retry:with:completion:)` says; no if the error is a serializer's.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        if request.isAskingAboutHandler { return completion(.doNotRetry) }
        should(session, retry: request, with: error) { shouldRetry, delay in
            completion(!shouldRetry ? .doNotRetry : delay > 0 ? .retryWithDelay(delay) : .retry)
        }
    }
}
