#if os(Linux)
internal import Foundation

/// The request that asks a server to upgrade its connection to a WebSocket (RFC 6455, section 4.1).
///
/// libcurl opens the connection and the head is sent on it, because libcurl's own upgrade is missing from most of its
/// builds. ``CurlRequest`` has checked the URL, the method and the fields before.
struct CurlUpgrade {
    let channel: WebSocketChannel
    let handshake: WebSocketHandshake
    /// The head of the request.
    let head: [UInt8]
    let isSecure: Bool

    /// The fields that are not sent: those of bodies, of connections, and for proxies, which receive only the request for a
    /// tunnel.
    private static let omittedNames: Set<String> = [
        "content-length", "transfer-encoding", "expect", "te", "trailer", "keep-alive", "proxy-connection",
        "proxy-authorization", "host",
    ]

    /// Creates the upgrade of a request; returns `nil` if it is an ordinary one.
    ///
    /// - Throws: `TransportError` if the request has a body, or another method than `GET`.
    init?(_ request: borrowing TransportRequest) throws(TransportError) {
        guard let channel = request.webSocket else { return nil }
        guard request.method == "GET" else {
            throw TransportError(.invalidRequest, "a WebSocket is opened with GET, not with \(request.method)")
        }
        let target = try RequestURL(request.url)
        self.channel = channel
        isSecure = target.isSecure
        let fields = request.headers.fields
        handshake = WebSocketHandshake(
            subprotocols: fields.filter { $0.name.isFieldName("sec-websocket-protocol") }.map(\.value),
            offersCompression: channel.options.offersCompression && MessageCoder.isAvailable)
        var text = "GET \(target.pathAndQuery) HTTP/1.1\r\n"
        text += "Host: \(fields.first { $0.name.isFieldName("host") }?.value ?? target.hostField)\r\n"
        let kept = fields.filter {
            let name = $0.name.lowercasedASCII
            return !Self.omittedNames.contains(name) && !WebSocketHandshake.fieldNames.contains(name)
        }
        for field in handshake.fields + kept { text += "\(field.name): \(field.value)\r\n" }
        text += "\r\n"
        head = text.octets
    }
}
#endif
