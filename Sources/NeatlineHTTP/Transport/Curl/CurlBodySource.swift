#if os(Linux)
internal import Foundation

/// The source of a body's chunks for libcurl.
struct CurlBodySource {
    enum Source {
        /// No read is pending, or there is no body.
        case nothing
        case data(Data)
        case stream(any TransportBodyStream)
    }

    /// The result of filling libcurl's buffer.
    enum Step {
        /// The number of bytes; 0 at the end.
        case bytes(Int)
        /// No bytes yet: read again when the stream calls its closure.
        case pending
        case failed(TransportError)
    }

    let source: Source
    private let length: Int64?
    /// The number of bytes that libcurl has read.
    private(set) var handedBytes: Int64 = 0
    /// Bytes that a stream has returned beyond the given limit.
    private var leftover = Data()
    private var hasEnded = false
    /// Whether libcurl was told of the end.
    private(set) var isExhausted = false

    init(_ body: TransportBody, mode: CurlRequest.Mode) {
        guard case .pieces(let length) = mode else {
            source = .nothing
            self.length = nil
            return
        }
        self.length = length
        switch body {
        case .none: source = .nothing
        case .bytes(let data): source = .data(data)
        case .stream(let stream, _): source = .stream(stream)
        }
    }

    /// Whether the body is a stream, which may not be readable twice.
    var isStream: Bool { if case .stream = source { true } else { false } }

    /// Fills the buffer with the next bytes.
    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> Step {
        guard !memory.isEmpty else { return .bytes(0) }
        let step = next(into: memory)
        if case .bytes(0) = step { isExhausted = true }
        return step
    }

    private mutating func next(into memory: UnsafeMutableRawBufferPointer) -> Step {
        switch source {
        case .nothing:
            return .bytes(0)
        case .data(let data):
            let start = data.startIndex + Int(handedBytes)
            return copy(data[start..<min(start + memory.count, data.endIndex)], into: memory)
        case .stream(let stream):
            if leftover.isEmpty {
                guard !hasEnded else { return .bytes(0) }
                do {
                    switch try stream.next(limit: memory.count) {
                    case .bytes(let data): leftover = data
                    case .pending: return .pending
                    case .end: return end()
                    }
                    guard !leftover.isEmpty else {
                        return .failed(
                            TransportError(.bodyStreamFailed, "the body's stream gave a piece without bytes"))
                    }
                    if let length, handedBytes + Int64(leftover.count) >= length, try goesOn(stream, beyond: length) {
                        return .failed(
                            TransportError(
                                .bodyStreamFailed, "the body's stream gave more than the \(length) bytes it promised"))
                    }
                } catch {
                    return .failed(TransportError(.bodyStreamFailed, "the body could not be read: \(error)"))
                }
            }
            let piece = leftover.prefix(memory.count)
            leftover = leftover.dropFirst(memory.count)
            return copy(piece, into: memory)
        }
    }

    /// Whether a stream has more bytes than announced. From version 8 on, libcurl does not read them.
    private mutating func goesOn(_ stream: any TransportBodyStream, beyond length: Int64) throws -> Bool {
        if handedBytes + Int64(leftover.count) > length { return true }
        switch try stream.next(limit: 1) {
        case .bytes: return true
        case .pending: return false
        case .end:
            hasEnded = true
            return false
        }
    }

    private mutating func copy(_ piece: Data, into memory: UnsafeMutableRawBufferPointer) -> Step {
        // SAFETY: the callers have limited the bytes to the size of the buffer.
        piece.copyBytes(to: memory)
        handedBytes += Int64(piece.count)
        return .bytes(piece.count)
    }

    private mutating func end() -> Step {
        hasEnded = true
        guard let length, handedBytes < length else { return .bytes(0) }
        return .failed(
            TransportError(
                .bodyStreamFailed,
                "the body's stream ended after \(handedBytes) of the \(length) bytes it promised"))
    }

    /// Returns to the beginning of the body.
    mutating func rewind() throws(TransportError) {
        if case .stream(let stream) = source {
            do {
                try stream.rewind()
            } catch {
                throw TransportError(.bodyStreamFailed, "the body could not be read again: \(error)")
            }
        }
        handedBytes = 0
        leftover = Data()
        hasEnded = false
        isExhausted = false
    }
}
#endif
