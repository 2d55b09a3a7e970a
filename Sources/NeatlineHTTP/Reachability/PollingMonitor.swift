internal import Dispatch

/// Calls its closure every few seconds, for want of something that tells of changes.
///
/// Unchecked Sendable, because a timer of Dispatch may be cancelled on any thread, which is all that is done with it.
final class PollingMonitor: NetworkWatch, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(seconds: Double, on queue: DispatchQueue, tick: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        // Nobody minds a tick that comes a little later, and the machine can sleep longer.
        timer.schedule(
            deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(Int(seconds * 1000) / 10))
        timer.setEventHandler(handler: tick)
        timer.activate()
    }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}
