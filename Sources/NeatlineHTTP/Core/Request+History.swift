internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    // MARK: - Requests

    /// All `URLRequest`s that were created for all attempts, each before and after adaptation.
    public var requests: [URLRequest] {
        lock.withLock { madeBefore + (lastMade.map { [$0] } ?? []) }
    }

    /// The first `URLRequest` that was created, before adaptation.
    public var firstRequest: URLRequest? { lock.withLock { madeBefore.first ?? lastMade } }

    /// The last `URLRequest` that was created, after adaptation.
    public var lastRequest: URLRequest? { lock.withLock { lastMade } }

    /// The last `URLRequest` that was created, after adaptation. The same as ``lastRequest``.
    public var request: URLRequest? { lastRequest }

    /// The `URLRequest` that each attempt sent last: the target of the last redirect, if redirects were followed.
    public var performedRequests: [URLRequest] {
        lock.withLock { (attemptsBefore + (attempt.map { [$0] } ?? [])).map(\.current) }
    }

    // MARK: - Responses

    /// The head of the last attempt's response; `nil` if no complete head has been received.
    public var response: HTTPURLResponse? { lock.withLock { attempt?.head }?.response }

    // MARK: - Metrics

    /// The metrics of all attempts that have ended.
    public var allMetrics: [HTTPMetrics] {
        lock.withLock { attemptsBefore.compactMap(\.metrics) + (attempt?.metrics.map { [$0] } ?? []) }
    }

    /// The metrics of the first attempt; `nil` if none has ended.
    public var firstMetrics: HTTPMetrics? { allMetrics.first }

    /// The metrics of the last attempt that has ended. The same as ``metrics``.
    public var lastMetrics: HTTPMetrics? { metrics }

    /// The metrics of the last attempt that has ended; `nil` if none has.
    public var metrics: HTTPMetrics? { lock.withLock { attempt?.metrics ?? attemptsBefore.last?.metrics } }
}

extension Request: CustomStringConvertible {
    /// The method, the URL and the status code, if known: `GET https://httpbin.org/ip (200)`.
    public var description: String {
        let (request, head) = lock.withLock { (attempt?.current ?? lastMade, attempt?.head) }
        guard let request, let url = request.url, let method = request.httpMethod else {
            return "No request created yet."
        }
        let text = "\(method) \(url.absoluteString)"
        return head.map { "\(text) (\($0.status))" } ?? text
    }
}
