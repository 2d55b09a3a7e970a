#if os(Linux)
internal import CNeatlineCurl

/// The attempts of libcurl to send a request, and their connections.
struct CurlSending {
    /// Whether libcurl reports when it begins to send a request, since 7.80.
    var tellsRequests = false
    fileprivate var count = 0
    /// The numbers of connections and sent bytes before the last attempt.
    fileprivate var connections = 0
    fileprivate var bytes = 0
    /// Whether the last attempt used a connection that another request had used.
    fileprivate var wasConnectionUsed = false
    /// Whether the connection used HTTP/2.
    fileprivate var wasHTTP2 = false
    /// Whether the connection had been closed before anything was sent on it.
    fileprivate var foundEnd = false

    mutating func reset() { self = CurlSending(tellsRequests: tellsRequests) }
}

/// The two ends of the connection on which a request is about to be sent, as libcurl reports them in a callback.
struct CurlConnectionEnds {
    /// A zero-terminated text that is valid during the callback.
    let remoteAddress: UnsafeMutablePointer<CChar>
    let remotePort: Int32
    let localPort: Int32
}

/// libcurl repeats a request if a reused connection is closed without a byte of the response, assuming that the server
/// had closed it before the request arrived. But the server may have read the request. So a request that is not
/// idempotent (RFC 9110, section 9.2.2) is repeated only if nothing of it was sent, or the server has reported that it
/// has not processed it, which is possible in HTTP/2 (RFC 9113, section 8.7).
///
/// libcurl 8 sends requests on connections that the server has closed, and libcurl 7 does so with TLS. So a request
/// that must not be repeated is sent only on a connection that is open, and otherwise restarted on another one.
extension CurlHandle {
    /// Sets a callback that libcurl calls before it sends a request. A libcurl without it makes a new connection, which
    /// was not used before, for each request that must not be repeated.
    func watchRequests() {
        setPointer(.prerequestData, Unmanaged.passUnretained(self).toOpaque())
        // SAFETY: the context is this handle, which is alive while its transfer runs; libcurl calls back only then.
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

    /// Called when libcurl is about to send the transfer's request, for the first time or again.
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
        // After a 417 response libcurl repeats the request without the refused field; but the response was already
        // reported.
        if transfer.head.isComplete {
            endEarly()
            return false
        }
        // On a connection that was made for the request, libcurl repeats it only if the server has refused it
        // unprocessed.
        if bytes == sending.bytes || !sending.wasConnectionUsed { return true }
        if wasRefused { return true }
        fail(
            TransportError(
                .connectionLost,
                "the connection was lost after the request was sent, which is not repeated because it is not idempotent"
            ))
        return false
    }

    /// Returns whether the server has closed the connection, so that it will not respond to requests on it. Before
    /// HTTP/2, bytes before a request cannot be a response to it, and mean that the connection is about to be closed.
    private func hasEnded(_ transfer: CurlTransfer, on ends: CurlConnectionEnds?, isHTTP2: Bool) -> Bool {
        // Unix sockets have no ports.
        let socket = ends.flatMap(transfer.loop.socket) ?? neatline_curl_easy_socket(library.functions, easy)
        guard socket >= 0 else { return false }
        // Only OpenSSL reports the negotiated protocol.
        let mayBeHTTP2 = isHTTP2 || transfer.request.layout.isSecure && library.openSSL == nil
        let events = neatline_socket_events(socket)
        return events & NEATLINE_FAILED != 0 || !mayBeHTTP2 && events & NEATLINE_READABLE != 0
    }

    /// Whether libcurl has given up a request because the server refused its stream (`REFUSED_STREAM`, or `GOAWAY` with
    /// a lower number). If an HTTP/2 connection was lost, libcurl's message says how.
    private var wasRefused: Bool { sending.wasHTTP2 && errorMessage.isEmpty }

    /// Whether the transfer has failed only because its connection had been closed before, or libcurl has sent its
    /// request six times, and each time the server refused it or the connection was closed before a response: then it
    /// may be restarted on a connection that no other request has used.
    func mayBegin(again transfer: CurlTransfer, code: Int32) -> Bool {
        guard transfer.head.byteCount == 0, failure == nil, !transfer.isCancelled,
            transfer.freshStarts < CurlTransfer.freshStartLimit
        else { return false }
        if sending.foundEnd { return true }
        // libcurl 7 may lose a complete response while it still sends the request's body.
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
        guard transfer.request.layout.isSecure, settings.standardHTTPVersion != CurlNumber.httpVersion1_1 else {
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
    /// Returns whether a method is idempotent: those of RFC 9110, section 9.2.2, QUERY, and the safe ones of WebDAV.
    /// Unknown methods are not.
    static func isIdempotent(_ method: String) -> Bool {
        switch method {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH": true
        default: false
        }
    }
}
#endif
