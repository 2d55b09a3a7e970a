import Foundation
import NeatlineFoundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The two sides of WebSockets: any bytes, frames that are nearly right, and messages of the other side, compressed or not.
///
/// However the bytes are cut, events and answers are the same, no message is larger than the limit, and the answers to what
/// nobody reads are bounded. What one side sends, the other reads.
func fuzzSockets(_ input: inout FuzzInput) {
    var flags = input.flags()
    let role: WebSocketMachine.Role = flags.next() ? .client : .server
    var compression: PerMessageDeflate?
    if flags.next() {
        var parameters = PerMessageDeflate()
        (parameters.serverNoContextTakeover, parameters.clientNoContextTakeover) = (flags.next(), flags.next())
        (parameters.serverWindowBits, parameters.clientWindowBits) = (
            8 + input.number(below: 8), 8 + input.number(below: 8)
        )
        compression = parameters
    }
    let limit = input.choice([1 << 16, 0, 1, 10, 100, 1000])
    let cuts = Cuts(input.byte())
    switch input.number(below: 4) {
    case 0: compare(input.rest(), role, compression, limit, cuts)
    case 1: compare(frames(&input, to: role), role, compression, limit, cuts)
    case 2: checkRoundTrip(&input, from: role, compression, cuts)
    default: checkConnection(&input, limit, cuts)
    }
}

/// What a side makes of bytes.
private struct Outcome: Equatable {
    var events: [String] = []
    var answers: [String] = []
    var phase = WebSocketMachine.Phase.open
}

private func text(_ event: WebSocketMachine.Event, _ limit: Int) -> String {
    switch event {
    case .message(.string(let text)): check(text.utf8.count <= limit, "\(text.utf8.count) of \(limit) bytes")
    case .message(.data(let data)): check(data.count <= limit, "\(data.count) of \(limit) bytes")
    case .ping(let payload), .pong(let payload): check(payload.count <= 125, "a long control frame")
    case .close(let status, let reason):
        check(reason.count <= 123, "a long reason")
        check(status == 1005 && reason.isEmpty || WebSocketCloseStatus.isValid(status), "the code \(status)")
    default: break
    }
    // The bytes of data are no part of its description.
    if case .message(.data(let data)) = event { return "data \(Array(data))" }
    return "\(event)"
}

private func outcome(
    _ bytes: [UInt8], _ role: WebSocketMachine.Role, _ compression: PerMessageDeflate?, _ limit: Int, _ cuts: Cuts
) -> Outcome {
    var machine = WebSocketMachine(role: role, maximumMessageSize: limit, compression: compression)
    var outcome = Outcome()
    cuts.forEach(in: bytes) { part in
        var events: [WebSocketMachine.Event] = []
        part.withUnsafeBytes { machine.receive($0, &events) }
        outcome.events += events.map { text($0, limit) }
        check(machine.outputCount <= WebSocketMachine.pongBacklog + 300, "\(machine.outputCount) bytes of answers")
    }
    outcome.phase = machine.phase
    // The other side reads them; masks are random.
    var other = WebSocketMachine(role: role == .client ? .server : .client, maximumMessageSize: 0)
    var events: [WebSocketMachine.Event] = []
    machine.takeOutput().withUnsafeBytes { other.receive($0, &events) }
    for event in events { if case .failed(let error) = event { fatalError("a bad answer: \(error)") } }
    outcome.answers = events.map { text($0, 0) }
    return outcome
}

private func compare(
    _ bytes: [UInt8], _ role: WebSocketMachine.Role, _ compression: PerMessageDeflate?, _ limit: Int, _ cuts: Cuts
) {
    let whole = outcome(bytes, role, compression, limit, .none)
    for cuts in [cuts, .each] {
        let other = outcome(bytes, role, compression, limit, cuts)
        check(other == whole, "\(cuts): \(other) instead of \(whole)")
    }
}

/// Frames whose heads are made of a byte each, and whose payloads may be compressed.
private func frames(_ input: inout FuzzInput, to role: WebSocketMachine.Role) -> [UInt8] {
    let coder = MessageCoder(compresses: true, windowBits: 15)
    var bytes: [UInt8] = []
    for _ in 0..<20 {
        var payload = input.piece()
        guard let head = payload.popLast() else { break }
        let opcode: [UInt8] = [1, 2, 0, 0, 9, 10, 8, 3]
        let isCompressed = head & 16 != 0
        if isCompressed, head & 32 != 0 { payload = payload.withUnsafeBytes { coder?.compress($0) } ?? payload }
        let mask: UInt32? = role == .server ? 0x0102_0304 : nil
        let frame = WebSocketFrameHead(
            isFinal: head & 8 == 0, reservedBits: isCompressed ? WebSocketFrameHead.compressedBit : 0,
            opcode: .init(rawValue: opcode[Int(head & 7)]), payloadLength: UInt64(payload.count), mask: mask)
        let output = WebSocketOutput()
        payload.withUnsafeBytes { output.append(frame, $0) }
        bytes += Array(output.bytes)
    }
    return bytes
}

private func checkRoundTrip(
    _ input: inout FuzzInput, from role: WebSocketMachine.Role, _ compression: PerMessageDeflate?, _ cuts: Cuts
) {
    var sender = WebSocketMachine(role: role, maximumMessageSize: 0, compression: compression)
    var sent: [String] = []
    for _ in 0..<20 {
        var payload = input.piece()
        guard let kind = payload.popLast() else { break }
        // Long ones, too, which are compressed.
        payload = [[UInt8]](repeating: payload, count: 1 + Int(kind >> 2)).flatMap { $0 }
        let message: URLSessionWebSocketTask.Message =
            kind & 1 == 0 ? .data(Data(payload)) : .string(String(decoding: payload, as: UTF8.self))
        check(sender.send(message), "not sent")
        sent.append(text(.message(message), .max))
    }
    var receiver = WebSocketMachine(
        role: role == .client ? .server : .client, maximumMessageSize: 1 << 20, compression: compression)
    var events: [WebSocketMachine.Event] = []
    cuts.forEach(in: sender.takeOutput()) { part in part.withUnsafeBytes { receiver.receive($0, &events) } }
    let received = events.map { text($0, .max) }
    check(received == sent, "\(received) instead of \(sent)")
}

// MARK: - The connection of a client

private func checkConnection(_ input: inout FuzzInput, _ limit: Int, _ cuts: Cuts) {
    var bytes: [UInt8] = []
    if input.number(below: 4) > 0 {
        let accept = WebSocketHandshake.accept("a2V5")
        bytes += Array(
            "HTTP/1.1 101 \r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n".utf8)
        if input.number(below: 2) > 0 { bytes += Array("Sec-WebSocket-Extensions: permessage-deflate\r\n".utf8) }
        if input.number(below: 4) > 0 { bytes += Array("\r\n".utf8) }
    }
    bytes += input.number(below: 2) > 0 ? frames(&input, to: .client) : input.rest()
    let whole = connection(bytes, limit, .none)
    for cuts in [cuts, .each] {
        let other = connection(bytes, limit, cuts)
        check(other == whole, "\(cuts): \(other) instead of \(whole)")
    }
}

/// What follows from bytes: each message by itself, and the end once the server has closed the connection.
private func connection(_ bytes: [UInt8], _ limit: Int, _ cuts: Cuts) -> [String] {
    var options = WebSocketChannel.Options()
    options.maximumMessageSize = limit
    var machine = WebSocketConnectionMachine([], WebSocketHandshake(key: "a2V5", [], true), options, headLimit: 300)
    var told: [String] = []
    var ends = 0
    func handle(_ event: WebSocketConnectionMachine.Event) {
        for action in machine.handle(event) {
            check(ends == 0, "\(action) after the end")
            switch action {
            case .headBytes: break
            case .messages(let messages): told += messages.map { text(.message($0), limit) }
            case .ended:
                ends += 1
                told.append("\(action)")
            // It is told when the answer to the close frame was sent.
            case .stopped: break
            default: told.append("\(action)")
            }
        }
    }
    func turn() {
        handle(.turn)
        while true {
            switch machine.nextStep(isPaused: false) {
            case .take: handle(.items([]))
            case .send: handle(.sent(machine.bytes.count))
            case .receive: handle(.nothingToReceive)
            case .tellTime: handle(.time(1, isClosing: false))
            case .wait: return
            }
        }
    }
    handle(.connected)
    cuts.forEach(in: bytes) { part in
        part.withUnsafeBytes { handle(.received($0, mayHaveMore: false)) }
        turn()
    }
    handle(.peerEnded)
    turn()
    check(ends == 1, "\(ends) ends: \(told)")
    return told
}
