public import Dispatch

/// Tells several monitors of what happens, each on its own queue.
public final class CompositeEventMonitor: EventMonitor {
    /// Whom it tells.
    public let monitors: [any EventMonitor]
    /// Where its methods are called.
    public let queue: DispatchQueue
    /// Whether any of them is told of tasks' events.
    let hasTransferListeners: Bool
    private let hasNotifications: Bool

    /// A monitor that tells others.
    public convenience init(monitors: [any EventMonitor]) {
        self.init(monitors: monitors, queue: .global())
    }

    init(monitors: [any EventMonitor], queue: DispatchQueue) {
        self.monitors = monitors
        self.queue = queue
        hasTransferListeners = monitors.contains { monitor in
            if let composite = monitor as? CompositeEventMonitor { return composite.hasTransferListeners }
            return !(monitor is AlamofireNotifications)
        }
        hasNotifications = monitors.contains { monitor in
            if let composite = monitor as? CompositeEventMonitor { return composite.hasNotifications }
            return monitor is AlamofireNotifications
        }
    }

    /// Whether anybody could notice if nothing were told. Where nobody can, requests skip their events altogether.
    var isListening: Bool { hasTransferListeners || (hasNotifications && AlamofireNotifications.isObserved) }

    func each(_ event: @escaping @Sendable (any EventMonitor) -> Void) {
        for monitor in monitors {
            monitor.queue.async { event(monitor) }
        }
    }
}
