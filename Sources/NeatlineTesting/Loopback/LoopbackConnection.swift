internal import Foundation
internal import NeatlineHTTP

/// A connection of a server. It is accessed only on the loop's thread.
///
/// Unchecked Sendable because closures on other threads (of a gate, of a deferred response) refer to it by its number
/// and are executed by the loop.
final class LoopbackConnection: @unchecked Sendable {
    /// The events for which the loop waits.
    struct Wanted {
        var reading: Bool
        var writing: Bool
        var deadline: Double
    }

    private enum Wait: Equatable {
        case nothing
        /// The system accepts no more bytes, or other connections have their turn.
        case turn
        case until(Double)
        case gate
        case reply
        case forever
    }

    let number: Int
    private(set) var descriptor: Int32
    private unowned let loop: LoopbackLoop
    private var input = InputBuffer()
    private var parser: RequestParser
    private var steps: [LoopbackStep.Action] = []
    private var nextStep = 0
    /// The progress of the current step: the number of sent bytes, and of chunks of a trickle.
    private var sentBytes = 0
    private var sentPieces = 0
    private var wait = Wait.nothing
    /// Whether a response was determined and is not completely sent.
    private var isAnswering = false
    private var closesAfterAnswer = false
    private var isReading = true
    private var hasPeerEnded = false
    /// The number of responses, so that a late reply is not taken for that to another request.
    private var answerNumber = 0
    /// The WebSocket that the connection was upgraded to, and its event when the response is sent.
    private var webSocket: LoopbackWebSocketState?
    private var opening: (state: LoopbackWebSocketState, subprotocol: String?)?

    /// The maximum number of bytes that are received before they are parsed.
    private static let inputLimit = 1 << 20
    /// The maximum number of bytes that are sent before other connections have their turn.
    private static let turnLimit = 1 << 20

    init(descriptor: Int32, number: Int, loop: LoopbackLoop) {
        self.descriptor = descriptor
        self.number = number
        self.loop = loop
        parser = RequestParser(connection: number, bodyLimit: loop.bodyLimit)
    }

    var isClosed: Bool { descriptor < 0 }

    var wanted: Wanted {
        var deadline = Double.infinity
        if case .until(let time) = wait { deadline = time }
        return Wanted(
            reading: isReading && !hasPeerEnded && input.count < Self.inputLimit, writing: wait == .turn,
            deadline: deadline)
    }

    func close() {
        if isClosed { return }
        Socket.end(descriptor)
        descriptor = -1
        letGo()
    }

    private func reset() {
        Socket.reset(descriptor)
        descriptor = -1
        letGo()
    }

    /// Releases the buffers, because a gate may retain a closed connection for a while.
    private func letGo() {
        input.removeAll()
        steps = []
        nextStep = 0
        if let webSocket { webSocket.handler(webSocket.socket, .ended) }
        webSocket = nil
        opening = nil
    }

    func receive(with buffer: inout [UInt8]) {
        // Several times, because a large body arrives faster than one buffer per turn.
        for _ in 0..<8 {
            switch Socket.receive(descriptor, into: &buffer) {
            case .bytes(let count):
                input.append(buffer[..<count])
                if count < buffer.count || input.count >= Self.inputLimit { return }
                takeBody()
            case .wouldBlock: return
            case .ended:
                hasPeerEnded = true
                return
            case .failed: return lose()
            }
        }
    }

    /// Closes a connection that has ended or is broken. A WebSocket is told of the frames that have arrived.
    private func lose() {
        if webSocket != nil {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case .bytes(let count) = Socket.receive(descriptor, into: &buffer) { input.append(buffer[..<count]) }
            _ = takeFrames()
        }
        close()
    }

    /// Parses a part of a large body, which frees the buffer.
    private func takeBody() {
        if webSocket == nil, parser.isInsideRequest { takeRequest() }
    }

    func deadlinePassed() {
        wait = .nothing
        if case .trickle = steps[nextStep] { return }
        finishStep()
    }

    func run(_ new: [LoopbackStep]) { steps += new.map(\.action) }

    /// Does everything that is possible without blocking.
    func proceed() {
        if wait == .turn { wait = .nothing }
        while !isClosed, wait == .nothing {
            if nextStep < steps.count {
                runStep()
            } else if isAnswering {
                finishAnswer()
            } else if !takeRequest() {
                break
            }
        }
        if isClosed { return }
        // A request may be read while its response is sent, if the latter has begun after the head.
        if isAnswering, parser.isInsideRequest { takeRequest() }
        if hasPeerEnded, wait != .turn { lose() }
    }

    // MARK: Requests

    /// Parses the received bytes. Returns whether there was an event.
    @discardableResult
    private func takeRequest() -> Bool {
        if webSocket != nil { return takeFrames() }
        guard let event = parser.next(&input) else { return false }
        switch event {
        case .head(let request, let expectsContinue):
            if let response = loop.answerHead(request) {
                parser.discardsBody = true
                loop.log.add(request)
                answer(request, with: response)
            } else if expectsContinue {
                run([.send("HTTP/1.1 100 Continue\r\n\r\n")])
            }
        case .whole(let request, let closes):
            closesAfterAnswer = closesAfterAnswer || closes
            // Otherwise it was answered and recorded after its head.
            if !isAnswering, !wasAnsweredAtHead {
                loop.log.add(request)
                answer(request, with: loop.answer(request))
            }
            wasAnsweredAtHead = false
        case .malformed(let status):
            input.removeAll()
            var response = LoopbackResponse(status: status)
            response.closesConnection = true
            answer(nil, with: response)
        }
        return true
    }

    /// Whether the response was completely sent before the request was complete.
    private var wasAnsweredAtHead = false

    private func finishAnswer() {
        isAnswering = false
        answerNumber += 1
        steps = []
        nextStep = 0
        if parser.isInsideRequest { wasAnsweredAtHead = true }
        if let (state, subprotocol) = opening.take() {
            webSocket = state
            state.handler(state.socket, .opened(subprotocol: subprotocol))
            return
        }
        if closesAfterAnswer { close() }
    }

    // MARK: WebSockets

    /// Passes received bytes to the WebSocket. Returns whether there were any.
    private func takeFrames() -> Bool {
        guard input.count > 0 else { return false }
        var events: [LoopbackWebSocket.Event] = []
        input.take(input.count) { events = webSocket?.receive(UnsafeRawBufferPointer($0)) ?? [] }
        if let webSocket { for event in events { webSocket.handler(webSocket.socket, event) } }
        changeWebSocket { _ in }
        return true
    }

    /// Changes the WebSocket, and sends what follows from it.
    func changeWebSocket(_ body: (inout WebSocketMachine) -> Void) {
        guard let bytes = webSocket?.change(body) else { return }
        if !bytes.isEmpty { run([.send(bytes)]) }
        if webSocket?.machine.isOver == true { run([.close]) }
    }

    // MARK: Responses

    private func answer(_ request: LoopbackRequest?, with response: LoopbackResponse) {
        isAnswering = true
        if response.delay > 0 { run([.delay(response.delay)]) }
        if case .deferred(let body) = response.content {
            wait = .reply
            let loop = loop
            let (number, answerNumber) = (number, answerNumber)
            body(
                LoopbackReply { [weak loop] response in
                    loop?.post(to: number) { $0.take(response, for: request, answerNumber) }
                })
            return
        }
        if case .webSocket(let options, let handler) = response.content, let request {
            let socket = LoopbackWebSocket(connection: number, loop: loop)
            switch LoopbackWebSocketState.accept(request, response, options, socket, handler) {
            case .accepted(let head, let subprotocol, let state):
                opening = (state, subprotocol)
                return run([.send(head)])
            case .refused(let refusal): return answer(request, with: refusal)
            }
        }
        closesAfterAnswer = closesAfterAnswer || response.closesConnection
        let isHead = request?.method == "HEAD"
        var added: [(name: String, value: String)] = []
        if closesAfterAnswer, !response.hasHeader("Connection") { added.append(("Connection", "close")) }
        switch response.content {
        case .script(let steps): run(steps)
        case .bytes(let body):
            let isBodyless = response.status < 200 || response.status == 204 || response.status == 304
            if !isBodyless, !response.hasHeader("Content-Length"), !response.hasHeader("Transfer-Encoding") {
                added.append(("Content-Length", "\(body.count)"))
            }
            let head = response.headBytes(adding: added)
            steps.append(.send(isHead || isBodyless ? head : head + body))
        case .chunks(let pieces, let trailers):
            if !response.hasHeader("Transfer-Encoding") { added.append(("Transfer-Encoding", "chunked")) }
            steps.append(.send(response.headBytes(adding: added)))
            if isHead { return }
            for piece in pieces { steps.append(.send(ChunkedCoding.chunk(piece))) }
            steps.append(.send(ChunkedCoding.end(trailers: trailers)))
        case .deferred, .webSocket: break
        }
    }

    /// Sends a deferred response; `nil` closes the connection.
    private func take(_ response: LoopbackResponse?, for request: LoopbackRequest?, _ answerNumber: Int) {
        if isClosed || !isAnswering || answerNumber != self.answerNumber || wait != .reply { return }
        wait = .nothing
        if let response { answer(request, with: response) } else { close() }
    }

    // MARK: Steps

    private func runStep() {
        switch steps[nextStep] {
        case .send(let bytes):
            if send(bytes, until: bytes.count) { finishStep() }
        case .repeated(let pattern, let total):
            sendRepeated(pattern, total)
        case .trickle(let bytes, let pieceSize, let delay):
            let start = sentPieces * pieceSize
            if start >= bytes.count { return finishStep() }
            let end = min(bytes.count, start + pieceSize)
            sentBytes = max(sentBytes, start)
            guard send(bytes, until: end) else { return }
            sentPieces += 1
            if end == bytes.count { return finishStep() }
            wait = delay > 0 ? .until(LoopbackLoop.now + delay) : .turn
        case .delay(let seconds):
            wait = .until(LoopbackLoop.now + seconds)
        case .gate(let gate):
            wait = .gate
            let loop = loop
            let (number, answerNumber) = (number, answerNumber)
            if gate.arrive({ [weak loop] in loop?.post(to: number) { $0.passGate(answerNumber) } }) {
                wait = .nothing
                finishStep()
            }
        case .perform(let body):
            body()
            finishStep()
        case .setReading(let reads):
            isReading = reads
            finishStep()
        case .close: close()
        case .reset: reset()
        case .stall: wait = .forever
        }
    }

    private func passGate(_ answerNumber: Int) {
        if isClosed || answerNumber != self.answerNumber || wait != .gate { return }
        wait = .nothing
        finishStep()
    }

    private func finishStep() {
        nextStep += 1
        sentBytes = 0
        sentPieces = 0
        if nextStep >= steps.count, !isAnswering {
            steps = []
            nextStep = 0
        }
    }

    private func sendRepeated(_ pattern: [UInt8], _ total: Int) {
        var budget = Self.turnLimit
        while sentBytes < total {
            if budget <= 0 {
                wait = .turn
                return
            }
            let start = sentBytes % pattern.count
            let end = min(pattern.count, start + (total - sentBytes))
            switch Socket.send(descriptor, pattern, start..<end) {
            case .bytes(let count):
                sentBytes += count
                budget -= count
            case .wouldBlock:
                wait = .turn
                return
            case .ended, .failed: return lose()
            }
        }
        finishStep()
    }

    /// Sends the bytes before `end`. Returns whether all were sent; otherwise the connection waits or is closed.
    private func send(_ bytes: [UInt8], until end: Int) -> Bool {
        while sentBytes < end {
            switch Socket.send(descriptor, bytes, sentBytes..<end) {
            case .bytes(let count): sentBytes += count
            case .wouldBlock:
                wait = .turn
                return false
            case .ended, .failed:
                lose()
                return false
            }
        }
        return true
    }
}
