public import Foundation
public import NeatlineHTTP
internal import NeatlineFoundation

/// Keeps what a transport tells of one request, for tests of transports.
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
/// Unchecked Sendable, because what changes is only reached while the lock is held.
public final class RecordingReceiver: TransportReceiver, @unchecked Sendable {
    /// How far a request has come.
    public struct State: Sendable {
        /// The bytes of the request's body that are out.
        public var sentBytes: Int64 = 0
        /// The response's head.
        public var head: TransportResponseHead?
        /// How many bytes of the response's body came.
        public var bodyCount = 0
        /// How often it was said that the bytes that came together were all told.
        public var batchCount = 0
        /// How the request ended; the first one, if there are more.
        public var completion: TransportCompletion?
        /// How often the request ended.
        public var completionCount = 0
        /// What was told against the order that `TransportReceiver` draws.
        public var violations: [String] = []
    }

    private let lock = Lock()
    private let keepsBody: Bool
    private var current = State()
    private var bytes = Data()
    private var isBeingTold = false
    private var isInBatch = false
    private let waiters = WaitList<State>()

    /// A receiver that was told nothing yet.
    ///
    /// - Parameter keepsBody: Whether bytes are kept, or only counted.
    public init(keepsBody: Bool = true) { self.keepsBody = keepsBody }

    /// What is known so far.
    public var state: State { lock.withLock { current } }

    /// The response's head.
    public var head: TransportResponseHead? { state.head }

    /// The response's body so far.
    public var body: Data { lock.withLock { bytes } }

    /// What was told against the order that `TransportReceiver` draws; empty for a transport that is right.
    public var violations: [String] { state.violations }

    /// How the request ended. Returns when it did; if the task is cancelled before, the completion says so.
    public func completion() async -> TransportCompletion {
        await wait { $0.completion != nil }
        return state.completion ?? TransportCompletion(error: TransportError(.other, "The test was cancelled."))
    }

    /// Returns when the state is as a test wants it, or the task is cancelled.
    public func wait(until isSatisfied: @escaping @Sendable (State) -> Bool) async {
        await waiters.wait(current: { self.state }, until: isSatisfied)
    }

    /// Notes the count.
    public func transportDidSend(totalBytes: Int64) {
        tell("bytes sent") { state, _ in
            if totalBytes < state.sentBytes { state.violations.append("fewer bytes sent than before") }
            state.sentBytes = totalBytes
        }
    }

    /// Notes the head.
    public func transportDidReceive(_ head: TransportResponseHead) {
        tell("a head") { state, _ in
            if state.head != nil { state.violations.append("a second head") }
            state.head = head
        }
    }

    /// Notes the bytes.
    public func transportDidReceive(_ bytes: RawSpan) {
        // SAFETY: the buffer is only read inside of the call.
        let copy = bytes.withUnsafeBytes { Data($0) }
        tell("bytes") { [keepsBody] state, body in
            if state.head == nil { state.violations.append("bytes before a head") }
            if copy.isEmpty { state.violations.append("no bytes at all") }
            state.bodyCount += copy.count
            isInBatch = true
            if keepsBody { body.append(copy) }
        }
    }

    /// Notes that these were all.
    public func transportDidReceiveBatch() {
        tell("a batch") { state, _ in
            if !isInBatch { state.violations.append("a batch without bytes") }
            isInBatch = false
            state.batchCount += 1
        }
    }

    /// Notes the completion.
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
