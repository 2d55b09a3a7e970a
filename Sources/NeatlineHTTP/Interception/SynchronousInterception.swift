public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An adapter that never waits, as `RequestAdapter` of Alamofire 4.
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
    /// Adapts a request.
    ///
    /// - Parameter urlRequest: The request to adapt.
    /// - Returns: The request to send.
    /// - Throws: The error that the request fails with, wrapped in `AFError.requestAdaptationFailed(error:)`.
    func adapt(_ urlRequest: URLRequest) throws -> URLRequest
}

extension SynchronousRequestAdapter {
    /// Calls the synchronous function, and completes with its result on the calling thread.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        completion(Result { try adapt(urlRequest) })
    }
}

/// A closure that receives a decision in the form of Alamofire 4: whether to retry, and after how many seconds.
public typealias RequestRetryCompletion = @Sendable (_ shouldRetry: Bool, _ timeDelay: TimeInterval) -> Void

/// A retrier that decides with a Boolean value, as `RequestRetrier` of Alamofire 4.
///
/// As there, it is called after errors of the network and of validators, but not after errors of response serializers.
///
/// ```swift
/// struct Again: BooleanRequestRetrier {
///     func should(
///         _ manager: Session, retry request: Request, with error: any Error,
///         completion: @escaping RequestRetryCompletion
///     ) {
///         completion(request.retryCount < 2, 1)
///     }
/// }
/// ```
public protocol BooleanRequestRetrier: RequestRetrier {
    /// Decides about a failed request. Call `completion` exactly once, on any thread.
    ///
    /// - Parameters:
    ///   - manager: The session that would send the request again.
    ///   - request: The failed request.
    ///   - error: The error of the request.
    ///   - completion: Receives the decision.
    func should(
        _ manager: Session, retry request: Request, with error: any Error, completion: @escaping RequestRetryCompletion)
}

extension BooleanRequestRetrier {
    /// Completes with the decision of `should(_:retry:with:completion:)`, or with `.doNotRetry` after an error of a
    /// response serializer.
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
