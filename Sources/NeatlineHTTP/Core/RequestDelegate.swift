#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

/// The part of a session that a request uses: see ``Request/delegate``.
public protocol RequestDelegate: AnyObject, Sendable {
    /// The configuration that the session was created with.
    var sessionConfiguration: URLSessionConfiguration { get }
    /// Whether the first response handler starts a request.
    var startImmediately: Bool { get }

    /// Calls the retriers about an error of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - error: The error of the request.
    ///   - completion: A closure that receives the decision. Called once, on any thread, with `.doNotRetry` if there
    ///     are no retriers.
    func retryResult(
        for request: Request, dueTo error: AFError, completion: @escaping @Sendable (RetryResult) -> Void)
}

extension Session: RequestDelegate {
    /// Whether the first response handler starts a request. The same as ``startRequestsImmediately``.
    public var startImmediately: Bool { startRequestsImmediately }

    /// Calls the session's retriers and then the request's own, on ``rootQueue``. The request is not sent again by
    /// this.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - error: The error of the request.
    ///   - completion: A closure that receives the decision. Called once, on any thread.
    public func retryResult(
        for request: Request, dueTo error: AFError, completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        let retrier = Interceptor(retriers: request.retriers)
        rootQueue.async { retrier.retry(request, for: self, dueTo: error, completion: completion) }
    }
}

extension Request {
    /// The session of the request; `nil` after it was deinitialized.
    public var delegate: (any RequestDelegate)? { core.session }
}
