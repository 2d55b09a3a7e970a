#if os(Linux)
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// Plays every connection, response and repetition to ``CurlConnectionUse``, and knows what really happened.
@Suite("Which connections a request is sent on")
struct CurlConnectionUseTests {
    private typealias Use = CurlConnectionUse

    private static let flags = [false, true]
    private static let connections: [Use.Connection] = flags.flatMap { isUsed in
        flags.flatMap { isMultiplexed in
            flags.flatMap { isReadable in
                flags.map {
                    Use.Connection(
                        isUsed: isUsed, isMultiplexed: isMultiplexed, isReadable: isReadable, hasEnded: $0)
                }
            }
        }
    }
    private static let progresses: [Use.Progress] = flags.flatMap { isConfirmed in
        flags.map { Use.Progress(isConfirmed: isConfirmed, isOutstanding: $0) }
    }

    /// All that may follow an attempt: another one of libcurl, or a response.
    private func play(
        _ use: Use, attempts: Int, sent: Int, last: Use.Connection?, _ seen: inout Int
    ) {
        for connection in Self.connections {
            for isRefused in last == nil ? [false] : Self.flags {
                // What libcurl has sent in the attempt before, if there was one.
                for bytes in last == nil ? [0] : [sent, sent + 1] {
                    var next = use
                    let verdict = next.ready(on: connection, sentBytes: bytes, isRefused: isRefused)
                    seen += 1
                    expect(next.allowsReuse == connection.isMultiplexed, "the response may be incomplete")
                    let mayBeProcessed = last?.isUsed == true && bytes != sent && !isRefused
                    switch verdict {
                    case .goOn:
                        expect(!mayBeProcessed || use.isIdempotent, "sent twice")
                        let isUnasked = !connection.isMultiplexed && connection.isReadable
                        expect(!isUnasked || !connection.isUsed && connection.hasEnded, "bytes before the request")
                        expect(!(connection.isUsed && connection.hasEnded), "nobody reads the request")
                        expect(!next.restarts)
                        if attempts > 1 {
                            play(next, attempts: attempts - 1, sent: bytes, last: connection, &seen)
                        }
                        giveUp(next, on: connection, sent: bytes)
                        answer(next, on: connection, &seen)
                    case .restart:
                        expect(next.restarts && connection.isUsed, "a new connection is not better")
                        expect(!mayBeProcessed || use.isIdempotent, "sent twice")
                    case .fail(.lost):
                        expect(mayBeProcessed && !use.isIdempotent && !next.restarts)
                    case .fail(.unasked):
                        expect(!connection.isUsed && connection.isReadable && !next.restarts)
                    }
                }
            }
        }
    }

    /// The attempt ends without a byte of a response.
    private func giveUp(_ use: Use, on connection: Use.Connection, sent: Int) {
        for isRefused in Self.flags {
            for bytes in [sent, sent + 1] {
                let mayBeProcessed = connection.isUsed && bytes != sent && !isRefused
                let mayRepeat = use.mayRepeat(sentBytes: bytes, isRefused: isRefused)
                expect(mayRepeat == (use.isIdempotent || !mayBeProcessed))
                for hasGivenUp in Self.flags {
                    let again = use.beginsAgain(hasGivenUp: hasGivenUp, sentBytes: bytes, isRefused: isRefused)
                    expect(again == (mayRepeat && (hasGivenUp || connection.isUsed)))
                }
            }
        }
    }

    /// All responses: with a head before the final one, or without.
    private func answer(_ use: Use, on connection: Use.Connection, _ seen: inout Int) {
        // A connection that was not used before tells by its response which protocol it speaks.
        for isMultiplexed in connection.isUsed ? [connection.isMultiplexed] : Self.flags {
            for interim in Self.progresses.map(Optional.some) + [nil] {
                var use = use
                if let interim, !takes(interim, &use, isMultiplexed, connection) { continue }
                for progress in Self.progresses {
                    var use = use
                    guard takes(progress, &use, isMultiplexed, connection) else { continue }
                    for isWritten in Self.flags {
                        for refusesExpectation in Self.flags {
                            var last = use
                            seen += 1
                            let verdict = last.headCompleted(
                                isWritten: isWritten, refusesExpectation: refusesExpectation)
                            if refusesExpectation {
                                expect(verdict == .restart && last.restarts)
                            } else if isMultiplexed {
                                expect(verdict == .goOn && last.allowsReuse)
                            } else {
                                let isWhole = isWritten && !progress.isOutstanding
                                expect(verdict == .goOn && last.allowsReuse == isWhole)
                            }
                            var surplus = last
                            surplus.surplusCame()
                            expect(surplus.allowsReuse == isMultiplexed)
                            checkBody(last, isOver: !isMultiplexed && !isWritten && !refusesExpectation)
                        }
                    }
                }
            }
        }
    }

    /// The body of a response, in pieces: whether its end is that of a request that is not written.
    private func checkBody(_ use: Use, isOver: Bool) {
        for length: Int64? in [nil, 0, 1, 3] {
            var use = use
            for (count, sum) in [(0, 0), (1, 1), (2, 3)] as [(Int, Int64)] where sum <= length ?? .max {
                expect(use.received(count, of: length) == (isOver && sum == length))
            }
        }
    }

    private func takes(
        _ progress: Use.Progress, _ use: inout Use, _ isMultiplexed: Bool, _ connection: Use.Connection
    ) -> Bool {
        let verdict = use.headBegan(progress, isMultiplexed: isMultiplexed)
        let isForeign = !isMultiplexed && !progress.isConfirmed
        expect(use.allowsReuse == isMultiplexed, "the response is incomplete")
        expect((verdict == .goOn) == !isForeign, "a response to another request")
        if isForeign {
            expect(use.restarts == (use.isIdempotent && connection.isUsed))
            expect(verdict == (use.restarts ? .restart : .fail(.unasked)))
        }
        return verdict == .goOn
    }

    @Test("All connections, several attempts on them, and all responses", arguments: [false, true])
    func all(isIdempotent: Bool) {
        var seen = 0
        play(Use(isIdempotent: isIdempotent), attempts: TestScale.isThorough ? 3 : 2, sent: 0, last: nil, &seen)
        expect(seen > (TestScale.isThorough ? 50_000 : 1_000))
    }
}
#endif
