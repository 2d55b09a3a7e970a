#if os(Linux)
internal import CNeatlineCurl
internal import NeatlineSystem

/// The state of a descriptor in the event loop.
struct CurlWatch {
    /// The events that libcurl waits for: 1 for reading, 2 for writing.
    var wanted: Int32 = 0
    /// The events that the kernel watches.
    var watched: Int32 = 0
    /// Whether it is the socket of a connection, whose opening and closing the loop handles.
    var isSocket = false
    /// The local port of a socket, once it was determined.
    var localPort: Int32 = 0
    /// Whether a response on the socket has named its request, as in HTTP/2; `nil` before the first one.
    var isMultiplexed: Bool?
    /// Whether libcurl waits for sending more since a request began.
    var wantsToSend = false
}

/// libcurl's callbacks for descriptors and timeouts.
extension CurlLoop {
    /// Creates a multi handle. Returns `false` if memory cannot be allocated.
    func makeMulti() -> Bool {
        let functions = library.functions
        guard let multi = neatline_curl_multi_init(functions) else { return false }
        let this = Unmanaged.passUnretained(self).toOpaque()
        // SAFETY (both): the loop frees the multi handle before it is deinitialized, and libcurl calls back on the
        // loop's thread.
        _ = neatline_curl_multi_set_socket_callback(functions, multi) { easy, socket, interest, context, _ in
            CurlLoop.with(context) { $0.watch(socket, for: interest, of: easy) }
            return 0
        }
        _ = neatline_curl_multi_set_timer_callback(functions, multi) { _, milliseconds, context in
            CurlLoop.with(context) { $0.setTimer(milliseconds) }
            return 0
        }
        _ = neatline_curl_multi_set_pointer(functions, multi, CurlMultiOption.socketData.rawValue, this)
        _ = neatline_curl_multi_set_pointer(functions, multi, CurlMultiOption.timerData.rawValue, this)
        let configuration = environment.configuration
        let total = max(1, configuration.maximumConnections)
        setMulti(.maximumHostConnections, max(1, configuration.maximumConnectionsPerHost), of: multi)
        setMulti(.maximumTotalConnections, total, of: multi)
        setMulti(.maximumConnects, total, of: multi)
        self.multi = multi
        deadline = .max
        return true
    }

    private func setMulti(_ option: CurlMultiOption, _ value: Int, of multi: UnsafeMutableRawPointer) {
        _ = neatline_curl_multi_set_long(library.functions, multi, option.rawValue, min(value, Int(Int32.max)))
    }

    func endMulti() {
        guard let multi else { return }
        self.multi = nil
        _ = neatline_curl_multi_cleanup(library.functions, multi)
    }

    /// Stops keeping connections for later requests.
    func forgetIdleConnections() {
        guard let multi else { return }
        setMulti(.maximumConnects, 1, of: multi)
    }

    /// Closes all connections while none is in use: libcurl would keep them until the next request.
    func closeIdleConnections() {
        idleSince = nil
        idleHandles.removeAll()
        let old = multi
        guard makeMulti(), let old else { return }
        _ = neatline_curl_multi_cleanup(library.functions, old)
    }

    func observeSockets() {
        environment.observeSockets(
            neatline_curl_socket_observer(
                // SAFETY (all three): the loop outlives all connections, whose sockets are opened and closed on its
                // thread.
                context: Unmanaged.passUnretained(self).toOpaque(),
                opened: { context, socket in CurlLoop.with(context) { $0.socketOpened(socket) } },
                closing: { context, socket in CurlLoop.with(context) { $0.socketClosing(socket) } }))
    }

    /// Calls `body` with the loop in the context. The reference is not counted, because the loop's thread has one.
    @inline(__always)
    private static func with(_ context: UnsafeMutableRawPointer?, _ body: (CurlLoop) -> Void) {
        Unmanaged<CurlLoop>.fromOpaque(context!)._withUnsafeGuaranteedRef(body)
    }

    private func setTimer(_ milliseconds: Int) {
        guard milliseconds >= 0 else {
            deadline = .max
            return
        }
        let now = neatline_clock_monotonic()
        deadline = now + Int64(min(milliseconds, 1 << 40)) * 1_000_000
    }

    private func socketOpened(_ socket: Int32) {
        makeRoom(for: socket)
        watches[Int(socket)] = CurlWatch(isSocket: true)
    }

    private func socketClosing(_ socket: Int32) {
        guard socket >= 0, Int(socket) < watches.count else { return }
        // The kernel would continue to watch the socket if a child process had inherited it.
        if watches[Int(socket)].watched != 0 { _ = neatline_poll_forget(poll, socket) }
        watches[Int(socket)] = CurlWatch()
    }

    /// Returns the socket of a connection with the given addresses.
    ///
    /// - Complexity: O(*n*), where *n* is the number of descriptors of the process.
    func socket(of connection: CurlConnectionEnds) -> Int32? {
        guard connection.localPort > 0 else { return nil }
        func isOne(_ socket: Int32) -> Bool {
            neatline_socket_has_peer(socket, connection.remoteAddress, connection.remotePort) != 0
        }
        var found: Int32?
        var isShared = false
        for index in watches.indices where watches[index].isSocket {
            if watches[index].localPort == 0 { watches[index].localPort = neatline_socket_local_port(Int32(index)) }
            guard watches[index].localPort == connection.localPort else { continue }
            // Connections to different servers may share a port. Where none do, no more system calls are needed.
            if let found {
                if isOne(found) { return found }
                isShared = true
            }
            found = Int32(index)
        }
        return found.flatMap { !isShared || isOne($0) ? $0 : nil }
    }

    /// What has happened to any of the sockets that no request uses.
    var eventsOfIdleSockets: Int32 {
        watches.indices.reduce(0) { events, index in
            guard watches[index].isSocket, watches[index].wanted == 0 else { return events }
            return events | neatline_socket_events(Int32(index))
        }
    }

    private func makeRoom(for descriptor: Int32) {
        while watches.count <= Int(descriptor) { watches.append(CurlWatch()) }
    }

    private func watch(_ descriptor: Int32, for interest: Int32, of easy: UnsafeMutableRawPointer?) {
        guard descriptor >= 0 else { return }
        makeRoom(for: descriptor)
        let index = Int(descriptor)
        let wanted = interest & CurlNumber.pollRemove != 0 ? 0 : interest
        watches[index].wanted = wanted
        watches[index].wantsToSend = wanted & NEATLINE_WRITABLE != 0
        guard watches[index].watched != wanted else { return }
        if wanted != 0 {
            if let error = watchError(neatline_poll_watch(poll, descriptor, wanted)) {
                if let transfer = transfer(of: easy) { fail(transfer, error) }
            } else {
                watches[index].watched = wanted
            }
        } else if !watches[index].isSocket {
            watches[index].watched = 0
            _ = neatline_poll_forget(poll, descriptor)
        }
        // An idle connection will probably be reused soon, so it remains watched, which saves two system calls for each
        // request.
    }

    /// Returns the error of a descriptor that the kernel does not watch; `nil` if the code is 0.
    func watchError(_ code: Int32) -> TransportError? {
        guard code != 0 else { return nil }
        return TransportError(
            .other, "the event loop cannot watch a descriptor: \(SystemError(code: code))", nativeCode: Int(code))
    }

    /// Fails a transfer for which no event would come. libcurl has called back, so the transfer cannot end before it returns.
    func fail(_ transfer: CurlTransfer, _ error: TransportError) {
        transfer.handle?.fail(error)
        unwatched.append(transfer)
    }

    /// Returns the transfer of a handle; `nil` for one that libcurl has made for itself.
    private func transfer(of easy: UnsafeMutableRawPointer?) -> CurlTransfer? {
        var context: UnsafeMutableRawPointer?
        _ = neatline_curl_easy_get_pointer(library.functions, easy, CurlNumber.privateData, &context)
        // SAFETY: each added handle is its own private data, and is alive while it is added.
        return context == nil ? nil : CurlHandle.at(context).transfer
    }

    /// Returns a message of libcurl, with the error because of which the process can open no descriptor, if that is so: libcurl's
    /// messages do not name it.
    static func withShortage(_ message: String) -> String {
        let descriptor = neatline_poll_open()
        guard descriptor >= 0 else { return "\(message) (\(SystemError(code: -descriptor)))" }
        neatline_descriptor_close(descriptor)
        return message
    }

    /// Passes events to libcurl.
    func act(on events: UnsafeBufferPointer<neatline_event>) {
        guard let multi else { return }
        defer { acting = -1 }
        for event in events {
            acting = event.descriptor
            if let webSocket = webSockets[event.descriptor] {
                webSocket.act(on: event)
                continue
            }
            let index = Int(event.descriptor)
            // The wake-up descriptor is not in the table: it only ends the wait.
            guard index < watches.count, watches[index].watched != 0 else { continue }
            if watches[index].wanted == 0 {
                // The connection is idle; libcurl notices by itself that it was closed.
                watches[index].watched = 0
                _ = neatline_poll_forget(poll, event.descriptor)
            } else {
                // libcurl has constants of its own for readable, writable and failed.
                _ = neatline_curl_multi_action(library.functions, multi, event.descriptor, event.events)
            }
        }
    }

    /// Lets libcurl handle expired timeouts.
    func actByTime() {
        guard let multi, deadline < .max, deadline <= neatline_clock_monotonic() else { return }
        // libcurl sets the next timeout by its callback.
        deadline = .max
        _ = neatline_curl_multi_action(library.functions, multi, NEATLINE_CURL_TIMEOUT, 0)
    }
}
#endif
