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

    /// Creates a retrier.
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
