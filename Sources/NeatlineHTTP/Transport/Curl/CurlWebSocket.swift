#if os(Linux)
internal import CNeatlineCurl
internal import Foundation
internal import NeatlineFoundation

/// A WebSocket on a connection that libcurl has opened (`CURLOPT_CONNECT_ONLY`): it does what its
/// ``WebSocketConnectionMachine`` decides.
///
/// Each has a multi handle of its own: in one with other requests, libcurl counts such a connection towards the limits of
/// connections, and may take it for an idle one that its server has closed. Used only on the event loop's thread, which
/// retains it until its end.
final class CurlWebSocket {
    let transfer: CurlTransfer
    let channel: WebSocketChannel
    let loop: CurlLoop
    private let isSecure: Bool
    private let handle: CurlHandle
    private var multi: UnsafeMutableRawPointer?
    /// The time of libcurl's next timeout while it connects, in nanoseconds of the monotonic clock.
    private(set) var deadline = Int64.max
    private var socket: Int32 = -1
    private var watched: Int32 = 0
    private var machine: WebSocketConnectionMachine
    /// Lets the machine take a turn at its next time.
    private var timer: (node: DueTime, due: UInt64)?
    /// The error of a descriptor that the kernel does not watch, set while libcurl calls back.
    private var watchFailure: TransportError?
    /// The error unless the server is trusted, while the evaluator has not answered.
    private var untrusted: TransportError?

    init(_ transfer: CurlTransfer, _ upgrade: CurlUpgrade, _ handle: CurlHandle, in loop: CurlLoop) {
        self.transfer = transfer
        self.handle = handle
        self.loop = loop
        channel = upgrade.channel
        isSecure = upgrade.isSecure
        machine = WebSocketConnectionMachine(
            upgrade.head, upgrade.handshake, channel.options,
            headLimit: loop.environment.configuration.maximumHeadSize)
    }

    // MARK: Connecting

    /// Opens the connection.
    func connect() {
        channel.reset()
        transfer.webSocket = self
        loop.webSockets.add(connecting: self)
        let functions = loop.library.functions
        guard let multi = neatline_curl_multi_init(functions) else {
            return handle(.failed(TransportError(.other, CurlLoop.withShortage("curl_multi_init failed"))))
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
            handle(.failed(TransportError(.other, "libcurl did not accept the request: error \(code)")))
        }
    }

    private func watch(_ descriptor: Int32, for interest: Int32) {
        guard descriptor >= 0 else { return }
        if interest & CurlNumber.pollRemove != 0 || interest == 0 {
            loop.webSockets[descriptor] = nil
            _ = neatline_poll_forget(loop.poll, descriptor)
        } else {
            loop.webSockets[descriptor] = self
            watchFailure = loop.watchError(neatline_poll_watch(loop.poll, descriptor, interest)) ?? watchFailure
        }
    }

    private func actWhileConnecting(_ descriptor: Int32, _ events: Int32) {
        guard let multi else { return }
        let functions = loop.library.functions
        _ = neatline_curl_multi_action(functions, multi, descriptor, events)
        if let watchFailure { return handle(.failed(watchFailure)) }
        var code: Int32 = 0
        guard neatline_curl_multi_next_done(functions, multi, &code) != nil else { return }
        if let error = handle.connectError(code: code) {
            switch transfer.trust.failed() {
            case .fail: return handle(.failed(error))
            case .restart: return reconnect()
            case .wait:
                deadline = .max
                return untrusted = error
            }
        }
        socket = neatline_curl_easy_socket(functions, handle.easy)
        guard socket >= 0 else {
            return handle(.failed(TransportError(.connectionLost, "the connection has no socket")))
        }
        loop.webSockets.connected(self)
        loop.webSockets[socket] = self
        deadline = .max
        handle(.connected)
    }

    /// Called when an evaluator of the server has answered.
    func takeAnswer() {
        guard machine.phase == .connecting, let untrusted else { return }
        if transfer.trust.failed() == .restart { reconnect() } else { handle(.failed(untrusted)) }
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
        if machine.phase == .connecting {
            actWhileConnecting(event.descriptor, event.events)
        } else if event.events & (NEATLINE_WRITABLE | NEATLINE_FAILED) != 0 {
            handle(.writable)
        }
        proceed()
    }

    func cancel() { handle(.cancel) }

    /// Does everything that is possible without waiting.
    func proceed() {
        if machine.phase == .connecting {
            guard deadline <= neatline_clock_monotonic() else { return }
            deadline = .max
            actWhileConnecting(NEATLINE_CURL_TIMEOUT, 0)
            if machine.phase == .connecting { return }
        }
        handle(.turn)
        while true {
            switch machine.nextStep(isPaused: transfer.isPaused) {
            case .take(let count): handle(.items(channel.outbox.take(bytes: count)))
            case .send: send()
            case .receive: receive()
            case .tellTime: handle(.time(channel.deadlines.now, isClosing: channel.outbox.isClosing))
            case .wait: return wait()
            }
        }
    }

    private func wait() {
        guard machine.phase != .ended else { return }
        if machine.isReady { loop.webSockets.add(ready: self) }
        let interest = machine.interest
        let wanted = (interest.receiving ? NEATLINE_READABLE : 0) | (interest.sending ? NEATLINE_WRITABLE : 0)
        if wanted != watched {
            watched = wanted
            // The kernel reports errors of a socket that it watches for nothing.
            let code =
                wanted == 0
                ? neatline_poll_forget(loop.poll, socket) : neatline_poll_watch(loop.poll, socket, wanted)
            if wanted != 0, let error = loop.watchError(code) { return handle(.failed(error)) }
        }
        let due = machine.deadline
        guard due != timer?.due ?? .max else { return }
        let node = timer?.node ?? DueTime(transfer)
        timer = (node, due)
        if due == .max {
            channel.deadlines.remove(node)
        } else {
            channel.deadlines.set(node, at: due, now: channel.deadlines.now)
        }
    }

    private final class DueTime: DeadlineNode {
        private weak let transfer: CurlTransfer?

        init(_ transfer: CurlTransfer) { self.transfer = transfer }

        override func deadlineReached() {
            if let transfer { transfer.loop.call(.webSocket(transfer)) }
        }
    }

    // MARK: Sending and receiving

    private func send() {
        var count = 0
        let bytes = machine.bytes
        // SAFETY: libcurl reads as many bytes as there are, and they are not changed until they were sent.
        let code = neatline_curl_easy_send(
            loop.library.functions, handle.easy, bytes.baseAddress, bytes.count, &count)
        switch code {
        case CurlCode.ok: handle(.sent(count))
        case CurlCode.again: handle(.sent(0))
        default: handle(.sendFailed(error(code)))
        }
    }

    private func receive() {
        loop.withReceiveBuffer { buffer in
            var count = 0
            // SAFETY: libcurl writes at most as many bytes as the buffer has.
            let code = neatline_curl_easy_receive(
                loop.library.functions, handle.easy, buffer.baseAddress, buffer.count, &count)
            switch code {
            case CurlCode.ok where count > 0:
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                // TLS may hold more.
                handle(.received(bytes, mayHaveMore: isSecure || count == buffer.count))
            case CurlCode.ok: handle(.peerEnded)
            case CurlCode.again: handle(.nothingToReceive)
            default: handle(.failed(error(code)))
            }
        }
    }

    private func error(_ code: Int32) -> TransportError {
        handle.connectError(code: code) ?? TransportError(.connectionLost, "the connection was lost")
    }

    // MARK: Actions

    private func handle(_ event: WebSocketConnectionMachine.Event) {
        for action in machine.handle(event) { perform(action) }
    }

    private func perform(_ action: WebSocketConnectionMachine.Action) {
        switch action {
        case .headBytes: transfer.noteHeadBytes()
        case .head(let head): transfer.receiver?.transportDidReceive(head)
        case .opened(let subprotocol):
            // Connected before handlers are told of it: they may close it at once.
            channel.outbox.connect { [transfer] in transfer.loop.call(.webSocket(transfer)) }
            channel.didOpen(subprotocol: subprotocol)
        case .messages(let messages): channel.didReceive(messages)
        case .closed(let status, let reason): channel.didClose(status: status, reason: Data(reason))
        case .completed(let completions, let error):
            WebSocketCompletion.complete(completions, error.map { .failure($0) } ?? .success(()))
        case .abandoned(let completions): channel.outbox.keep(completions)
        case .stopped: channel.outbox.disconnect()
        case .ended(let error, let other):
            if let error { channel.fail(error) }
            close(reporting: error?.transportError ?? other)
        }
    }

    /// Closes the connection and reports the completion.
    private func close(reporting error: TransportError?) {
        channel.outbox.disconnect()
        if let timer { channel.deadlines.remove(timer.node) }
        var timings = handle.timings(of: transfer)
        machine.count(in: &timings)
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
        transfer.complete(TransportCompletion(error: error, timings: timings))
    }
}
#endif
