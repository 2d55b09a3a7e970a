public import Foundation

/// What a ``RetryPolicy`` does besides counting: listens to the server, spreads the load, and ends in time.
///
/// ```swift
/// var pacing = RetryPacing.considerate
/// pacing.totalBudget = 30
/// let policy = RetryPolicy(retryLimit: 5, pacing: pacing)
/// ```
public struct RetryPacing: Sendable, Hashable {
    /// Up to which share of itself a delay is shortened at random, from 0 to 1, so that many clients that failed together
    /// do not come back together.
    public var jitter: Double
    /// Whether `Retry-After` (RFC 9110, section 10.2.3) is the least delay, and status 429, Too Many Requests, a reason to
    /// retry.
    public var respectsRetryAfter: Bool
    /// The longest delay, in seconds: longer ones are cut, and a server that asks for a longer one is not asked again.
    public var maximumDelay: TimeInterval
    /// How many seconds may pass between the first failure of a request and its last retry; nil for any number.
    public var totalBudget: TimeInterval?

    /// A pacing with these choices.
    public init(
        jitter: Double = 0, respectsRetryAfter: Bool = false, maximumDelay: TimeInterval = RetryPacing.longestDelay,
        totalBudget: TimeInterval? = nil
    ) {
        self.jitter = jitter
        self.respectsRetryAfter = respectsRetryAfter
        self.maximumDelay = maximumDelay
        self.totalBudget = totalBudget
    }

    /// A week.
    public static let longestDelay: TimeInterval = 7 * 24 * 3600

    /// The delays grow as the policy says, and that is all.
    public static let none = RetryPacing()

    /// Delays are up to a half shorter, `Retry-After` counts, no delay is longer than a minute, and two minutes after the
    /// first failure there is no other retry.
    public static let considerate = RetryPacing(
        jitter: 0.5, respectsRetryAfter: true, maximumDelay: 60, totalBudget: 120)

    /// How many seconds to wait; nil if the server asks for more than is allowed.
    ///
    /// - Parameters:
    ///   - backoff: What the policy would wait.
    ///   - retryAfter: What the server asks for.
    ///   - chance: From 0 to 1.
    func delay(backoff: TimeInterval, retryAfter: TimeInterval?, chance: Double) -> TimeInterval? {
        let limit = RetryPacing.number(maximumDelay, from: 0, to: RetryPacing.longestDelay)
        let longest = RetryPacing.number(backoff, from: 0, to: limit)
        let delay = longest * (1 - RetryPacing.number(jitter, from: 0, to: 1) * chance)
        guard let retryAfter else { return delay }
        return retryAfter <= limit ? max(retryAfter, delay) : nil
    }

    /// The number, or the nearest limit; the lower one for what is no number.
    private static func number(_ value: Double, from lower: Double, to upper: Double) -> Double {
        value > lower ? min(value, upper) : lower
    }
}
