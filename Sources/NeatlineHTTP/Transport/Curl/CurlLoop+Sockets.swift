#if os(Linux)
internal import CNeatlineCurl

/// What the event loop knows of a descriptor.
struct CurlWatch {
    /// What libcurl wants to know of: 1 for reading, 2 for writing.
    var wanted: Int32 = 0
    /// What the kernel was asked to watch.
    var watched: Int32 = 0
    /// Whether it is a connection's socket, whose opening and closing is seen here.
    var isSocket = false
    /// The port of a socket's own end, once it was asked for.
    var localPort: Int32 = 0
}

/// libcurl says which descriptors it wants to be called for, and when it wants to be called without any.
extension CurlLoop {
    /// Makes a multi handle. Returns false if there is no memory for it.
    func makeMulti() -> Bool {
        let functions = library.functions
        guard let multi = neatline_curl_multi_init(functions) else { return false }
        let this = Unmanaged.passUnretained(self).toOpaque()
        // SAFETY (both): the loop ends the multi handle before it goes itself, and libcurl calls on the loop's thread.
        _ = neatline_curl_multi_set_socket_callback(functions, multi) { _, socket, interest, context, _ in
            CurlLoop.with(context) { $0.watch(socket, for: interest) }
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

    /// Keeps no connection for later requests any more.
    func forgetIdleConnections() {
        guard let multi else { return }
        setMulti(.maximumConnects, 1, of: multi)
    }

    /// Ends all connections while none is used: libcurl would keep them until the next request.
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
                // SAFETY (all three): the loop outlives every connection, and sockets come and go on its thread.
                context: Unmanaged.passUnretained(self).toOpaque(),
                opened: { context, socket in CurlLoop.with(context) { $0.socketOpened(socket) } },
                closing: { context, socket in CurlLoop.with(context) { $0.socketClosing(socket) } }))
    }

    /// Calls `body` with the loop that libcurl calls back with. The reference is not counted: its thread has one.
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
        // The kernel would go on watching if a child process had the socket, too.
        if watches[Int(socket)].watched != 0 { _ = neatline_poll_forget(poll, socket) }
        watches[Int(socket)] = CurlWatch()
    }

    /// The socket of a connection, found by the connection's ends.
    ///
    /// - Complexity: O(*n*) in the descriptors of the process.
    func socket(of connection: CurlConnectionEnds) -> Int32? {
        guard connection.localPort > 0 else { return nil }
        for index in watches.indices where watches[index].isSocket {
            let socket = Int32(index)
            if watches[index].localPort == 0 { watches[index].localPort = neatline_socket_local_port(socket) }
            // Connections to different servers may share a port.
            if watches[index].localPort == connection.localPort,
                neatline_socket_has_peer(socket, connection.remoteAddress, connection.remotePort) != 0
            {
                return socket
            }
        }
        return nil
    }

    private func makeRoom(for descriptor: Int32) {
        let missing = Int(descriptor) + 1 - watches.count
        if missing > 0 { watches.append(contentsOf: repeatElement(CurlWatch(), count: missing)) }
    }

    private func watch(_ descriptor: Int32, for interest: Int32) {
        guard descriptor >= 0 else { return }
        makeRoom(for: descriptor)
        let index = Int(descriptor)
        let wanted = interest & CurlNumber.pollRemove != 0 ? 0 : interest
        watches[index].wanted = wanted
        guard watches[index].watched != wanted else { return }
        if wanted != 0 {
            watches[index].watched = wanted
            _ = neatline_poll_watch(poll, descriptor, wanted)
        } else if !watches[index].isSocket {
            watches[index].watched = 0
            _ = neatline_poll_forget(poll, descriptor)
        }
        // A connection that is not used right now will soon be again, for the same: it stays watched, and the kernel
        // need not be asked twice for each request.
    }

    /// Lets libcurl act on what happened.
    func act(on events: UnsafeBufferPointer<neatline_event>) {
        guard let multi else { return }
        for event in events {
            let index = Int(event.descriptor)
            // The signal is not in the table: it only ends the wait.
            guard index < watches.count, watches[index].watched != 0 else { continue }
            if watches[index].wanted == 0 {
                // Nobody uses the connection; libcurl sees by itself that it has ended.
                watches[index].watched = 0
                _ = neatline_poll_forget(poll, event.descriptor)
            } else {
                // What is readable, writable and failed has libcurl's own numbers.
                _ = neatline_curl_multi_action(library.functions, multi, event.descriptor, event.events)
            }
        }
    }

    /// Lets libcurl do what is due by now.
    func actByTime() {
        guard let multi, deadline < .max, deadline <= neatline_clock_monotonic() else { return }
        // libcurl calls for the next time by itself.
        deadline = .max
        _ = neatline_curl_multi_action(library.functions, multi, NEATLINE_CURL_TIMEOUT, 0)
    }
}
#endif
