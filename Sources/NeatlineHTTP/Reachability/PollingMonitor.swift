internal import Dispatch

/// A watch that calls its closure at an interval, where nothing reports changes.
///
/// Unchecked Sendable because the only use of the Dispatch timer is to cancel it, which is allowed on any thread.
final class PollingMonitor: NetworkWatch, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(seconds: Double, on queue: DispatchQueue, tick: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        // The leeway saves energy; the exact time does not matter.
        timer.schedule(
            deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(Int(seconds * 1000) / 10))
        timer.setEventHandler(handler: tick)
        timer.activate()
    }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}
