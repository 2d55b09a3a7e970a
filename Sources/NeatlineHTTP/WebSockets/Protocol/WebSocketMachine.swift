#if canImport(FoundationNetworking)
internal import Foundation
#else
package import Foundation
#endif

/// The state machine of an open WebSocket, for both sides, without I/O: it takes received bytes and what is to be sent,
/// and returns events and the bytes to send (RFC 6455, sections 5 to 8; RFC 7692).
///
/// ```
///  open ──> closing ──> closed      closing: this side has sent its close frame; closed: both have
///    └──────────────────^ ^
///  open, closing ──> failed         the peer has violated the protocol, or a limit
/// ```
///
/// Not Sendable: it is used by one thread, that of the connection.
package struct WebSocketMachine {
    /// The side of the connection.
    package enum Role: Sendable { case client, server }

    /// The phases of a connection.
    package enum Phase: Sendable, Hashable { case open, closing, closed, failed }

    /// An event that received bytes have caused.
    package enum Event: Sendable {
        case message(URLSessionWebSocketTask.Message)
        case ping([UInt8])
        case pong([UInt8])
        /// The peer has sent its close frame, whose code is ``WebSocketCloseStatus/none`` if it has none.
        case close(status: Int, reason: [UInt8])
        /// The connection cannot continue: a close frame was appended to the output, if the peer is to be notified.
        case failed(WebSocketError)
    }

    /// The number of bytes to be sent from which on pings are not answered each, but only the last of them (RFC 6455,
    /// section 5.5.3), so that a peer that reads nothing needs no memory.
    static let pongBacklog = 65_536
    /// The size from which on messages are compressed: shorter ones rarely become shorter.
    static let minimumCompressedSize = 64

    package let role: Role
    package private(set) var phase = Phase.open
    private var output = WebSocketOutput()
    private let maximumMessageSize: Int
    private var keys = WebSocketMaskingKeys()

    // Receiving.
    /// The bytes of an incomplete head.
    private var headBytes: [UInt8] = []
    /// The current frame, after its head.
    private var frame: WebSocketFrameHead?
    /// The number of bytes of its payload that were received.
    private var received: UInt64 = 0
    private var control: [UInt8] = []
    /// The kind of the message that has begun and not ended; `nil` if there is none.
    private var kind: WebSocketFrameHead.Opcode?
    private var isCompressed = false
    private var message = Data()
    private var validator = UTF8Validator()
    private let inflater: MessageCoder?
    private let resetsInflater: Bool
    /// The payload of the last ping that was not answered.
    private var owedPong: [UInt8]?

    // Sending.
    private let deflater: MessageCoder?
    private let resetsDeflater: Bool

    /// Creates the machine of a connection after its opening handshake.
    ///
    /// - Parameters:
    ///   - maximumMessageSize: The maximum size of a received message, decompressed, in bytes.
    ///   - compression: The agreed parameters of compression; `nil` for none.
    package init(role: Role, maximumMessageSize: Int, compression: PerMessageDeflate? = nil) {
        self.role = role
        self.maximumMessageSize = max(0, maximumMessageSize)
        guard let compression else {
            (inflater, deflater, resetsInflater, resetsDeflater) = (nil, nil, false, false)
            return
        }
        let isClient = role == .client
        let bits = isClient ? compression.clientWindowBits : compression.serverWindowBits
        resetsInflater = isClient ? compression.serverNoContextTakeover : compression.clientNoContextTakeover
        resetsDeflater = isClient ? compression.clientNoContextTakeover : compression.serverNoContextTakeover
        inflater = MessageCoder(compresses: false, windowBits: 15)
        // zlib cannot compress with the smallest window. Compression is optional for each message.
        deflater = bits < 9 ? nil : MessageCoder(compresses: true, windowBits: bits)
    }

    /// Whether messages can be compressed in this process.
    package static var canCompress: Bool { MessageCoder.isAvailable }

    /// Whether the peer's close frame was received or the connection has failed, so that nothing more is read.
    package var isOver: Bool { phase == .closed || phase == .failed }

    /// The number of bytes that wait to be taken.
    var outputCount: Int { output.count }

    /// Exchanges the output with an empty one.
    mutating func takeOutput(_ other: inout WebSocketOutput) {
        swap(&output, &other)
        if let payload = owedPong {
            owedPong = nil
            if phase == .open { payload.withUnsafeBytes { append(.pong, $0) } }
        }
    }

    /// Returns the bytes to send, and removes them from the output.
    package mutating func takeOutput() -> [UInt8] {
        var taken = WebSocketOutput()
        takeOutput(&taken)
        return Array(taken.bytes)
    }
}

// MARK: - Sending

extension WebSocketMachine {
    /// Sends a message.
    ///
    /// - Returns: Whether it is being sent; `false` if the connection is not open.
    package mutating func send(_ message: URLSessionWebSocketTask.Message) -> Bool {
        guard phase == .open else { return false }
        switch message {
        case .data(let data): data.withUnsafeBytes { send(.binary, $0) }
        case .string(var text): text.withUTF8 { send(.text, UnsafeRawBufferPointer($0)) }
        @unknown default: return false
        }
        return true
    }

    private mutating func send(_ opcode: WebSocketFrameHead.Opcode, _ payload: UnsafeRawBufferPointer) {
        if let deflater, payload.count >= Self.minimumCompressedSize, let compressed = deflater.compress(payload) {
            if resetsDeflater { _ = deflater.reset() }
            return compressed.withUnsafeBytes { append(opcode, $0, reservedBits: WebSocketFrameHead.compressedBit) }
        }
        append(opcode, payload)
    }

    /// Sends a ping with a payload of up to 125 bytes.
    ///
    /// - Returns: Whether it is being sent.
    package mutating func ping(_ payload: [UInt8]) -> Bool {
        guard phase == .open, payload.count <= 125 else { return false }
        payload.withUnsafeBytes { append(.ping, $0) }
        return true
    }

    /// Sends a pong that answers no ping.
    package mutating func pong(_ payload: [UInt8]) -> Bool {
        guard phase == .open, payload.count <= 125 else { return false }
        payload.withUnsafeBytes { append(.pong, $0) }
        return true
    }

    /// Begins to close the connection.
    ///
    /// - Parameters:
    ///   - status: The code, of which the lower 16 bits are sent; `nil` for none.
    ///   - reason: At most ``WebSocketCloseStatus/maximumReasonSize`` bytes of UTF-8; without a code there is none.
    package mutating func close(status: Int?, reason: [UInt8] = []) {
        guard phase == .open else { return }
        phase = .closing
        appendClose(status: status, reason: reason)
    }

    /// Ends the connection with an error that was not received, such as a timeout.
    package mutating func fail(_ error: WebSocketError) {
        if phase == .open, let status = error.closeStatus { appendClose(status: status, reason: []) }
        phase = .failed
    }

    private mutating func appendClose(status: Int?, reason: [UInt8]) {
        let code = status.map { UInt16(truncatingIfNeeded: $0).bigEndianBytes } ?? []
        (code + (status == nil ? [] : reason)).withUnsafeBytes { append(.close, $0) }
    }

    private mutating func append(
        _ opcode: WebSocketFrameHead.Opcode, _ payload: UnsafeRawBufferPointer, reservedBits: UInt8 = 0
    ) {
        output.append(
            WebSocketFrameHead(
                reservedBits: reservedBits, opcode: opcode, payloadLength: UInt64(payload.count),
                mask: role == .client ? keys.next() : nil), payload)
    }
}

// MARK: - Receiving

extension WebSocketMachine {
    /// Takes received bytes. Frames may be split in any way.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - events: The events are appended to it.
    /// - Complexity: O(*n*)
    package mutating func receive(_ bytes: UnsafeRawBufferPointer, _ events: inout [Event]) {
        var rest = bytes
        while !isOver {
            if frame == nil {
                guard let head = readHead(&rest) else { return }
                if case .failure(let error) = begin(head) { return fail(with: error, &events) }
            }
            guard let frame else { return }
            let left = frame.payloadLength - received
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(min(left, UInt64(rest.count)))))
            rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
            if received == 0, part.count == left, frame.isFinal, frame.opcode == kind, !isCompressed, frame.mask == nil
            {
                guard deliver(part, &events) else { return fail(with: .invalidUTF8, &events) }
                continue
            }
            if case .failure(let error) = take(part, of: frame, &events) { return fail(with: error, &events) }
            received += UInt64(part.count)
            guard received == frame.payloadLength else { return }
            self.frame = nil
            if case .failure(let error) = end(frame, &events) { return fail(with: error, &events) }
        }
    }

    /// Delivers a message that is in one frame, which was received at once, without a copy in between.
    ///
    /// - Returns: Whether it is valid.
    private mutating func deliver(_ payload: UnsafeRawBufferPointer, _ events: inout [Event]) -> Bool {
        if kind == .text {
            guard let text = String(validating: payload, as: UTF8.self) else { return false }
            events.append(.message(.string(text)))
        } else {
            events.append(.message(.data(Data(payload))))
        }
        frame = nil
        kind = nil
        return true
    }

    private mutating func fail(with error: WebSocketError, _ events: inout [Event]) {
        fail(error)
        message = Data()
        events.append(.failed(error))
    }

    /// Reads a head, whose bytes may have been received before in part.
    ///
    /// - Returns: The head, or the error; `nil` if more bytes are needed.
    private mutating func readHead(
        _ rest: inout UnsafeRawBufferPointer
    ) -> Result<WebSocketFrameHead, WebSocketError>? {
        if headBytes.isEmpty {
            switch WebSocketFrameHead.read(rest) {
            case .complete(let head, let count):
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                return .success(head)
            case .invalid(let violation): return .failure(.protocolViolation(violation))
            case .incomplete: break
            }
        }
        while let byte = rest.first {
            headBytes.append(byte)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
            switch headBytes.withUnsafeBytes(WebSocketFrameHead.read) {
            case .complete(let head, _):
                headBytes.removeAll(keepingCapacity: true)
                return .success(head)
            case .invalid(let violation): return .failure(.protocolViolation(violation))
            case .incomplete: break
            }
        }
        return nil
    }

    /// Checks the head of a frame, and begins it.
    private mutating func begin(_ reading: Result<WebSocketFrameHead, WebSocketError>) -> Result<Void, WebSocketError> {
        let head: WebSocketFrameHead
        switch reading {
        case .success(let read): head = read
        case .failure(let error): return .failure(error)
        }
        if let violation = violation(of: head) { return .failure(.protocolViolation(violation)) }
        frame = head
        received = 0
        if head.opcode.isControl {
            control.removeAll(keepingCapacity: true)
            return .success(())
        }
        if head.opcode != .continuation {
            kind = head.opcode
            isCompressed = head.reservedBits != 0
            validator = UTF8Validator()
        }
        // The size of a compressed message is known when it is decompressed.
        if !isCompressed, head.payloadLength > UInt64(maximumMessageSize - message.count) {
            return .failure(.messageTooLarge(maximumSize: maximumMessageSize))
        }
        return .success(())
    }

    private func violation(of head: WebSocketFrameHead) -> WebSocketError.Violation? {
        guard head.opcode.isKnown else { return .opcode(head.opcode.rawValue) }
        let mayBeCompressed = inflater != nil && (head.opcode == .text || head.opcode == .binary)
        if head.reservedBits & ~(mayBeCompressed ? WebSocketFrameHead.compressedBit : 0) != 0 { return .reservedBits }
        if (head.mask != nil) != (role == .server) { return .masking }
        if head.opcode.isControl {
            if !head.isFinal { return .controlFrameFragmented }
            return head.payloadLength > 125 ? .controlFrameTooLong : nil
        }
        if head.opcode == .continuation { return kind == nil ? .unexpectedContinuation : nil }
        return kind == nil ? nil : .unfinishedMessage
    }

    /// Takes a part of a frame's payload.
    private mutating func take(
        _ part: UnsafeRawBufferPointer, of frame: WebSocketFrameHead, _ events: inout [Event]
    ) -> Result<Void, WebSocketError> {
        guard let mask = frame.mask else { return takePlain(part, of: frame, &events) }
        let offset = Int(received & 3)
        return withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { memory in
            var start = 0
            while start < part.count {
                let count = min(memory.count, part.count - start)
                let plain = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
                WebSocketMasking.copy(
                    UnsafeRawBufferPointer(rebasing: part[start..<start + count]), to: plain, key: mask,
                    offset: offset + start)
                let result = takePlain(UnsafeRawBufferPointer(plain), of: frame, &events)
                if case .failure = result { return result }
                start += count
            }
            return .success(())
        }
    }

    private mutating func takePlain(
        _ part: UnsafeRawBufferPointer, of frame: WebSocketFrameHead, _ events: inout [Event]
    ) -> Result<Void, WebSocketError> {
        if frame.opcode.isControl {
            control.append(contentsOf: part)
            return .success(())
        }
        if isCompressed, let inflater { return inflate { inflater.decompress(part, $0) } }
        if message.isEmpty, !part.isEmpty {
            // A peer may announce more than it sends, so not all of it is reserved.
            message.reserveCapacity(Int(min(frame.payloadLength, 1 << 20)))
        }
        return append(part) ? .success(()) : .failure(.invalidUTF8)
    }

    /// Appends plain bytes to the message; returns whether they are valid.
    private mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.withMemoryRebound(to: UInt8.self) { message.append($0) }
        return kind != .text || validator.add(bytes)
    }

    private mutating func inflate(
        _ run: ((UnsafeRawBufferPointer) -> Bool) -> MessageCoder.Decompression
    ) -> Result<Void, WebSocketError> {
        var isValid = true
        let result = run { bytes in
            // What is allowed is looked at first: the result does not depend on the pieces.
            let allowed = bytes.prefix(maximumMessageSize - message.count)
            isValid = append(UnsafeRawBufferPointer(rebasing: allowed))
            return isValid && allowed.count == bytes.count
        }
        if !isValid { return .failure(.invalidUTF8) }
        switch result {
        case .done: return .success(())
        case .invalid: return .failure(.invalidCompression)
        case .tooLarge: return .failure(.messageTooLarge(maximumSize: maximumMessageSize))
        }
    }

    /// Ends a frame whose payload is complete.
    private mutating func end(_ frame: WebSocketFrameHead, _ events: inout [Event]) -> Result<Void, WebSocketError> {
        switch frame.opcode {
        case .ping:
            answerPing()
            events.append(.ping(control))
        case .pong: events.append(.pong(control))
        case .close: return endClose(&events)
        default:
            if frame.isFinal { return endMessage(&events) }
        }
        return .success(())
    }

    private mutating func answerPing() {
        guard phase == .open else { return }
        if output.count < Self.pongBacklog {
            control.withUnsafeBytes { append(.pong, $0) }
        } else {
            owedPong = control
        }
    }

    private mutating func endMessage(_ events: inout [Event]) -> Result<Void, WebSocketError> {
        if isCompressed, let inflater {
            let result = inflate { inflater.endMessage($0) }
            if case .failure = result { return result }
            if resetsInflater, !inflater.reset() { return .failure(.invalidCompression) }
        }
        if kind == .text {
            guard validator.isComplete else { return .failure(.invalidUTF8) }
            events.append(.message(.string(String(decoding: message, as: UTF8.self))))
        } else {
            events.append(.message(.data(message)))
        }
        kind = nil
        message = Data()
        return .success(())
    }

    private mutating func endClose(_ events: inout [Event]) -> Result<Void, WebSocketError> {
        var status = WebSocketCloseStatus.none
        var reason: [UInt8] = []
        if !control.isEmpty {
            guard control.count >= 2 else { return .failure(.protocolViolation(.closeCode(nil))) }
            status = Int(control[0]) << 8 | Int(control[1])
            guard WebSocketCloseStatus.isValid(status) else {
                return .failure(.protocolViolation(.closeCode(status)))
            }
            reason = Array(control[2...])
            var validator = UTF8Validator()
            guard reason.withUnsafeBytes({ validator.add($0) }), validator.isComplete else {
                return .failure(.invalidUTF8)
            }
        }
        if phase == .open {
            // The answer has the same code (RFC 6455, section 5.5.1).
            appendClose(status: status == WebSocketCloseStatus.none ? nil : status, reason: [])
        }
        phase = .closed
        events.append(.close(status: status, reason: reason))
        return .success(())
    }
}
