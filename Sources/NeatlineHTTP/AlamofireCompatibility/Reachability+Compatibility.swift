public import Dispatch
internal import NeatlineSystem

/// The names of Alamofire 4.
extension NetworkReachabilityManager {
    /// The type of a network interface.
    public typealias ConnectionType = NetworkReachabilityStatus.ConnectionType

    /// The closure that ``startListening()`` calls with each status. It may be changed at any time.
    ///
    /// ```swift
    /// manager?.listener = { status in print("Network Status Changed: \(status)") }
    /// manager?.startListening()
    /// ```
    public var listener: Listener? {
        get { state.withLock { $0.settableListener } }
        set {
            // The earlier value is released after the lock, because releasing it may run any code.
            let earlier = state.withLock { state in
                defer { state.settableListener = newValue }
                return state.settableListener
            }
            withExtendedLifetime(earlier) {}
        }
    }

    /// The queue on which ``listener`` is called; by default the main queue. Set it before ``startListening()``.
    public var listenerQueue: DispatchQueue {
        get { state.withLock { $0.settableQueue } }
        set { state.withLock { $0.settableQueue = newValue } }
    }

    /// Calls ``listener`` on ``listenerQueue`` with the current status, and again after each change of it.
    ///
    /// - Returns: Whether listening has begun; always `true` on Linux.
    @discardableResult
    public func startListening() -> Bool {
        startListening(onQueue: listenerQueue) { [weak self] status in self?.listener?(status) }
    }

    /// The current ``status``, with its name of Alamofire 4.
    public var networkReachabilityStatus: NetworkReachabilityStatus { status }

    /// The value of ``isReachableOnCellular``, with its name of Alamofire 4.
    public var isReachableOnWWAN: Bool { isReachableOnCellular }
}

extension NetworkReachabilityManager.NetworkReachabilityStatus.ConnectionType {
    /// The connection type ``cellular``, with its name of Alamofire 4.
    public static var wwan: Self { .cellular }
}
