#if os(Linux)
internal import CNeatlineCurl
internal import Synchronization

/// A running request.
///
/// Unchecked Sendable because `flags` is atomic, the other properties are constants or accessed only by the event
/// loop's thread.
final class CurlTransfer: TransportTask, @unchecked Sendable {
    private enum Flag {
        static let cancelled: UInt8 = 1
        static let paused: UInt8 = 2
    }

    let request: CurlRequest
    /// Evaluates the server.
    let serverTrust: ServerTrustCheck?
    /// Returns the fields behind the body.
    let trailers: (@Sendable () -> HTTPHeaders)?
    let submittedAt: Int64
    let loop: CurlLoop
    /// The upgrade to a WebSocket; `nil` for an ordinary request.
    let upgrade: CurlUpgrade?
    private let flags = Atomic<UInt8>(0)

    // The following properties are accessed only by the loop's thread.

    /// The receiver; `nil` after the completion was reported.
    private(set) var receiver: (any TransportReceiver)?
    var body: CurlBodySource
    /// The head of the response, as far as it was received.
    @exclusivity(unchecked) var head = CurlHead()
    /// The handling of the response's body.
    var content = CurlContent.plain
    /// The handle, while the transfer runs.
    var handle: CurlHandle?
    /// The connection of the WebSocket, while it is open or being opened.
    var webSocket: CurlWebSocket?
    @exclusivity(unchecked) var trust = ServerTrustDecision<ServerTrustFacts>()
    /// The running call of an evaluator.
    var evaluation: ServerTrustEvaluation?
    /// The outcome of the request unless its server is trusted, while it waits for that.
    var waiting: TransportCompletion?
    /// The number of restarts on a connection of its own.
    private(set) var freshStarts = 0
    static let freshStartLimit = 4
    private var reportedBytes: Int64 = 0
    /// The iteration of the loop in which lines of a head were last received.
    private var headTurn: UInt = 0
    /// Whether bytes were reported, and not the end of their batch.
    private var isInBatch = false

    init(
        _ request: borrowing TransportRequest, receiver: any TransportReceiver, loop: CurlLoop
    ) throws(TransportError) {
        self.request = try CurlRequest(request, decoders: loop.library.decoders)
        upgrade = try CurlUpgrade(request)
        serverTrust = request.serverTrust
        trailers = request.trailers
        self.receiver = receiver
        self.loop = loop
        body = CurlBodySource(request.body, mode: self.request.mode)
        submittedAt = neatline_clock_monotonic()
    }

    var isCancelled: Bool { flags.load(ordering: .acquiring) & Flag.cancelled != 0 }
    var isPaused: Bool { flags.load(ordering: .acquiring) & Flag.paused != 0 }

    func cancel() {
        let before = flags.bitwiseOr(Flag.cancelled, ordering: .acquiringAndReleasing).oldValue
        if before & Flag.cancelled == 0 { loop.call(.cancel(self)) }
    }

    func pause() {
        flags.bitwiseOr(Flag.paused, ordering: .acquiringAndReleasing)
    }

    func resume() {
        let before = flags.bitwiseAnd(~Flag.paused, ordering: .acquiringAndReleasing).oldValue
        // The loop handles the command after the receiver has returned, so it knows by then whether libcurl was just
        // being paused.
        if before & Flag.paused != 0 { loop.call(.resume(self)) }
    }

    /// Starts informing the loop when the body's stream has bytes again.
    func awaitBody() {
        guard case .stream(let stream) = body.source else { return }
        stream.whenReady { [weak self] in self?.bodyIsReady() }
    }

    /// Makes the loop read the body again. May be called on any thread.
    func bodyIsReady() { loop.call(.send(self)) }

    /// Reports lines of a head, once for those that were received together.
    func noteHeadBytes() {
        guard headTurn != loop.turn else { return }
        headTurn = loop.turn
        receiver?.transportDidReceiveHeadBytes()
    }

    /// Reports bytes of the response's body.
    func receive(_ bytes: RawSpan) {
        receiver?.transportDidReceive(bytes)
        if request.expectsLargeBody, !isInBatch {
            isInBatch = true
            loop.batches.append(self)
        }
    }

    /// Reports the end of a batch of bytes.
    func endBatch() {
        isInBatch = false
        receiver?.transportDidReceiveBatch()
    }

    /// Reports the number of sent bytes, if it has changed.
    func reportSent(_ count: Int64) {
        guard count > 0, count != reportedBytes else { return }
        reportedBytes = count
        receiver?.transportDidSend(totalBytes: count)
    }

    /// Called when the body is sent again from its beginning.
    func forgetSent() { reportedBytes = 0 }

    /// Takes the answer of an evaluator, if there is one.
    func takeAnswer() {
        guard let answer = evaluation?.answer else { return }
        evaluation = nil
        trust.answered(isTrusted: answer)
    }

    /// Whether the body can certainly be sent from its beginning.
    var mayBeginAgain: Bool { !body.isStream || body.handedBytes == 0 }

    /// Prepares the transfer for a restart.
    ///
    /// - Throws: The error of a body that cannot be read again.
    func prepareFreshStart() throws(TransportError) {
        freshStarts += 1
        forgetSent()
        head = CurlHead()
        try body.rewind()
    }

    /// Reports the completion, once.
    func complete(_ completion: TransportCompletion) {
        guard let receiver else { return }
        self.receiver = nil
        body = CurlBodySource(.none, mode: .none)
        content = .plain
        receiver.transportDidComplete(completion)
    }

    /// The completion of a request that was not passed to libcurl.
    func complete(_ error: TransportError) {
        var timings = TransportTimings()
        timings.end = neatline_clock_monotonic() - submittedAt
        timings.start = neatline_clock_realtime() - timings.end
        complete(TransportCompletion(error: error, timings: timings))
    }
}

/// The task of a request that was refused, and has already completed.
final class CurlRefusedTask: TransportTask {
    func cancel() {}
    func pause() {}
    func resume() {}
}
#endif
