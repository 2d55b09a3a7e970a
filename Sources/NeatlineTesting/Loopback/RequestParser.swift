internal import Foundation

/// Takes requests from the bytes of a connection, piece by piece (RFC 9112).
struct RequestParser {
    enum Event {
        /// The head is there; `continues` says that the client waits for a `100 Continue` before it sends the body.
        case head(LoopbackRequest, expectsContinue: Bool)
        /// The request is whole.
        case whole(LoopbackRequest, closes: Bool)
        /// These bytes are no request: the status to answer with.
        case malformed(Int)
    }

    private enum State {
        case head
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailers
        case whole
    }

    private let connection: Int
    private let bodyLimit: Int
    private var state = State.head
    private var request: LoopbackRequest?
    private var closes = false
    /// Whether the body is only counted, because the answer is out already.
    var discardsBody = false

    /// More than any head that a test sends, and a bound for those who send no end.
    private static let headLimit = 16 << 20

    init(connection: Int, bodyLimit: Int) {
        self.connection = connection
        self.bodyLimit = bodyLimit
    }

    /// Whether a request has begun and is not whole.
    var isInsideRequest: Bool { request != nil }

    /// What the next bytes are, or nil if more are needed.
    mutating func next(_ input: inout InputBuffer) -> Event? {
        while true {
            switch state {
            case .head:
                input.skipLineBreaks()
                guard let head = input.takeHead() else {
                    return input.count > Self.headLimit ? .malformed(431) : nil
                }
                return begin(head)
            case .body(let remaining):
                let taken = take(remaining, of: &input)
                state = taken == remaining ? .whole : .body(remaining: remaining - taken)
                if taken < remaining { return nil }
            case .chunkSize:
                guard let line = input.takeLine() else { return input.count > 4096 ? .malformed(400) : nil }
                let digits = line.prefix { $0 != 0x3B && $0 != 0x20 }
                guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
                    return .malformed(400)
                }
                state = size == 0 ? .trailers : .chunk(remaining: size)
            case .chunk(let remaining):
                let taken = take(remaining, of: &input)
                state = taken == remaining ? .chunkEnd : .chunk(remaining: remaining - taken)
                if taken < remaining { return nil }
            case .chunkEnd:
                guard let line = input.takeLine() else { return input.count > 2 ? .malformed(400) : nil }
                if !line.isEmpty { return .malformed(400) }
                state = .chunkSize
            case .trailers:
                guard let line = input.takeLine() else {
                    return input.count > Self.headLimit ? .malformed(431) : nil
                }
                if line.isEmpty {
                    state = .whole
                } else {
                    request?.trailerLines.append(String(decoding: line, as: UTF8.self))
                }
            case .whole:
                state = .head
                discardsBody = false
                guard let request else { return .malformed(400) }
                self.request = nil
                return .whole(request, closes: closes)
            }
        }
    }

    private mutating func take(_ limit: Int, of input: inout InputBuffer) -> Int {
        let count = min(limit, input.count)
        if let request {
            let kept = discardsBody ? 0 : max(0, min(count, bodyLimit - request.body.count))
            self.request?.bodyCount += count
            input.take(kept) { self.request?.body.append(contentsOf: $0) }
            input.take(count - kept) { _ in }
        }
        return count
    }

    /// Reads the request line and those headers that say how long the request is.
    private mutating func begin(_ head: [UInt8]) -> Event {
        let lineEnd = head.firstIndex(of: 0x0A) ?? head.count
        let line = head[..<lineEnd].last == 0x0D ? head[..<(lineEnd - 1)] : head[..<lineEnd]
        let parts = line.split(separator: 0x20)
        guard parts.count == 3, parts[2].count == 8, parts[2].starts(with: "HTTP/1.".utf8), let last = parts[2].last,
            last == 0x30 || last == 0x31
        else { return .malformed(400) }
        let request = LoopbackRequest(
            method: String(decoding: parts[0], as: UTF8.self), target: String(decoding: parts[1], as: UTF8.self),
            minorVersion: Int(last - 0x30), head: Array(head[min(lineEnd + 1, head.count)...]),
            connection: connection)
        var fields = FramingFields()
        for line in head[min(lineEnd + 1, head.count)...].split(separator: 0x0A) { fields.read(line) }
        if fields.isContradictory { return .malformed(400) }
        closes = fields.closes || (last == 0x30 && !fields.keepsAlive)
        state = fields.isChunked ? .chunkSize : fields.length > 0 ? .body(remaining: fields.length) : .whole
        self.request = request
        let hasBody = fields.isChunked || fields.length > 0
        return .head(request, expectsContinue: fields.expectsContinue && hasBody)
    }
}

/// The headers of a request that say where it ends and what becomes of its connection.
private struct FramingFields {
    var length = 0
    var isChunked = false
    var expectsContinue = false
    var closes = false
    var keepsAlive = false
    var isContradictory = false
    private var hasLength = false

    mutating func read(_ line: ArraySlice<UInt8>) {
        guard let first = line.first, let colon = line.firstIndex(of: 0x3A) else { return }
        // Most lines begin with another letter, and making texts of them all would cost more than all the rest.
        switch first | 0x20 {
        case 0x63, 0x65, 0x74: break  // c, e, t
        default: return
        }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        switch name {
        case "content-length":
            let isDigits = value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            guard isDigits, let number = Int(value), !hasLength || number == length else {
                isContradictory = true
                return
            }
            hasLength = true
            length = number
        case "transfer-encoding":
            isChunked = value.hasSuffix("chunked")
            isContradictory = isContradictory || !isChunked
        case "expect": expectsContinue = value == "100-continue"
        case "connection":
            closes = closes || value.contains("close")
            keepsAlive = keepsAlive || value.contains("keep-alive")
        default: break
        }
    }
}
