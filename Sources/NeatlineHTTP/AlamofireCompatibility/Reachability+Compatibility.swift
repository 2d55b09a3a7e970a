public import Dispatch
internal import NeatlineFoundation

/// The spellings of Alamofire 4.
extension NetworkReachabilityManager {
    /// See ``NetworkReachabilityStatus/ConnectionType``.
    public typealias ConnectionType = NetworkReachabilityStatus.ConnectionType

    /// What ``startListening()`` has called: the closure that is set at the time of each call.
    ///
    /// ```swift
    /// manager?.listener = { status in print("Network Status Changed: \(status)") }
    /// manager?.startListening()
    /// ```
    public var listener: Listener? {
        get { state.withLock { $0.settableListener } }
        set {
            // What was there before goes when the lock is free again: its end may run anything.
            let earlier = state.withLock { state in
                defer { state.settableListener = newValue }
                return state.settableListener
            }
            withExtendedLifetime(earlier) {}
        }
    }

    /// Where ``listener`` is called after ``startListening()``, the main queue at first. Set it before.
    public var listenerQueue: DispatchQueue {
        get { state.withLock { $0.settableQueue } }
        set { state.withLock { $0.settableQueue = newValue } }
    }

    /// Calls ``listener`` on ``listenerQueue`` with the status, and again whenever it is another.
    ///
    /// - Returns: Whether listening has begun, which is always so on Linux.
    @discardableResult
    public func startListening() -> Bool {
        startListening(onQueue: listenerQueue) { [weak self] status in self?.listener?(status) }
    }

    /// The name that version 4 has for ``status``.
    public var networkReachabilityStatus: NetworkReachabilityStatus { status }

    /// The name that version 4 has for ``isReachableOnCellular``.
    public var isReachableOnWWAN: Bool { isReachableOnCellular }
}

extension NetworkReachabilityManager.NetworkReachabilityStatus.ConnectionType {
    /// The name that version 4 has for ``cellular``.
    public static var wwan: Self { .cellular }
}
