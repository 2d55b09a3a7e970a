/// One step of a script: what a ``LoopbackServer`` does with a connection, byte by byte if need be.
///
/// ```swift
/// server.on(.get, "/cut") { _ in
///     .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"), .close])
/// }
/// ```
///
/// Malformed heads and chunks are just bytes. When a script is over, the connection stays open and the next request on
/// it is answered, unless ``close``, ``reset`` or ``stall`` stood in the script.
public struct LoopbackStep: Sendable {
    enum Action: Sendable {
        case send([UInt8])
        case delay(seconds: Double)
        case gate(TestGate)
        case perform(@Sendable () -> Void)
        /// So many bytes, which follow each other as in the pattern, again and again.
        case repeated(pattern: [UInt8], total: Int)
        case trickle([UInt8], pieceSize: Int, delay: Double)
        case setReading(Bool)
        case close
        case reset
        case stall
    }

    let action: Action

    /// Sends bytes as they are.
    public static func send(_ bytes: some Collection<UInt8>) -> LoopbackStep {
        LoopbackStep(action: .send(Array(bytes)))
    }

    /// Sends a text as it is, in UTF-8.
    public static func send(_ text: String) -> LoopbackStep { LoopbackStep(action: .send(Array(text.utf8))) }

    /// Sends a status line, the given header lines and an empty line, and nothing that is not given.
    public static func head(
        _ status: Int, reason: String? = nil, headers: KeyValuePairs<String, String> = [:]
    ) -> LoopbackStep {
        var response = LoopbackResponse(status: status, headers: headers)
        response.reason = reason
        return LoopbackStep(action: .send(response.headBytes(adding: [])))
    }

    /// Sends one chunk of a chunked body: its size, the bytes and the line breaks.
    ///
    /// No bytes would end the body; nothing is sent for them.
    public static func chunk(_ bytes: some Collection<UInt8>) -> LoopbackStep {
        LoopbackStep(action: .send(ChunkedCoding.chunk(Array(bytes))))
    }

    /// Sends one chunk of a chunked body, in UTF-8.
    public static func chunk(_ text: String) -> LoopbackStep { chunk(text.utf8) }

    /// Ends a chunked body, with trailers if there are any.
    public static func lastChunk(trailers: KeyValuePairs<String, String> = [:]) -> LoopbackStep {
        LoopbackStep(action: .send(ChunkedCoding.end(trailers: trailers.map { ($0.key, $0.value) })))
    }

    /// Waits. A ``waitUntil(_:)`` is better wherever a test can say when to go on.
    public static func delay(_ seconds: Double) -> LoopbackStep {
        LoopbackStep(action: .delay(seconds: seconds > 0 ? seconds : 0))
    }

    /// Waits until the test opens the gate.
    public static func waitUntil(_ gate: TestGate) -> LoopbackStep { LoopbackStep(action: .gate(gate)) }

    /// Calls a closure on the server's thread, for which all connections wait.
    public static func perform(_ body: @escaping @Sendable () -> Void) -> LoopbackStep {
        LoopbackStep(action: .perform(body))
    }

    /// Sends the same bytes many times, without holding them all; for ever if there is no count.
    public static func `repeat`(_ bytes: some Collection<UInt8>, count: Int? = nil) -> LoopbackStep {
        let bytes = Array(bytes)
        if bytes.isEmpty { return LoopbackStep(action: .send([])) }
        let (total, overflows) = bytes.count.multipliedReportingOverflow(by: max(0, count ?? .max))
        // Copies enough that a call of the system is worth its while.
        let copies = max(1, min(65_536 / bytes.count, count ?? .max))
        return LoopbackStep(
            action: .repeated(
                pattern: Array(repeatElement(bytes, count: copies).joined()), total: overflows ? .max : total))
    }

    /// Sends the same text many times, in UTF-8; for ever if there is no count.
    public static func `repeat`(_ text: String, count: Int? = nil) -> LoopbackStep {
        `repeat`(text.utf8, count: count)
    }

    /// Sends bytes in pieces, each by a call of its own, with a pause of so many seconds between two.
    ///
    /// Without a pause the reader may see several pieces as one.
    public static func trickle(
        _ bytes: some Collection<UInt8>, pieceSize: Int = 1, delay: Double = 0
    ) -> LoopbackStep {
        LoopbackStep(action: .trickle(Array(bytes), pieceSize: max(1, pieceSize), delay: delay))
    }

    /// Sends a text in pieces of so many bytes.
    public static func trickle(_ text: String, pieceSize: Int = 1, delay: Double = 0) -> LoopbackStep {
        trickle(text.utf8, pieceSize: pieceSize, delay: delay)
    }

    /// Takes nothing more from the connection, so that a client that sends a large body has to wait.
    public static var pauseReading: LoopbackStep { LoopbackStep(action: .setReading(false)) }

    /// Takes ``pauseReading`` back.
    public static var resumeReading: LoopbackStep { LoopbackStep(action: .setReading(true)) }

    /// Ends the connection in order, after all bytes before are out.
    ///
    /// If the client has sent bytes that were not read, the system may turn this into a reset.
    public static var close: LoopbackStep { LoopbackStep(action: .close) }

    /// Breaks the connection with a reset: bytes that are still on their way may be lost. After a `send`, a
    /// ``waitUntil(_:)`` makes sure that the client has got them.
    public static var reset: LoopbackStep { LoopbackStep(action: .reset) }

    /// Sends nothing more, and keeps the connection open until the client closes it or the server stops.
    public static var stall: LoopbackStep { LoopbackStep(action: .stall) }
}
