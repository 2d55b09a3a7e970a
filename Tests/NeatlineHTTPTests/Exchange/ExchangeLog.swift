import Foundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Writes down what an exchange tells, and decides about redirects.
final class ExchangeLog: ExchangeReceiver, @unchecked Sendable {
    typealias Decision = @Sendable (URLRequest, ResponseHead, @escaping @Sendable (URLRequest?) -> Void) -> Void

    private let lock = NSLock()
    private var lines: [String] = []
    private var outcomes: [ExchangeOutcome] = []
    private var proposals: [URLRequest] = []
    private let decision: Decision
    private let onCompletion: @Sendable () -> Void

    init(
        onCompletion: @escaping @Sendable () -> Void = {},
        decision: @escaping Decision = { proposed, _, decide in decide(proposed) }
    ) {
        self.decision = decision
        self.onCompletion = onCompletion
    }

    /// `sent 3`, `sent 2 of 5`, `redirect https://a/b`, `head 200`, `body text`, `done` or `done -999`.
    var events: [String] { lock.withLock { lines } }
    var proposed: [URLRequest] { lock.withLock { proposals } }
    var outcome: ExchangeOutcome? { lock.withLock { outcomes.last } }
    var completions: Int { lock.withLock { outcomes.count } }

    private func add(_ line: String) { lock.withLock { lines.append(line) } }

    func exchange(_ exchange: Exchange, didSend newBytes: Int64, totalBytes: Int64) {
        add(newBytes == totalBytes ? "sent \(totalBytes)" : "sent \(newBytes) of \(totalBytes)")
    }

    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void
    ) {
        add("redirect \(proposed.url?.absoluteString ?? "-")")
        lock.withLock { proposals.append(proposed) }
        decision(proposed, head, decide)
    }

    func exchange(_ exchange: Exchange, didReceiveHints head: TransportResponseHead) {}
    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {}

    func exchange(_ exchange: Exchange, didReceive head: ResponseHead) { add("head \(head.status)") }

    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) {
        add("body " + bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }

    func exchangeDidReceiveBatch(_ exchange: Exchange) {}

    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) {
        lock.withLock {
            outcomes.append(outcome)
            lines.append(outcome.error.map { "done \($0.errorCode)" } ?? "done")
        }
        onCompletion()
    }
}

/// A request with some of its parts.
func request(_ url: String, _ method: String = "GET", _ fields: [String: String] = [:], body: String? = nil)
    -> URLRequest
{
    var request = URLRequest(url: URL(string: url)!)
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    return request
}

/// Runs one exchange on a transport that answers at once.
func run(
    _ request: URLRequest, settings: ExchangeSettings = ExchangeSettings(), log: ExchangeLog = ExchangeLog(),
    body: TransportBody? = nil, authentication: (any ChallengeAnswering)? = nil,
    _ answer: @escaping @Sendable (ScriptedTransport.Hop, Int) -> Void
) -> (log: ExchangeLog, hops: [ScriptedTransport.Hop]) {
    let counter = NSLock()
    nonisolated(unsafe) var count = 0
    let transport = ScriptedTransport { hop in
        let number = counter.withLock {
            count += 1
            return count
        }
        answer(hop, number)
    }
    let exchange = Exchange(
        request: request, body: body ?? .of(request), in: ExchangeContext(transport, settings), receiver: log,
        authentication: authentication)
    exchange.start()
    return (log, transport.hops)
}

extension TransportRequest {
    func field(_ name: String) -> String? { headers.value(for: name) }

    var bodyText: String? {
        guard case .bytes(let data) = body else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
