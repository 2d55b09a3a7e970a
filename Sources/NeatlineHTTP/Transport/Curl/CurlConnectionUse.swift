#if os(Linux)
/// Decides which connections a request is sent on, whether what comes on one answers it, and whether the connection may be
/// used after it (RFC 9112, sections 9.2 to 9.6). A value without I/O: libcurl's events go in, verdicts come out.
///
/// In HTTP/1 nothing in a response names its request: it answers the first one that has no answer. So bytes that came
/// before a request was sent must not be read after it. libcurl 7.80 to 8 uses connections with such bytes.
///
/// libcurl repeats a request if a reused connection is closed without a byte of the response, assuming that the server
/// had closed it before the request arrived. But the server may have read the request. So a request that is not
/// idempotent (RFC 9110, section 9.2.2) is repeated only if nothing of it was sent, or the server has reported that it
/// has not processed it, which is possible in HTTP/2 (RFC 9113, section 8.7).
struct CurlConnectionUse: Hashable {
    /// A connection on which a request is about to be sent.
    struct Connection: Hashable {
        /// Whether another request was sent on it.
        var isUsed = false
        /// Whether responses name their requests, as in HTTP/2.
        var isMultiplexed = false
        /// Whether there is anything to read.
        var isReadable = false
        /// Whether the server has closed it, or it is broken.
        var hasEnded = false
    }

    /// How much of a request had reached the server when a response began.
    struct Progress: Hashable {
        /// Whether it has confirmed the first byte: a response that came before is not one to this request.
        var isConfirmed = true
        /// Whether it has not confirmed all that was sent.
        var isOutstanding = false
    }

    enum Verdict: Hashable {
        case goOn
        /// The connection must be closed now, and the request begins again on a new one. Nothing of a response was used.
        case restart
        /// The connection must be closed now, and the request fails.
        case fail(Reason)
    }

    enum Reason: Hashable {
        /// The connection was lost after the request was sent, and the server may have processed it.
        case lost
        /// Something came before the request was sent.
        case unasked
    }

    let isIdempotent: Bool
    private var connection = Connection()
    /// The number of bytes that were sent before the last attempt; `nil` before the first.
    private var sentBytes: Int?
    /// Whether the last response began before the whole request was with the server.
    private var isEarly = false
    /// Whether the head of a final response is complete, and the request was with the server before it.
    private var isAnswered = false
    /// Whether there were bytes behind the response.
    private var hasSurplus = false
    /// Whether the final response came before the whole request was written, so that libcurl goes on writing.
    private var isAnsweredEarly = false
    /// The number of bytes of the response's body.
    private var receivedBytes: Int64 = 0
    /// Whether the request has to begin again on a new connection.
    private(set) var restarts = false

    init(isIdempotent: Bool) { self.isIdempotent = isIdempotent }

    /// Whether the connection may be used for another request if libcurl ends the transfer now and reports success: it does
    /// so, too, when the server ends the connection within the head of a response.
    var allowsReuse: Bool { connection.isMultiplexed || isAnswered && !hasSurplus }

    /// Returns whether the request may be sent again after an attempt that ended without a byte of a response.
    ///
    /// - Parameters:
    ///   - sentBytes: The number of bytes that were sent so far, in all attempts.
    ///   - isRefused: Whether the server has refused to process it.
    func mayRepeat(sentBytes: Int, isRefused: Bool) -> Bool {
        // On a connection that was made for the request, libcurl repeats it only if the server has refused it.
        isIdempotent || isRefused || !connection.isUsed || self.sentBytes == nil || self.sentBytes == sentBytes
    }

    /// Returns whether the request begins again on a new connection after libcurl could not send it, or receive a byte of a
    /// response.
    ///
    /// - Parameters:
    ///   - hasGivenUp: Whether libcurl has repeated it until its limit.
    ///   - sentBytes: The number of bytes that were sent, in all attempts.
    ///   - isRefused: Whether the server has refused to process it.
    func beginsAgain(hasGivenUp: Bool, sentBytes: Int, isRefused: Bool) -> Bool {
        (hasGivenUp || connection.isUsed) && mayRepeat(sentBytes: sentBytes, isRefused: isRefused)
    }

    /// libcurl is about to send the request, for the first time or again.
    ///
    /// - Parameters:
    ///   - next: The connection.
    ///   - sentBytes: The number of bytes that were sent so far, in all attempts.
    ///   - isRefused: Whether it is sent again because the server has refused to process it.
    mutating func ready(on next: Connection, sentBytes: Int, isRefused: Bool) -> Verdict {
        let mayRepeat = mayRepeat(sentBytes: sentBytes, isRefused: isRefused)
        (connection, self.sentBytes) = (next, sentBytes)
        (isAnswered, hasSurplus) = (false, false)
        guard mayRepeat else { return .fail(.lost) }
        let isUnasked = next.isReadable && !next.isMultiplexed
        // A server that sends something at once does so on each new connection.
        guard next.isUsed else { return isUnasked && !next.hasEnded ? .fail(.unasked) : .goOn }
        restarts = next.hasEnded || isUnasked
        return restarts ? .restart : .goOn
    }

    /// The first line of a head was received, of a final response or not.
    mutating func headBegan(_ progress: Progress, isMultiplexed: Bool) -> Verdict {
        connection.isMultiplexed = isMultiplexed
        isEarly = progress.isOutstanding
        guard !isMultiplexed, !progress.isConfirmed else { return .goOn }
        restarts = connection.isUsed && isIdempotent
        return restarts ? .restart : .fail(.unasked)
    }

    /// The head of a final response is complete.
    ///
    /// - Parameters:
    ///   - isWritten: Whether the request was completely written. If not, the server would take its rest, or the next
    ///     request, for the other.
    ///   - refusesExpectation: Whether the response refuses the request's `Expect` field, and the request can be sent
    ///     without it (RFC 9110, section 10.1.1).
    mutating func headCompleted(isWritten: Bool, refusesExpectation: Bool) -> Verdict {
        if refusesExpectation {
            restarts = true
            return .restart
        }
        isAnsweredEarly = !connection.isMultiplexed && !isWritten
        isAnswered = isWritten && !isEarly
        return .goOn
    }

    /// Bytes of the response's body were received, or its head, if they are none. Returns whether the transfer ends here,
    /// although the request is not written: the server, which has answered it, may never read the rest. Where a body ends in
    /// chunks, only libcurl knows.
    mutating func received(_ count: Int, of length: Int64?) -> Bool {
        receivedBytes += Int64(count)
        guard isAnsweredEarly, let length else { return false }
        return receivedBytes >= length
    }

    /// Bytes were received behind the response.
    mutating func surplusCame() { hasSurplus = true }
}
#endif
