public import NeatlineJSON

/// A response of a ``LoopbackServer``.
///
/// ```swift
/// LoopbackResponse.json(#"{"ok":true}"#)
/// LoopbackResponse(status: 404, headers: ["X-Reason": "gone"], text: "nothing here")
/// LoopbackResponse(chunks: ["one, ".utf8, "two"].map(Array.init), trailers: ["X-Sum": "2"])
/// LoopbackResponse.script([.send("HTTP/1.1 200 OK\r\nContent-Le"), .reset])
/// ```
///
/// `Content-Length` or `Transfer-Encoding` is added if neither is given, and `Connection: close` if the connection will
/// be closed; no other fields are.
public struct LoopbackResponse: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case chunks([[UInt8]], trailers: [(name: String, value: String)])
        case script([LoopbackStep])
        case deferred(@Sendable (LoopbackReply) -> Void)
        case webSocket(LoopbackWebSocket.Options, LoopbackWebSocket.Handler)
    }

    /// The status code, such as 200.
    public var status: Int
    /// The reason phrase; `nil` for the usual one. An empty one is omitted with its space.
    public var reason: String?
    /// The header fields in their order; names may be repeated.
    public var headers: [(name: String, value: String)]
    /// Whether the connection is closed after this response.
    public var closesConnection = false
    /// The delay before the response is sent, in seconds.
    public var delay = 0.0
    var content: Content

    /// Creates a response with a body of bytes, which is sent unchanged: it must match `Content-Encoding`.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in their order.
    ///   - body: The bytes of the body.
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Collection<UInt8> = [UInt8]()
    ) {
        self.init(status: status, headers: headers, content: .bytes(Array(body)))
    }

    /// Creates a response with a text in UTF-8, as `text/plain` unless the headers contain another type.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in their order.
    ///   - text: The text.
    public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
        self.init(status: status, headers: headers, body: text.utf8)
        setDefault("Content-Type", "text/plain; charset=utf-8")
    }

    /// Creates a response with chunked coding, whose chunks are sent separately.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in their order.
    ///   - chunks: The bytes of each chunk.
    ///   - trailers: The fields after the body.
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], chunks: [[UInt8]],
        trailers: KeyValuePairs<String, String> = [:]
    ) {
        self.init(
            status: status, headers: headers,
            content: .chunks(chunks, trailers: trailers.map { ($0.key, $0.value) }))
    }

    private init(status: Int, headers: KeyValuePairs<String, String>, content: Content) {
        self.status = status
        self.headers = headers.map { ($0.key, $0.value) }
        self.content = content
    }

    /// Returns a response with JSON text.
    ///
    /// - Parameters:
    ///   - text: The JSON text, which is not checked.
    ///   - status: The status code.
    public static func json(_ text: String, status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Content-Type": "application/json"], body: text.utf8)
    }

    /// Returns a response with a JSON value; `null` for one that cannot be represented, such as an error.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - status: The status code.
    public static func json(_ value: JSON, status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(
            status: status, headers: ["Content-Type": "application/json"],
            body: (try? value.serialized()) ?? Array("null".utf8))
    }

    /// Returns a response with a status code and an empty body.
    ///
    /// - Parameter status: The status code.
    public static func status(_ status: Int) -> LoopbackResponse { LoopbackResponse(status: status) }

    /// Returns a redirect to another URL.
    ///
    /// - Parameters:
    ///   - location: The value of `Location`.
    ///   - status: The status code.
    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location])
    }

    /// Returns a response that is described by steps; nothing is added to it.
    ///
    /// - Parameter steps: The steps, in their order.
    public static func script(_ steps: [LoopbackStep]) -> LoopbackResponse {
        LoopbackResponse(status: 200, headers: [:], content: .script(steps))
    }

    /// Returns a response that is sent later: the closure stores its argument and calls it once, on any thread.
    ///
    /// If the argument is released without a call, the connection is closed.
    ///
    /// - Parameter body: Receives the function that sends the response.
    public static func deferred(_ body: @escaping @Sendable (LoopbackReply) -> Void) -> LoopbackResponse {
        LoopbackResponse(status: 200, headers: [:], content: .deferred(body))
    }

    /// Returns a response that asynchronous code creates in a task. An error that it throws becomes a 500 response with
    /// its description.
    ///
    /// - Parameter body: Creates the response.
    public static func awaiting(
        _ body: @escaping @Sendable () async throws -> LoopbackResponse
    ) -> LoopbackResponse {
        deferred { reply in
            Task {
                do { reply(try await body()) } catch {
                    reply(LoopbackResponse(status: 500, text: "\(error)"))
                }
            }
        }
    }

    /// Appends a header field; others with the same name are kept.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    public mutating func addHeader(_ name: String, _ value: String) { headers.append((name, value)) }

    /// Appends a header field, unless there is one with the name.
    mutating func setDefault(_ name: String, _ value: String) {
        if !hasHeader(name) { addHeader(name, value) }
    }

    func hasHeader(_ name: String) -> Bool {
        headers.contains { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }
    }

    /// The status line, the header lines, and the empty line.
    func headBytes(adding added: [(name: String, value: String)]) -> [UInt8] {
        var head = "HTTP/1.1 \(status)"
        let reason = reason ?? StatusText.of(status)
        if !reason.isEmpty { head += " \(reason)" }
        head += "\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        for (name, value) in added { head += "\(name): \(value)\r\n" }
        head += "\r\n"
        return Array(head.utf8)
    }
}

/// The function that sends a deferred response; see ``LoopbackResponse/deferred(_:)``.
public final class LoopbackReply: Sendable {
    private let send: @Sendable (LoopbackResponse?) -> Void
    private let isAnswered = AnswerFlag()

    init(send: @escaping @Sendable (LoopbackResponse?) -> Void) { self.send = send }

    deinit { if isAnswered.set() { send(nil) } }

    /// Sends the response. Only the first call has an effect.
    ///
    /// - Parameter response: The response.
    public func callAsFunction(_ response: LoopbackResponse) { if isAnswered.set() { send(response) } }
}

/// The reason phrases of status codes (RFC 9110, section 15).
enum StatusText {
    static func of(_ status: Int) -> String { texts[status] ?? "" }

    private static let texts: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 103: "Early Hints", 200: "OK", 201: "Created", 202: "Accepted",
        203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content", 206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 511: "Network Authentication Required",
    ]
}

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

    /// Sends the given bytes, unchanged.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The step.
    public static func send(_ bytes: some Collection<UInt8>) -> LoopbackStep {
        LoopbackStep(action: .send(Array(bytes)))
    }

    /// Sends a text in UTF-8, unchanged.
    ///
    /// - Parameter text: The text.
    /// - Returns: The step.
    public static func send(_ text: String) -> LoopbackStep { LoopbackStep(action: .send(Array(text.utf8))) }

    /// Sends a status line, the given header fields and an empty line. No header field is added.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - reason: The reason phrase; `nil` for the usual one.
    ///   - headers: The header fields in their order.
    /// - Returns: The step.
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
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The step.
    public static func chunk(_ bytes: some Collection<UInt8>) -> LoopbackStep {
        LoopbackStep(action: .send(ChunkedCoding.chunk(Array(bytes))))
    }

    /// Sends one chunk of a chunked body, in UTF-8.
    ///
    /// - Parameter text: The text.
    /// - Returns: The step.
    public static func chunk(_ text: String) -> LoopbackStep { chunk(text.utf8) }

    /// Ends a chunked body, with trailers if there are any.
    ///
    /// - Parameter trailers: The fields after the body.
    /// - Returns: The step.
    public static func lastChunk(trailers: KeyValuePairs<String, String> = [:]) -> LoopbackStep {
        LoopbackStep(action: .send(ChunkedCoding.end(trailers: trailers.map { ($0.key, $0.value) })))
    }

    /// Waits for a number of seconds. Prefer ``waitUntil(_:)`` if a test can decide when to continue.
    ///
    /// - Parameter seconds: The number of seconds.
    /// - Returns: The step.
    public static func delay(_ seconds: Double) -> LoopbackStep {
        LoopbackStep(action: .delay(seconds: seconds > 0 ? seconds : 0))
    }

    /// Waits until the test opens the gate.
    ///
    /// - Parameter gate: The gate.
    /// - Returns: The step.
    public static func waitUntil(_ gate: TestGate) -> LoopbackStep { LoopbackStep(action: .gate(gate)) }

    /// Calls a closure on the server's thread, while all connections wait.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The step.
    public static func perform(_ body: @escaping @Sendable () -> Void) -> LoopbackStep {
        LoopbackStep(action: .perform(body))
    }

    /// Sends the same bytes repeatedly, without storing the repetitions; endlessly if there is no count.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - count: The number of repetitions; `nil` for no end.
    /// - Returns: The step.
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
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: The number of repetitions; `nil` for no end.
    /// - Returns: The step.
    public static func `repeat`(_ text: String, count: Int? = nil) -> LoopbackStep {
        `repeat`(text.utf8, count: count)
    }

    /// Sends bytes in chunks, each with a separate system call, and a pause in seconds between two of them.
    ///
    /// Without a pause, the reader may receive several chunks as one.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - pieceSize: The number of bytes in a chunk.
    ///   - delay: The pause between two chunks, in seconds.
    /// - Returns: The step.
    public static func trickle(
        _ bytes: some Collection<UInt8>, pieceSize: Int = 1, delay: Double = 0
    ) -> LoopbackStep {
        LoopbackStep(action: .trickle(Array(bytes), pieceSize: max(1, pieceSize), delay: delay))
    }

    /// Sends a text in chunks of a number of bytes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - pieceSize: The number of bytes in a chunk.
    ///   - delay: The pause between two chunks, in seconds.
    /// - Returns: The step.
    public static func trickle(_ text: String, pieceSize: Int = 1, delay: Double = 0) -> LoopbackStep {
        trickle(text.utf8, pieceSize: pieceSize, delay: delay)
    }

    /// Stops reading from the connection, so that a client that sends a large body must wait.
    public static var pauseReading: LoopbackStep { LoopbackStep(action: .setReading(false)) }

    /// Resumes reading from the connection after ``pauseReading``.
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

/// The chunked transfer coding (RFC 9112, section 7.1).
enum ChunkedCoding {
    /// Returns a chunk; no bytes for an empty one, which would end the body.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.isEmpty { return [] }
        var chunk = Array(String(bytes.count, radix: 16).utf8)
        chunk.reserveCapacity(chunk.count + bytes.count + 4)
        chunk += [0x0D, 0x0A]
        chunk += bytes
        chunk += [0x0D, 0x0A]
        return chunk
    }

    /// Returns the last chunk, the trailers and the empty line.
    static func end(trailers: [(name: String, value: String)]) -> [UInt8] {
        var end: [UInt8] = [0x30, 0x0D, 0x0A]
        for (name, value) in trailers { end += "\(name): \(value)\r\n".utf8 }
        end += [0x0D, 0x0A]
        return end
    }
}
