#if os(Linux)
import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// Takes every sequence of choices, up to a number of them; later ones are the first of what there is.
private struct Choices {
    private let depth: Int
    private var path: [(taken: Int, count: Int)] = []
    private var position = 0

    init(depth: Int) { self.depth = depth }

    mutating func next(_ count: Int) -> Int {
        defer { position += 1 }
        if position < path.count { return path[position].taken }
        guard position < depth else { return 0 }
        path.append((0, count))
        return 0
    }

    /// Goes on to the next sequence; returns `false` after the last.
    mutating func advance() -> Bool {
        position = 0
        while let last = path.popLast() {
            guard last.taken + 1 < last.count else { continue }
            path.append((last.taken + 1, last.count))
            return true
        }
        return false
    }

    var text: String { path.map { "\($0.taken)" }.joined(separator: " ") }
}

/// What the server sends, and from where on everything is tried.
struct ConnectionScript: CustomTestStringConvertible, Sendable {
    let name: String
    /// What is received together.
    let pieces: [[UInt8]]
    var opensFirst = true
    var queued = 0
    /// Whether the pieces contain a close frame that is valid.
    var closes = true
    var testDescription: String { name }

    static let head = Array(
        """
        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Accept: \(WebSocketHandshake.accept("a2V5"))\r\n\r\n
        """.utf8)
    private static let text = frame(1, "text".utf8)
    private static let close = frame(8, [3, 233] + "bye".utf8)

    private static func frame(_ opcode: UInt8, _ payload: some Collection<UInt8>) -> [UInt8] {
        WebSocketFrameHead(
            isFinal: true, opcode: WebSocketFrameHead.Opcode(rawValue: opcode), payloadLength: UInt64(payload.count)
        ).bytes + payload
    }

    static let all = [
        ConnectionScript(
            name: "a handshake in two parts, with frames behind it",
            pieces: [Array(head[..<20]), head[20...] + text, close], opensFirst: false, queued: 1),
        ConnectionScript(
            name: "a refusal", pieces: [Array("HTTP/1.1 404 Not Found\r\n".utf8), Array("\r\n".utf8)],
            opensFirst: false, closes: false),
        ConnectionScript(
            name: "messages and a close frame", pieces: [head, text + text[..<3], Array(text[3...]), close], queued: 4),
        ConnectionScript(
            name: "everything together", pieces: [head + frame(9, "ping".utf8) + text + close]),
        ConnectionScript(
            name: "a violation", pieces: [head, text + frame(3, "bad".utf8)], queued: 1, closes: false),
        ConnectionScript(name: "an end without a close frame", pieces: [head, text], queued: 1, closes: false),
        ConnectionScript(
            name: "a pong", pieces: [head, frame(10, [0, 0, 0, 0, 0, 0, 0, 1]), close]),
    ]
}

/// A machine, its network, its request and its clock.
private final class World {
    var problems: [String] = []
    private(set) var ends = 0

    private let script: ConnectionScript
    private var machine: WebSocketConnectionMachine
    private let outbox = WebSocketOutbox()
    private var pieces: ArraySlice<[UInt8]>
    private var now: UInt64 = 1_000
    private var isPaused = false
    // What the world has done.
    private var (sendHasFailed, receiveHasFailed, hasEnded, isCancelled, hasTimePassed) = (
        false, false, false, false, false
    )
    private var additions = 0
    // What the server has received.
    private var requestHead: [UInt8] = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    private var server = WebSocketMachine(role: .server, maximumMessageSize: 1000)
    private var serverMessages: [String] = []
    private var serverHasClose = false
    // What the request has been told.
    private var told: [String] = []
    private var error: WebSocketError?
    private let completions = Locked<[Int: [Bool]]>([:])
    private var sizes: [Int] = [0]

    init(_ script: ConnectionScript) {
        self.script = script
        pieces = script.pieces[...]
        machine = WebSocketConnectionMachine(
            requestHead, WebSocketHandshake(key: "a2V5", [], false),
            WebSocketChannel.Options(pingInterval: 10, pongTimeout: 4, closeTimeout: 5), headLimit: 1000,
            outputLimit: 40)
        for _ in 0..<script.queued { addMessage() }
    }

    func run(_ choices: inout Choices) {
        var isOpen = !script.opensFirst
        handle(.connected)
        handle(.turn)
        for _ in 0..<300 where ends == 0 && problems.isEmpty {
            if machine.unsentCount > 40 + 30 + 60 { problems.append("\(machine.unsentCount) bytes wait") }
            let step = machine.nextStep(isPaused: isPaused)
            if machine.phase == .open { isOpen = true }
            var none = Choices(depth: 0)
            if isOpen { take(step, &choices) } else { take(step, &none) }
        }
        finish()
    }

    private func take(_ step: WebSocketConnectionMachine.Step, _ choices: inout Choices) {
        switch step {
        case .take(let count):
            if !(1...40).contains(count) { problems.append("takes \(count) bytes") }
            handle(.items(outbox.take(bytes: count)))
        case .send: send(choices.next(4))
        case .receive: receive(choices.next(pieces.isEmpty ? 3 : 5))
        case .tellTime: handle(.time(now, isClosing: outbox.isClosing))
        case .wait: wait(choices.next(8))
        }
    }

    private func send(_ choice: Int) {
        if sendHasFailed { problems.append("sends after that has failed") }
        let bytes = Array(machine.bytes)
        if bytes.isEmpty { problems.append("sends nothing") }
        switch choice {
        case 0, 1:
            let count = choice == 0 ? bytes.count : max(1, bytes.count - 1)
            arrive(bytes[..<count])
            handle(.sent(count))
        case 2: handle(.sent(0))
        default:
            sendHasFailed = true
            handle(.sendFailed(TransportError(.other, "send")))
        }
    }

    /// Bytes arrive at the server.
    private func arrive(_ bytes: ArraySlice<UInt8>) {
        let head = bytes.prefix(requestHead.count)
        if !requestHead.starts(with: head) { problems.append("sends another head") }
        requestHead.removeFirst(head.count)
        var events: [WebSocketMachine.Event] = []
        Array(bytes.dropFirst(head.count)).withUnsafeBytes { server.receive($0, &events) }
        for event in events {
            switch event {
            case .message(.string(let text)): serverMessages.append(text)
            case .close: serverHasClose = true
            case .failed(let error): problems.append("sends bad frames: \(error)")
            default: break
            }
        }
    }

    private func receive(_ choice: Int) {
        if hasEnded { problems.append("receives after the end") }
        if isPaused, machine.phase == .open { problems.append("receives while paused") }
        switch (choice, pieces.isEmpty) {
        case (0, false), (3, false):
            pieces.removeFirst().withUnsafeBytes { handle(.received($0, mayHaveMore: choice == 3)) }
        case (0, true), (4, _):
            hasEnded = true
            handle(.peerEnded)
        case (1, _): handle(.nothingToReceive)
        default:
            (hasEnded, receiveHasFailed) = (true, true)
            handle(.failed(TransportError(.other, "receive")))
        }
    }

    private func wait(_ choice: Int) {
        let interest = machine.interest
        if !interest.receiving, !interest.sending, !isPaused, !machine.isReady, machine.deadline == .max {
            problems.append("waits for nothing")
        }
        if machine.phase == .lingering, machine.deadline == .max { problems.append("lingers for ever") }
        if machine.deadline <= now { problems.append("waits for a time that has come") }
        switch choice {
        case 0 where isPaused: isPaused = false
        case 0: if interest.sending { handle(.writable) }
        case 1:
            guard machine.deadline < .max else { break }
            hasTimePassed = true
            now = machine.deadline
        case 2: addMessage()
        case 3: addPing()
        case 4: if outbox.isConnected { outbox.add(.close(status: 1000, reason: [])) }
        case 5: isPaused.toggle()
        case 6:
            isCancelled = true
            handle(.cancel)
        // A turn for nothing.
        default: break
        }
        handle(.turn)
    }

    private func completion(_ number: Int, _ text: String?) -> WebSocketCompletion {
        WebSocketCompletion(queue: nil) { [completions] result in
            completions.withLock { $0[number, default: []].append((try? result.get()) != nil) }
        }
    }

    private func addMessage() {
        additions += 1
        completions.withLock { $0[additions] = [] }
        outbox.add(.message(.string("message \(additions)"), completion(additions, "")))
    }

    private func addPing() {
        additions += 1
        completions.withLock { $0[-additions] = [] }
        outbox.add(.ping(completion(-additions, nil)))
    }

    // MARK: What follows

    private func handle(_ event: WebSocketConnectionMachine.Event) {
        for action in machine.handle(event) {
            if ends > 0 { problems.append("\(action) after the end") }
            perform(action)
        }
    }

    private func perform(_ action: WebSocketConnectionMachine.Action) {
        switch action {
        case .headBytes: break
        case .head: told.append("head")
        case .opened:
            told.append("opened")
            outbox.connect {}
        case .messages: told.append("messages")
        case .closed(let status, let reason):
            told.append("closed")
            if status != 1001 || reason != Array("bye".utf8) { problems.append("another close frame") }
        case .completed(let all, let error):
            let before = completions.withLock { $0 }
            WebSocketCompletion.complete(all, error.map { .failure($0) } ?? .success(()))
            for (number, results) in completions.withLock({ $0 }) where number > 0 && results.contains(true) {
                if !serverMessages.contains("message \(number)") { problems.append("not sent: \(number)") }
            }
            if completions.withLock({ $0 }) == before { problems.append("completes nothing") }
        case .abandoned(let all):
            if !isCancelled { problems.append("abandons what was not cancelled") }
            outbox.keep(all)
        case .stopped: outbox.disconnect()
        case .ended(let error, let other):
            ends += 1
            outbox.disconnect()
            self.error = error
            check(error, other)
        }
    }

    private func check(_ error: WebSocketError?, _ other: TransportError?) {
        let isClosed = told.contains("closed")
        if error == .connectionLost {
            if !hasEnded && !hasTimePassed { problems.append("lost without a look at what has arrived") }
            if isClosed { problems.append("lost after a close frame") }
        }
        if script.closes, pieces.isEmpty, told.contains("opened"), !isClosed, !isCancelled, !hasTimePassed {
            problems.append("the close frame is lost")
        }
        if error == nil, other == nil, !isClosed { problems.append("well without a close frame") }
        if other?.message == "cancelled", !isCancelled { problems.append("cancelled by nobody") }
        if let other, other.message == "send", !hasEnded, !hasTimePassed { problems.append("the response is lost") }
        let mustAnswer = isClosed || { if case .protocolViolation = error { true } else { false } }()
        let canAnswer = !sendHasFailed && !receiveHasFailed && !isCancelled && !hasTimePassed
        if mustAnswer, canAnswer, !serverHasClose { problems.append("the server has no close frame") }
    }

    private func finish() {
        if ends != 1, problems.isEmpty { problems.append("\(ends) ends") }
        outbox.end(with: WebSocketError.notConnected)
        for (number, results) in completions.withLock({ $0 }) where results.count != 1 {
            problems.append("\(number) was completed \(results.count) times")
        }
        let order = ["head", "opened", "messages", "closed"]
        let indices = told.compactMap(order.firstIndex)
        if indices != indices.sorted()
            || Set(told.filter { $0 != "messages" }).count + told.count(where: { $0 == "messages" }) != told.count
        {
            problems.append("in this order: \(told)")
        }
        for event in [
            WebSocketConnectionMachine.Event.connected, .turn, .writable, .items([]), .sent(0), .peerEnded, .cancel,
            .nothingToReceive, .time(.max / 2, isClosing: true), .failed(TransportError(.other, "late")),
            .sendFailed(TransportError(.other, "late")),
        ] {
            handle(event)
            if case .wait = machine.nextStep(isPaused: false) {} else { problems.append("active after the end") }
        }
    }
}

@Suite("Machine of a WebSocket's connection", .ownThreads)
struct WebSocketConnectionMachineTests {
    /// Every order of what can happen to a connection, up to a number of events that leaves no kind of situation out.
    @Test(
        "In no order of events is a close frame lost, a message completed twice or for nothing, or an end missing",
        arguments: ConnectionScript.all)
    func everyOrder(script: ConnectionScript) {
        var choices = Choices(depth: TestScale.factor < 0.5 ? 5 : 7)
        var count = 0
        repeat {
            let world = World(script)
            world.run(&choices)
            count += 1
            if !world.problems.isEmpty {
                Issue.record("\(choices.text): \(world.problems)")
                return
            }
        } while choices.advance()
        expect(count > 500)
    }

    @Test("Each automatic ping has its own time, although there is always one that was not answered yet")
    func overlappingPings() {
        var clock = Clock(WebSocketChannel.Options(pingInterval: 10, pongTimeout: 30, closeTimeout: 5))
        for number: UInt8 in 1...20 {
            clock.advance(to: 10 * UInt64(number))
            // The pong to the ping before: each takes eleven seconds.
            clock.advance(to: 10 * UInt64(number) + 1, number > 1 ? [0x8A, 8, 0, 0, 0, 0, 0, 0, 0, number - 1] : [])
        }
        expectEqual(clock.ends, [])
        // The last ping, at 200 seconds, is not answered.
        clock.advance(to: 229)
        expectEqual(clock.ends, [])
        clock.advance(to: 230)
        expectEqual(clock.ends, [.pongTimedOut(30)])
    }

    @Test("After the server's close frame there is no timeout, of a ping or of closing", arguments: [true, false])
    func closeFrame(closes: Bool) {
        var clock = Clock(
            WebSocketChannel.Options(pingInterval: closes ? nil : 10, pongTimeout: 3, closeTimeout: 3))
        clock.advance(to: 10)
        if closes { clock.close() }
        clock.advance(to: 12)
        clock.advanceHalfASecond([0x88, 2, 3, 232])
        clock.advance(to: 13)
        expectEqual(clock.ends, [])
        clock.advance(to: 14)
        expectEqual(clock.ends, [nil])
    }
}

/// A machine of an open connection, and a clock. Everything is sent at once.
private struct Clock {
    /// The errors with which the connection has ended.
    private(set) var ends: [WebSocketError?] = []
    private var machine: WebSocketConnectionMachine
    private let outbox = WebSocketOutbox()
    private var now: UInt64 = 0

    init(_ options: WebSocketChannel.Options) {
        machine = WebSocketConnectionMachine([1], WebSocketHandshake(key: "a2V5", [], false), options, headLimit: 1000)
        handle(.connected)
        takeTurn(ConnectionScript.head)
    }

    mutating func close() {
        outbox.add(.close(status: 1000, reason: []))
        takeTurn([])
    }

    /// Lets time pass, and then receives bytes.
    mutating func advance(to second: UInt64, _ bytes: [UInt8] = []) {
        now = second * 1_000_000_000
        takeTurn(bytes)
    }

    mutating func advanceHalfASecond(_ bytes: [UInt8]) {
        now += 500_000_000
        takeTurn(bytes)
    }

    private mutating func takeTurn(_ bytes: [UInt8]) {
        var bytes = bytes
        handle(.turn)
        while ends.isEmpty {
            switch machine.nextStep(isPaused: false) {
            case .take(let count): handle(.items(outbox.take(bytes: count)))
            case .send: handle(.sent(machine.bytes.count))
            case .receive:
                if bytes.isEmpty { handle(.nothingToReceive) } else { receive(&bytes) }
            case .tellTime: handle(.time(now, isClosing: outbox.isClosing))
            case .wait: return
            }
        }
    }

    private mutating func receive(_ bytes: inout [UInt8]) {
        bytes.withUnsafeBytes { handle(.received($0, mayHaveMore: false)) }
        bytes = []
    }

    private mutating func handle(_ event: WebSocketConnectionMachine.Event) {
        for action in machine.handle(event) {
            if case .ended(let error, _) = action { ends.append(error) }
        }
    }
}
#endif
