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
