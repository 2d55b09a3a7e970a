internal import Foundation
internal import NeatlineFoundation
internal import Synchronization

/// The destination of the response's body: memory, a file, or the consumers of a stream.
///
/// A part of ``RequestState``: used only while its lock is held, and by no function that calls users' code.
protocol ResponseBody: AnyObject {
    /// Whether large receive buffers are worth their memory.
    var isUsuallyLarge: Bool { get }

    /// The limit for the body, in bytes, if none was set for the request.
    var maximumSize: Int64 { get }

    /// Whether `Request.settleBody(_:completion:)` must be called when the body has ended.
    var needsSettling: Bool { get }

    /// Returns the request to send instead if a partial response (206), its refusal (416), or a whole one (200) cannot be
    /// used. It is asked about whole ones only if the body is usually large.
    func replacement(for request: URLRequest, after head: ResponseHead) -> URLRequest?

    /// Returns the channel of the WebSocket that the next attempt opens; `nil` for an ordinary request.
    func webSocket(for receiver: any ExchangeReceiver, in context: ExchangeContext) -> WebSocketChannel?

    /// Returns whether the request shows the head of a response.
    func keeps(_ head: ResponseHead) -> Bool

    /// Prepares for the body of a response whose head was received.
    func begin(_ head: ResponseHead, of attempt: RequestAttempt)

    /// Receives bytes.
    ///
    /// - Returns: Whether the attempt's flow may have to pause, because many bytes wait, or must end, because the rest of
    ///   the body is refused.
    func receive(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool

    /// Called after the last of several ``receive(_:of:)`` calls that belong together.
    func flush()

    /// Called when no more of the body will arrive and the request will not be retried, unless a handler's error causes
    /// a retry. Called before handlers read.
    func end(isFailure: Bool, isCancelled: Bool)

    /// Discards the body because another attempt begins.
    func reset()

    /// Called after handlers were called.
    func handlersWereCalled()

    /// The body for validators: the bytes or the file, if it is kept.
    var content: (data: Data?, fileURL: URL?, isEmpty: Bool) { get }
}

extension ResponseBody {
    var isUsuallyLarge: Bool { true }
    var maximumSize: Int64 { .max }
    var needsSettling: Bool { false }
    func replacement(for request: URLRequest, after head: ResponseHead) -> URLRequest? { nil }
    func webSocket(for receiver: any ExchangeReceiver, in context: ExchangeContext) -> WebSocketChannel? { nil }
    func keeps(_ head: ResponseHead) -> Bool { true }
    func begin(_ head: ResponseHead, of attempt: RequestAttempt) {}
    func flush() {}
    func end(isFailure: Bool, isCancelled: Bool) {}
    func reset() {}
    func handlersWereCalled() {}
    var content: (data: Data?, fileURL: URL?, isEmpty: Bool) { (nil, nil, false) }
}

// MARK: - Back pressure

/// Counts the bytes of a body that wait to be read, and pauses the transport while there are too many.
final class WaitingBytes: Sendable {
    /// The number of bytes from which on the transport is paused. It is resumed when half of them are left.
    private static let limit = 2 << 20

    private let count = Atomic(0)
    /// Whether the transport may be paused. Readers check this before they take the request's lock.
    private let mayBeTooMany = Atomic(false)

    /// Adds bytes that were received. Called with the request's lock held.
    ///
    /// - Returns: Whether the attempt's flow may have to pause.
    func add(_ bytes: Int, to attempt: RequestAttempt) -> Bool {
        let waiting = count.add(bytes, ordering: .sequentiallyConsistent).newValue
        guard waiting > Self.limit, !attempt.isFull else { return false }
        attempt.isFull = true
        mayBeTooMany.store(true, ordering: .sequentiallyConsistent)
        // A reader may have taken all bytes before the flag was set.
        _ = resumeIfFew(attempt)
        return true
    }

    /// Removes bytes that were read. Called without the request's lock.
    func remove(_ bytes: Int, of request: Request) {
        let waiting = count.subtract(bytes, ordering: .sequentiallyConsistent).newValue
        guard waiting <= Self.limit / 2, mayBeTooMany.load(ordering: .sequentiallyConsistent) else { return }
        request.update { if resumeIfFew($0.attempt) { $0.steps.append(.resumeTask) } }
    }

    private func resumeIfFew(_ attempt: RequestAttempt?) -> Bool {
        guard count.load(ordering: .sequentiallyConsistent) <= Self.limit / 2 else { return false }
        mayBeTooMany.store(false, ordering: .sequentiallyConsistent)
        guard let attempt, attempt.isFull else { return false }
        attempt.isFull = false
        return true
    }
}
