/// The HTTP version of requests.
///
/// ```swift
/// let session = Session(httpVersion: .http1_1)
/// AF.request("http://localhost:8080/").httpVersion(.http2PriorKnowledge)
/// ```
///
/// The version that a request was sent with is ``HTTPTransactionMetrics/networkProtocolName``. Each version that
/// differs from the transport's has separate connections.
public enum HTTPVersion: Sendable, Hashable, CaseIterable {
    /// HTTP/2 for servers that offer it over TLS, otherwise HTTP/1.1.
    case automatic
    /// HTTP/1.1, for servers with or without TLS.
    case http1_1
    /// HTTP/2 only, also without TLS, for servers that are known to support it.
    case http2PriorKnowledge
    /// HTTP/3 for `https` URLs, and HTTP/2 or HTTP/1.1 if no connection over QUIC can be made. It needs a libcurl with
    /// HTTP/3; with any other, and for `http` URLs, requests fail.
    case http3
}
