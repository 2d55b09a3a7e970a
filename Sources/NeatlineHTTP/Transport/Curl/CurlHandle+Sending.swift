#if os(Linux)
internal import CNeatlineCurl

/// How often libcurl has begun to send a request, and on what.
struct CurlSending {
    /// Whether libcurl says when it begins to send a request: from 7.80 on.
    var tellsRequests = false
    fileprivate var count = 0
    /// Connections made, and bytes sent, before the last time.
    fileprivate var connections = 0
    fileprivate var bytes = 0
    /// Whether the last time was on a connection that another request had used.
    fileprivate var wasConnectionUsed = false
    /// Whether it was on one of HTTP/2.
    fileprivate var wasHTTP2 = false
    /// Whether the connection had ended before anything was sent on it.
    fileprivate var foundEnd = false

    mutating func reset() { self = CurlSending(tellsRequests: tellsRequests) }
}

/// The two ends of the connection that a request is about to be sent on, as libcurl tells them in a callback.
struct CurlConnectionEnds {
    /// A text that ends with a zero and lives for the length of the callback.
    let remoteAddress: UnsafeMutablePointer<CChar>
    let remotePort: Int32
    let localPort: Int32
}

/// libcurl sends a request again by itself if a connection that was used before ends without a byte of the response: it
/// takes it for one that the server had closed before the request came. But the server may have read the request. So one that
/// is not idempotent (RFC 9110, section 9.2.2) goes out again only if nothing of it was sent, or the server has said that
/// it did nothing with it, which HTTP/2 can say (RFC 9113, section 8.7).
///
/// libcurl 8 sends requests on connections that the server has closed before, and libcurl 7 does so with TLS. So a request
/// that libcurl may not send again is only sent on a connection that is open, and else begun anew on another one.
extension CurlHandle {
    /// Lets libcurl ask before it sends a request. A libcurl that cannot makes a new connection for each request that must
    /// not be sent again; of those none was used before.
    func watchRequests() {
        setPointer(.prerequestData, Unmanaged.passUnretained(self).toOpaque())
        // SAFETY: the context is this handle, which is alive while its transfer runs; libcurl calls then only.
        let code = neatline_curl_easy_set_prerequest_callback(library.functions, easy) {
            context, remoteAddress, _, remotePort, localPort in
            let ends = remoteAddress.map {
                CurlConnectionEnds(remoteAddress: $0, remotePort: remotePort, localPort: localPort)
            }
            return CurlHandle.with(context) { handle, transfer in
                handle.maySend(transfer, on: ends) ? CurlNumber.prerequestSend : CurlNumber.prerequestAbort
            } ?? CurlNumber.prerequestAbort
        }
        sending.tellsRequests = code == CurlCode.ok
    }

    /// libcurl is about to send the transfer's request, for the first time or again.
    private func maySend(_ transfer: CurlTransfer, on ends: CurlConnectionEnds?) -> Bool {
        guard !transfer.request.isIdempotent || transfer.body.isStream else { return true }
        let connections = number(CurlNumber.newConnections)
        let bytes = number(CurlNumber.requestSize)
        let isConnectionUsed = connections == sending.connections
        let isHTTP2 = speaksHTTP2(transfer)
        defer {
            sending.wasConnectionUsed = isConnectionUsed
            sending.wasHTTP2 = isHTTP2
            sending.connections = connections
            sending.bytes = bytes
            sending.count += 1
        }
        guard sending.count > 0 else {
            sending.foundEnd = isConnectionUsed && hasEnded(transfer, on: ends, isHTTP2: isHTTP2)
            return !sending.foundEnd
        }
        guard !transfer.request.isIdempotent else { return true }
        // After a response 417 libcurl sends a request anew without the field that was refused; but the response was told.
        if transfer.head.isComplete {
            endEarly()
            return false
        }
        // On a connection that was made for the request, libcurl sends it again only if the server has refused it unread.
        if bytes == sending.bytes || !sending.wasConnectionUsed { return true }
        if wasRefused { return true }
        fail(
            TransportError(
                .connectionLost,
                "the connection was lost after the request was sent, which is not repeated because it is not idempotent"
            ))
        return false
    }

    /// Whether the server has ended the connection that is to be used: then it answers nothing that is sent on it. Before
    /// HTTP/2, bytes that come before the request are no answer to it either, but say that the connection is about to end.
    private func hasEnded(_ transfer: CurlTransfer, on ends: CurlConnectionEnds?, isHTTP2: Bool) -> Bool {
        // Unix sockets have no ports.
        let socket = ends.flatMap(transfer.loop.socket) ?? neatline_curl_easy_socket(library.functions, easy)
        guard socket >= 0 else { return false }
        // Only OpenSSL says what was agreed on.
        let mayBeHTTP2 = isHTTP2 || transfer.request.layout.isSecure && library.openSSL == nil
        let events = neatline_socket_events(socket)
        return events & NEATLINE_FAILED != 0 || !mayBeHTTP2 && events & NEATLINE_READABLE != 0
    }

    /// Whether libcurl has given a request up because the server refused its stream (`REFUSED_STREAM`, or `GOAWAY` with a
    /// lower number). Where it has lost a connection of HTTP/2, libcurl says how.
    private var wasRefused: Bool { sending.wasHTTP2 && errorMessage.isEmpty }

    /// Whether the transfer has ended only because its connection had ended before, or libcurl has sent its request six times,
    /// each of which the server refused or the connection ended before a response: then it may be begun anew, on a connection
    /// that no other request has used.
    func mayBegin(again transfer: CurlTransfer, code: Int32) -> Bool {
        guard transfer.head.byteCount == 0, failure == nil, !transfer.isCancelled,
            transfer.freshStarts < CurlTransfer.freshStartLimit
        else { return false }
        if sending.foundEnd { return true }
        // libcurl 7 may lose a response that has come whole while it still sends the request's body.
        if code == CurlCode.http2Stream || code == CurlCode.partialFile {
            return transfer.request.isIdempotent && (errorMessage.isEmpty || hasLostUsedConnection)
        }
        guard code == CurlCode.sendError || code == CurlCode.http2 else { return false }
        let message = errorMessage
        if code == CurlCode.http2 { return message.isEmpty && transfer.request.isIdempotent }
        return message.hasPrefix("Connection died, tried ") && (transfer.request.isIdempotent || sending.wasHTTP2)
    }

    /// Whether a connection of HTTP/2 that others had used has ended without a word on the request. libcurl sends a request
    /// of HTTP/1 again by itself then.
    private var hasLostUsedConnection: Bool {
        number(CurlNumber.newConnections) == 0 && errorMessage.hasSuffix("before end of the underlying stream")
    }

    private func speaksHTTP2(_ transfer: CurlTransfer) -> Bool {
        if settings.standardHTTPVersion == CurlNumber.httpVersion2PriorKnowledge { return true }
        guard transfer.request.layout.isSecure, settings.standardHTTPVersion == CurlNumber.httpVersion2OverTLS else {
            return false
        }
        return library.openSSL?.speaksHTTP2(easy, of: library.functions) ?? false
    }

    private func number(_ question: Int32) -> Int {
        var answer = 0
        _ = neatline_curl_easy_get_long(library.functions, easy, question, &answer)
        return answer
    }
}

extension CurlRequest {
    /// Whether a method may be sent twice without doing more than once: RFC 9110, section 9.2.2, QUERY, and the safe ones of
    /// WebDAV. Methods that are not known may not.
    static func isIdempotent(_ method: String) -> Bool {
        switch method {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH": true
        default: false
        }
    }
}
#endif
