#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    // MARK: - Requests

    /// All requests that were made, of all attempts: each before and after it was adapted.
    public var requests: [URLRequest] {
        lock.withLock { madeBefore + (lastMade.map { [$0] } ?? []) }
    }

    /// The first request that was made, not adapted.
    public var firstRequest: URLRequest? { lock.withLock { madeBefore.first ?? lastMade } }

    /// The last request that was made, adapted.
    public var lastRequest: URLRequest? { lock.withLock { lastMade } }

    /// The last request that was made, adapted.
    public var request: URLRequest? { lastRequest }

    /// What was sent last in each attempt: where redirects were followed, the request that they led to.
    public var performedRequests: [URLRequest] {
        lock.withLock { (attemptsBefore + (attempt.map { [$0] } ?? [])).map(\.current) }
    }

    // MARK: - Responses

    /// The head of the last attempt's response; nil if none came whole.
    public var response: HTTPURLResponse? { lock.withLock { attempt?.head }?.response }

    // MARK: - Metrics

    /// When what happened to each attempt that is over.
    public var allMetrics: [HTTPMetrics] {
        lock.withLock { attemptsBefore.compactMap(\.metrics) + (attempt?.metrics.map { [$0] } ?? []) }
    }

    /// When what happened to the first attempt; nil if none is over.
    public var firstMetrics: HTTPMetrics? { allMetrics.first }

    /// When what happened to the last attempt that is over.
    public var lastMetrics: HTTPMetrics? { metrics }

    /// When what happened to the last attempt that is over.
    public var metrics: HTTPMetrics? { lock.withLock { attempt?.metrics ?? attemptsBefore.last?.metrics } }
}

extension Request: CustomStringConvertible {
    /// The method, the URL and the status: `GET https://httpbin.org/ip (200)`.
    public var description: String {
        let (request, head) = lock.withLock { (attempt?.current ?? lastMade, attempt?.head) }
        guard let request, let url = request.url, let method = request.httpMethod else {
            return "No request created yet."
        }
        let text = "\(method) \(url.absoluteString)"
        return head.map { "\(text) (\($0.status))" } ?? text
    }
}
