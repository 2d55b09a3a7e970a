internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One attempt to send a request: what it was made of, how far it is, what came of it.
///
/// A class, because a structure of this size is copied, with all its references, for each question that it is asked.
/// Unchecked Sendable, because it is only touched while its request's lock is held.
final class RequestAttempt: @unchecked Sendable {
    /// Tells the attempts of a session apart, from 1 on; 0 until somebody asks.
    var identifier = 0
    let original: URLRequest
    /// Bytes of the request's body; -1 where nobody knows.
    let bodyLength: Int64
    /// The last one that a redirect led to.
    var redirected: URLRequest?
    /// From its start on, until it is complete.
    var exchange: Exchange?
    var head: ResponseHead?
    var metrics: HTTPMetrics?
    var error: URLError?
    var sentBytes: Int64 = 0
    var receivedBytes: Int64 = 0
    /// Bytes of the body that were there before this attempt, which goes on behind them.
    var resumedBytes: Int64 = 0
    /// Bytes of the whole body, where the head of its rest says it.
    var wholeBytes: Int64?
    var isStarted = false
    var isComplete = false
    /// Nothing that still comes of it matters.
    var isAbandoned = false
    /// Somebody thinks about the response: its body waits, and so does its end, if that comes meanwhile.
    var isHeld = false
    var heldOutcome: ExchangeOutcome?
    /// Nobody wants its body, of which some may still be under way.
    var isBodyRefused = false
    /// So many bytes wait to be read that no more should come.
    var isFull = false
    /// Its `URLSessionTask`, if anybody has asked for it.
    var madeTask: MadeTask?

    init(_ original: URLRequest, bodyLength: Int64) {
        self.original = original
        self.bodyLength = bodyLength
    }

    var current: URLRequest { redirected ?? original }

    /// Whether what this exchange tells is about this attempt and matters.
    func isRunning(_ exchange: Exchange) -> Bool { self.exchange === exchange && !isAbandoned }

    /// Whether a part of the body that this exchange brings is wanted.
    func wantsBody(of exchange: Exchange) -> Bool { isRunning(exchange) && !isBodyRefused }
}
