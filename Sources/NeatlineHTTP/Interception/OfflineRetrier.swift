public import Dispatch
public import Foundation
internal import NeatlineSystem

/// A retrier that waits for the network when a request has failed without one, and then retries the request.
///
/// ```swift
/// let session = Session(interceptor: OfflineRetrier())
/// AF.request(url, interceptor: .offlineRetrier(maximumWait: .seconds(30)))
/// ```
///
/// A request has failed without a network if its error is one of ``defaultURLErrorOfflineCodes``, or if no connection
/// could be made, or was lost, and there is no route to its host when the retrier is called. If a route appears within
/// the time, the request is retried; otherwise the next retrier decides. If the system reports a route although the
/// error means that there is none, the request is retried once.
///
/// Monitors receive `urlSession(_:taskIsWaitingForConnectivity:)` when a request waits. Routes are those of
/// ``NetworkReachabilityManager``.
public final class OfflineRetrier: RequestInterceptor, Sendable {
    /// The default of the time to wait: five seconds.
    public static let defaultWait: DispatchTimeInterval = .seconds(5)
    /// The codes of errors that mean that there is no network.
    public static let defaultURLErrorOfflineCodes: Set<URLError.Code> = [.notConnectedToInternet]
    /// Returns whether an error, or the one that it contains, has one of the ``defaultURLErrorOfflineCodes``.
    public static let defaultIsOfflineError: @Sendable (_ error: any Error) -> Bool = { error in
        code(of: error).map(defaultURLErrorOfflineCodes.contains) ?? false
    }

    /// The codes of errors that a request has, too, if there is no network.
    private static let codesWithoutRoute: Set<URLError.Code> = [
        .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .networkConnectionLost,
    ]

    /// The time to wait for a network.
    public let maximumWait: DispatchTimeInterval
    private let isOfflineError: @Sendable (any Error) -> Bool
    private let paths: any NetworkPaths
    private let queue = DispatchQueue(label: "neatline.offline-retrier")

    /// Creates a retrier that waits for a network.
    ///
    /// - Parameters:
    ///   - maximumWait: The time to wait for a network.
    ///   - isOfflineError: Returns whether an error means that there is no network. Called on the session's
    ///     `rootQueue`.
    public convenience init(
        maximumWait: DispatchTimeInterval = OfflineRetrier.defaultWait,
        isOfflineError: @escaping @Sendable (_ error: any Error) -> Bool = OfflineRetrier.defaultIsOfflineError
    ) {
        self.init(maximumWait: maximumWait, isOfflineError: isOfflineError, paths: SystemNetworkPaths())
    }

    init(
        maximumWait: DispatchTimeInterval, isOfflineError: @escaping @Sendable (_ error: any Error) -> Bool,
        paths: any NetworkPaths
    ) {
        self.maximumWait = maximumWait
        self.isOfflineError = isOfflineError
        self.paths = paths
    }

    /// Waits for a network if the request has failed without one, and calls `completion` on a queue of the retrier or on
    /// the calling thread.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        // An error of the network that a handler repeats was decided about before.
        if request.isAskingAboutHandler { return completion(.doNotRetry) }
        let target = Self.target(of: request)
        let isUnreachable = paths.status(of: target) == .notReachable
        let says = isOfflineError(error)
        guard says || isUnreachable && Self.code(of: error).map(Self.codesWithoutRoute.contains) == true else {
            return completion(.doNotRetry)
        }
        guard isUnreachable else { return completion(request.retryCount == 0 ? .retry : .doNotRetry) }
        request.announceWaitForNetwork()
        let wait = RouteWait(completion)
        wait.watch = paths.watch(on: queue) { [paths] in
            if paths.status(of: target) != .notReachable { wait.end(.retry) }
        }
        paths.after(maximumWait.inSeconds, on: queue) { wait.end(.doNotRetry) }
        // The route may have appeared before the watch began.
        queue.async { [paths] in
            if paths.status(of: target) != .notReachable { wait.end(.retry) }
        }
    }

    private static func code(of error: any Error) -> URLError.Code? {
        (error as? URLError ?? error.asAFError?.underlyingError as? URLError)?.code
    }

    /// The host of the request if it is an address, otherwise the internet.
    private static func target(of request: Request) -> NetworkTarget {
        guard let host = request.request?.url?.host, let address = NetworkAddress(numeric: host) else {
            return .internet
        }
        return .addresses([address])
    }
}

/// A request that waits for a route. What it holds is released when the wait is over.
private final class RouteWait: Sendable {
    private struct State {
        var completion: (@Sendable (RetryResult) -> Void)?
        var watch: (any NetworkWatch)?
    }

    private let state: Locked<State>

    init(_ completion: @escaping @Sendable (RetryResult) -> Void) { state = Locked(State(completion: completion)) }

    /// The watch, which is cancelled at the end.
    var watch: (any NetworkWatch)? {
        get { state.withLock { $0.watch } }
        set {
            let isOver = state.withLock { state in
                if state.completion != nil { state.watch = newValue }
                return state.completion == nil
            }
            if isOver { newValue?.cancel() }
        }
    }

    func end(_ result: RetryResult) {
        let ended = state.withLock { state in
            defer { state = State() }
            return state
        }
        ended.watch?.cancel()
        ended.completion?(result)
    }
}

extension DispatchTimeInterval {
    /// The number of seconds; a very large one for `.never`.
    var inSeconds: Double {
        switch self {
        case .seconds(let value): Double(value)
        case .milliseconds(let value): Double(value) / 1e3
        case .microseconds(let value): Double(value) / 1e6
        case .nanoseconds(let value): Double(value) / 1e9
        case .never: 1e9
        @unknown default: 0
        }
    }
}

extension RequestInterceptor where Self == OfflineRetrier {
    /// A retrier that waits for a network for five seconds.
    public static var offlineRetrier: OfflineRetrier { OfflineRetrier() }

    /// Returns a retrier; the parameters are those of its initializer.
    public static func offlineRetrier(
        maximumWait: DispatchTimeInterval = OfflineRetrier.defaultWait,
        isOfflineError: @escaping @Sendable (_ error: any Error) -> Bool = OfflineRetrier.defaultIsOfflineError
    ) -> OfflineRetrier {
        OfflineRetrier(maximumWait: maximumWait, isOfflineError: isOfflineError)
    }
}
