public import Foundation

/// A retrier for transient failures, with exponential backoff.
///
/// ```swift
/// let session = Session(interceptor: RetryPolicy(retryLimit: 3))
/// AF.request(url, interceptor: .retryPolicy(pacing: .considerate))
/// ```
///
/// Retries only requests with a retryable method whose response has a retryable status code or that failed with a
/// retryable error of the transport. The delay before retry *n*, counted from 0, is `exponentialBackoffScale` seconds
/// times `exponentialBackoffBase` to the power of *n*; ``RetryPacing`` can change it.
///
/// Unchecked Sendable because subclasses may add state; the class's own properties are Sendable.
open class RetryPolicy: RequestInterceptor, @unchecked Sendable {
    /// The default of the maximum number of retries: 2.
    public static let defaultRetryLimit: UInt = 2
    /// The default of the factor by which delays grow: 2.
    public static let defaultExponentialBackoffBase: UInt = 2
    /// The default of the first delay: 0.5 seconds.
    public static let defaultExponentialBackoffScale: Double = 0.5
    /// The default of the retryable methods: the idempotent ones (RFC 9110, section 9.2.2).
    public static let defaultRetryableHTTPMethods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace]
    /// The default of the retryable status codes: 408 Request Timeout, 500 Internal Server Error, 502 Bad Gateway, 503
    /// Service Unavailable and 504 Gateway Timeout.
    public static let defaultRetryableHTTPStatusCodes: Set<Int> = [408, 500, 502, 503, 504]
    /// The default of the retryable errors of the transport: timeouts, connections that were lost or could not be made,
    /// host names that were not found, and certificates that are not valid at the moment.
    public static let defaultRetryableURLErrorCodes: Set<URLError.Code> = [
        .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
        .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
        .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
        .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .timedOut,
    ]

    /// The maximum number of retries of a request.
    public let retryLimit: UInt
    /// The factor by which each delay is longer than the one before; at least 2.
    public let exponentialBackoffBase: UInt
    /// The delay before the first retry, in seconds.
    public let exponentialBackoffScale: Double
    /// The methods of requests that may be retried.
    public let retryableHTTPMethods: Set<HTTPMethod>
    /// The status codes of responses after which requests are retried.
    public let retryableHTTPStatusCodes: Set<Int>
    /// The errors of the transport after which requests are retried.
    public let retryableURLErrorCodes: Set<URLError.Code>
    /// Additional rules for retries and delays.
    public let pacing: RetryPacing

    /// Creates a policy, with Alamofire's defaults for all parameters. The parameters are the properties of the same
    /// names.
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

    /// Decides by ``retryLimit``, ``shouldRetry(request:dueTo:)`` and ``pacing``, and calls `completion` on the calling
    /// thread.
    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard request.retryCount < retryLimit, shouldRetry(request: request, dueTo: error),
            let delay = delay(before: request)
        else { return completion(.doNotRetry) }
        completion(.retryWithDelay(delay))
    }

    /// Returns whether a request may be retried, regardless of the number of retries: by its method, its last
    /// response's status code and its error.
    ///
    /// - Parameters:
    ///   - request: The failed request.
    ///   - error: The error of the request.
    /// - Returns: Whether the request may be retried.
    open func shouldRetry(request: Request, dueTo error: any Error) -> Bool {
        isRetryable(
            method: request.request?.method, statusCode: request.response?.statusCode,
            errorCode: (error as? URLError ?? error.asAFError?.underlyingError as? URLError)?.code)
    }

    /// Implements ``shouldRetry(request:dueTo:)`` for the values that matter.
    func isRetryable(method: HTTPMethod?, statusCode: Int?, errorCode: URLError.Code?) -> Bool {
        guard let method, retryableHTTPMethods.contains(method) else { return false }
        if let statusCode {
            if retryableHTTPStatusCodes.contains(statusCode) { return true }
            if pacing.respectsRetryAfter, statusCode == 429 { return true }
        }
        return errorCode.map(retryableURLErrorCodes.contains) ?? false
    }

    /// Returns the delay before the next retry in seconds, or `nil` if it exceeds a limit of the pacing.
    private func delay(before request: Request) -> TimeInterval? {
        let field = pacing.respectsRetryAfter ? request.response?.value(forHTTPHeaderField: "Retry-After") : nil
        guard
            let delay = pacing.delay(
                backoff: backoff(retryCount: request.retryCount),
                retryAfter: field.flatMap { RetryAfter.seconds($0, now: Date()) }, chance: Double.random(in: 0...1))
        else { return nil }
        guard let budget = pacing.totalBudget else { return delay }
        return request.timeSinceFirstFailure + delay <= budget ? delay : nil
    }

    /// Returns the exponential backoff, in seconds.
    func backoff(retryCount: Int) -> TimeInterval {
        pow(Double(exponentialBackoffBase), Double(retryCount)) * exponentialBackoffScale
    }
}

extension RequestInterceptor where Self == RetryPolicy {
    /// A policy with the default settings.
    public static var retryPolicy: RetryPolicy { RetryPolicy() }

    /// Returns a policy; the parameters are those of its initializer.
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

/// A retry policy for requests whose connection was lost before the response arrived, for example because the server
/// closed an idle connection just when it was used again.
///
/// ```swift
/// AF.request(url, interceptor: .connectionLostRetryPolicy())
/// ```
///
/// It does not wait for the network to return; ``NetworkReachabilityManager`` reports that.
open class ConnectionLostRetryPolicy: RetryPolicy, @unchecked Sendable {
    /// Creates a policy that retries only after `URLError.networkConnectionLost`. The parameters are the properties of
    /// the same names.
    public init(
        retryLimit: UInt = RetryPolicy.defaultRetryLimit,
        exponentialBackoffBase: UInt = RetryPolicy.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = RetryPolicy.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods
    ) {
        super.init(
            retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods,
            retryableHTTPStatusCodes: [], retryableURLErrorCodes: [.networkConnectionLost])
    }
}

extension RequestInterceptor where Self == ConnectionLostRetryPolicy {
    /// A policy with the default settings.
    public static var connectionLostRetryPolicy: ConnectionLostRetryPolicy { ConnectionLostRetryPolicy() }

    /// Returns a policy; the parameters are those of its initializer.
    public static func connectionLostRetryPolicy(
        retryLimit: UInt = RetryPolicy.defaultRetryLimit,
        exponentialBackoffBase: UInt = RetryPolicy.defaultExponentialBackoffBase,
        exponentialBackoffScale: Double = RetryPolicy.defaultExponentialBackoffScale,
        retryableHTTPMethods: Set<HTTPMethod> = RetryPolicy.defaultRetryableHTTPMethods
    ) -> ConnectionLostRetryPolicy {
        ConnectionLostRetryPolicy(
            retryLimit: retryLimit, exponentialBackoffBase: exponentialBackoffBase,
            exponentialBackoffScale: exponentialBackoffScale, retryableHTTPMethods: retryableHTTPMethods)
    }
}

/// Additional rules of a ``RetryPolicy``: jitter, `Retry-After`, and limits of time.
///
/// ```swift
/// var pacing = RetryPacing.considerate
/// pacing.totalBudget = 30
/// let policy = RetryPolicy(retryLimit: 5, pacing: pacing)
/// ```
public struct RetryPacing: Sendable, Hashable {
    /// The maximum fraction, from 0 to 1, by which each delay is shortened at random, so that clients that failed
    /// together do not retry together.
    public var jitter: Double
    /// Whether `Retry-After` (RFC 9110, section 10.2.3) is a lower bound of the delay, and status 429, Too Many
    /// Requests, is retryable.
    public var respectsRetryAfter: Bool
    /// The longest delay, in seconds. Longer delays are shortened; if `Retry-After` requires a longer one, the request
    /// is not retried.
    public var maximumDelay: TimeInterval
    /// The maximum time, in seconds, between the first failure of a request and its last retry; `nil` for no limit.
    public var totalBudget: TimeInterval?

    /// Creates a pacing; by default it changes no delays. The parameters are the properties of the same names.
    public init(
        jitter: Double = 0, respectsRetryAfter: Bool = false, maximumDelay: TimeInterval = RetryPacing.longestDelay,
        totalBudget: TimeInterval? = nil
    ) {
        self.jitter = jitter
        self.respectsRetryAfter = respectsRetryAfter
        self.maximumDelay = maximumDelay
        self.totalBudget = totalBudget
    }

    /// The upper bound of all delays: one week, in seconds.
    public static let longestDelay: TimeInterval = 7 * 24 * 3600

    /// The pacing without additional rules.
    public static let none = RetryPacing()

    /// A pacing that is friendly to servers: delays are up to 50 % shorter, `Retry-After` is respected, no delay is
    /// longer than a minute, and no retry begins later than two minutes after the first failure.
    public static let considerate = RetryPacing(
        jitter: 0.5, respectsRetryAfter: true, maximumDelay: 60, totalBudget: 120)

    /// Returns the delay in seconds; `nil` if the server asks for a longer one than is allowed.
    ///
    /// - Parameters:
    ///   - backoff: The exponential backoff of the policy, in seconds.
    ///   - retryAfter: The value of `Retry-After`, in seconds.
    ///   - chance: A random number from 0 to 1.
    func delay(backoff: TimeInterval, retryAfter: TimeInterval?, chance: Double) -> TimeInterval? {
        let limit = RetryPacing.number(maximumDelay, from: 0, to: RetryPacing.longestDelay)
        let longest = RetryPacing.number(backoff, from: 0, to: limit)
        let delay = longest * (1 - RetryPacing.number(jitter, from: 0, to: 1) * chance)
        guard let retryAfter else { return delay }
        return retryAfter <= limit ? max(retryAfter, delay) : nil
    }

    /// Returns the value clamped to a range; the lower bound for NaN.
    private static func number(_ value: Double, from lower: Double, to upper: Double) -> Double {
        value > lower ? min(value, upper) : lower
    }
}

/// The header field `Retry-After`: a number of seconds, or a date (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the number of seconds to wait from now on; `nil` if the field is neither a number nor a date.
    package static func seconds(_ field: String, now: Date) -> TimeInterval? {
        let text = MediaType.trimmed(field[...])
        if !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return Double(text)
        }
        return HTTPDate.date(text).map { max($0.timeIntervalSince(now), 0) }
    }
}
