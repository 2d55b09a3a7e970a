/// Decides whether a request that failed is sent again.
///
/// Retriers are asked about failures of the transport, of adapters, of validation and of response serializers; never about
/// requests that were cancelled.
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
    /// Calls `completion` once, on any thread, now or later.
    ///
    /// - Parameters:
    ///   - request: Says how often it was sent again (`retryCount`), and what came of it last (`response`).
    ///   - session: The session that would send it again.
    ///   - error: Why the attempt failed, usually an `AFError`.
    ///   - completion: Takes the decision.
    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void)
}
