#if os(Linux)
internal import CNeatlineCurl

/// The WebSockets of an event loop, used only on its thread.
struct CurlWebSockets {
    private var byDescriptor: [Int32: CurlWebSocket] = [:]
    /// Those that are being connected, which libcurl's timeouts concern.
    private var connecting: [CurlWebSocket] = []
    /// Those that have more to do, and let the others have their turn.
    private var ready: [CurlWebSocket] = []

    /// The WebSocket that a descriptor belongs to.
    subscript(_ descriptor: Int32) -> CurlWebSocket? {
        get { byDescriptor.isEmpty ? nil : byDescriptor[descriptor] }
        set { byDescriptor[descriptor] = newValue }
    }

    /// The time at which the thread must wake up, in nanoseconds of the monotonic clock.
    var deadline: Int64 {
        if !ready.isEmpty { return 0 }
        return connecting.isEmpty ? .max : connecting.reduce(.max) { min($0, $1.deadline) }
    }

    mutating func add(connecting webSocket: CurlWebSocket) { connecting.append(webSocket) }

    mutating func connected(_ webSocket: CurlWebSocket) { connecting.removeAll { $0 === webSocket } }

    mutating func add(ready webSocket: CurlWebSocket) { ready.append(webSocket) }

    mutating func remove(_ webSocket: CurlWebSocket) {
        connected(webSocket)
        ready.removeAll { $0 === webSocket }
    }

    /// Returns those whose time has come.
    mutating func takeDue() -> [CurlWebSocket] {
        if ready.isEmpty && connecting.isEmpty { return [] }
        defer { ready.removeAll(keepingCapacity: true) }
        if connecting.isEmpty { return ready }
        let now = neatline_clock_monotonic()
        return ready + connecting.filter { $0.deadline <= now }
    }
}

extension CurlLoop {
    /// Lets the WebSockets proceed whose time has come.
    func proceedWebSockets() {
        for webSocket in webSockets.takeDue() { webSocket.proceed() }
    }

    /// The memory into which WebSockets receive.
    func withReceiveBuffer<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        if webSocketBuffer.isEmpty { webSocketBuffer = [UInt8](repeating: 0, count: 1 << 18) }
        return webSocketBuffer.withUnsafeMutableBytes(body)
    }
}
#endif
