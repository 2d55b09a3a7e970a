internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// One attempt to send a request: what it was made of, how far it is, what came of it.
struct RequestAttempt: Sendable {
    /// Tells the attempts of a session apart; 0 until somebody asks.
    var identifier = 0
    let original: URLRequest
    /// The last one that a redirect led to.
    var redirected: URLRequest?
    /// From its start on, until it is complete.
    var exchange: Exchange?
    var head: ResponseHead?
    var metrics: HTTPMetrics?
    var error: URLError?
    var isComplete = false
    /// Nothing that still comes of it matters.
    var isAbandoned = false
    /// A handler thinks about the response's head: the body waits, and so does the end, if it comes meanwhile.
    var isHeld = false
    var heldOutcome: ExchangeOutcome?

    init(_ original: URLRequest) { self.original = original }

    var current: URLRequest { redirected ?? original }

    func isRunning(_ exchange: Exchange) -> Bool { self.exchange === exchange && !isAbandoned }
}
