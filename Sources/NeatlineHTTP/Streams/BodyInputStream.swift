internal import Dispatch
public import Foundation
internal import NeatlineSystem

// The body of a stream request as an `InputStream`.

extension DataStreamRequest {
    /// Starts the request, and returns its body as an input stream.
    ///
    /// ```swift
    /// let stream = AF.streamRequest("https://example.com/large").asInputStream()
    /// ```
    ///
    /// Reading blocks until bytes arrive, and a slow reader slows the server down, so do not read on a queue on which
    /// the session's handlers are called. The stream is read with its own methods and cannot be scheduled in a run
    /// loop. It ends with the body: `read(_:maxLength:)` returns 0, and the status is `.atEnd`. The request does not wait
    /// for the reader of a body of less than about 2 MB, so it may be complete before. If the request fails, `read(_:maxLength:)` returns -1, and `streamError` is the
    /// ``AFError``. Closing or releasing the stream before its end cancels the request.
    ///
    /// - Parameter bufferSize: Ignored. Alamofire allocates a buffer of this size.
    /// - Returns: The stream; never `nil`.
    public func asInputStream(bufferSize: Int = 1024) -> InputStream? {
        defer { resume() }
        return BodyInputStream(self)
    }
}

/// The body of a stream request, which one thread at a time reads with blocking calls.
private final class BodyInputStream: InputStream {
    private struct State {
        var status = Stream.Status.notOpen
        var rest = Data()
        var failure: AFError?
    }

    private let request: DataStreamRequest
    private let buffer: StreamBuffer
    private let state = Locked(State())

    init(_ request: DataStreamRequest) {
        self.request = request
        // A short body is complete before anybody reads the stream, so its end does not wait for a reader.
        buffer = StreamBuffer(of: request, joins: true, holdsEnd: false)
        request.add(buffer)
        super.init(data: Data())
    }

    deinit { close() }

    override func open() { state.withLock { if $0.status == .notOpen { $0.status = .open } } }

    override func close() {
        state.withLock { ($0.status, $0.rest) = (.closed, Data()) }
        if !buffer.close() { request.cancel() }
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        if maxLength <= 0 { return 0 }
        while state.withLock({ $0.status == .open && $0.rest.isEmpty }) { take(nextItem()) }
        return state.withLock { state in
            guard !state.rest.isEmpty else { return state.status == .atEnd ? 0 : -1 }
            // SAFETY: the caller of `read(_:maxLength:)` provides a buffer of that length.
            let count = state.rest.copyBytes(to: UnsafeMutableBufferPointer(start: buffer, count: maxLength))
            state.rest = state.rest.dropFirst(count)
            return count
        }
    }

    /// Waits for the next chunk or the end; `nil` if the stream was closed.
    private func nextItem() -> StreamBuffer.Item? {
        let answer = Locked<StreamBuffer.Item?>(nil)
        let isAnswered = DispatchSemaphore(value: 0)
        buffer.next { item in
            answer.withLock { $0 = item }
            isAnswered.signal()
        }
        isAnswered.wait()
        return buffer.consumed(answer.withLock { $0 })
    }

    private func take(_ item: StreamBuffer.Item?) {
        let bytes: Data? = if case .element(let chunk) = item { chunk.data } else { nil }
        state.withLock { state in
            guard state.status == .open else { return }
            if case .end(let completion) = item {
                state.failure = completion.error
                state.status = completion.error == nil ? .atEnd : .error
            }
            state.rest = bytes ?? Data()
        }
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    /// Whether reading may return bytes.
    override var hasBytesAvailable: Bool { streamStatus == .open }
    override var streamStatus: Stream.Status { state.withLock { $0.status } }
    override var streamError: (any Error)? { state.withLock { $0.failure } }
}
