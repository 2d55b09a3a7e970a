internal import Foundation
public import NeatlineFoundation
internal import NeatlineSystem

/// A limit for the retries of all requests of a session, so that many failures do not multiply the load of a server that
/// is overloaded already.
///
/// ```swift
/// let session = Session(interceptor: RetryPolicy(), retryBudget: RetryBudget(fraction: 0.1))
/// ```
///
/// The session counts the requests and the retries of the last ``window``. A retry is allowed while the retries are at
/// most ``fraction`` of the requests, plus ``minimumPerSecond`` for each second of the window. A retry counts when it
/// begins, after its delay; one that is cancelled before does not. A retry that is not allowed then fails its request with
/// `AFError.requestRetryFailed`, whose `retryError` is ``RetryBudgetExhausted``. The retriers' own limits apply as well.
public struct RetryBudget: Sendable, Hashable {
    /// The fraction of the requests that may be retried: 0.2 allows one retry for five requests. It may exceed 1.
    public var fraction: Double
    /// The number of retries that are allowed for each second, regardless of the number of requests.
    public var minimumPerSecond: Double
    /// The time for which requests and retries are counted, at least 0.1 seconds.
    public var window: Duration

    /// Creates a budget for the retries of a session. The parameters are the properties of the same names.
    public init(fraction: Double = 0.2, minimumPerSecond: Double = 10, window: Duration = .seconds(10)) {
        self.fraction = fraction
        self.minimumPerSecond = minimumPerSecond
        self.window = window
    }
}

/// The error of a request that was not retried because the ``RetryBudget`` of its session was exhausted.
public struct RetryBudgetExhausted: NSErrorBridgeable, Sendable, Hashable {
    /// The budget of the session, which was exhausted.
    public var budget: RetryBudget

    /// A description of the error, in English.
    public var errorDescription: String? {
        "The session has retried \(budget.fraction) of the requests of the last \(budget.window), its budget for retries."
    }

    /// Creates the error for a budget.
    ///
    /// - Parameter budget: The budget.
    public init(budget: RetryBudget) { self.budget = budget }
}

/// Counts the requests and retries of a session, in ten slices of the budget's window.
final class RetryAccount: Sendable {
    private static let sliceCount = 10

    private struct State {
        /// The number of the newest slice, and the counts of the last ten, each at the index of its number modulo ten.
        var slice: UInt64 = 0
        var requests = [Int](repeating: 0, count: RetryAccount.sliceCount)
        var retries = [Int](repeating: 0, count: RetryAccount.sliceCount)
    }

    let budget: RetryBudget
    private let deadlines: Deadlines
    private let sliceLength: UInt64
    /// The retries that are allowed regardless of the number of requests.
    private let minimum: Double
    private let state = Locked(State())

    init(_ budget: RetryBudget, deadlines: Deadlines) {
        self.budget = budget
        self.deadlines = deadlines
        let window = min(max(budget.window.inSeconds, 0.1), 24 * 3600)
        sliceLength = UInt64(window * 1e9) / UInt64(Self.sliceCount)
        minimum = max(budget.minimumPerSecond, 0) * window
    }

    /// Counts a request.
    ///
    /// - Complexity: O(1)
    func addRequest() {
        let slice = deadlines.now / sliceLength
        state.withLock { state in
            Self.advance(&state, to: slice)
            state.requests[Int(slice % UInt64(Self.sliceCount))] += 1
        }
    }

    /// Counts a retry, unless the budget is exhausted: then returns `false`.
    ///
    /// - Complexity: O(1)
    func takeRetry() -> Bool {
        let slice = deadlines.now / sliceLength
        return state.withLock { state in
            Self.advance(&state, to: slice)
            let requests = Double(state.requests.reduce(0, +))
            let retries = Double(state.retries.reduce(0, +))
            guard retries + 1 <= requests * max(budget.fraction, 0) + minimum else { return false }
            state.retries[Int(slice % UInt64(Self.sliceCount))] += 1
            return true
        }
    }

    /// Clears the slices that have begun since the last call.
    private static func advance(_ state: inout State, to slice: UInt64) {
        guard slice > state.slice else { return }
        for number in 0..<min(slice - state.slice, UInt64(sliceCount)) {
            let index = Int((slice - number) % UInt64(sliceCount))
            (state.requests[index], state.retries[index]) = (0, 0)
        }
        state.slice = slice
    }
}
