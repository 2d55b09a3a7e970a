public import Dispatch

/// Forwards events to several monitors, each on its own queue.
///
/// Its methods are the default implementations of ``EventMonitor``, which call `send`. A session's events are all sent
/// from there.
public final class CompositeEventMonitor: EventMonitor {
    /// The monitors that events are forwarded to.
    public let monitors: [any EventMonitor]
    /// The queue on which another composite that contains this one calls it: a global one.
    public let queue: DispatchQueue = .global()
    /// Whether any of the monitors handles the events of tasks.
    let hasTransferListeners: Bool
    private let hasNotifications: Bool

    /// Creates a monitor that forwards events to others.
    ///
    /// - Parameter monitors: The monitors. Each is called on its ``EventMonitor/queue``.
    public init(monitors: [any EventMonitor]) {
        self.monitors = monitors
        let leaves = Self.leaves(of: monitors)
        hasTransferListeners = leaves.contains { !($0 is AlamofireNotifications) }
        hasNotifications = leaves.contains { $0 is AlamofireNotifications }
    }

    /// The monitors that forward nothing themselves.
    private static func leaves(of monitors: [any EventMonitor]) -> [any EventMonitor] {
        monitors.flatMap { ($0 as? CompositeEventMonitor).map { leaves(of: $0.monitors) } ?? [$0] }
    }

    /// Whether an event could be noticed. Requests create no events for a monitor that is not listening.
    var isListening: Bool { hasTransferListeners || (hasNotifications && AlamofireNotifications.isObserved) }

    /// Sends an event to each monitor, on that monitor's queue.
    ///
    /// - Parameter event: Delivers the event: calls the monitor's method with the event's values.
    func send(_ event: @escaping @Sendable (any EventMonitor) -> Void) {
        for monitor in monitors {
            monitor.queue.async { event(monitor) }
        }
    }
}
