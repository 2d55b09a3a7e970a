public import Foundation

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
    /// The longest delay, in seconds. Longer delays are shortened; if `Retry-After` asks for a longer one, the request
    /// is not retried.
    public var maximumDelay: TimeInterval
    /// The maximum time, in seconds, between the first failure of a request and its last retry; `nil` for no limit.
    public var totalBudget: TimeInterval?

    /// Creates a pacing.
    ///
    /// - Parameters:
    ///   - jitter: The maximum fraction, from 0 to 1, by which each delay is shortened at random.
    ///   - respectsRetryAfter: Whether `Retry-After` and status 429 are respected.
    ///   - maximumDelay: The longest delay, in seconds.
    ///   - totalBudget: The maximum time, in seconds, between the first failure of a request and its last retry; `nil`
    ///     for no limit.
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
