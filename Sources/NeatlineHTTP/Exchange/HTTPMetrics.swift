public import Foundation

/// The timing of a request, with all its hops.
///
/// It has the members of `URLSessionTaskMetrics`, but is a value that this library measures on all platforms. Dates are
/// computed from the transport's numbers when they are accessed.
///
/// ```swift
/// AF.request("https://example.com").response { response in
///     guard let metrics = response.metrics else { return }
///     print(metrics.taskInterval.duration, metrics.redirectCount)
///     for hop in metrics.transactionMetrics {
///         print(hop.networkProtocolName ?? "?", hop.isReusedConnection)
///     }
/// }
/// ```
public struct HTTPMetrics: Sendable {
    let record: ExchangeRecord

    init(_ record: ExchangeRecord) { self.record = record }

    /// The interval from the start of the first hop to the end of the last one.
    public var taskInterval: DateInterval {
        DateInterval(start: Date(nanoseconds: record.start), duration: duration)
    }

    /// The time from the start of the first hop to the end of the last one, in seconds.
    public var duration: TimeInterval { Double(max(record.end &- record.start, 0)) / 1_000_000_000 }

    /// The number of redirects that were followed.
    public var redirectCount: Int { record.redirectCount }

    /// The metrics of all hops, in order: each redirect and each answer to a challenge has its own. Empty if nothing
    /// was sent.
    ///
    /// - Complexity: O(*n*), where *n* is the number of hops.
    public var transactionMetrics: [HTTPTransactionMetrics] { record.hops.map(HTTPTransactionMetrics.init) }

    /// The fields that the server has sent behind the body of the last hop's response, such as a checksum (RFC 9110,
    /// section 6.5). They are kept apart from the header fields, because a server may send any of them there. Empty if
    /// there were none, the response was not complete or was stored, or the transport is `URLSessionTransport`.
    public var trailers: HTTPHeaders { record.hops.last?.trailers ?? HTTPHeaders() }

    /// How a response was obtained, with the values of `URLSessionTaskMetrics.ResourceFetchType`.
    public enum ResourceFetchType: Int, Sendable, Hashable {
        /// No response was received for this hop.
        case unknown = 0
        /// The server has sent it.
        case networkLoad = 1
        /// The server has sent it before it was requested, which no transport supports.
        case serverPush = 2
        /// The session's cache had it.
        case localCache = 3
    }
}

/// The measurements of an exchange, in one allocation.
final class ExchangeRecord: Sendable {
    /// The time in nanoseconds since 1970, of the system's real-time clock.
    let start: Int64
    let end: Int64
    let redirectCount: Int
    let hops: [ExchangeHop]

    init(start: Int64, end: Int64, redirectCount: Int, hops: [ExchangeHop]) {
        self.start = start
        self.end = end
        self.redirectCount = redirectCount
        self.hops = hops
    }
}

extension HTTPMetrics: CustomStringConvertible {
    /// The interval, the number of redirects, and one line for each hop.
    public var description: String {
        var text = "Duration: \(seconds(duration)), redirects: \(redirectCount)"
        for transaction in transactionMetrics { text += "\n\(transaction)" }
        return text
    }
}

extension Date {
    /// Creates a date from nanoseconds since 1970.
    init(nanoseconds: Int64) { self.init(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000) }
}

/// Returns seconds with three decimals and their unit.
func seconds(_ value: TimeInterval) -> String { String(format: "%.3f", value) + " seconds" }

#if canImport(FoundationNetworking)
/// The type's name in Foundation, where `URLSession` does not measure: for code that names it, such as a monitor
/// written for Alamofire.
///
/// In a file that imports `FoundationNetworking`, the name is ambiguous; use ``HTTPMetrics`` there.
public typealias URLSessionTaskMetrics = HTTPMetrics

/// The type's name in Foundation: see `URLSessionTaskMetrics`.
public typealias URLSessionTaskTransactionMetrics = HTTPTransactionMetrics
#endif

/// The timing of one hop of a request.
///
/// It has the members of `URLSessionTaskTransactionMetrics` that a transport can measure. A date is `nil` if the event
/// did not happen (a reused connection is not established again) or the transport cannot observe it.
public struct HTTPTransactionMetrics: Sendable {
    let hop: ExchangeHop

    init(_ hop: ExchangeHop) { self.hop = hop }

    /// How the response was obtained. A stored response that the server has confirmed has two transactions: that of the
    /// server's 304, and one with `.localCache`.
    public var resourceFetchType: HTTPMetrics.ResourceFetchType {
        hop.isFromCache ? .localCache : hop.head == nil ? .unknown : .networkLoad
    }

    /// The request, without the cookies, default fields and credentials that were added to it.
    public var request: URLRequest { hop.request }

    /// The head of the response; `nil` if no complete head was received.
    public var response: HTTPURLResponse? { hop.head?.response }

    /// The time when the transport received the request.
    public var fetchStartDate: Date? { Date(nanoseconds: hop.timings.start) }
    /// The same as ``fetchStartDate``, if the host name was resolved.
    public var domainLookupStartDate: Date? { hop.timings.lookupEnd.map { _ in Date(nanoseconds: hop.timings.start) } }
    /// The time when the host name was resolved.
    public var domainLookupEndDate: Date? { date(hop.timings.lookupEnd) }
    /// The time when connecting began.
    public var connectStartDate: Date? {
        hop.timings.connectEnd == nil ? nil : date(hop.timings.lookupEnd ?? 0)
    }
    /// The time when the TLS handshake began.
    public var secureConnectionStartDate: Date? {
        hop.timings.secureConnectionEnd == nil ? nil : date(hop.timings.connectEnd)
    }
    /// The time when the TLS handshake was complete.
    public var secureConnectionEndDate: Date? { date(hop.timings.secureConnectionEnd) }
    /// The time when the connection was established, including TLS if the URL requires it.
    public var connectEndDate: Date? { date(hop.timings.secureConnectionEnd ?? hop.timings.connectEnd) }
    /// The time when sending the request began.
    public var requestStartDate: Date? { date(hop.timings.requestStart) }
    /// The time when the first byte of the response was received.
    public var responseStartDate: Date? { date(hop.timings.responseStart) }
    /// The time when the last byte of the response was received, or the hop failed.
    public var responseEndDate: Date? { hop.timings.responseStart == nil ? nil : date(hop.timings.end) }

    /// The protocol: `http/1.0`, `http/1.1`, `h2` or `h3`, as in ALPN; `nil` if there was no response.
    public var networkProtocolName: String? {
        switch hop.timings.protocolVersion {
        case nil: nil
        case .http1_0: "http/1.0"
        case .http1_1: "http/1.1"
        case .http2: "h2"
        case .http3: "h3"
        }
    }

    /// Whether a proxy was used.
    public var isProxyConnection: Bool { hop.timings.isProxyConnection }
    /// Whether the connection had been used by another request.
    public var isReusedConnection: Bool { hop.timings.isReusedConnection }

    /// The size of the request's head in bytes.
    public var countOfRequestHeaderBytesSent: Int64 { hop.timings.headerBytesSent }
    /// The number of bytes of the request's body that were sent.
    public var countOfRequestBodyBytesSent: Int64 { hop.timings.bodyBytesSent }
    /// The size of the response's head in bytes.
    public var countOfResponseHeaderBytesReceived: Int64 { hop.timings.headerBytesReceived }
    /// The number of bytes of the response's body that were received.
    public var countOfResponseBodyBytesReceived: Int64 { hop.timings.bodyBytesReceived }
    /// The number of bytes of the response's body after its content codings were decoded.
    public var countOfResponseBodyBytesAfterDecoding: Int64 { hop.decodedBytes }

    /// The local address, such as `127.0.0.1`.
    public var localAddress: String? { hop.timings.localAddress }
    /// The local port; `nil` if there was no connection.
    public var localPort: Int? { hop.timings.localPort }
    /// The address of the server, or of the proxy if one is used.
    public var remoteAddress: String? { hop.timings.remoteAddress }
    /// The remote port; `nil` if there was no connection.
    public var remotePort: Int? { hop.timings.remotePort }

    private func date(_ offset: Int64?) -> Date? {
        offset.map { Date(nanoseconds: hop.timings.start &+ $0) }
    }
}

/// The measurements of one hop.
struct ExchangeHop: Sendable {
    var request: URLRequest
    var head: ResponseHead?
    var timings: TransportTimings
    var decodedBytes: Int64
    /// Whether the response was a stored one.
    var isFromCache = false
    /// The fields behind the response's body.
    var trailers = HTTPHeaders()
}

extension HTTPTransactionMetrics: CustomStringConvertible {
    /// The method, URL, protocol and time, on one line.
    public var description: String {
        let time = seconds(Double(max(hop.timings.end, 0)) / 1_000_000_000)
        let answer = hop.head.map { String($0.status) } ?? "no response"
        return
            "\(hop.request.httpMethod ?? "GET") \(hop.request.url?.absoluteString ?? "-"): \(answer), "
            + "\(networkProtocolName ?? "unknown protocol"), \(time)\(isReusedConnection ? ", reused connection" : "")"
            + (hop.isFromCache ? ", from the cache" : "")
    }
}
