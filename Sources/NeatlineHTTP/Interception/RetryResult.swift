public import Foundation

/// The decision of a retrier about a failed request.
public enum RetryResult: Sendable {
    /// The request is sent again immediately.
    case retry
    /// The request is sent again after a delay, in seconds.
    case retryWithDelay(TimeInterval)
    /// The request is not sent again, unless another retrier decides otherwise.
    case doNotRetry
    /// The request is not sent again, and fails with `AFError.requestRetryFailed(retryError:originalError:)`.
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

    /// The delay in seconds, if the decision contains one.
    var delay: TimeInterval? {
        guard case .retryWithDelay(let delay) = self else { return nil }
        return delay
    }

    /// The error of `doNotRetryWithError`.
    var error: (any Error)? {
        guard case .doNotRetryWithError(let error) = self else { return nil }
        return error
    }
}
