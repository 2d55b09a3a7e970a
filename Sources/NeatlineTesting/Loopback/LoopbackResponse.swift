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
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Collection<UInt8> = [UInt8]()
    ) {
        self.init(status: status, headers: headers, content: .bytes(Array(body)))
    }

    /// Creates a response with a text in UTF-8, as `text/plain` unless the headers contain another type.
    public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
        self.init(status: status, headers: headers, body: text.utf8)
        setDefault("Content-Type", "text/plain; charset=utf-8")
    }

    /// Creates a response with chunked coding, whose chunks are sent separately.
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
    public static func json(_ text: String, status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Content-Type": "application/json"], body: text.utf8)
    }

    /// Returns a response with a JSON value; `null` for one that cannot be represented, such as an error.
    public static func json(_ value: JSON, status: Int = 200) -> LoopbackResponse {
        LoopbackResponse(
            status: status, headers: ["Content-Type": "application/json"],
            body: (try? value.serialized()) ?? Array("null".utf8))
    }

    /// Returns a response with a status code and nothing else.
    public static func status(_ status: Int) -> LoopbackResponse { LoopbackResponse(status: status) }

    /// Returns a redirect.
    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location])
    }

    /// Returns a response that is described by steps; nothing is added to it.
    public static func script(_ steps: [LoopbackStep]) -> LoopbackResponse {
        LoopbackResponse(status: 200, headers: [:], content: .script(steps))
    }

    /// Returns a response that is sent later: the closure stores its argument and calls it once, on any thread.
    ///
    /// If the argument is released without a call, the connection is closed.
    public static func deferred(_ body: @escaping @Sendable (LoopbackReply) -> Void) -> LoopbackResponse {
        LoopbackResponse(status: 200, headers: [:], content: .deferred(body))
    }

    /// Returns a response that asynchronous code creates in a task. An error that it throws becomes a 500 response with
    /// its description.
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

    /// Appends a header field.
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
