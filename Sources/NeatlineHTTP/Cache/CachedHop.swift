internal import Foundation
internal import NeatlineFoundation

/// One hop of an exchange with a cache: between the exchange and the transport, and the same to both as the other of
/// them.
///
/// ```
///  looking up ──> serving ─────────────────────────────────> ended       a stored response, without the transport
///      │             ^
///      │             │ (304, or an error of the server)
///      └──────> sending ──> storing ───────────────────────────^         the transport's response
///                  ^___________│ (a 304 about another response)
/// ```
///
/// What is decided, ``CacheRules`` says. The completion is reported after the response was stored, so that the next
/// request finds it.
///
/// Unchecked Sendable because one part of the mutable state is behind a lock, and the other is accessed only in the
/// order of the hop's events: by the thread that starts it, the transport's events, and the work in the pool between.
final class CachedHop: TransportTask, TransportReceiver, @unchecked Sendable {
    /// The number of bytes of a stored body that are delivered at once. A body that is not longer is delivered by the
    /// thread that starts the hop, others by threads of the pool, which the receiver may pause.
    private static let pieceLength = 65_536

    private let exchange: Exchange
    /// `nil` if the session has no cache, for a request that accepts stored responses only.
    private let storage: CacheStorage?
    /// The request, without the cache's conditions.
    private let request: TransportRequest
    private let asked: CacheRequest
    private let state = Locked(State())

    // Accessed in the order of events.
    @exclusivity(unchecked) private var stored: StoredResponse?
    @exclusivity(unchecked) private var isConditional = false
    @exclusivity(unchecked) private var generation: UInt32 = 0
    @exclusivity(unchecked) private var requestTime: TimeInterval = 0
    @exclusivity(unchecked) private var responseTime: TimeInterval = 0
    @exclusivity(unchecked) private var head: ResponseHead?
    @exclusivity(unchecked) private var effect = CacheEffect.nothing
    /// The body to store; `nil` if it is not stored.
    @exclusivity(unchecked) private var body: [UInt8]?
    @exclusivity(unchecked) private var discarded = 0

    fileprivate enum Phase {
        case lookingUp, sending, storing, serving, ended
        /// The receiver decides whether the response is stored.
        case asking(TransportCompletion)
    }

    fileprivate struct State {
        var phase = Phase.lookingUp
        /// The transport's task, when it has started.
        var task: (any TransportTask)?
        /// The number of requests that were sent.
        var sendCount = 0
        var isPaused = false
        var isCancelled = false
        /// The stored response that is being delivered, and what was delivered of it.
        var served: Served?
        /// Whether the exchange has this task, so that it can pause it.
        var hasBegun = false
        /// Whether a thread is delivering the stored response.
        var isDelivering = false
    }

    fileprivate struct Served {
        let response: StoredResponse
        let head: TransportResponseHead
        /// The number of bytes to deliver: none in response to `HEAD`.
        let length: Int
        let start: UInt64
        let startDate: Int64
        var isHeadDelivered = false
        var offset = 0
    }

    /// Creates a hop, which ``lookUp()`` starts.
    ///
    /// - Parameters:
    ///   - key: The normalized URL.
    ///   - policy: The policy of the request, or else of the session.
    init(_ exchange: Exchange, _ request: TransportRequest, key: String, _ policy: URLRequest.CachePolicy) {
        self.exchange = exchange
        storage = exchange.context.settings.cache
        var request = request
        if policy == .reloadIgnoringLocalAndRemoteCacheData, !request.headers.contains("cache-control") {
            request.headers.fields.append(HTTPHeader(name: "Cache-Control", value: "no-cache"))
            if !request.headers.contains("pragma") {
                request.headers.fields.append(HTTPHeader(name: "Pragma", value: "no-cache"))
            }
        }
        self.request = request
        let hasBody = if case .none = request.body { false } else { true }
        asked = CacheRequest(
            method: request.method, key: key, headers: request.headers, isDecoded: request.decodesContent,
            hasBody: hasBody, policy: policy)
    }

    // MARK: - Looking up

    /// Starts the hop, as `Transport.start` does. Called once.
    func lookUp() {
        guard let storage else { return answer([]) }
        guard CacheRules.isSafe(asked.method) else { return answer([]) }
        let found = storage.responsesInMemory(for: asked.key)
        guard found.isEmpty, storage.disk != nil else { return answer(found) }
        WorkPool.shared.run { self.answer(storage.responses(for: self.asked.key)) }
    }

    private func answer(_ found: [StoredResponse]) {
        let now = storage?.now ?? 0
        // The chosen one is needed for any response of the server, even if it must not answer.
        stored = CacheRules.choice(of: asked, from: found)
        switch CacheRules.answer(to: asked, from: found, at: now) {
        case .serve(let response, let isRevalidated):
            if isRevalidated { revalidate() }
            serve(response, head: response.head(at: now))
        case .send(_, let isConditional):
            send(isConditional: isConditional)
        case .gatewayTimeout:
            let parts = StoredResponse.Parts(
                key: asked.key, selection: CacheSelection(fields: [], isDecoded: true), status: 504, version: .http1_1,
                lines: Array("Content-Length: 0\r\n".utf8), body: [], requestTime: now, responseTime: now)
            let response = StoredResponse(parts)
            serve(response, head: response.validatedHead)
        case .unavailable:
            state.withLock { $0.phase = .storing }
            end(
                TransportCompletion(
                    error: TransportError(
                        .unavailable, "There is no stored response, and the request's cache policy forbids loading."),
                    timings: Self.timings(start: Self.nowInNanoseconds, version: nil)))
        }
    }

    // MARK: - The transport

    private func send(isConditional: Bool) {
        self.isConditional = isConditional
        head = nil
        effect = .nothing
        discarded = 0
        var sent = request
        if isConditional, let stored { sent.headers.fields += CacheRules.conditions(for: stored) }
        let number = state.withLock { state -> Int? in
            if state.isCancelled { return nil }
            state.phase = .sending
            state.sendCount += 1
            return state.sendCount
        }
        guard let number else { return endCancelled() }
        if let storage {
            generation = storage.generation(of: asked.key)
            requestTime = storage.now
        }
        let task = exchange.context.transport.start(sent, receiver: self)
        publish(task, number)
    }

    /// Stores the transport's task, paused or cancelled as is wanted by now, unless it has completed.
    private func publish(_ task: any TransportTask, _ number: Int) {
        var isPaused = false
        while true {
            let change = state.withLock { state -> (cancel: Bool, pause: Bool)? in
                guard case .sending = state.phase, state.sendCount == number else { return nil }
                if !state.isCancelled && state.isPaused != isPaused { return (false, state.isPaused) }
                state.task = task
                return state.isCancelled ? (true, false) : nil
            }
            guard let change else { return }
            if change.cancel { return task.cancel() }
            isPaused = change.pause
            if isPaused { task.pause() } else { task.resume() }
        }
    }

    func transportDidSend(totalBytes: Int64) { exchange.transportDidSend(totalBytes: totalBytes) }

    func transportDidReceiveHeadBytes() { exchange.transportDidReceiveHeadBytes() }

    func transportDidReceive(_ received: TransportResponseHead) {
        let head = ResponseHead(url: exchange.hop.request.url ?? request.url, head: received)
        self.head = head
        if let storage {
            responseTime = storage.now
            effect = CacheRules.effect(
                of: head, to: asked, stored: stored, isConditional: isConditional, at: responseTime)
        }
        switch effect {
        case .validate, .sendAgain, .serveStale: return exchange.stampActivity()
        case .store: body = caching == .never ? nil : emptyBody(of: head)
        case .invalidate(let keys):
            // No request may find them from now on; files follow before the completion is reported.
            for key in keys { storage?.memory.remove(key) }
        case .nothing, .freshen, .remove: break
        }
        exchange.receive(head)
    }

    private var caching: ResponseCaching { exchange.receiver?.caching ?? .never }

    /// Returns an empty body with room for what the head announces; `nil` if that is too much.
    private func emptyBody(of head: ResponseHead) -> [UInt8]? {
        guard let storage, storage.maximumEntrySize > 0 else { return nil }
        let length = head.contentLength
        let isCoded = head.value(of: "content-encoding") != nil
        if !isCoded, length > Int64(storage.maximumEntrySize) { return nil }
        var body: [UInt8] = []
        // A server may announce any length.
        if length > 0 { body.reserveCapacity(Int(min(length, 1 << 20, Int64(storage.maximumEntrySize)))) }
        return body
    }

    func transportDidReceive(_ bytes: RawSpan) {
        switch effect {
        case .validate, .sendAgain, .serveStale:
            exchange.stampActivity()
            discarded += bytes.byteCount
            guard discarded > Exchange.drainLimit else { return }
            let task = state.withLock(\.task)
            task?.cancel()
        case .nothing, .store, .freshen, .remove, .invalidate:
            if let count = body?.count {
                if count + bytes.byteCount > storage?.maximumEntrySize ?? 0 {
                    body = nil
                } else {
                    bytes.withUnsafeBytes { body?.append(contentsOf: $0) }
                }
            }
            exchange.transportDidReceive(bytes)
        }
    }

    func transportDidReceiveBatch() {
        switch effect {
        case .validate, .sendAgain, .serveStale: break
        case .nothing, .store, .freshen, .remove, .invalidate: exchange.transportDidReceiveBatch()
        }
    }

    func transportDidComplete(_ completion: TransportCompletion) {
        let isCancelled = state.withLock { state in
            state.task = nil
            state.phase = .storing
            return state.isCancelled
        }
        guard let storage, !isCancelled || completion.error == nil else { return end(completion) }
        if let error = completion.error, head == nil {
            if let stored, CacheRules.isServerUnreachable(error.code),
                CacheRules.isUsableOnError(stored, for: asked, at: storage.now)
            {
                exchange.recordHop(head: nil, completion.timings)
                return serve(stored, head: stored.head(at: storage.now))
            }
            return end(completion)
        }
        switch effect {
        case .validate: validated(completion, storage)
        case .sendAgain:
            exchange.recordHop(head: head, completion.timings)
            send(isConditional: false)
        case .serveStale:
            guard let stored else { return end(completion) }
            exchange.recordHop(head: head, completion.timings)
            serve(stored, head: stored.head(at: storage.now))
        case .store:
            guard completion.error == nil else { return end(completion) }
            store(completion, storage)
        case .freshen:
            guard let fresh = freshened() else { return end(completion) }
            settle(completion) { [generation] in storage.store(fresh, generation: generation) }
        case .remove:
            guard let stored else { return end(completion) }
            settle(completion) { storage.remove(stored) }
        case .invalidate(let keys):
            settle(completion) { for key in keys { storage.invalidate(key) } }
        case .nothing: end(completion)
        }
    }

    // MARK: - Storing

    private func freshened() -> StoredResponse? {
        guard let stored, let head else { return nil }
        return stored.freshened(by: head.head.lines, requestTime: requestTime, responseTime: responseTime)
    }

    /// Delivers the stored response, which the server has confirmed.
    private func validated(_ completion: TransportCompletion, _ storage: CacheStorage) {
        guard let fresh = freshened(), let head else { return end(completion) }
        exchange.keepCookies(of: head)
        exchange.recordHop(head: head, completion.timings)
        let generation = generation
        onDisk(storage) {
            storage.store(fresh, generation: generation)
        } then: {
            self.serve(fresh, head: fresh.validatedHead)
        }
    }

    /// Stores the response, if the receiver agrees, and completes.
    private func store(_ completion: TransportCompletion, _ storage: CacheStorage) {
        guard let head, let body,
            let selection = CacheSelection(vary: head.lines.all("vary"), request: asked)
        else {
            guard let stored else { return end(completion) }
            return settle(completion) { storage.remove(stored) }
        }
        self.body = nil
        let parts = StoredResponse.Parts(
            key: asked.key, selection: selection, status: head.status, version: head.head.version,
            lines: StoredResponse.removing(from: head.head.lines, where: CacheRules.exclusion(of: head.head.lines)),
            body: body, requestTime: requestTime, responseTime: responseTime)
        guard caching == .asks, let response = head.response else {
            let response = StoredResponse(parts)
            return settle(completion) { [generation] in storage.store(response, generation: generation) }
        }
        state.withLock { $0.phase = .asking(completion) }
        let proposed = CachedURLResponse(
            response: response, data: Data(body), userInfo: nil, storagePolicy: .allowed)
        exchange.receiver?.exchange(exchange, willCache: proposed) { decision in
            self.decided(decision, proposed, parts, storage)
        }
        if state.withLock(\.isCancelled) { cancel() }
    }

    /// Only the first decision is used, and none after the request was cancelled.
    private func decided(
        _ decision: CachedURLResponse?, _ proposed: CachedURLResponse, _ parts: StoredResponse.Parts,
        _ storage: CacheStorage
    ) {
        guard let completion = takeAsked() else { return }
        let response = decision.flatMap { StoredResponse($0, insteadOf: proposed, parts, asked) }
        settle(completion) { [generation, stored] in
            if let response {
                storage.store(response, generation: generation)
            } else if let stored {
                storage.remove(stored)
            }
        }
    }

    /// Returns the completion that waits for the receiver's decision, once.
    private func takeAsked() -> TransportCompletion? {
        state.withLock { state in
            guard case .asking(let completion) = state.phase else { return nil }
            state.phase = .storing
            return completion
        }
    }

    /// Changes the storage, and completes.
    private func settle(_ completion: TransportCompletion, _ change: @escaping @Sendable () -> Void) {
        guard let storage else { return end(completion) }
        onDisk(storage, change) { self.end(completion) }
    }

    /// Calls both closures: on the calling thread, or in the pool if there is a disk.
    private func onDisk(
        _ storage: CacheStorage, _ change: @escaping @Sendable () -> Void, then next: @escaping @Sendable () -> Void
    ) {
        if storage.disk == nil {
            change()
            next()
        } else {
            WorkPool.shared.run {
                change()
                next()
            }
        }
    }

    private func end(_ completion: TransportCompletion) {
        state.withLock { $0.phase = .ended }
        exchange.transportDidComplete(completion)
    }

    private func endCancelled() {
        end(
            TransportCompletion(
                error: TransportError(.cancelled, "The request was cancelled."),
                timings: Self.timings(start: Self.nowInNanoseconds, version: nil)))
    }

    // MARK: - Serving

    /// Delivers a stored response.
    private func serve(_ response: StoredResponse, head: TransportResponseHead) {
        exchange.hop.isFromCache = true
        let served = Served(
            response: response, head: head, length: asked.method == "HEAD" ? 0 : response.bodyLength,
            start: exchange.context.settings.deadlines.now, startDate: Self.nowInNanoseconds)
        let isShort = served.length <= Self.pieceLength
        state.withLock { state in
            state.phase = .serving
            state.served = served
            state.isDelivering = isShort
        }
        if isShort { deliver() } else { resumeDelivery() }
    }

    /// Called when the exchange has stored this task.
    func begin() {
        state.withLock { $0.hasBegun = true }
        resumeDelivery()
    }

    fileprivate enum Delivery {
        case head(TransportResponseHead)
        case bytes(StoredResponse, Range<Int>)
        case end(Served?)
        case paused
    }

    /// Delivers until the end, or until the receiver pauses.
    private func deliver() {
        while true {
            switch state.withLock({ $0.nextDelivery(Self.pieceLength) }) {
            case .paused: return
            case .head(let head):
                exchange.receive(ResponseHead(url: exchange.hop.request.url ?? request.url, head: head))
            case .bytes(let response, let range):
                let body = response.parts.body
                let piece = body.span.extracting(range)
                exchange.transportDidReceive(piece.bytes)
                exchange.transportDidReceiveBatch()
            case .end(nil): return endCancelled()
            case .end(let served?):
                var timings = Self.timings(start: served.startDate, version: served.head.version)
                let elapsed = exchange.context.settings.deadlines.now &- served.start
                timings.responseStart = 0
                timings.end = Int64(clamping: elapsed)
                return end(TransportCompletion(timings: timings))
            }
        }
    }

    /// Asks the server about a stale response while it is used.
    private func revalidate() {
        guard let storage, storage.beginRevalidation(of: asked.key) else { return }
        exchange.revalidate { [key = asked.key] in storage.endRevalidation(of: key) }
    }

    private static var nowInNanoseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000_000) }

    private static func timings(start: Int64, version: TransportTimings.ProtocolVersion?) -> TransportTimings {
        var timings = TransportTimings()
        timings.start = start
        timings.protocolVersion = version
        return timings
    }

    // MARK: - The task

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
        // The response is complete, and only its decision is missing.
        if let completion = takeAsked() { return end(completion) }
        resumeDelivery()
    }

    func pause() {
        let task = state.withLock { state in
            state.isPaused = true
            return state.task
        }
        task?.pause()
    }

    func resume() {
        let task = state.withLock { state in
            state.isPaused = false
            return state.task
        }
        task?.resume()
        resumeDelivery()
    }

    /// Continues to deliver in the pool: the caller may be a consumer that must not be called again.
    private func resumeDelivery() {
        let isContinued = state.withLock { state in
            guard state.hasBegun, case .serving = state.phase, !state.isDelivering else { return false }
            state.isDelivering = true
            return true
        }
        if isContinued { WorkPool.shared.run { self.deliver() } }
    }
}

extension CachedHop.State {
    /// Returns what is delivered next.
    fileprivate mutating func nextDelivery(_ pieceLength: Int) -> CachedHop.Delivery {
        guard let served else { return .paused }
        if isCancelled { return .end(nil) }
        if isPaused {
            isDelivering = false
            return .paused
        }
        if !served.isHeadDelivered {
            self.served?.isHeadDelivered = true
            return .head(served.head)
        }
        guard served.offset < served.length else { return .end(served) }
        let range = served.offset..<min(served.offset + pieceLength, served.length)
        self.served?.offset = range.upperBound
        return .bytes(served.response, range)
    }
}

extension StoredResponse {
    /// Creates what a handler has decided to store; returns `nil` if that is nothing.
    fileprivate convenience init?(
        _ decision: CachedURLResponse, insteadOf proposed: CachedURLResponse, _ parts: Parts, _ request: CacheRequest
    ) {
        guard decision.storagePolicy != .notAllowed else { return nil }
        guard decision.response === proposed.response else {
            self.init(decision, to: request, requestTime: parts.requestTime, responseTime: parts.responseTime)
            return
        }
        var parts = parts
        if decision !== proposed { parts.body = Array(decision.data) }
        parts.userInfo = CacheUserInfo(decision.userInfo)
        parts.isMemoryOnly = decision.storagePolicy == .allowedInMemoryOnly
        self.init(parts)
    }
}
