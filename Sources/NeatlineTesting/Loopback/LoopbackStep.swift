/// A step of a script, which controls a connection of a ``LoopbackServer``, if necessary byte by byte.
///
/// ```swift
/// server.on(.get, "/cut") { _ in
///     .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"), .close])
/// }
/// ```
///
/// Malformed heads and chunks can be sent as bytes. After the script, the connection remains open and its next request
/// is answered, unless the script contains ``close``, ``reset`` or ``stall``.
public struct LoopbackStep: Sendable {
    enum Action: Sendable {
        case send([UInt8])
        case delay(seconds: Double)
        case gate(TestGate)
        case perform(@Sendable () -> Void)
        /// A number of bytes that repeat a pattern.
        case repeated(pattern: [UInt8], total: Int)
        case trickle([UInt8], pieceSize: Int, delay: Double)
        case setReading(Bool)
        case close
        case reset
        case stall
    }

    let action: Action

    /// Sends bytes unchanged.
    public static func send(_ bytes: some Collection<UInt8>) -> LoopbackStep {
        LoopbackStep(action: .send(Array(bytes)))
    }

    /// Sends a text in UTF-8, unchanged.
    public static func send(_ text: String) -> LoopbackStep { LoopbackStep(action: .send(Array(text.utf8))) }

    /// Sends a status line, the given header fields and an empty line. No header field is added.
    public static func head(
        _ status: Int, reason: String? = nil, headers: KeyValuePairs<String, String> = [:]
    ) -> LoopbackStep {
        var response = LoopbackResponse(status: status, headers: headers)
        response.reason = reason
        return LoopbackStep(action: .send(response.headBytes(adding: [])))
    }

    /// Sends one chunk of a chunked body: its size, the bytes and the line breaks.
    ///
    /// Empty `bytes`, which would end the body, are not sent.
    public static func chunk(_ bytes: some Collection<UInt8>) -> LoopbackStep {
        LoopbackStep(action: .send(ChunkedCoding.chunk(Array(bytes))))
    }

    /// Sends one chunk of a chunked body, in UTF-8.
    public static func chunk(_ text: String) -> LoopbackStep { chunk(text.utf8) }

    /// Ends a chunked body, with trailers if there are any.
    public static func lastChunk(trailers: KeyValuePairs<String, String> = [:]) -> LoopbackStep {
        LoopbackStep(action: .send(ChunkedCoding.end(trailers: trailers.map { ($0.key, $0.value) })))
    }

    /// Waits for a number of seconds. Prefer ``waitUntil(_:)`` if a test can decide when to continue.
    public static func delay(_ seconds: Double) -> LoopbackStep {
        LoopbackStep(action: .delay(seconds: seconds > 0 ? seconds : 0))
    }

    /// Waits until the test opens the gate.
    public static func waitUntil(_ gate: TestGate) -> LoopbackStep { LoopbackStep(action: .gate(gate)) }

    /// Calls a closure on the server's thread, while all connections wait.
    public static func perform(_ body: @escaping @Sendable () -> Void) -> LoopbackStep {
        LoopbackStep(action: .perform(body))
    }

    /// Sends the same bytes repeatedly, without storing the repetitions; endlessly if there is no count.
    public static func `repeat`(_ bytes: some Collection<UInt8>, count: Int? = nil) -> LoopbackStep {
        let bytes = Array(bytes)
        if bytes.isEmpty { return LoopbackStep(action: .send([])) }
        let (total, overflows) = bytes.count.multipliedReportingOverflow(by: max(0, count ?? .max))
        // Copies several repetitions for each system call.
        let copies = max(1, min(65_536 / bytes.count, count ?? .max))
        return LoopbackStep(
            action: .repeated(
                pattern: Array(repeatElement(bytes, count: copies).joined()), total: overflows ? .max : total))
    }

    /// Sends the same text repeatedly, in UTF-8; endlessly if there is no count.
    public static func `repeat`(_ text: String, count: Int? = nil) -> LoopbackStep {
        `repeat`(text.utf8, count: count)
    }

    /// Sends bytes in chunks, each with a system call of its own, with a pause between two, in seconds.
    ///
    /// Without a pause, the reader may receive several chunks as one.
    public static func trickle(
        _ bytes: some Collection<UInt8>, pieceSize: Int = 1, delay: Double = 0
    ) -> LoopbackStep {
        LoopbackStep(action: .trickle(Array(bytes), pieceSize: max(1, pieceSize), delay: delay))
    }

    /// Sends a text in chunks of a number of bytes.
    public static func trickle(_ text: String, pieceSize: Int = 1, delay: Double = 0) -> LoopbackStep {
        trickle(text.utf8, pieceSize: pieceSize, delay: delay)
    }

    /// Stops reading from the connection, so that a client that sends a large body must wait.
    public static var pauseReading: LoopbackStep { LoopbackStep(action: .setReading(false)) }

    /// Resumes reading after ``pauseReading``.
    public static var resumeReading: LoopbackStep { LoopbackStep(action: .setReading(true)) }

    /// Closes the connection after all earlier bytes were sent.
    ///
    /// If there are unread bytes of the client, the system may send a reset.
    public static var close: LoopbackStep { LoopbackStep(action: .close) }

    /// Resets the connection: bytes in transit may be lost. To make sure that the client has received the bytes of a
    /// `send`, use ``waitUntil(_:)`` before.
    public static var reset: LoopbackStep { LoopbackStep(action: .reset) }

    /// Sends nothing more, and keeps the connection open until the client closes it or the server stops.
    public static var stall: LoopbackStep { LoopbackStep(action: .stall) }
}
