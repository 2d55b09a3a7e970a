internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One attempt to send a request: the `URLRequest`, the exchange, and the outcome.
///
/// A class, because a structure of this size would be copied with all its references at each access. Unchecked Sendable
/// because it is accessed only while its request's lock is held.
final class RequestAttempt: @unchecked Sendable {
    /// An identifier that is unique in the session, from 1 on; 0 until the first access.
    var identifier = 0
    let original: URLRequest
    /// The length of the request's body in bytes, or -1 if it is unknown.
    let bodyLength: Int64
    /// The target of the last redirect.
    var redirected: URLRequest?
    /// The running exchange: from the start of the attempt until it is complete.
    var exchange: Exchange?
    var head: ResponseHead?
    var metrics: HTTPMetrics?
    var error: URLError?
    var sentBytes: Int64 = 0
    var receivedBytes: Int64 = 0
    /// The number of bytes of the body that earlier attempts received, if this attempt resumes a download.
    var resumedBytes: Int64 = 0
    /// The length of the whole body in bytes, as the head of a partial response says.
    var wholeBytes: Int64?
    var isStarted = false
    var isComplete = false
    /// Whether further events of the exchange are ignored.
    var isAbandoned = false
    /// Whether a hook is deciding about the response: its body is paused, and its end is delayed.
    var isHeld = false
    var heldOutcome: ExchangeOutcome?
    /// Whether the rest of the body is discarded.
    var isBodyRefused = false
    /// Whether so many bytes wait to be read that the transport should pause.
    var isFull = false
    /// The attempt's `URLSessionTask`, created at the first access.
    var madeTask: MadeTask?

    init(_ original: URLRequest, bodyLength: Int64) {
        self.original = original
        self.bodyLength = bodyLength
    }

    var current: URLRequest { redirected ?? original }

    /// Returns whether an event of this exchange belongs to this attempt and is not ignored.
    func isRunning(_ exchange: Exchange) -> Bool { self.exchange === exchange && !isAbandoned }

    /// Returns whether bytes of the body of this exchange are wanted.
    func wantsBody(of exchange: Exchange) -> Bool { isRunning(exchange) && !isBodyRefused }
}
