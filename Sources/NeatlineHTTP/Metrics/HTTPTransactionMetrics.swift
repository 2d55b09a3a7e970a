public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The timing of one hop of a request.
///
/// It has the members of `URLSessionTaskTransactionMetrics` that a transport can measure. A date is `nil` if the event
/// did not happen (a reused connection is not established again) or the transport cannot observe it.
public struct HTTPTransactionMetrics: Sendable {
    let hop: ExchangeHop

    init(_ hop: ExchangeHop) { self.hop = hop }

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
    /// The local port.
    public var localPort: Int? { hop.timings.localPort }
    /// The remote address.
    public var remoteAddress: String? { hop.timings.remoteAddress }
    /// The remote port.
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
}

extension HTTPTransactionMetrics: CustomStringConvertible {
    /// The method, URL, protocol and time, on one line.
    public var description: String {
        let time = seconds(Double(max(hop.timings.end, 0)) / 1_000_000_000)
        let answer = hop.head.map { String($0.status) } ?? "no response"
        return
            "\(hop.request.httpMethod ?? "GET") \(hop.request.url?.absoluteString ?? "-"): \(answer), "
            + "\(networkProtocolName ?? "unknown protocol"), \(time)\(isReusedConnection ? ", reused connection" : "")"
    }
}
