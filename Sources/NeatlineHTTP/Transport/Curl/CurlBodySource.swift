#if os(Linux)
internal import Foundation

/// Where the pieces of a body come from that libcurl asks for.
struct CurlBodySource {
    enum Source {
        /// Nobody asks, or there is nothing.
        case nothing
        case data(Data)
        case stream(any TransportBodyStream)
    }

    /// What was put into libcurl's memory.
    enum Step {
        /// So many bytes; 0 is the end.
        case bytes(Int)
        /// Ask again when the stream calls.
        case pending
        case failed(TransportError)
    }

    let source: Source
    private let length: Int64?
    /// How many bytes libcurl took.
    private(set) var handedBytes: Int64 = 0
    /// What a stream gave beyond the limit it was told.
    private var leftover = Data()
    private var hasEnded = false

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

    /// Whether the bytes come from a stream, which may not be readable twice.
    var isStream: Bool { if case .stream = source { true } else { false } }

    /// Fills the memory with the next bytes.
    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> Step {
        guard !memory.isEmpty else { return .bytes(0) }
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

    /// Whether a stream that has given all it promised has more. From version 8 on libcurl does not ask for it.
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
        // SAFETY: no longer than the memory: the callers cut it.
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

    /// Begins anew.
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
    }
}
#endif
