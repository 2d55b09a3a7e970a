public import Foundation
public import NeatlineHTTP
internal import NeatlineSystem

/// A receiver that records the events of one request, for tests of transports.
///
/// ```swift
/// let receiver = RecordingReceiver()
/// _ = transport.start(TransportRequest(url: server.url), receiver: receiver)
/// let completion = await receiver.completion()
/// #expect(completion.error == nil)
/// #expect(receiver.head?.status == 200)
/// #expect(receiver.violations == [])
/// ```
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
public final class RecordingReceiver: TransportReceiver, @unchecked Sendable {
    /// The recorded state of a request.
    public struct State: Sendable {
        /// The number of bytes of the request's body that were sent.
        public var sentBytes: Int64 = 0
        /// The response's head; `nil` if none was received.
        public var head: TransportResponseHead?
        /// The number of bytes of the response's body that were received.
        public var bodyCount = 0
        /// The number of batches that were reported.
        public var batchCount = 0
        /// The completion of the request; the first one, if there are several.
        public var completion: TransportCompletion?
        /// The number of completions, which must be 1.
        public var completionCount = 0
        /// The events that violate the order of `TransportReceiver`.
        public var violations: [String] = []
    }

    private let lock = Lock()
    private let keepsBody: Bool
    private var current = State()
    private var bytes = Data()
    private var isBeingTold = false
    private var isInBatch = false
    private let waiters = WaitList<State>()

    /// Creates a receiver for one request.
    ///
    /// - Parameter keepsBody: Whether bytes of the body are stored, or only counted.
    public init(keepsBody: Bool = true) { self.keepsBody = keepsBody }

    /// The state that is recorded so far.
    public var state: State { lock.withLock { current } }

    /// The response's head; `nil` if none was received.
    public var head: TransportResponseHead? { state.head }

    /// The response's body so far.
    public var body: Data { lock.withLock { bytes } }

    /// The events that violate the order of `TransportReceiver`; empty for a correct transport.
    public var violations: [String] { state.violations }

    /// Waits for the completion and returns it; if the task is cancelled before, returns one with the error of
    /// cancellation.
    public func completion() async -> TransportCompletion {
        await wait { $0.completion != nil }
        return state.completion ?? TransportCompletion(error: TransportError(.other, "The test was cancelled."))
    }

    /// Waits until the state satisfies a condition, or the task is cancelled.
    public func wait(until isSatisfied: @escaping @Sendable (State) -> Bool) async {
        await waiters.wait(current: { self.state }, until: isSatisfied)
    }

    /// Records the number of bytes.
    public func transportDidSend(totalBytes: Int64) {
        tell("bytes sent") { state, _ in
            if totalBytes < state.sentBytes { state.violations.append("fewer bytes sent than before") }
            state.sentBytes = totalBytes
        }
    }

    /// Records the head of a response.
    public func transportDidReceive(_ head: TransportResponseHead) {
        tell("a head") { state, _ in
            if state.head != nil { state.violations.append("a second head") }
            state.head = head
        }
    }

    /// Records the bytes of a body, or only their number.
    public func transportDidReceive(_ bytes: RawSpan) {
        // SAFETY: the buffer is read only during the call.
        let copy = bytes.withUnsafeBytes { Data($0) }
        tell("bytes") { [keepsBody] state, body in
            if state.head == nil { state.violations.append("bytes before a head") }
            if copy.isEmpty { state.violations.append("no bytes at all") }
            state.bodyCount += copy.count
            isInBatch = true
            if keepsBody { body.append(copy) }
        }
    }

    /// Records the end of a batch.
    public func transportDidReceiveBatch() {
        tell("a batch") { state, _ in
            if !isInBatch { state.violations.append("a batch without bytes") }
            isInBatch = false
            state.batchCount += 1
        }
    }

    /// Records the completion of the request.
    public func transportDidComplete(_ completion: TransportCompletion) {
        tell("a completion") { state, _ in
            if completion.error == nil, state.head == nil { state.violations.append("success without a head") }
            state.completionCount += 1
            if state.completion == nil { state.completion = completion }
        }
    }

    private func tell(_ what: String, _ note: (inout State, inout Data) -> Void) {
        let state = lock.withLock {
            if current.completion != nil { current.violations.append("\(what) after the completion") }
            if isBeingTold { current.violations.append("\(what) while something else was told") }
            isBeingTold = true
            note(&current, &bytes)
            return current
        }
        waiters.changed(to: state)
        lock.withLock { isBeingTold = false }
    }
}
