internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An incremental parser for the requests of a connection (RFC 9112).
struct RequestParser {
    enum Event {
        /// The head is complete; `continues` is whether the client waits for `100 Continue` before it sends the body.
        case head(LoopbackRequest, expectsContinue: Bool)
        /// The request is complete.
        case whole(LoopbackRequest, closes: Bool)
        /// The bytes are not a request; the status code of the response.
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
    /// Whether the body is only counted, because the response was already sent.
    var discardsBody = false

    /// The maximum size of a head, in bytes: more than any test sends.
    private static let headLimit = 16 << 20

    init(connection: Int, bodyLimit: Int) {
        self.connection = connection
        self.bodyLimit = bodyLimit
    }

    /// Whether a request has begun and is not complete.
    var isInsideRequest: Bool { request != nil }

    /// Parses the next bytes; returns `nil` if more are needed.
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
            input.take(kept) { self.request?.body.append($0) }
            input.take(count - kept) { _ in }
        }
        return count
    }

    /// Parses the request line and the header fields that determine the length of the request.
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

/// The header fields that determine the end of a request and whether its connection is kept.
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
        // Most lines begin with another letter; creating a string for each would take most of the parser's time.
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

/// The received bytes that were not parsed yet.
struct InputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The offset up to which the end of a head was searched.
    private var searched = 0

    var count: Int { bytes.count - start }

    mutating func append(_ new: ArraySlice<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
            start = 0
            searched = 0
        } else if start > 1 << 16 {
            bytes.removeFirst(start)
            searched = max(0, searched - start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    mutating func removeAll() {
        bytes = []
        start = 0
        searched = 0
    }

    /// Skips line breaks, which may precede a request (RFC 9112, section 2.2).
    mutating func skipLineBreaks() {
        while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
        searched = max(searched, start)
    }

    /// Returns the lines before the next empty one.
    mutating func takeHead() -> [UInt8]? {
        while let lineEnd = index(of: 0x0A, from: searched) {
            let next = lineEnd + 1
            if next < bytes.count, bytes[next] == 0x0A {
                return head(end: next, next: next + 1)
            }
            if next + 1 < bytes.count, bytes[next] == 0x0D, bytes[next + 1] == 0x0A {
                return head(end: next, next: next + 2)
            }
            // The empty line may not have been received yet.
            if next + 1 >= bytes.count { return nil }
            searched = next
        }
        searched = bytes.count
        return nil
    }

    /// Returns the bytes before the next line break.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        guard let end = index(of: 0x0A, from: start) else { return nil }
        defer { start = end + 1 }
        return end > start && bytes[end - 1] == 0x0D ? bytes[start..<(end - 1)] : bytes[start..<end]
    }

    /// Calls `body` with the next bytes, of which there are enough.
    mutating func take(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        // SAFETY: the slice traps if there are fewer bytes; the buffer is used only while the array lends it.
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<(start + count)])) }
        start += count
    }

    private mutating func head(end: Int, next: Int) -> [UInt8] {
        defer {
            start = next
            searched = next
        }
        return Array(bytes[start..<end])
    }

    private func index(of byte: UInt8, from first: Int) -> Int? {
        if first >= bytes.count { return nil }
        // SAFETY: `first` is within the bytes, and only those after it are searched.
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + first, Int32(byte), buffer.count - first)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
