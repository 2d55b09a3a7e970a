public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// When what happened to one request that went over the wire.
///
/// It has the members of `URLSessionTaskTransactionMetrics` that a transport can know. Dates are nil for what did not
/// happen (a reused connection is not connected anew) and for what the transport cannot see.
public struct HTTPTransactionMetrics: Sendable {
    let hop: ExchangeHop

    init(_ hop: ExchangeHop) { self.hop = hop }

    /// The request, without what was added to it on the way (cookies, fields of the session, credentials).
    public var request: URLRequest { hop.request }

    /// The response's head, or nil if none came whole.
    public var response: HTTPURLResponse? { hop.head?.response }

    /// The transport was given the request.
    public var fetchStartDate: Date? { Date(nanoseconds: hop.timings.start) }
    /// The same as ``fetchStartDate``, if a name was looked up.
    public var domainLookupStartDate: Date? { hop.timings.lookupEnd.map { _ in Date(nanoseconds: hop.timings.start) } }
    /// The host's addresses are known.
    public var domainLookupEndDate: Date? { date(hop.timings.lookupEnd) }
    /// A connection is being made.
    public var connectStartDate: Date? {
        hop.timings.connectEnd == nil ? nil : date(hop.timings.lookupEnd ?? 0)
    }
    /// TLS is being agreed on.
    public var secureConnectionStartDate: Date? {
        hop.timings.secureConnectionEnd == nil ? nil : date(hop.timings.connectEnd)
    }
    /// TLS is agreed on.
    public var secureConnectionEndDate: Date? { date(hop.timings.secureConnectionEnd) }
    /// The connection is made, with TLS if the URL asks for it.
    public var connectEndDate: Date? { date(hop.timings.secureConnectionEnd ?? hop.timings.connectEnd) }
    /// The request began to be sent.
    public var requestStartDate: Date? { date(hop.timings.requestStart) }
    /// The first byte of the response came.
    public var responseStartDate: Date? { date(hop.timings.responseStart) }
    /// The last byte of the response came, or the hop failed.
    public var responseEndDate: Date? { hop.timings.responseStart == nil ? nil : date(hop.timings.end) }

    /// `http/1.0`, `http/1.1`, `h2` or `h3`, as ALPN names them; nil if nothing was agreed on.
    public var networkProtocolName: String? {
        switch hop.timings.protocolVersion {
        case nil: nil
        case .http1_0: "http/1.0"
        case .http1_1: "http/1.1"
        case .http2: "h2"
        case .http3: "h3"
        }
    }

    /// Whether a proxy stood between.
    public var isProxyConnection: Bool { hop.timings.isProxyConnection }
    /// Whether the connection had served another request before.
    public var isReusedConnection: Bool { hop.timings.isReusedConnection }

    /// Bytes of the request's head.
    public var countOfRequestHeaderBytesSent: Int64 { hop.timings.headerBytesSent }
    /// Bytes of the request's body.
    public var countOfRequestBodyBytesSent: Int64 { hop.timings.bodyBytesSent }
    /// Bytes of the response's head.
    public var countOfResponseHeaderBytesReceived: Int64 { hop.timings.headerBytesReceived }
    /// Bytes of the response's body as they came.
    public var countOfResponseBodyBytesReceived: Int64 { hop.timings.bodyBytesReceived }
    /// Bytes of the response's body after its content codings were taken off.
    public var countOfResponseBodyBytesAfterDecoding: Int64 { hop.decodedBytes }

    /// This side's address, such as `127.0.0.1`.
    public var localAddress: String? { hop.timings.localAddress }
    /// This side's port.
    public var localPort: Int? { hop.timings.localPort }
    /// The other side's address.
    public var remoteAddress: String? { hop.timings.remoteAddress }
    /// The other side's port.
    public var remotePort: Int? { hop.timings.remotePort }

    private func date(_ offset: Int64?) -> Date? {
        offset.map { Date(nanoseconds: hop.timings.start &+ $0) }
    }
}

/// What an exchange keeps of one hop.
struct ExchangeHop: Sendable {
    var request: URLRequest
    var head: ResponseHead?
    var timings: TransportTimings
    var decodedBytes: Int64
}

extension HTTPTransactionMetrics: CustomStringConvertible {
    /// Method, URL, protocol and time, in a line.
    public var description: String {
        let time = seconds(Double(max(hop.timings.end, 0)) / 1_000_000_000)
        let answer = hop.head.map { String($0.status) } ?? "no response"
        return
            "\(hop.request.httpMethod ?? "GET") \(hop.request.url?.absoluteString ?? "-"): \(answer), "
            + "\(networkProtocolName ?? "unknown protocol"), \(time)\(isReusedConnection ? ", reused connection" : "")"
    }
}
