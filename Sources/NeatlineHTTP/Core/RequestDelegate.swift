#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// What a request asks its session: see ``Request/delegate``.
public protocol RequestDelegate: AnyObject, Sendable {
    /// What the session was made with.
    var sessionConfiguration: URLSessionConfiguration { get }
    /// Whether a request is started by its first handler.
    var startImmediately: Bool { get }

    /// Asks whether a request is to be sent again because of an error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - error: Why it fails.
    ///   - completion: Called once, on any thread: with `.doNotRetry` if there is nobody to ask.
    func retryResult(
        for request: Request, dueTo error: AFError, completion: @escaping @Sendable (RetryResult) -> Void)
}

extension Session: RequestDelegate {
    /// Whether a request is started by its first handler: ``startRequestsImmediately``.
    public var startImmediately: Bool { startRequestsImmediately }

    /// Asks the session's retriers, and then the request's own, on ``rootQueue``. The request is not sent again by this.
    public func retryResult(
        for request: Request, dueTo error: AFError, completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        let retrier = Interceptor(retriers: request.retriers)
        rootQueue.async { retrier.retry(request, for: self, dueTo: error, completion: completion) }
    }
}

extension Request {
    /// The session, while it is there.
    public var delegate: (any RequestDelegate)? { core.session }
}
