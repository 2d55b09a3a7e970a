public import NeatlineJSON

/// What a ``LoopbackServer`` answers.
///
/// ```swift
/// LoopbackResponse.json(#"{"ok":true}"#)
/// LoopbackResponse(status: 404, headers: ["X-Reason": "gone"], text: "nothing here")
/// LoopbackResponse(chunks: ["one, ".utf8, "two"].map(Array.init), trailers: ["X-Sum": "2"])
/// LoopbackResponse.script([.send("HTTP/1.1 200 OK\r\nContent-Le"), .reset])
/// ```
///
/// `Content-Length` or `Transfer-Encoding` is added where neither is given, `Connection: close` where the connection will
/// be closed; nothing else is.
public struct LoopbackResponse: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case chunks([[UInt8]], trailers: [(name: String, value: String)])
        case script([LoopbackStep])
        case deferred(@Sendable (LoopbackReply) -> Void)
    }

    /// The status, such as 200.
    public var status: Int
    /// The text behind the status; nil is the usual one, and an empty one is left out with its space.
    public var reason: String?
    /// The header lines, in this order; a name may come more than once.
    public var headers: [(name: String, value: String)]
    /// Whether the connection is closed after this response.
    public var closesConnection = false
    /// Seconds that pass before anything of it is sent.
    public var delay = 0.0
    var content: Content

    /// A response with a body of bytes, which is sent as it is: `Content-Encoding` is the caller's.
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Collection<UInt8> = [UInt8]()
    ) {
        self.init(status: status, headers: headers, content: .bytes(Array(body)))
    }

    /// A response with a text in UTF-8, as `text/plain` unless the headers say otherwise.
    public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
        self.init(status: status, headers: headers, body: text.utf8)
        setDefault("Content-Type", "text/plain; charset=utf-8")
    }

    /// A response whose body goes in chunks, each a piece of its own on the wire.
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

    /// A text that is JSON.
    public static func json(_ text: String, status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Content-Type": "application/json"], body: text.utf8)
    }

    /// A value as JSON; `null` for one that has no JSON, such as an error.
    public static func json(_ value: JSON, status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(
            status: status, headers: ["Content-Type": "application/json"],
            body: (try? value.serialized()) ?? Array("null".utf8))
    }

    /// A status and nothing else.
    public static func status(_ status: Int) -> LoopbackResponse { LoopbackResponse(status: status) }

    /// A redirect.
    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location])
    }

    /// Bytes, pauses and faults, step by step; nothing is added to them.
    public static func script(_ steps: [LoopbackStep]) -> LoopbackResponse {
        LoopbackResponse(status: 200, headers: [:], content: .script(steps))
    }

    /// A response that comes later: the closure keeps what it gets and calls it, once, from any thread.
    ///
    /// If it is let go without a call, the connection is closed.
    public static func deferred(_ body: @escaping @Sendable (LoopbackReply) -> Void) -> LoopbackResponse {
        LoopbackResponse(status: 200, headers: [:], content: .deferred(body))
    }

    /// A response that is made by asynchronous code, in a task of its own. An error it throws becomes a response 500
    /// with the error's description.
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

    /// Adds a header line.
    public mutating func addHeader(_ name: String, _ value: String) { headers.append((name, value)) }

    /// Adds a header line if there is none of the name.
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

/// Where a deferred response goes. See ``LoopbackResponse/deferred(_:)``.
public final class LoopbackReply: Sendable {
    private let send: @Sendable (LoopbackResponse?) -> Void
    private let isAnswered = AnswerFlag()

    init(send: @escaping @Sendable (LoopbackResponse?) -> Void) { self.send = send }

    deinit { if isAnswered.set() { send(nil) } }

    /// Answers. The first call counts, later ones do nothing.
    public func callAsFunction(_ response: LoopbackResponse) { if isAnswered.set() { send(response) } }
}

/// The usual texts of statuses (RFC 9110, section 15).
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
