import Dispatch
import Foundation
import NeatlineHTTP
import OpenAPIRuntime
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request with a body, which is created again for each attempt.
final class OutgoingRequest: URLRequestConvertible {
    /// Shorter bodies are read into memory, so that they can be sent again whenever that is necessary: after a redirect, or
    /// when the server has closed the connection.
    private static let memoryLimit: Int64 = 64 << 10

    private let request: URLRequest
    /// The body to stream.
    private let body: HTTPBody?
    private let reader = Mutex<BodyReader?>(nil)

    init(_ request: URLRequest, body: HTTPBody?) async throws {
        var request = request
        self.body = body
        switch body?.length {
        case .known(let length) where length <= Self.memoryLimit:
            guard let body else { break }
            let data = try await Data(collecting: body, upTo: Int(length))
            guard data.count == length else {
                throw UploadBodyError.sequenceLengthMismatch(expected: length, found: Int64(data.count))
            }
            request.httpBody = data
        case .known(let length):
            request.setValue("\(length)", forHTTPHeaderField: "Content-Length")
        case .unknown, nil: break
        }
        self.request = request
    }

    func asURLRequest() throws -> URLRequest {
        guard let body, request.httpBody == nil else { return request }
        let new = BodyReader(body)
        let earlier = reader.withLock { reader in
            defer { reader = new }
            return reader
        }
        earlier?.cancel()
        var request = request
        request.httpBodyStream = BodyStream(new)
        return request
    }

    /// The error of the sequence that provides the body.
    var bodyError: (any Error)? { reader.withLock { $0 }?.error }

    /// Ends the sequence that provides the body.
    func endBody() { reader.withLock { $0 }?.cancel() }
}

/// Reads a body with blocking calls.
///
/// Unchecked Sendable because the iterator is used by one task at a time, for which the reader waits.
private final class BodyReader: @unchecked Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var chunk: ArraySlice<UInt8>?
        var error: (any Error)?
        var isCancelled = false
    }

    private let body: HTTPBody
    private var iterator: HTTPBody.AsyncIterator?
    private let state = Mutex(State())

    init(_ body: HTTPBody) { self.body = body }

    var error: (any Error)? { state.withLock { $0.error } }

    /// Waits for the next chunk; `nil` at the end. Called by one thread at a time.
    ///
    /// - Throws: the error of the body, or a `CancellationError`.
    func next() throws -> ArraySlice<UInt8>? {
        let isDone = DispatchSemaphore(value: 0)
        let isWanted = state.withLock { state in
            state.chunk = nil
            if state.isCancelled { return false }
            state.task = Task {
                await self.readChunk()
                isDone.signal()
            }
            return true
        }
        if isWanted { isDone.wait() }
        return try state.withLock { state in
            // A body that was cancelled must not be taken for a complete one.
            if state.isCancelled { throw CancellationError() }
            if let error = state.error { throw error }
            return state.chunk
        }
    }

    private func readChunk() async {
        do {
            var iterator = iterator ?? body.makeAsyncIterator()
            let chunk = try await iterator.next()
            self.iterator = iterator
            state.withLock { $0.chunk = chunk }
        } catch {
            state.withLock { if !$0.isCancelled { $0.error = error } }
        }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

/// An input stream that provides the body of a request. The session reads it on a dedicated thread.
private final class BodyStream: InputStream {
    private let reader: BodyReader
    private var status = Stream.Status.notOpen
    private var rest: ArraySlice<UInt8> = []

    init(_ reader: BodyReader) {
        self.reader = reader
        super.init(data: Data())
    }

    override func open() { status = .open }

    override func close() {
        status = .closed
        reader.cancel()
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        do {
            while rest.isEmpty {
                guard let chunk = try reader.next() else {
                    status = .atEnd
                    return 0
                }
                rest = chunk
            }
        } catch {
            status = .error
            return -1
        }
        // SAFETY: the caller provides a buffer of that length.
        let target = UnsafeMutableBufferPointer(start: buffer, count: maxLength)
        let count = target.update(fromContentsOf: rest.prefix(maxLength))
        rest = rest.dropFirst(count)
        return count
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    override var hasBytesAvailable: Bool { status == .open }
    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { reader.error }
}
