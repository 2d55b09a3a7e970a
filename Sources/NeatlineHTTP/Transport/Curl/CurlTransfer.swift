#if os(Linux)
internal import CNeatlineCurl
internal import Synchronization

/// A request on its way.
///
/// Unchecked Sendable, because `flags` is atomic, the `let`s never change, and everything else is touched by the event
/// loop's thread only.
final class CurlTransfer: TransportTask, @unchecked Sendable {
    private enum Flag {
        static let cancelled: UInt8 = 1
        static let paused: UInt8 = 2
    }

    let request: CurlRequest
    /// Who decides whether the server is trusted.
    let serverTrust: ServerTrustCheck?
    let submittedAt: Int64
    let loop: CurlLoop
    private let flags = Atomic<UInt8>(0)

    // What follows belongs to the loop's thread.

    /// Nil when the completion has been told.
    private(set) var receiver: (any TransportReceiver)?
    var body: CurlBodySource
    /// The response's head, as far as it has come.
    @exclusivity(unchecked) var head = CurlHead()
    /// How the response's body is decoded.
    var content = CurlContent.plain
    /// What moves it, from when it is begun until it is over.
    var handle: CurlHandle?
    /// How often it was begun anew, on a connection of its own.
    private(set) var freshStarts = 0
    static let freshStartLimit = 4
    private var reportedBytes: Int64 = 0
    /// When lines of a head came last, in turns of the loop.
    private var headTurn: UInt = 0
    /// Whether bytes were told, and not yet that they were all.
    private var isInBatch = false

    init(
        _ request: borrowing TransportRequest, receiver: any TransportReceiver, loop: CurlLoop
    ) throws(TransportError) {
        self.request = try CurlRequest(request, decoders: loop.library.decoders)
        serverTrust = request.serverTrust
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
        // The loop comes to the call when it has come back from the receiver, so it knows by then whether it was that
        // very moment about to stop.
        if before & Flag.paused != 0 { loop.call(.resume(self)) }
    }

    /// Begins to tell the loop when the body's stream has bytes again.
    func awaitBody() {
        guard case .stream(let stream) = body.source else { return }
        stream.whenReady { [weak self] in self?.bodyIsReady() }
    }

    /// Lets the loop ask for bytes of the body again, soon. May be called on any thread.
    func bodyIsReady() { loop.call(.send(self)) }

    /// Tells that lines of a head came, once for those that came together.
    func noteHeadBytes() {
        guard headTurn != loop.turn else { return }
        headTurn = loop.turn
        receiver?.transportDidReceiveHeadBytes()
    }

    /// Tells of bytes of the response's body.
    func receive(_ bytes: RawSpan) {
        receiver?.transportDidReceive(bytes)
        if request.expectsLargeBody, !isInBatch {
            isInBatch = true
            loop.batches.append(self)
        }
    }

    /// Tells that these were all for now.
    func endBatch() {
        isInBatch = false
        receiver?.transportDidReceiveBatch()
    }

    /// Tells how much is out, if that is news.
    func reportSent(_ count: Int64) {
        guard count > 0, count != reportedBytes else { return }
        reportedBytes = count
        receiver?.transportDidSend(totalBytes: count)
    }

    /// The body is sent again from its beginning.
    func forgetSent() { reportedBytes = 0 }

    /// Makes the transfer ready to be begun anew. False if the body cannot be read again.
    func prepareFreshStart() -> Bool {
        freshStarts += 1
        forgetSent()
        do {
            try body.rewind()
            return true
        } catch {
            return false
        }
    }

    /// Tells that all is over, once.
    func complete(_ completion: TransportCompletion) {
        guard let receiver else { return }
        self.receiver = nil
        body = CurlBodySource(.none, mode: .none)
        content = .plain
        receiver.transportDidComplete(completion)
    }

    /// The completion of what never got to libcurl.
    func complete(_ error: TransportError) {
        var timings = TransportTimings()
        timings.end = neatline_clock_monotonic() - submittedAt
        timings.start = neatline_clock_realtime() - timings.end
        complete(TransportCompletion(error: error, timings: timings))
    }
}

/// A task of a request that was refused: it is over before anybody has it.
final class CurlRefusedTask: TransportTask {
    func cancel() {}
    func pause() {}
    func resume() {}
}
#endif
