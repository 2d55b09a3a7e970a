public import Foundation

/// What a retrier decides about a request that failed.
public enum RetryResult: Sendable {
    /// Again, at once.
    case retry
    /// Again, after so many seconds.
    case retryWithDelay(TimeInterval)
    /// Not again, unless another retrier says so.
    case doNotRetry
    /// Not again: the request ends with `AFError.requestRetryFailed(retryError:originalError:)`.
    case doNotRetryWithError(any Error)
}

extension RetryResult {
    /// Whether the request is sent again.
    var retryRequired: Bool {
        switch self {
        case .retry, .retryWithDelay: true
        case .doNotRetry, .doNotRetryWithError: false
        }
    }

    /// How many seconds to wait before, if any.
    var delay: TimeInterval? {
        guard case .retryWithDelay(let delay) = self else { return nil }
        return delay
    }

    /// What the retrier wants the request to end with.
    var error: (any Error)? {
        guard case .doNotRetryWithError(let error) = self else { return nil }
        return error
    }
}
