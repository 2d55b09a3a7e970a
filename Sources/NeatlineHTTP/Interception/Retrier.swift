/// A retrier that is a closure.
///
/// ```swift
/// let retrier = Retrier { request, session, error, completion in
///     completion(request.retryCount < 3 ? .retryWithDelay(0.5) : .doNotRetry)
/// }
/// ```
///
/// Unchecked Sendable for its subclasses' sake; its own property is Sendable.
open class Retrier: RequestInterceptor, @unchecked Sendable {
    private let retryHandler: RetryHandler

    /// A retrier that asks the closure.
    public init(_ retryHandler: @escaping RetryHandler) { self.retryHandler = retryHandler }

    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        retryHandler(request, session, error, completion)
    }
}

extension RequestRetrier where Self == Retrier {
    /// A retrier that asks a closure.
    public static func retrier(using closure: @escaping RetryHandler) -> Retrier { Retrier(closure) }
}
