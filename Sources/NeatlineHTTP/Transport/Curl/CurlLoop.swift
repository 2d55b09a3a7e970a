#if os(Linux)
internal import CNeatlineCurl
internal import Foundation
internal import NeatlineSystem

/// The event loop, which runs libcurl on one thread.
///
/// Other threads submit requests and commands. The thread sleeps when it is idle, and is woken only then. It starts
/// with the first request, and ends when the loop was invalidated and the last request has completed.
///
/// Unchecked Sendable because the state that other threads access is guarded by `lock`, and the rest is accessed only
/// by the loop's thread, which starts after initialization.
final class CurlLoop: @unchecked Sendable {
    /// The commands of other threads for a running request.
    enum Call {
        case cancel(CurlTransfer)
        case resume(CurlTransfer)
        /// The body has bytes again.
        case send(CurlTransfer)
        /// An evaluator of the transfer's server has answered.
        case evaluated(CurlTransfer)
        /// The WebSocket has something to send, or one of its times has come.
        case webSocket(CurlTransfer)
    }

    private enum State { case unborn, running, ended }

    let library: CurlLibrary
    let environment: CurlEnvironment

    private let lock = Lock()
    // Guarded by the lock.
    private var state = State.unborn
    private var isInvalidated = false
    private var isSleeping = false
    private var submitted: [CurlTransfer] = []
    private var calls: [Call] = []
    private var signal: Int32 = -1

    // Accessed only by the loop's thread.
    private var begun: [CurlTransfer] = []
    private var called: [Call] = []
    var multi: UnsafeMutableRawPointer?
    var poll: Int32 = -1
    /// The time of libcurl's next timeout, in nanoseconds of the monotonic clock.
    var deadline = Int64.max
    var watches: [CurlWatch] = []
    /// The descriptor on whose event libcurl acts; -1 for none.
    var acting: Int32 = -1
    var idleHandles: [CurlHandle] = []
    /// The transfers that have delivered bytes since the thread slept, and whose batch must be ended.
    var batches: [CurlTransfer] = []
    /// The transfers with a descriptor that the kernel does not watch.
    var unwatched: [CurlTransfer] = []
    var runningCount = 0
    /// The WebSockets' connections.
    var webSockets = CurlWebSockets()
    var webSocketBuffer: [UInt8] = []
    /// The number of iterations of the thread.
    private(set) var turn: UInt = 0
    /// The time since which no request runs, if connections may be open.
    var idleSince: Int64?
    private var isEnding = false

    /// - Throws: `TransportError` if this libcurl does not support the configuration.
    init(
        library: CurlLibrary, configuration: CurlTransport.Configuration, openSSL: CurlOpenSSL? = nil
    ) throws(TransportError) {
        self.library = library
        environment = CurlEnvironment(configuration: configuration, library: library, openSSL: openSSL)
        // Creating the first handle shows whether the configuration is supported.
        idleHandles.append(try CurlHandle(library: library, environment: environment))
    }

    // MARK: Any thread

    /// Submits a request, or returns the error because of which that is not possible.
    func submit(_ transfer: CurlTransfer) -> TransportError? {
        lock.withLock {
            if isInvalidated { return TransportError(.invalidated, "the transport was invalidated") }
            if state == .unborn, let error = begin() { return error }
            submitted.append(transfer)
            wake()
            return nil
        }
    }

    /// Submits a command for a request; it is ignored if the request has completed meanwhile.
    func call(_ call: Call) {
        lock.withLock {
            guard state == .running else { return }
            calls.append(call)
            wake()
        }
    }

    var isInvalid: Bool { lock.withLock { isInvalidated } }

    func invalidate() {
        lock.withLock {
            isInvalidated = true
            if state == .running { wake() }
        }
    }

    /// Wakes the thread if it sleeps. Called with the lock held: the thread closes the descriptor at its end, which cannot
    /// happen meanwhile.
    private func wake() {
        if isSleeping { neatline_signal_send(signal) }
        isSleeping = false
    }

    /// Starts the thread. Called with the lock held.
    private func begin() -> TransportError? {
        func failure(_ what: String, _ number: Int32) -> TransportError {
            TransportError(.other, "\(what): \(SystemError(code: number))", nativeCode: Int(number))
        }
        let poll = neatline_poll_open()
        guard poll >= 0 else { return failure("no descriptor for the event loop", -poll) }
        let signal = neatline_signal_open(poll)
        guard signal >= 0 else {
            neatline_descriptor_close(poll)
            return failure("no descriptor for the event loop", -signal)
        }
        self.poll = poll
        self.signal = signal
        guard makeMulti() else {
            neatline_descriptor_close(signal)
            neatline_descriptor_close(poll)
            return TransportError(.other, Self.withShortage("curl_multi_init failed"))
        }
        observeSockets()
        let this = Unmanaged.passRetained(self)
        let code = neatline_thread_start(
            "neatline-http", signal, { context in Unmanaged<CurlLoop>.fromOpaque(context!).takeRetainedValue().run() },
            this.toOpaque())
        guard code == 0 else {
            this.release()
            endMulti()
            neatline_descriptor_close(signal)
            neatline_descriptor_close(poll)
            return failure("no thread for the event loop", code)
        }
        state = .running
        return nil
    }

    // MARK: The loop's thread

    private func run() {
        // SAFETY: the memory is freed below; the events are trivial values, which a wait initializes before they are
        // read.
        let events = UnsafeMutablePointer<neatline_event>.allocate(capacity: Self.eventCapacity)
        events.initialize(repeating: neatline_event(), count: Self.eventCapacity)
        var eventCount = 0
        while takeWork() {
            neatline_thread_stop_at_exit()
            turn &+= 1
            for transfer in begun { begin(transfer) }
            begun.removeAll(keepingCapacity: true)
            for call in called { perform(call) }
            called.removeAll(keepingCapacity: true)
            act(on: UnsafeBufferPointer(start: events, count: eventCount))
            actByTime()
            proceedWebSockets()
            endBatches()
            finishUnwatched()
            finishDone()
            eventCount = wait(events)
        }
        idleHandles.removeAll()
        endMulti()
        neatline_descriptor_close(poll)
        events.deallocate()
    }

    /// Takes the requests and commands of other threads.
    ///
    /// - Returns: `false` when the thread must end.
    private func takeWork() -> Bool {
        lock.withLock {
            isSleeping = false
            swap(&submitted, &begun)
            swap(&calls, &called)
            if isInvalidated {
                if runningCount == 0 && begun.isEmpty {
                    state = .ended
                    called.removeAll()
                    return false
                }
                if !isEnding {
                    isEnding = true
                    forgetIdleConnections()
                }
            }
            return true
        }
    }

    private static let eventCapacity = 128

    /// Waits for events.
    private func wait(_ events: UnsafeMutablePointer<neatline_event>) -> Int {
        let now = neatline_clock_monotonic()
        var wakeAt = min(deadline, webSockets.deadline)
        if runningCount == 0, let idleSince { wakeAt = min(wakeAt, idleSince + idleLifetime) }
        var milliseconds: Int32 = -1
        if wakeAt <= now {
            milliseconds = 0
        } else if wakeAt < .max {
            milliseconds = Int32(min((wakeAt - now + 999_999) / 1_000_000, 3_600_000))
        }
        lock.withLock {
            if !submitted.isEmpty || !calls.isEmpty || (isInvalidated && runningCount == 0) { milliseconds = 0 }
            isSleeping = milliseconds != 0
        }
        let count = neatline_poll_wait(poll, events, Int32(Self.eventCapacity), milliseconds)
        if runningCount == 0, let idleSince, neatline_clock_monotonic() >= idleSince + idleLifetime {
            closeIdleConnections()
            return 0
        }
        return max(0, Int(count))
    }

    /// The time for which the thread waits for an evaluator at most, although nothing else needs it: requests may wait for
    /// the connection to share it.
    private static let patience: Int64 = 50_000_000

    /// Waits for another event than one of the connection on which libcurl acts, for work from other threads, or for the
    /// next timeout. Called from within libcurl, for a transfer on that connection.
    func waitUntilNeeded(by transfer: CurlTransfer) {
        let end = min(deadline, webSockets.deadline, neatline_clock_monotonic() + Self.patience)
        let milliseconds = (end - neatline_clock_monotonic()) / 1_000_000
        guard milliseconds > 0 else { return }
        let own = acting
        let watched = own >= 0 && Int(own) < watches.count ? watches[Int(own)].watched : 0
        if watched != 0 { _ = neatline_poll_forget(poll, own) }
        let isIdle = lock.withLock {
            isSleeping = submitted.isEmpty && calls.isEmpty
            return isSleeping
        }
        if isIdle {
            var event = neatline_event()
            _ = neatline_poll_wait(poll, &event, 1, Int32(milliseconds))
            lock.withLock { isSleeping = false }
        }
        guard watched != 0, let error = watchError(neatline_poll_watch(poll, own, watched)) else { return }
        watches[Int(own)].watched = 0
        fail(transfer, error)
    }

    private var idleLifetime: Int64 {
        Int64(CurlEnvironment.milliseconds(environment.configuration.idleConnectionLifetime)) * 1_000_000
    }
}
#endif
