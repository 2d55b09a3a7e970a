internal import Foundation

/// One attempt to send a request: the `URLRequest`, the exchange, and the outcome. Below: how attempts begin, go on and
/// end.
///
/// A class, because a structure of this size would be copied with all its references at each access. Unchecked Sendable
/// because it is accessed only while its request's lock is held.
final class RequestAttempt: @unchecked Sendable {
    /// An identifier that is unique in the session, from 1 on; 0 until the first access.
    var identifier = 0
    let original: URLRequest
    /// The body to send instead of the `URLRequest`'s own, until the exchange has it.
    private var body: TransportBody?
    /// The length of the request's body in bytes, or -1 if it is unknown.
    let bodyLength: Int64
    /// The target of the last redirect.
    var redirected: URLRequest?
    /// The running exchange: from the start of the attempt until it is complete.
    var exchange: Exchange?
    var head: ResponseHead?
    var metrics: HTTPMetrics?
    var error: URLError?
    var sentBytes: Int64 = 0
    var receivedBytes: Int64 = 0
    /// The number of bytes of the body that earlier attempts received, if this attempt resumes a download.
    var resumedBytes: Int64 = 0
    /// The length of the whole body in bytes, as the head of a partial response says.
    var wholeBytes: Int64?
    var isStarted = false
    var isComplete = false
    /// Whether the response came before the body, a stream, was sent to its end.
    var isBodyUnfinished = false
    /// Whether further events of the exchange are ignored.
    var isAbandoned = false
    /// Whether a hook is deciding about the response: its body is paused, and its end is delayed.
    var isHeld = false
    var heldOutcome: ExchangeOutcome?
    /// Whether the rest of the body is discarded.
    var isBodyRefused = false
    /// Whether the body is that of an error, which is kept beside the consumers of a stream.
    var keepsErrorBody = false
    /// Whether so many bytes wait to be read that the transport should pause.
    var isFull = false
    /// The attempt's `URLSessionTask`, created at the first access.
    var madeTask: MadeTask?

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - original: The request to send.
    ///   - body: The body to send instead of the request's own.
    init(_ original: URLRequest, body: TransportBody? = nil) {
        self.original = original
        self.body = body
        bodyLength =
            body?.length ?? original.httpBody.map { Int64($0.count) } ?? (original.httpBodyStream == nil ? 0 : -1)
    }

    var current: URLRequest { redirected ?? original }

    /// Returns the request and the body to send. The attempt does not keep the body.
    func takeRequest() -> (URLRequest, TransportBody) {
        guard let body else { return (original, .of(original)) }
        self.body = nil
        var request = original
        // The `URLRequest`'s own `httpBody` would be sent after a redirect.
        request.httpBody = nil
        request.httpBodyStream = nil
        return (request, body)
    }

    /// Returns whether an event of this exchange belongs to this attempt and is not ignored.
    func isRunning(_ exchange: Exchange) -> Bool { self.exchange === exchange && !isAbandoned }

    /// Returns whether bytes of the body of this exchange are wanted.
    func wantsBody(of exchange: Exchange) -> Bool { isRunning(exchange) && !isBodyRefused }
}

// MARK: - The beginning

/// The closures to call when an attempt begins.
struct AttemptListeners {
    var ofRequest: [@Sendable (URLRequest) -> Void] = []
    var ofTask: [@Sendable (URLSessionTask) -> Void] = []
    var ofCommand: [@Sendable (String) -> Void] = []
    /// The attempt that has left the history, to be released after the lock.
    var forgotten: RequestAttempt?
}

extension RequestState {
    /// Stores a `URLRequest`, unless the attempt was abandoned.
    ///
    /// - Returns: Whether it was stored, and the request that has left the history, to be released after the lock.
    mutating func store(_ request: URLRequest, of number: Int) -> (isStored: Bool, forgotten: URLRequest?) {
        guard machine.isPreparing(number) else { return (false, nil) }
        defer { lastRequest = request }
        return (true, lastRequest.flatMap { Self.keep($0, in: &earlierRequests) })
    }

    /// Begins an attempt with its final `URLRequest`; returns `nil` if the attempt was abandoned.
    mutating func begin(_ number: Int, with request: URLRequest, body: TransportBody?) -> AttemptListeners? {
        guard machine.isPreparing(number) else { return nil }
        let forgotten = attempt.flatMap { Self.keep($0, in: &earlierAttempts) }
        forgotten?.madeTask?.keptTask = nil
        attempt = RequestAttempt(request, body: body)
        guard let options else { return AttemptListeners(forgotten: forgotten) }
        return AttemptListeners(
            ofRequest: options.requestListeners, ofTask: options.taskListeners,
            ofCommand: options.takeCommandHandlers(), forgotten: forgotten)
    }

    /// Starts the current attempt; returns `nil` if it has ended.
    ///
    /// The exchange is created this late so that a request that is never started needs no memory for it.
    mutating func startExchange(for receiver: any ExchangeReceiver, in context: ExchangeContext) -> Exchange? {
        guard let attempt, !attempt.isAbandoned, !attempt.isComplete else { return nil }
        let (request, content) = attempt.takeRequest()
        let exchange = Exchange(
            request: request, body: content, in: context, receiver: receiver, expectsLargeBody: body.isUsuallyLarge,
            maximumBodySize: options?.maximumBodySize ?? body.maximumSize,
            authentication: options?.authentication(in: context.settings), httpVersion: options?.httpVersion,
            trailers: options?.trailers, webSocket: body.webSocket(for: receiver, in: context))
        attempt.exchange = exchange
        attempt.isStarted = true
        attempt.madeTask?.isSuspended = false
        return exchange
    }
}

// MARK: - Events of the exchange

extension RequestState {
    /// Returns the current attempt if this is its exchange and its events are not ignored.
    private func attempt(running exchange: Exchange) -> RequestAttempt? {
        guard let attempt, attempt.isRunning(exchange) else { return nil }
        return attempt
    }

    /// Counts bytes that were sent.
    ///
    /// - Returns: Whether to announce the bytes, and a function that reports the progress.
    mutating func exchange(
        _ exchange: Exchange, didSend totalBytes: Int64
    ) -> (isWanted: Bool, report: RequestProgress.Report?) {
        guard let attempt = attempt(running: exchange) else { return (false, nil) }
        attempt.sentBytes = totalBytes
        let report = progress?.sent(totalBytes, of: attempt.bodyLength)
        progressChanged()
        return (true, report)
    }

    /// Stores the request that an exchange sends next, in place of the one before.
    func follow(_ request: URLRequest?, _ exchange: Exchange) {
        if let request { attempt(running: exchange)?.redirected = request }
    }

    /// Returns the request to send instead if a response cannot be used.
    func exchange(_ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead) -> URLRequest? {
        let replacement = body.replacement(for: request, after: head)
        follow(replacement, exchange)
        return replacement
    }

    /// Stores the head of a response and prepares for its body.
    ///
    /// - Returns: Whether to announce the head, and the hook that decides about the response.
    mutating func exchange(
        _ exchange: Exchange, didReceive head: ResponseHead
    ) -> (isWanted: Bool, hook: (@Sendable (ResponseHead) -> Void)?) {
        guard let attempt = attempt(running: exchange) else { return (false, nil) }
        if body.keeps(head) { attempt.head = head }
        body.begin(head, of: attempt)
        exchange.precedingBytes = attempt.resumedBytes
        progress?.begins(attempt)
        progressChanged()
        let hook = attempt.head == nil ? nil : options?.responseHook
        if hook != nil {
            attempt.isHeld = true
            steps.append(.suspendTask)
        }
        return (true, hook)
    }

    /// Receives bytes of the body.
    ///
    /// - Returns: Whether to announce the bytes, and a function that reports the progress.
    mutating func exchange(
        _ exchange: Exchange, didReceive bytes: RawSpan
    ) -> (isWanted: Bool, report: RequestProgress.Report?) {
        guard let attempt, attempt.wantsBody(of: exchange) else { return (false, nil) }
        attempt.receivedBytes += Int64(bytes.byteCount)
        let report = progress?.received(bytes.byteCount)
        if body.receive(bytes, of: attempt) { steps.append(attempt.isBodyRefused ? .cancelTask : .suspendTask) }
        progressChanged()
        return (true, report)
    }

    /// Notes that no more bytes follow immediately.
    func exchangeDidReceiveBatch(_ exchange: Exchange) {
        if attempt(running: exchange) != nil { body.flush() }
    }
}

// MARK: - The end

/// What follows when the exchange of an attempt is complete.
enum AttemptCompletion {
    /// Nothing: the event is ignored, or the outcome is kept until the response's hook has decided.
    case nothing
    /// The body must be settled before the attempt ends.
    case settlesBody
    case ended(EndedAttempt)
}

/// An attempt that has ended and was not validated.
struct EndedAttempt {
    let number: Int
    let outcome: ExchangeOutcome
    let hasValidators: Bool
    /// Whether all validators return quickly and call no users' code, monitors of the request included.
    let hasOnlyQuickValidators: Bool
    let reports: [RequestProgress.Report]
}

extension RequestState {
    /// Ends the attempt, unless its body must be settled before, or its end is delayed.
    mutating func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) -> AttemptCompletion {
        guard let attempt = attempt(running: exchange) else { return .nothing }
        // A failure does not wait for the decision about the body, which may never come.
        if attempt.isHeld && machine.state != .cancelled && outcome.error == nil {
            attempt.heldOutcome = outcome
            return .nothing
        }
        return body.needsSettling ? .settlesBody : .ended(end(attempt, with: outcome))
    }

    /// Ends the attempt after its body was settled.
    ///
    /// - Parameter error: An additional error of the request.
    mutating func exchange(
        _ exchange: Exchange, didSettleBody outcome: ExchangeOutcome, error: AFError?
    ) -> EndedAttempt? {
        guard let attempt = attempt(running: exchange) else { return nil }
        if let error { fail(with: error) }
        return end(attempt, with: outcome)
    }

    private mutating func end(_ attempt: RequestAttempt, with outcome: ExchangeOutcome) -> EndedAttempt {
        attempt.exchange = nil
        attempt.isComplete = true
        attempt.isHeld = false
        attempt.metrics = outcome.metrics
        attempt.error = outcome.error
        attempt.isBodyUnfinished = outcome.isBodyUnfinished
        if let error = outcome.error { fail(with: outcome.reason ?? .sessionTaskFailed(error: error)) }
        let reports = outcome.error == nil ? progress?.completed(attempt) ?? [] : []
        progressChanged()
        let validators = failure == nil ? options?.validators ?? [] : []
        return EndedAttempt(
            number: machine.attempt, outcome: outcome, hasValidators: !validators.isEmpty,
            hasOnlyQuickValidators: options?.listener == nil && validators.allSatisfy(\.isQuick), reports: reports)
    }

    /// What follows when an attempt is cancelled.
    enum Cancellation {
        case nothing
        /// Cancels the exchange, and ends it with the outcome if that was delayed.
        case cancels(Exchange, heldOutcome: ExchangeOutcome?)
        case ended(EndedAttempt)
    }

    /// Cancels the current attempt.
    mutating func cancelAttempt() -> Cancellation {
        guard let attempt, !attempt.isComplete else { return .nothing }
        guard let exchange = attempt.exchange else {
            if attempt.isAbandoned { return .nothing }
            // There is no exchange that would end by itself.
            return .ended(end(attempt, with: .cancelledBeforeStart(attempt.original)))
        }
        attempt.isHeld = false
        return .cancels(exchange, heldOutcome: attempt.takeHeldOutcome())
    }

    /// Releases the body that a hook has held back; returns the end of the response if it was received meanwhile.
    mutating func releaseBody(of held: RequestAttempt?) -> (Exchange, ExchangeOutcome)? {
        guard let attempt, attempt === held, attempt.isHeld else { return nil }
        attempt.isHeld = false
        steps.append(.resumeTask)
        guard let outcome = attempt.takeHeldOutcome(), let exchange = attempt.exchange else { return nil }
        return (exchange, outcome)
    }

    /// The exchange, and whether it is to run or to pause.
    var flow: (exchange: Exchange?, runs: Bool) {
        let runs =
            machine.state != .suspended && attempt?.isHeld != true && attempt?.isFull != true
            && attempt?.madeTask?.isSuspended != true
        return (attempt?.exchange, runs)
    }
}

extension RequestAttempt {
    fileprivate func takeHeldOutcome() -> ExchangeOutcome? {
        defer { heldOutcome = nil }
        return heldOutcome
    }
}
