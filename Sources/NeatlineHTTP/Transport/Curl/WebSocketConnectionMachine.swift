#if os(Linux)
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Decides everything about the connection of one WebSocket, without I/O and without a clock. Its driver asks for the next
/// ``Step``, takes it, tells what came of it as an ``Event``, and performs the ``Action``s that follow, in order.
///
/// ```
///  connecting ──> upgrading ──> open ──> lingering ──> ended      each may also end at once
/// ```
///
/// When no more bytes can be sent, those that the server has sent before are received nevertheless: its close frame, or its
/// response, says more than the error of the connection.
struct WebSocketConnectionMachine {
    enum Phase {
        /// The connection is being opened.
        case connecting
        /// The head of the request is sent, and that of the response received.
        case upgrading
        case open
        /// Both sides have ended the WebSocket; the server is to close the connection (RFC 6455, section 7.1.1).
        case lingering
        case ended
    }

    /// What the driver is to do next.
    enum Step {
        /// Take items of about as many bytes from the outbox.
        case take(bytes: Int)
        /// Send some of ``bytes``.
        case send
        case receive
        /// Say what time it is.
        case tellTime
        /// Wait for an event; if ``isReady``, only until other connections have had their turn.
        case wait
    }

    enum Event {
        case connected
        /// Something may have changed: steps are taken anew.
        case turn
        /// The socket may accept bytes again.
        case writable
        /// Items of the outbox, which has no more if there are none.
        case items([WebSocketOutbox.Item])
        /// Bytes were sent; none if the socket accepts no more for now.
        case sent(Int)
        case sendFailed(TransportError)
        case received(UnsafeRawBufferPointer, mayHaveMore: Bool)
        case nothingToReceive
        /// The peer has closed the connection.
        case peerEnded
        /// The connection could not be opened, or nothing can be received from it any more.
        case failed(TransportError)
        /// The time in nanoseconds, and whether the outbox has a close frame.
        case time(UInt64, isClosing: Bool)
        case cancel
    }

    enum Action {
        /// Bytes of a head were received that is not complete.
        case headBytes
        case head(TransportResponseHead)
        /// The WebSocket is open: items can be taken from the outbox.
        case opened(subprotocol: String?)
        case messages([URLSessionWebSocketTask.Message])
        /// The peer has sent its close frame.
        case closed(status: Int, reason: [UInt8])
        /// Messages were sent and pings answered, or that has failed.
        case completed([WebSocketCompletion], WebSocketError?)
        /// The connection was cancelled before messages were sent or pings answered; who has cancelled it knows why.
        case abandoned([WebSocketCompletion])
        /// No more items are taken from the outbox.
        case stopped
        /// The end, with at most one error.
        case ended(WebSocketError?, TransportError?)
    }

    private struct Ping {
        let payload: [UInt8]
        /// `nil` for one that is sent automatically.
        let completion: WebSocketCompletion?
        /// The time until which the pong is awaited; `.max` if there is no limit.
        var due: UInt64
    }

    /// What a turn has come to: to send, receive, and send what follows from that.
    private enum Stage { case sending, receiving, answering, timing, waiting }

    /// The time within which the server is to close the connection after the close frames, in nanoseconds.
    private static let lingerTime: UInt64 = 1_000_000_000
    private static let noHead = TransportError(
        .connectionLost, "the connection ended before the head of the response was complete")
    /// The maximum number of receive calls in one turn.
    private static let receiveLimit = 8

    private let options: WebSocketChannel.Options
    private let handshake: WebSocketHandshake
    private let requestHead: [UInt8]
    private let headLimit: Int
    /// The number of bytes to be sent up to which messages are taken from the outbox.
    private let outputLimit: Int

    private(set) var phase = Phase.connecting
    private var stage = Stage.waiting
    private var head = CurlHead()
    /// The bytes of an incomplete line of the head.
    private var line: [UInt8] = []
    private var machine: WebSocketMachine?
    /// The bytes that are being sent. They stay where they are until then, because OpenSSL requires that of bytes that it
    /// could not send at once.
    private var sending = WebSocketOutput()
    private var sentBytes = 0
    private var receivedBytes = 0
    /// Whether the socket accepts no more bytes for now.
    private var isBlocked = false
    /// The error because of which nothing can be sent any more.
    private var sendFailure: TransportError?
    private var hasPeerEnded = false
    private var isOutboxEmpty = false
    private var isPaused = false
    private var receivesLeft = 0
    /// Whether there may be more to receive, for which the socket reports no event: TLS may hold it.
    private(set) var isReady = false
    /// The closures of messages that are being sent, with the number of bytes after which they are.
    private var sends: [(end: Int, completion: WebSocketCompletion)] = []
    /// The pings that were not answered, in order.
    private var pings: [Ping] = []
    private var pingNumber: UInt64 = 0
    /// The error to report when the connection was closed.
    private var failure: WebSocketError?
    private var (nextPing, pongDue, closeDue, lingerDue) = (UInt64.max, UInt64.max, UInt64.max, UInt64.max)

    init(
        _ requestHead: [UInt8], _ handshake: WebSocketHandshake, _ options: WebSocketChannel.Options, headLimit: Int,
        outputLimit: Int = 1 << 17
    ) {
        self.requestHead = requestHead
        self.handshake = handshake
        self.options = options
        self.headLimit = headLimit
        self.outputLimit = outputLimit
        head.acceptsSwitch = true
    }

    /// The bytes to send, of which a step need not send all.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: sending.bytes.prefix(outputLimit))
    }

    /// The time at which a turn is needed, in nanoseconds.
    var deadline: UInt64 { phase == .ended ? .max : min(nextPing, pongDue, closeDue, lingerDue) }

    /// Whether to wait until there is something to receive, and until bytes can be sent.
    var interest: (receiving: Bool, sending: Bool) {
        (mayReceive && !isReady, isBlocked && !sending.isEmpty && phase != .ended)
    }

    var unsentCount: Int { sending.count + (machine?.outputCount ?? 0) }

    /// Counts the bytes of the head and those behind it.
    func count(in timings: inout TransportTimings) {
        timings.headerBytesSent = Int64(min(sentBytes, requestHead.count))
        timings.bodyBytesSent = Int64(max(0, sentBytes - requestHead.count))
        timings.headerBytesReceived = Int64(head.byteCount)
        timings.bodyBytesReceived = Int64(max(0, receivedBytes - head.byteCount))
    }

    private var isOver: Bool { machine?.isOver == true }

    private var mayReceive: Bool {
        if hasPeerEnded { return false }
        return phase == .lingering || phase == .upgrading || phase == .open && !isPaused
    }
}

// MARK: - Steps

extension WebSocketConnectionMachine {
    /// Returns what is to be done next.
    ///
    /// - Parameter isPaused: Whether messages must not be received for now.
    mutating func nextStep(isPaused: Bool) -> Step {
        self.isPaused = isPaused
        while phase != .ended {
            switch stage {
            case .sending, .answering:
                if let step = sendingStep() { return step }
                stage = stage == .sending ? .receiving : .timing
            case .receiving:
                if mayReceive, receivesLeft > 0 {
                    receivesLeft -= 1
                    return .receive
                }
                isReady = mayReceive
                stage = .answering
            case .timing: return .tellTime
            case .waiting: return .wait
            }
        }
        return .wait
    }

    private mutating func sendingStep() -> Step? {
        guard !isBlocked, sendFailure == nil, phase == .upgrading || phase == .open else { return nil }
        // What this connection could not send waits for the next one.
        if !isOutboxEmpty, machine?.phase == .open, unsentCount < outputLimit {
            return .take(bytes: outputLimit - unsentCount)
        }
        if sending.isEmpty { machine?.takeOutput(&sending) }
        return sending.isEmpty ? nil : .send
    }
}

// MARK: - Events

extension WebSocketConnectionMachine {
    /// Takes an event, and returns what follows from it.
    mutating func handle(_ event: Event) -> [Action] {
        guard phase != .ended else { return [] }
        var actions: [Action] = []
        switch event {
        case .connected:
            phase = .upgrading
            sending.append(requestHead)
        case .turn: (stage, isOutboxEmpty, receivesLeft, isReady) = (.sending, false, Self.receiveLimit, false)
        case .writable: isBlocked = false
        case .items(let items):
            isOutboxEmpty = items.isEmpty
            for item in items { take(item, &actions) }
        case .sent(let count):
            isBlocked = count == 0
            sentBytes += count
            sending.removeFirst(count)
            completeSends(&actions)
        case .sendFailed(let error): stopSending(error, &actions)
        case .received(let bytes, let mayHaveMore):
            receivedBytes += bytes.count
            if !mayHaveMore { stage = .answering }
            receive(bytes, &actions)
        case .nothingToReceive: stage = .answering
        case .peerEnded:
            stage = .answering
            lose(Self.noHead, &actions)
        case .failed(let error):
            sendFailure = sendFailure ?? error
            lose(error, &actions)
        case .time(let now, let isClosing): checkTimes(now, isClosing: isClosing, &actions)
        case .cancel: end(nil, TransportError(.cancelled, "cancelled"), &actions)
        }
        // After the close frame of the server only the end of the connection is awaited. The last frames reach the server if
        // this side waits until it closes the connection.
        if isOver || sendFailure != nil { (nextPing, pongDue, closeDue) = (.max, .max, .max) }
        if phase == .open, isOver, unsentCount == 0 || sendFailure != nil {
            phase = .lingering
            if sendFailure == nil { actions.append(.stopped) }
        }
        if phase == .lingering, hasPeerEnded || sendFailure != nil { finish(&actions) }
        return actions
    }

    private mutating func take(_ item: WebSocketOutbox.Item, _ actions: inout [Action]) {
        switch item {
        case .message(let message, let completion):
            guard machine?.send(message) == true else {
                if let completion { actions.append(.completed([completion], .notConnected)) }
                return
            }
            if let completion { sends.append((sentBytes + unsentCount, completion)) }
        case .ping(let completion):
            if !ping(completion, due: .max) { actions.append(.completed([completion], .notConnected)) }
        case .close(let status, let reason): machine?.close(status: status, reason: reason)
        }
    }

    private mutating func ping(_ completion: WebSocketCompletion?, due: UInt64) -> Bool {
        pingNumber += 1
        // By which its pong is recognized.
        let payload = pingNumber.bigEndianBytes
        guard machine?.ping(payload) == true else { return false }
        pings.append(Ping(payload: payload, completion: completion, due: due))
        return true
    }

    private mutating func completeSends(_ actions: inout [Action]) {
        let count = sends.prefix { $0.end <= sentBytes }.count
        guard count > 0 else { return }
        actions.append(.completed(sends[..<count].map(\.completion), nil))
        sends.removeFirst(count)
    }

    /// Sends nothing more, but receives what has arrived.
    private mutating func stopSending(_ error: TransportError, _ actions: inout [Action]) {
        sendFailure = error
        sending = WebSocketOutput()
        (stage, receivesLeft) = (.receiving, max(1, receivesLeft))
        guard phase == .open else { return }
        actions.append(.stopped)
        if !sends.isEmpty { actions.append(.completed(sends.map(\.completion), .connectionLost)) }
        sends = []
    }

    /// Called when nothing more can be received.
    private mutating func lose(_ error: TransportError, _ actions: inout [Action]) {
        hasPeerEnded = true
        switch phase {
        case .connecting, .upgrading: end(nil, sendFailure ?? error, &actions)
        // The answer to a close frame is still sent, if that is possible.
        case .open where !isOver: end(.connectionLost, nil, &actions)
        case .open, .lingering, .ended: break
        }
    }

    private mutating func finish(_ actions: inout [Action]) {
        end(failure ?? (machine?.phase == .closed ? nil : .connectionLost), nil, &actions)
    }

    private mutating func end(_ error: WebSocketError?, _ other: TransportError?, _ actions: inout [Action]) {
        phase = .ended
        stage = .waiting
        let waiting = sends.map(\.completion) + pings.compactMap(\.completion)
        (sends, pings) = ([], [])
        if !waiting.isEmpty {
            actions.append(other == nil ? .completed(waiting, error ?? .notConnected) : .abandoned(waiting))
        }
        actions.append(.ended(error, other))
    }
}

// MARK: - Receiving

extension WebSocketConnectionMachine {
    private mutating func receive(_ bytes: UnsafeRawBufferPointer, _ actions: inout [Action]) {
        var rest = bytes
        if phase == .upgrading { receiveHead(&rest, &actions) }
        guard phase == .open else { return }
        var events: [WebSocketMachine.Event] = []
        machine?.receive(rest, &events)
        var messages: [URLSessionWebSocketTask.Message] = []
        var close: Action?
        for event in events {
            switch event {
            case .message(let message): messages.append(message)
            case .ping: break
            case .pong(let payload):
                guard let index = pings.lastIndex(where: { $0.payload == payload }) else { break }
                // Those before it are answered together with it (RFC 6455, section 5.5.3).
                let answered = pings[...index].compactMap(\.completion)
                pings.removeFirst(index + 1)
                if !answered.isEmpty { actions.append(.completed(answered, nil)) }
                pongDue = pings.first { $0.due < .max }?.due ?? .max
            case .close(let status, let reason): close = .closed(status: status, reason: reason)
            case .failed(let error): failure = error
            }
        }
        if !messages.isEmpty { actions.append(.messages(messages)) }
        if let close { actions.append(close) }
    }

    /// Takes the lines of the response's head. Frames may follow it immediately.
    private mutating func receiveHead(_ rest: inout UnsafeRawBufferPointer, _ actions: inout [Action]) {
        while phase == .upgrading, !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            line.append(contentsOf: rest.prefix(through: end ?? rest.count - 1))
            rest = UnsafeRawBufferPointer(rebasing: rest[(end.map { $0 + 1 } ?? rest.count)...])
            guard end != nil else {
                if head.byteCount + line.count > headLimit {
                    let message = "the head of the response is longer than \(headLimit) bytes"
                    self.end(nil, TransportError(.invalidResponse, message), &actions)
                }
                break
            }
            switch line.withUnsafeBytes({ head.add($0, limit: headLimit) }) {
            case .goOn, .hints: break
            case .complete(let head): finishHandshake(head, &actions)
            case .failed(let error): self.end(nil, error, &actions)
            }
            line.removeAll(keepingCapacity: true)
        }
        if phase == .upgrading { actions.append(.headBytes) }
    }

    private mutating func finishHandshake(_ head: TransportResponseHead, _ actions: inout [Action]) {
        actions.append(.head(head))
        guard head.status == 101 else { return end(.upgradeRefused(statusCode: head.status), nil, &actions) }
        do throws(WebSocketError) {
            let agreement = try handshake.agreement(with: head)
            machine = WebSocketMachine(
                role: .client, maximumMessageSize: options.maximumMessageSize, compression: agreement.compression)
            phase = .open
            actions.append(.opened(subprotocol: agreement.subprotocol))
            if sendFailure != nil { actions.append(.stopped) }
        } catch {
            end(error, nil, &actions)
        }
    }
}

// MARK: - Times

extension WebSocketConnectionMachine {
    private mutating func checkTimes(_ now: UInt64, isClosing: Bool, _ actions: inout [Action]) {
        stage = .waiting
        if lingerDue == .max, phase == .lingering || isOver || sendFailure != nil { lingerDue = now + Self.lingerTime }
        if phase == .open, sendFailure == nil, !isOver { setTimes(now, isClosing: isClosing) }
        // What the reader has not let in yet may be what is waited for.
        let mayArrive = phase == .open && !isOver && (isPaused || isReady)
        if now >= lingerDue {
            if !mayArrive { return endLingering(&actions) }
            lingerDue = now + Self.lingerTime
        }
        if now >= closeDue { return end(.closeTimedOut(options.closeTimeout), nil, &actions) }
        if now >= pongDue {
            if !mayArrive { return end(.pongTimedOut(options.pongTimeout), nil, &actions) }
            pongDue = now + Self.nanoseconds(options.pongTimeout)
            for index in pings.indices where pings[index].due < pongDue { pings[index].due = pongDue }
        }
        if now >= nextPing, let interval = options.pingInterval {
            nextPing = now + Self.nanoseconds(interval)
            let due = now + Self.nanoseconds(options.pongTimeout)
            if ping(nil, due: due) { pongDue = min(pongDue, due) }
            stage = .answering
        }
    }

    private mutating func setTimes(_ now: UInt64, isClosing: Bool) {
        if closeDue == .max, isClosing { closeDue = now + Self.nanoseconds(options.closeTimeout) }
        if nextPing == .max, let interval = options.pingInterval { nextPing = now + Self.nanoseconds(interval) }
    }

    private mutating func endLingering(_ actions: inout [Action]) {
        if phase == .upgrading { end(nil, sendFailure, &actions) } else { finish(&actions) }
    }

    private static func nanoseconds(_ seconds: TimeInterval) -> UInt64 {
        // Half of all time does not overflow when it is added to the clock.
        max(1_000_000, min(Deadlines.nanoseconds(seconds) ?? .max / 2, .max / 2))
    }
}
#endif
