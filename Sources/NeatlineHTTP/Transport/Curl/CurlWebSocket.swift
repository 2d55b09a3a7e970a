#if os(Linux)
internal import CNeatlineCurl
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A WebSocket on a connection that libcurl has opened (`CURLOPT_CONNECT_ONLY`): it moves bytes between the socket, the
/// ``WebSocketMachine`` and the channel.
///
/// Each has a multi handle of its own: in one with other requests, libcurl counts such a connection towards the limits of
/// connections, and may take it for an idle one that its server has closed. Used only on the event loop's thread, which
/// retains it until ``end(with:)``.
final class CurlWebSocket {
    enum Phase {
        /// libcurl opens the connection.
        case connecting
        /// The head of the request is sent, and that of the response received.
        case upgrading
        case open
        /// Both sides have ended the WebSocket; the server is to close the connection (RFC 6455, section 7.1.1).
        case lingering
        case ended
    }

    /// The number of bytes to be sent up to which messages are taken from the outbox.
    private static let outputLimit = 1 << 17
    /// The time within which the server is to close the connection after the close frames, in nanoseconds.
    private static let lingerTime: UInt64 = 1_000_000_000
    /// The maximum number of receive calls before other requests have their turn.
    private static let receiveLimit = 8

    let transfer: CurlTransfer
    let channel: WebSocketChannel
    let loop: CurlLoop
    private let upgrade: CurlUpgrade
    private let handle: CurlHandle
    private var multi: UnsafeMutableRawPointer?
    /// The time of libcurl's next timeout while it connects, in nanoseconds of the monotonic clock.
    private(set) var deadline = Int64.max
    private var phase = Phase.connecting
    private var socket: Int32 = -1
    private var watched: Int32 = 0
    private var head = CurlHead()
    /// The bytes of an incomplete line of the head.
    private var line: [UInt8] = []
    private var machine: WebSocketMachine?
    /// The bytes that are being sent. They stay where they are until then, because OpenSSL requires that of bytes that it
    /// could not send at once.
    private var sending = WebSocketOutput()
    private var sentBytes: Int64 = 0
    private var receivedBytes: Int64 = 0
    /// Whether the socket accepts no more bytes.
    private var isBlocked = false
    private var hasPeerEnded = false
    private var isReady = false
    /// The closures of messages that are being sent, with the number of bytes after which they are.
    private var sends: [(end: Int64, completion: WebSocketCompletion)] = []
    private var pings = WebSocketPings()
    private var times = WebSocketTimes()
    /// The error unless the server is trusted, while the evaluator has not answered.
    private var untrusted: TransportError?
    /// The error to report when the connection was closed.
    private var failure: WebSocketError?

    init(_ transfer: CurlTransfer, _ upgrade: CurlUpgrade, _ handle: CurlHandle, in loop: CurlLoop) {
        self.transfer = transfer
        self.upgrade = upgrade
        self.handle = handle
        self.loop = loop
        channel = upgrade.channel
        head.acceptsSwitch = true
    }

    // MARK: Connecting

    /// Opens the connection.
    func connect() {
        channel.reset()
        transfer.webSocket = self
        loop.webSockets.add(connecting: self)
        let functions = loop.library.functions
        guard let multi = neatline_curl_multi_init(functions) else {
            return end(with: TransportError(.other, "curl_multi_init failed"))
        }
        self.multi = multi
        let this = Unmanaged.passUnretained(self).toOpaque()
        // SAFETY (both): this object is retained by its transfer until it has ended, which frees the multi handle; libcurl
        // calls back on the loop's thread.
        _ = neatline_curl_multi_set_socket_callback(functions, multi) { _, socket, interest, context, _ in
            Unmanaged<CurlWebSocket>.fromOpaque(context!).takeUnretainedValue().watch(socket, for: interest)
            return 0
        }
        _ = neatline_curl_multi_set_timer_callback(functions, multi) { _, milliseconds, context in
            let socket = Unmanaged<CurlWebSocket>.fromOpaque(context!).takeUnretainedValue()
            socket.deadline =
                milliseconds < 0 ? .max : neatline_clock_monotonic() + Int64(min(milliseconds, 1 << 40)) * 1_000_000
            return 0
        }
        _ = neatline_curl_multi_set_pointer(functions, multi, CurlMultiOption.socketData.rawValue, this)
        _ = neatline_curl_multi_set_pointer(functions, multi, CurlMultiOption.timerData.rawValue, this)
        var code = handle.begin(transfer)
        code |= handle.setLong(.connectOnly, 1)
        code |= handle.setLong(.httpVersion, CurlNumber.httpVersion1_1)
        // A proxy is asked for a tunnel, also for `ws`; what it asks for is answered by libcurl.
        code |= handle.setLong(.httpProxyTunnel, 1)
        handle.setLong(.proxyAuthentication, CurlNumber.authenticationBasicAndDigest)
        handle.setPointer(.httpHeader, nil)
        if code == CurlCode.ok { code = neatline_curl_multi_add(functions, multi, handle.easy) }
        if code != CurlCode.ok {
            end(with: TransportError(.other, "libcurl did not accept the request: error \(code)"))
        }
    }

    private func watch(_ descriptor: Int32, for interest: Int32) {
        guard descriptor >= 0 else { return }
        if interest & CurlNumber.pollRemove != 0 || interest == 0 {
            loop.webSockets[descriptor] = nil
            _ = neatline_poll_forget(loop.poll, descriptor)
        } else {
            loop.webSockets[descriptor] = self
            _ = neatline_poll_watch(loop.poll, descriptor, interest)
        }
    }

    private func actWhileConnecting(_ descriptor: Int32, _ events: Int32) {
        guard let multi else { return }
        let functions = loop.library.functions
        _ = neatline_curl_multi_action(functions, multi, descriptor, events)
        var code: Int32 = 0
        guard neatline_curl_multi_next_done(functions, multi, &code) != nil else { return }
        if let error = handle.connectError(code: code) {
            switch transfer.trust.failed() {
            case .fail: return end(with: error)
            case .restart: return reconnect()
            case .wait:
                deadline = .max
                return untrusted = error
            }
        }
        socket = neatline_curl_easy_socket(functions, handle.easy)
        guard socket >= 0 else { return end(with: TransportError(.connectionLost, "the connection has no socket")) }
        loop.webSockets.connected(self)
        loop.webSockets[socket] = self
        deadline = .max
        phase = .upgrading
        sending.append(upgrade.head)
    }

    /// Called when an evaluator of the server has answered.
    func takeAnswer() {
        guard phase == .connecting, let untrusted else { return }
        if transfer.trust.failed() == .restart { reconnect() } else { end(with: untrusted) }
    }

    private func reconnect() {
        guard let multi else { return }
        untrusted = nil
        _ = neatline_curl_multi_remove(loop.library.functions, multi, handle.easy)
        _ = neatline_curl_multi_add(loop.library.functions, multi, handle.easy)
    }

    // MARK: Events of the loop

    /// Called when something can be done on a descriptor.
    func act(on event: neatline_event) {
        if phase == .connecting {
            actWhileConnecting(event.descriptor, event.events)
        } else if event.events & (NEATLINE_WRITABLE | NEATLINE_FAILED) != 0 {
            isBlocked = false
        }
        proceed()
    }

    func cancel() { end(with: TransportError(.cancelled, "cancelled")) }

    /// Does everything that is possible without waiting.
    func proceed() {
        isReady = false
        if phase == .connecting, deadline <= neatline_clock_monotonic() {
            deadline = .max
            actWhileConnecting(NEATLINE_CURL_TIMEOUT, 0)
        }
        guard phase != .connecting, phase != .ended else { return }
        if phase == .open, times.closeDue == .max, channel.outbox.isClosing {
            times.closeDue = channel.deadlines.now + Self.nanoseconds(channel.options.closeTimeout)
        }
        send()
        receive()
        send()
        checkTimes()
        adjustInterests()
    }

    private func adjustInterests() {
        guard phase != .ended else { return }
        let wanted =
            (mayReceive && !isReady ? NEATLINE_READABLE : 0) | (isBlocked && !sending.isEmpty ? NEATLINE_WRITABLE : 0)
        guard wanted != watched else { return }
        watched = wanted
        if wanted == 0 {
            // Even then the kernel reports errors, so it does not watch the socket.
            _ = neatline_poll_forget(loop.poll, socket)
        } else {
            _ = neatline_poll_watch(loop.poll, socket, wanted)
        }
    }

    // MARK: Sending

    /// Sends what there is, until the socket accepts no more.
    private func send() {
        while phase != .ended, !isBlocked {
            if phase == .open { takeItems() }
            if sending.isEmpty { machine?.takeOutput(&sending) }
            if sending.isEmpty { break }
            sendBytes()
        }
        guard phase == .open, machine?.isOver == true else { return }
        if times.lingerDue == .max { times.lingerDue = channel.deadlines.now + Self.lingerTime }
        if sending.isEmpty { linger() }
    }

    private func sendBytes() {
        var count = 0
        let bytes = sending.bytes
        // SAFETY: libcurl reads as many bytes as there are, and they are not changed until they were sent.
        let code = neatline_curl_easy_send(
            loop.library.functions, handle.easy, bytes.baseAddress, min(bytes.count, Self.outputLimit), &count)
        switch code {
        case CurlCode.ok:
            sentBytes += Int64(count)
            sending.removeFirst(count)
            completeSends()
            if count == 0 { isBlocked = true }
        case CurlCode.again: isBlocked = true
        default: lose(code)
        }
    }

    /// Takes messages from the outbox, as long as few bytes wait to be sent.
    private func takeItems() {
        while let count = machine?.outputCount, count + sending.count < Self.outputLimit {
            let items = channel.outbox.take(bytes: Self.outputLimit - count - sending.count)
            if items.isEmpty { return }
            for item in items { take(item) }
        }
    }

    private func take(_ item: WebSocketOutbox.Item) {
        switch item {
        case .message(let message, let completion):
            guard machine?.send(message) == true else {
                completion?.complete(.failure(WebSocketError.notConnected))
                return
            }
            if let completion { sends.append((sentBytes + Int64(unsentCount), completion)) }
        case .ping(let completion): ping(completion)
        case .close(let status, let reason):
            machine?.close(status: status, reason: reason)
        }
    }

    private var unsentCount: Int { sending.count + (machine?.outputCount ?? 0) }

    private func ping(_ completion: WebSocketCompletion?) {
        let payload = pings.nextPayload()
        guard machine?.ping(payload) == true else {
            completion?.complete(.failure(WebSocketError.notConnected))
            return
        }
        pings.add(payload, completion)
        guard completion == nil else { return }
        let now = channel.deadlines.now
        times.pongDue = min(times.pongDue, now + Self.nanoseconds(channel.options.pongTimeout))
    }

    private func completeSends() {
        let count = sends.prefix { $0.end <= sentBytes }.count
        guard count > 0 else { return }
        let completed = sends[..<count].map(\.completion)
        sends.removeFirst(count)
        WebSocketCompletion.complete(completed, .success(()))
    }

    // MARK: Receiving

    private var mayReceive: Bool {
        !hasPeerEnded && (phase == .lingering || phase == .upgrading || phase == .open && !transfer.isPaused)
    }

    /// Receives what there is, or a part of it, so that others have their turn.
    private func receive() {
        for _ in 0..<Self.receiveLimit {
            guard mayReceive else { return }
            if !receiveOnce() { return }
        }
        guard mayReceive else { return }
        // TLS may hold bytes for which the socket reports no event.
        isReady = true
        loop.webSockets.add(ready: self)
    }

    /// Receives once; returns whether there may be more.
    private func receiveOnce() -> Bool {
        loop.withReceiveBuffer { buffer in
            var count = 0
            // SAFETY: libcurl writes at most as many bytes as the buffer has.
            let code = neatline_curl_easy_receive(
                loop.library.functions, handle.easy, buffer.baseAddress, buffer.count, &count)
            switch code {
            case CurlCode.ok where count > 0:
                receivedBytes += Int64(count)
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return upgrade.isSecure || count == buffer.count
            case CurlCode.ok:
                hasPeerEnded = true
                lose(CurlCode.ok)
            case CurlCode.again: break
            default: lose(code)
            }
            return false
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        if phase == .upgrading { takeHead(&rest) }
        guard phase == .open else { return }
        var events: [WebSocketMachine.Event] = []
        machine?.receive(rest, &events)
        deliver(events)
    }

    private func deliver(_ events: [WebSocketMachine.Event]) {
        var messages: [URLSessionWebSocketTask.Message] = []
        var close: (status: Int, reason: [UInt8])?
        for event in events {
            switch event {
            case .message(let message): messages.append(message)
            case .ping: break
            case .pong(let payload): takePong(payload)
            case .close(let status, let reason): close = (status, reason)
            case .failed(let error): failure = error
            }
        }
        if !messages.isEmpty { channel.didReceive(messages) }
        if let close {
            channel.didClose(
                status: close.status,
                reason: close.status == WebSocketCloseStatus.none ? nil : Data(close.reason))
        }
    }

    private func takePong(_ payload: [UInt8]) {
        for completion in pings.answered(by: payload) { completion.complete(.success(())) }
        if !pings.awaitsAutomatic { times.pongDue = .max }
    }

    // MARK: The handshake

    /// Takes the lines of the response's head. Frames may follow it immediately.
    private func takeHead(_ rest: inout UnsafeRawBufferPointer) {
        while phase == .upgrading, !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            line.append(contentsOf: rest.prefix(through: end ?? rest.count - 1))
            rest = UnsafeRawBufferPointer(rebasing: rest[(end.map { $0 + 1 } ?? rest.count)...])
            let limit = loop.environment.configuration.maximumHeadSize
            guard end != nil else {
                if head.byteCount + line.count > limit {
                    close(
                        reporting: TransportError(
                            .invalidResponse, "the head of the response is longer than \(limit) bytes"))
                }
                break
            }
            switch line.withUnsafeBytes({ head.add($0, limit: limit) }) {
            case .goOn: break
            case .complete(let head): finishHandshake(head)
            case .failed(let error): close(reporting: error)
            }
            line.removeAll(keepingCapacity: true)
        }
        if phase == .upgrading { transfer.noteHeadBytes() }
    }

    private func finishHandshake(_ head: TransportResponseHead) {
        transfer.receiver?.transportDidReceive(head)
        guard !transfer.isCancelled else { return cancel() }
        guard head.status == 101 else {
            return end(with: WebSocketError.upgradeRefused(statusCode: head.status))
        }
        do throws(WebSocketError) {
            let agreement = try upgrade.handshake.agreement(with: head)
            machine = WebSocketMachine(
                role: .client, maximumMessageSize: channel.options.maximumMessageSize,
                compression: agreement.compression)
            phase = .open
            if let interval = channel.options.pingInterval {
                times.pingInterval = Self.nanoseconds(interval)
                times.nextPing = channel.deadlines.now + times.pingInterval
            }
            // Connected before handlers are told of it: they may close it at once.
            channel.outbox.connect { [transfer] in transfer.loop.call(.webSocket(transfer)) }
            channel.didOpen(subprotocol: agreement.subprotocol)
        } catch {
            end(with: error)
        }
    }

    // MARK: Times

    private func checkTimes() {
        guard phase == .open || phase == .lingering, times.isUsed else { return }
        let now = channel.deadlines.now
        if now >= times.lingerDue { return finish() }
        if phase == .open, now >= times.closeDue {
            return end(with: WebSocketError.closeTimedOut(channel.options.closeTimeout))
        }
        if phase == .open, now >= times.pongDue {
            // An answer is not seen while the reader is slow.
            guard transfer.isPaused else {
                return end(with: WebSocketError.pongTimedOut(channel.options.pongTimeout))
            }
            times.pongDue = now + Self.nanoseconds(channel.options.pongTimeout)
        }
        if phase == .open, now >= times.nextPing {
            times.nextPing = now + times.pingInterval
            ping(nil)
            send()
        }
        times.setTimer(for: transfer, on: channel.deadlines, now: now)
    }

    private static func nanoseconds(_ seconds: TimeInterval) -> UInt64 {
        // Half of all time does not overflow when it is added to the clock.
        max(1_000_000, min(Deadlines.nanoseconds(seconds) ?? .max / 2, .max / 2))
    }

    // MARK: The end

    /// Waits until the server closes the connection, so that the last frames reach it.
    private func linger() {
        phase = .lingering
        channel.outbox.disconnect()
        if hasPeerEnded { finish() }
    }

    /// Called when the connection was closed, or is broken.
    private func lose(_ code: Int32) {
        switch phase {
        case .lingering: finish()
        case .open where machine?.isOver == true: finish()
        case .open: end(with: WebSocketError.connectionLost)
        case .connecting, .upgrading:
            end(
                with: code == CurlCode.ok
                    ? TransportError(
                        .connectionLost, "the connection ended before the head of the response was complete")
                    : handle.connectError(code: code)
                        ?? TransportError(.connectionLost, "the connection was lost"))
        case .ended: break
        }
    }

    private func finish() {
        if let failure { end(with: failure) } else { close(reporting: nil) }
    }

    private func end(with error: WebSocketError) {
        channel.fail(error)
        close(reporting: error.transportError)
    }

    private func end(with error: TransportError) { close(reporting: error) }

    /// Closes the connection and reports the completion, once.
    private func close(reporting error: TransportError?) {
        guard phase != .ended else { return }
        phase = .ended
        channel.outbox.disconnect()
        times.removeTimer(from: channel.deadlines)
        var timings = handle.timings(of: transfer)
        timings.bodyBytesSent = max(0, sentBytes - Int64(upgrade.head.count))
        timings.headerBytesSent = min(sentBytes, Int64(upgrade.head.count))
        timings.headerBytesReceived = Int64(head.byteCount)
        timings.bodyBytesReceived = max(0, receivedBytes - Int64(head.byteCount))
        let waiting = sends.map(\.completion) + pings.all
        sends = []
        if socket >= 0 {
            loop.webSockets[socket] = nil
            if watched != 0 { _ = neatline_poll_forget(loop.poll, socket) }
        }
        if let multi {
            _ = neatline_curl_multi_remove(loop.library.functions, multi, handle.easy)
            _ = neatline_curl_multi_cleanup(loop.library.functions, multi)
        }
        multi = nil
        handle.end()
        transfer.webSocket = nil
        loop.ended(self)
        WebSocketCompletion.complete(waiting, .failure(channel.failure ?? .notConnected))
        transfer.complete(TransportCompletion(error: error, timings: timings))
    }
}
#endif
