public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Retries requests that failed for reasons that may pass, after delays that grow.
///
/// ```swift
/// let session = Session(interceptor: RetryPolicy(retryLimit: 3))
/// AF.request(url, interceptor: .retryPolicy(pacing: .considerate))
/// ```
///
/// Only requests are retried whose method may be repeated without harm, for statuses and errors of the transport that are
/// known to pass. The delay before retry *n*, from 0, is `exponentialBackoffBase` to the power of *n*, times
/// `exponentialBackoffScale`, in seconds; ``RetryPacing`` says what servers and chance have to say about it.
///
/// Unchecked Sendable for its subclasses' sake; its own properties are Sendable.
open class RetryPolicy: RequestInterceptor, @unchecked Sendable {
    /// 2.
    public static let defaultRetryLimit: UInt = 2
    /// 2.
    public static let defaultExponentialBackoffBase: UInt = 2
    /// Half a second.
    public static let defaultExponentialBackoffScale: Double = 0.5
    /// The idempotent methods (RFC 9110, section 9.2.2).
    public static let defaultRetryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// Request Timeout, Internal Server Error, Bad Gateway, Service Unavailable, Gateway Timeout.
    public static let defaultRetryableHTTPStatusCodes: Set<Int> = [408, 500, 502, 503, 504]
    /// What may be over soon: names not found, connections not made or lost, certificates of another day, timeouts.
    public static let defaultRetryableURLErrorCodes: Set<URLError.Code> = [
        .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
        .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
        .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
        .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .timedOut,
    ]

    /// How often a request is sent again at most.
    public let retryLimit: UInt
    /// By how much each delay is longer than the one before, at least 2.
    public let exponentialBackoffBase: UInt
    /// The first delay, in seconds.
    public let exponentialBackoffScale: Double
    /// The methods of requests that are retried.
    public let retryableHTTPMethods: Set<HTTPMethod>
    /// The statuses of responses to requests that are retried.
    public let retryableHTTPStatusCodes: Set<Int>
    /// The errors of the transport after which requests are retried.
    public let retryableURLErrorCodes: Set<URLError.Code>
    /// What else decides about retries and delays.
    public let pacing: RetryPacing

    private let firstFailures = FirstFailures()

    /// A policy with these choices; a base below 2 is taken as 2.
    public init(
        retryLimit: UInt = RetryPolicy.defaultRetryLimit,
        exponentialBackoffBase: UInt = RetryPolicy.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = RetryPolicy.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods,
        retryableHTTPStatusCodes: Set<Int> = RetryPolicy.defaultRetryableHTTPStatusCodes,
        retryableURLErrorCodes: Set<URLError.Code> = RetryPolicy.defaultRetryableURLErrorCodes,
        pacing: RetryPacing = .none
    ) {
        self.retryLimit = retryLimit
        self.exponentialBackoffBase = max(exponentialBackoffBase, 2)
        self.exponentialBackoffScale = exponentialBackoffScale
        self.retryableHTTPMethods = retryableHTTPMethods
        self.retryableHTTPStatusCodes = retryableHTTPStatusCodes
        self.retryableURLErrorCodes = retryableURLErrorCodes
        self.pacing = pacing
    }

    /// Decides by the limit, by ``shouldRetry(request:dueTo:)`` and by ``pacing``.
    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard request.retryCount < retryLimit, shouldRetry(request: request, dueTo: error),
            let delay = delay(before: request)
        else {
            if pacing.totalBudget != nil { firstFailures.forget(request.id) }
            return completion(.doNotRetry)
        }
        completion(.retryWithDelay(delay))
    }

    /// Whether a request is one to be retried, if the limit allows it: by its method, its last response's status and the
    /// error of the transport.
    open func shouldRetry(request: Request, dueTo error: any Error) -> Bool {
        isRetryable(
            method: request.request?.method, statusCode: request.response?.statusCode,
            errorCode: (error as? URLError ?? error.asAFError?.underlyingError as? URLError)?.code)
    }

    /// What ``shouldRetry(request:dueTo:)`` says, of the facts that matter.
    func isRetryable(method: HTTPMethod?, statusCode: Int?, errorCode: URLError.Code?) -> Bool {
        guard let method, retryableHTTPMethods.contains(method) else { return false }
        if let statusCode {
            if retryableHTTPStatusCodes.contains(statusCode) { return true }
            if pacing.respectsRetryAfter, statusCode == 429 { return true }
        }
        return errorCode.map(retryableURLErrorCodes.contains) ?? false
    }

    /// How many seconds to wait before a retry; nil if there is no time for it.
    private func delay(before request: Request) -> TimeInterval? {
        let field = pacing.respectsRetryAfter ? request.response?.value(forHTTPHeaderField: "Retry-After") : nil
        guard
            let delay = pacing.delay(
                backoff: backoff(retryCount: request.retryCount),
                retryAfter: field.flatMap { RetryAfter.seconds($0, now: Date()) }, chance: Double.random(in: 0...1))
        else { return nil }
        guard let budget = pacing.totalBudget else { return delay }
        let now = ProcessInfo.processInfo.systemUptime
        let first = firstFailures.first(of: request.id, now: now, keptFor: budget)
        return now - first + delay <= budget ? delay : nil
    }

    /// The delay that grows, in seconds.
    func backoff(retryCount: Int) -> TimeInterval {
        pow(Double(exponentialBackoffBase), Double(retryCount)) * exponentialBackoffScale
    }
}

extension RequestInterceptor where Self == RetryPolicy {
    /// A policy as `RetryPolicy()` makes it.
    public static var retryPolicy: RetryPolicy { RetryPolicy() }

    /// A policy with these choices.
    public static func retryPolicy(
        retryLimit: UInt = RetryPolicy.defaultRetryLimit,
        exponentialBackoffBase: UInt = RetryPolicy.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = RetryPolicy.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods,
        retryableHTTPStatusCodes: Set<Int> = RetryPolicy.defaultRetryableHTTPStatusCodes,
        retryableURLErrorCodes: Set<URLError.Code> = RetryPolicy.defaultRetryableURLErrorCodes,
        pacing: RetryPacing = .none
    ) -> RetryPolicy {
        RetryPolicy(
            retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods,
            retryableHTTPStatusCodes: retryableHTTPStatusCodes, retryableURLErrorCodes: retryableURLErrorCodes,
            pacing: pacing)
    }
}

/// When requests failed first, for as long as that matters.
private final class FirstFailures: Sendable {
    private let times = Locked<[UUID: TimeInterval]>([:])

    /// When the request failed first, which is now if that is not known.
    ///
    /// Requests that failed longer ago than they are kept for are forgotten, because nobody tells of those that succeed.
    func first(of request: UUID, now: TimeInterval, keptFor budget: TimeInterval) -> TimeInterval {
        times.withLock { times in
            if let first = times[request] { return first }
            if times.count >= 64 { times = times.filter { now - $0.value <= budget } }
            times[request] = now
            return now
        }
    }

    func forget(_ request: UUID) { times.withLock { $0[request] = nil } }
}
