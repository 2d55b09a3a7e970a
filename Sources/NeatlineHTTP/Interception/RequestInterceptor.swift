public import Foundation

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

    /// Completes with `.doNotRetry`, unless the type implements it.
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

/// A type that changes requests before they are sent: each attempt's, after its parameters were encoded.
///
/// ```swift
/// struct LanguageAdapter: RequestAdapter {
///     func adapt(
///         _ urlRequest: URLRequest, for session: Session,
///         completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
///     ) {
///         var urlRequest = urlRequest
///         urlRequest.headers.update(.acceptLanguage("de"))
///         completion(.success(urlRequest))
///     }
/// }
/// ```
///
/// Adapters are called one after the other: the first on the session's `requestQueue`, each other on the thread on
/// which the one before has completed. An asynchronous adapter is easier to write with ``AsyncRequestAdapter``, and one
/// that never waits with ``SynchronousRequestAdapter``.
public protocol RequestAdapter: Sendable {
    /// Passes the request to send to the completion.
    ///
    /// Call `completion` exactly once, on any thread. A failure is wrapped in
    /// `AFError.requestAdaptationFailed(error:)`, which retriers receive.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to adapt.
    ///   - session: The session that will send it.
    ///   - completion: Receives the request to send, or the error that the request fails with.
    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)

    /// Adapts a request, given its session and its identifier. This is the function that sessions call.
    ///
    /// Call `completion` exactly once, on any thread. The default implementation calls ``adapt(_:for:completion:)``.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to adapt.
    ///   - state: The session and the identifier of the request.
    ///   - completion: Receives the request to send, or the error that the request fails with.
    func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)
}

extension RequestAdapter {
    /// Calls ``adapt(_:for:completion:)`` with the session of the state.
    public func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
    ) {
        adapt(urlRequest, for: state.session, completion: completion)
    }
}

/// The session and the identifier of a request that is being adapted.
public struct RequestAdapterState: Sendable {
    private enum Identity: Sendable {
        case known(UUID)
        case request(Request)
    }

    private let identity: Identity
    /// The session that will send the request.
    public let session: Session

    /// Creates a state, for tests of adapters.
    ///
    /// - Parameters:
    ///   - requestID: The identifier of a request.
    ///   - session: The session that will send the request.
    public init(requestID: UUID, session: Session) {
        identity = .known(requestID)
        self.session = session
    }

    /// Creates a state whose identifier is created only if an adapter accesses it.
    init(request: Request, session: Session) {
        identity = .request(request)
        self.session = session
    }

    /// The request that is adapted; `nil` for a state created by a test.
    var request: Request? {
        guard case .request(let request) = identity else { return nil }
        return request
    }

    /// The ``Request/id`` of the request that is adapted.
    public var requestID: UUID {
        switch identity {
        case .known(let id): id
        case .request(let request): request.id
        }
    }
}

/// A type that decides whether a failed request is sent again.
///
/// Retriers are called after failures of the transport, of adapters, of validation and of response serializers, but not
/// after cancellation.
///
/// ```swift
/// struct OnceMore: RequestRetrier {
///     func retry(
///         _ request: Request, for session: Session, dueTo error: any Error,
///         completion: @escaping @Sendable (RetryResult) -> Void
///     ) {
///         completion(request.retryCount == 0 ? .retryWithDelay(1) : .doNotRetry)
///     }
/// }
/// ```
public protocol RequestRetrier: Sendable {
    /// Decides about a failed request.
    ///
    /// Called on the session's `rootQueue`, or, after another retrier has decided `.doNotRetry`, on the thread of that
    /// decision. Call `completion` exactly once, on any thread.
    ///
    /// - Parameters:
    ///   - request: The request, with the number of its retries (`retryCount`) and its last `response`.
    ///   - session: The session that would send the request again.
    ///   - error: The error of the attempt, usually an ``AFError``.
    ///   - completion: Receives the decision.
    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void)
}

/// The decision of a retrier about a failed request.
public enum RetryResult: Sendable {
    /// The request is sent again immediately.
    case retry
    /// The request is sent again after a delay, in seconds.
    case retryWithDelay(TimeInterval)
    /// The request is not sent again, unless another retrier decides otherwise.
    case doNotRetry
    /// The request is not sent again, and fails with `AFError.requestRetryFailed(retryError:originalError:)`.
    case doNotRetryWithError(any Error)
}

extension RetryResult {
    /// Whether the request is sent again.
    var retryRequired: Bool {
        switch self {
        case .retry, .retryWithDelay: true
        case .doNotRetry, .doNotRetryWithError: false
        }
    }

    /// The delay in seconds, if the decision contains one.
    var delay: TimeInterval? {
        guard case .retryWithDelay(let delay) = self else { return nil }
        return delay
    }

    /// The error of `doNotRetryWithError`.
    var error: (any Error)? {
        guard case .doNotRetryWithError(let error) = self else { return nil }
        return error
    }
}

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
    /// Returns the request to send in place of the given one.
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
