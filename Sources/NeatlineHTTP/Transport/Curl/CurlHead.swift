#if os(Linux)
/// Collects the head of a response from the lines that libcurl delivers.
///
/// libcurl reports a response as complete if its connection was closed after the status line, and delivers trailers
/// like header lines. Versions 8 also deliver an incomplete last line, and accept a first line that continues the one
/// before. So the head ends only with an empty line including its line feed, and the first line is validated.
struct CurlHead {
    /// The effect of a line.
    enum Step {
        /// The head is not complete, or already was.
        case goOn
        /// The head of a response 103 is complete.
        case hints(TransportResponseHead)
        /// The final head is complete.
        case complete(TransportResponseHead)
        /// The head is too large, or not valid HTTP.
        case failed(TransportError)
    }

    /// The maximum number of heads with status 100 to 199 before the final one.
    static let informationalLimit = 1_000

    private enum Stage { case status, lines, body }

    private var stage = Stage.status
    private var status = 0
    private var version = TransportTimings.ProtocolVersion.http1_1
    private var lines: [UInt8] = []
    private var framing = CurlFraming()
    private var informationalCount = 0
    /// All lines so far, including trailers.
    private(set) var byteCount = 0
    /// Whether a head with status 101 is the final one, because the request has asked for another protocol.
    var acceptsSwitch = false

    /// Whether the next line is the first of a head.
    var isAtStart: Bool { stage == .status }

    /// Whether the protocol's responses name their requests.
    var isMultiplexed: Bool { version == .http2 || version == .http3 }

    /// Whether the final head is complete.
    var isComplete: Bool { stage == .body }

    /// The fields behind the body, so far.
    var trailers: HTTPHeaders {
        isComplete && !lines.isEmpty ? TransportResponseHead(status: status, lines: lines).headers : HTTPHeaders()
    }

    /// Whether the response has a content coding.
    var hasContentCoding: Bool { framing.hasContentCoding }

    /// The length of the body before content codings are decoded; `nil` if it is not announced.
    var contentLength: Int64? { framing.contentLength }

    /// The length of the final response's body, if the head tells it (RFC 9112, section 6.3).
    func bodyLength(toHead isHead: Bool) -> Int64? { isHead || status == 204 || status == 304 ? 0 : contentLength }

    /// Whether the response is only a head with status 101.
    var hasSwitchedProtocols: Bool { stage == .status && status == 101 }

    /// Most heads fit into this buffer, which is allocated on the caller's thread and freed by the reader. Memory that
    /// the event loop's thread allocates and another one frees is slow for both, because they contend for a lock of
    /// malloc.
    init() { lines.reserveCapacity(480) }

    /// Adds a line with its line break.
    ///
    /// - Parameter limit: The maximum size of all lines in bytes.
    mutating func add(_ line: UnsafeRawBufferPointer, limit: Int) -> Step {
        byteCount += line.count
        guard byteCount <= limit else {
            return .failed(
                TransportError(.invalidResponse, "the head of the response is longer than \(limit) bytes"))
        }
        switch stage {
        case .body:
            lines.append(contentsOf: line)
            return .goOn
        case .status:
            guard let (version, status) = Self.statusLine(line) else {
                let text = String(decoding: line.prefix(40), as: UTF8.self)
                return .failed(TransportError(.invalidResponse, "not a status line: \(String(reflecting: text))"))
            }
            self.version = version
            self.status = status
            stage = .lines
            lines.removeAll(keepingCapacity: true)
            framing = CurlFraming()
            return .goOn
        case .lines:
            guard Self.isBlank(line) else {
                if lines.isEmpty, line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
                    return .failed(
                        TransportError(.invalidResponse, "the first header line is a continuation line"))
                }
                lines.append(contentsOf: line)
                framing.add(line)
                return .goOn
            }
            if status >= 200 || status == 101 && acceptsSwitch {
                guard framing.isClear else {
                    return .failed(TransportError(.invalidResponse, "the length of the body is ambiguous"))
                }
                stage = .body
                let head = TransportResponseHead(status: status, version: version, lines: lines)
                lines = []
                return .complete(head)
            }
            stage = .status
            informationalCount += 1
            guard informationalCount <= Self.informationalLimit else {
                return .failed(
                    TransportError(
                        .invalidResponse,
                        "more than \(Self.informationalLimit) heads of status 100 to 199 before a response"))
            }
            return status == 103 ? .hints(TransportResponseHead(status: status, version: version, lines: lines)) : .goOn
        }
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.last == UInt8(ascii: "\n")
            && line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }

    /// A status line such as `HTTP/1.1 200 OK`, whose reason may be missing.
    private static func statusLine(
        _ line: UnsafeRawBufferPointer
    ) -> (version: TransportTimings.ProtocolVersion, status: Int)? {
        guard line.count >= 10, line.starts(with: "HTTP/".utf8) else { return nil }
        var index = 5
        let version: TransportTimings.ProtocolVersion
        switch line[index] {
        case UInt8(ascii: "1"):
            guard line[6] == UInt8(ascii: ".") else { return nil }
            version = line[7] == UInt8(ascii: "0") ? .http1_0 : .http1_1
            index = 8
        case UInt8(ascii: "2"):
            version = .http2
            index = line[6] == UInt8(ascii: ".") ? 8 : 6
        case UInt8(ascii: "3"):
            version = .http3
            index = line[6] == UInt8(ascii: ".") ? 8 : 6
        default:
            return nil
        }
        while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
        guard index + 3 <= line.count else { return nil }
        var status = 0
        for byte in line[index..<index + 3] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            status = status * 10 + Int(byte - UInt8(ascii: "0"))
        }
        guard status >= 100 else { return nil }
        if index + 3 < line.count, line[index + 3] >= UInt8(ascii: "0"), line[index + 3] <= UInt8(ascii: "9") {
            return nil
        }
        return (version, status)
    }
}
#endif
