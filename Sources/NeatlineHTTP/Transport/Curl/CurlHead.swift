#if os(Linux)
/// Puts a response's head together from the lines that libcurl hands on, one at a time.
///
/// libcurl calls a response complete whose connection ended after the status line, and hands on the trailers after a body
/// like header lines. From version 8 on it also hands on the piece of a line after which a connection ended, and takes a
/// first line that says it goes on with the one before. So what counts here is the empty line with its line feed, and the
/// first line is looked at.
struct CurlHead {
    /// What a line brings.
    enum Step {
        /// Nothing yet, or nothing any more.
        case goOn
        /// The final head is whole.
        case complete(TransportResponseHead)
        /// It is too much, or no HTTP.
        case failed(TransportError)
    }

    /// How many heads of status 100 to 199 may come before the final one.
    static let informationalLimit = 1_000

    private enum Stage { case status, lines, body }

    private var stage = Stage.status
    private var status = 0
    private var version = TransportTimings.ProtocolVersion.http1_1
    private var lines: [UInt8] = []
    private var framing = CurlFraming()
    private var informationalCount = 0
    /// All lines so far, trailers too.
    private(set) var byteCount = 0

    /// Whether the final head came whole.
    var isComplete: Bool { stage == .body }

    /// Whether the response names codings of its content.
    var hasContentCoding: Bool { framing.hasContentCoding }

    /// How long the body is, before content codings are decoded; nil if that is not said.
    var contentLength: Int64? { framing.contentLength }

    /// Whether the server answered with a head of status 101 and nothing else.
    var hasSwitchedProtocols: Bool { stage == .status && status == 101 }

    /// Most heads fit into what is made room for here, on the thread that asks, and freed by whoever has read them. Memory that
    /// the event loop's thread allocates and another one frees costs both: they wait for one lock of malloc.
    init() { lines.reserveCapacity(480) }

    /// Takes a line with its line break.
    ///
    /// - Parameter limit: How many bytes all lines may have together.
    mutating func add(_ line: UnsafeRawBufferPointer, limit: Int) -> Step {
        byteCount += line.count
        guard byteCount <= limit else {
            return .failed(
                TransportError(.invalidResponse, "the head of the response is longer than \(limit) bytes"))
        }
        switch stage {
        case .body:
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
                        TransportError(.invalidResponse, "the first header line goes on with one that is not there"))
                }
                lines.append(contentsOf: line)
                framing.add(line)
                return .goOn
            }
            if status >= 200 {
                guard framing.isClear else {
                    return .failed(TransportError(.invalidResponse, "no length of the body to rely on"))
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
            return .goOn
        }
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.last == UInt8(ascii: "\n")
            && line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }

    /// `HTTP/1.1 200 OK`, the reason left out or not.
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
