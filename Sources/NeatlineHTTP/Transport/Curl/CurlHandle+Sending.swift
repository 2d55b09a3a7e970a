#if os(Linux)
internal import CNeatlineCurl

/// What ``CurlConnectionUse`` has to know of a request that is being sent.
struct CurlSending {
    /// Whether libcurl reports when it begins to send a request, since 7.80.
    var tellsRequests = false
    fileprivate(set) var use = CurlConnectionUse(isIdempotent: true)
    /// The number of connections that were made before the last attempt.
    fileprivate var connections = 0
    /// The socket of the connection; `nil` if it is not known, as with Unix sockets.
    fileprivate var socket: Int32?
    /// The bytes that the server had confirmed before the request.
    fileprivate var confirmed: Int64 = -1
    /// Whether the connection used HTTP/2.
    fileprivate var wasHTTP2 = false

    mutating func begin(_ request: borrowing CurlRequest) {
        self = CurlSending(
            tellsRequests: tellsRequests, use: CurlConnectionUse(isIdempotent: request.isIdempotent))
    }
}

/// The two ends of the connection on which a request is about to be sent, as libcurl reports them in a callback.
struct CurlConnectionEnds {
    /// A zero-terminated text that is valid during the callback.
    let remoteAddress: UnsafeMutablePointer<CChar>
    let remotePort: Int32
    let localPort: Int32
}

/// Gathers what ``CurlConnectionUse`` decides by, and does what it decides.
extension CurlHandle {
    /// Sets a callback that libcurl calls before it sends a request. With a libcurl without it, no connection of HTTP/1 is
    /// used again, and each request that must not be repeated has a new connection.
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

    /// Chooses the connections that a transfer may use.
    func chooseConnections(for transfer: CurlTransfer) {
        sending.begin(transfer.request)
        useFreshConnection(
            transfer.freshStarts > 0 || transfer.trust.isRestarting
                || !sending.tellsRequests && !transfer.request.isIdempotent)
        limitReuse(for: transfer)
        setVerbose(false)
    }

    /// Sets a callback for libcurl's messages, among which are those of bytes behind a response. libcurl drops them, and
    /// uses the connection again: versions 7 after a response without a body, 8.23, too, after one in chunks.
    func watchSurplus() {
        setPointer(.debugData, Unmanaged.passUnretained(self).toOpaque())
        // SAFETY: the context is this handle, which is alive while its transfer runs, and the bytes are valid during the
        // call.
        _ = neatline_curl_easy_set_debug_callback(library.functions, easy) { _, kind, bytes, count, context in
            let text = UnsafeRawBufferPointer(start: bytes, count: count)
            if kind == 0, text.starts(with: "Excess found".utf8) || text.starts(with: "Leftovers after".utf8) {
                CurlHandle.with(context) { handle, transfer in
                    handle.sending.use.surplusCame()
                    handle.limitReuse(for: transfer)
                }
            }
            return 0
        }
    }

    /// Sets a callback that libcurl calls at the end of a body in chunks, for the fields behind it.
    func watchTrailers() {
        setPointer(.trailerData, Unmanaged.passUnretained(self).toOpaque())
        // SAFETY: the context is this handle, which is alive while its transfer runs, and the list is libcurl's.
        _ = neatline_curl_easy_set_trailer_callback(library.functions, easy) { list, context in
            let isAdded = CurlHandle.with(context) { handle, transfer in handle.addTrailers(of: transfer, to: list) }
            return isAdded == true ? CurlNumber.trailersSend : CurlNumber.trailersAbort
        }
    }

    private func addTrailers(
        of transfer: CurlTransfer, to list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Bool {
        guard let trailers = transfer.trailers?() else { return true }
        do throws(TransportError) {
            try TransportRequest.check(trailers)
        } catch {
            fail(error)
            return false
        }
        return trailers.fields.allSatisfy { field in
            let line = Array(field.name.utf8) + Array(": ".utf8) + field.value.octets + [0]
            // SAFETY: the text ends with a zero byte, has no other one, and is copied.
            return line.withUnsafeBytes {
                neatline_curl_list_append(
                    library.functions, list, $0.baseAddress?.assumingMemoryBound(to: CChar.self)) == 0
            }
        }
    }

    /// Sets whether libcurl reports its messages, which is slow.
    private func setVerbose(_ isVerbose: Bool) {
        guard settings.isVerbose != isVerbose else { return }
        settings.isVerbose = isVerbose
        setLong(.verbose, isVerbose ? 1 : 0)
    }

    /// Called when libcurl is about to send the transfer's request, for the first time or again.
    private func maySend(_ transfer: CurlTransfer, on ends: CurlConnectionEnds?) -> Bool {
        let connections = number(CurlNumber.newConnections)
        let loop = transfer.loop
        sending.socket = ends.flatMap(loop.socket)
        var connection = CurlConnectionUse.Connection(isUsed: connections == sending.connections)
        sending.connections = connections
        let isSecure = transfer.request.layout.isSecure
        connection.isMultiplexed = connection.isUsed ? isMultiplexed(transfer) : speaksHTTP2(transfer)
        if connection.isUsed {
            let events = sending.socket.map(neatline_socket_events) ?? loop.eventsOfIdleSockets
            connection.hasEnded = events & NEATLINE_FAILED != 0
            connection.isReadable =
                events & NEATLINE_READABLE != 0
                || isSecure && library.openSSL?.hasPending(easy, of: library.functions) == true
        } else if let socket = sending.socket, !isSecure, !connection.isMultiplexed {
            // On a new connection of TLS 1.3 session tickets may be first.
            let events = neatline_socket_events(socket)
            connection.hasEnded = events & NEATLINE_FAILED != 0
            connection.isReadable = events & NEATLINE_READABLE != 0
        }
        let isRefused = wasRefused
        if !transfer.request.isIdempotent { sending.wasHTTP2 = speaksHTTP2(transfer) }
        let verdict = sending.use.ready(
            on: connection, sentBytes: number(CurlNumber.requestSize), isRefused: isRefused)
        guard take(verdict, for: transfer) else { return false }
        if let socket = sending.socket {
            loop.watches[Int(socket)].wantsToSend = false
            sending.confirmed = connection.isMultiplexed ? -1 : neatline_socket_progress(socket).confirmed
        }
        return true
    }

    /// Whether the connection, which was used before, is one of HTTP/2 or 3: its first response says it, or, before that,
    /// what was agreed on. Only OpenSSL reports that; but in HTTP/1 no connection is used again before its response.
    private func isMultiplexed(_ transfer: CurlTransfer) -> Bool {
        if let socket = sending.socket, let isMultiplexed = transfer.loop.watches[Int(socket)].isMultiplexed {
            return isMultiplexed
        }
        if settings.standardHTTPVersion == CurlNumber.httpVersion3 { return true }
        let isUnknown = transfer.request.layout.isSecure && library.openSSL == nil
        return isUnknown ? settings.standardHTTPVersion != CurlNumber.httpVersion1_1 : speaksHTTP2(transfer)
    }

    /// Called with the first line of a head. Returns whether it may be used.
    func mayTakeHead(of transfer: CurlTransfer) -> Bool {
        let isMultiplexed = transfer.head.isMultiplexed
        var progress = CurlConnectionUse.Progress()
        if let socket = sending.socket {
            transfer.loop.watches[Int(socket)].isMultiplexed = isMultiplexed
            // A connection that was made has at least one confirmed byte, if the system counts them.
            if sending.confirmed > 0, !isMultiplexed {
                let now = neatline_socket_progress(socket)
                progress.isConfirmed = now.confirmed > sending.confirmed
                progress.isOutstanding = now.is_outstanding != 0
            }
        }
        return take(sending.use.headBegan(progress, isMultiplexed: isMultiplexed), for: transfer)
    }

    /// Called when the head of a final response is complete. Returns whether it may be used.
    func mayUseResponse(status: Int, to transfer: CurlTransfer) -> Bool {
        let refusesExpectation = status == 417 && transfer.request.hasExpectation && transfer.mayBeginAgain
        if refusesExpectation { transfer.request.dropExpectation() }
        // libcurl closes the connection by itself if a body is longer than announced.
        if !transfer.head.isMultiplexed, transfer.request.isHead || (transfer.head.contentLength ?? 0) == 0 {
            setVerbose(true)
        }
        return take(
            sending.use.headCompleted(isWritten: isWritten(transfer), refusesExpectation: refusesExpectation),
            for: transfer)
    }

    /// Whether the transfer ends with these bytes of the response's body; 0 for its head.
    func ends(with count: Int, of transfer: CurlTransfer) -> Bool {
        sending.use.received(count, of: transfer.head.bodyLength(toHead: transfer.request.isHead))
    }

    /// Whether libcurl has written the whole request.
    private func isWritten(_ transfer: CurlTransfer) -> Bool {
        if let socket = sending.socket, transfer.loop.watches[Int(socket)].wantsToSend { return false }
        return switch transfer.request.mode {
        case .none: true
        case .memory(let count): count == 0 || figures().body_sent >= count
        case .pieces(let length?): transfer.body.handedBytes >= length && figures().body_sent >= length
        case .pieces(nil): transfer.body.isExhausted
        }
    }

    /// Lets libcurl use the connection for another request only if that was decided. One that it only opens, for a WebSocket,
    /// it would close at once otherwise.
    private func limitReuse(for transfer: CurlTransfer) {
        let mayReuse = sending.tellsRequests && sending.use.allowsReuse && !settings.alwaysForbidsReuse
        forbidReuse(transfer.upgrade == nil && !mayReuse)
    }

    /// Does what was decided. Returns whether the transfer goes on.
    private func take(_ verdict: CurlConnectionUse.Verdict, for transfer: CurlTransfer) -> Bool {
        limitReuse(for: transfer)
        switch verdict {
        case .goOn: return true
        case .restart: return false
        case .fail(.lost):
            fail(
                TransportError(
                    .connectionLost,
                    "the connection was lost after the request was sent, which is not repeated because it is not idempotent"
                ))
            return false
        case .fail(.unasked):
            fail(TransportError(.connectionLost, "the server sent a response before it had the request"))
            return false
        }
    }

    /// Whether libcurl has given up a request because the server refused its stream (`REFUSED_STREAM`, or `GOAWAY` with
    /// a lower number). If an HTTP/2 connection was lost, libcurl's message says how.
    private var wasRefused: Bool { sending.wasHTTP2 && errorMessage.isEmpty }

    /// Whether libcurl has sent the request as often as it does by itself.
    var hasGivenUp: Bool { errorMessage.hasPrefix("Connection died, tried ") }

    /// Whether the transfer has ended only because it may not go on on its connection, or libcurl has sent its
    /// request six times, and each time the server refused it or the connection was closed or reset before a response: then
    /// it may be restarted on a connection that no other request has used.
    func mayBegin(again transfer: CurlTransfer, code: Int32) -> Bool {
        guard failure == nil, !transfer.isCancelled, transfer.freshStarts < CurlTransfer.freshStartLimit
        else { return false }
        if sending.use.restarts { return true }
        guard transfer.head.byteCount == 0 else { return false }
        // Nothing was sent: a body of unknown length is not sent on a connection whose server speaks HTTP/1.0. On a new one
        // that is not known before its response.
        if code == CurlCode.uploadFailed { return true }
        // libcurl 7 may lose a complete response while it still sends the request's body.
        if code == CurlCode.http2Stream || code == CurlCode.partialFile {
            return transfer.request.isIdempotent && (errorMessage.isEmpty || hasLostUsedConnection)
        }
        if code == CurlCode.http2 { return errorMessage.isEmpty && transfer.request.isIdempotent }
        // The code is that of the last attempt: for a refused stream it is `CURLE_RECV_ERROR`.
        guard code == CurlCode.sendError || code == CurlCode.receiveError else { return false }
        return sending.use.beginsAgain(
            hasGivenUp: hasGivenUp, sentBytes: number(CurlNumber.requestSize),
            isRefused: hasGivenUp && sending.wasHTTP2)
    }

    /// Called when the body of a transfer that may be restarted cannot be read again. If libcurl has ended it only because it
    /// may not go on, libcurl's error would name neither this nor another reason.
    func cannotBeginAgain(because error: TransportError) {
        if sending.use.restarts { fail(error) }
    }

    /// Returns whether libcurl may read the body again, as it does before it repeats a request. A request that must not be
    /// repeated fails here: of a body that cannot be read twice, that would be the error otherwise.
    func mayRewind(_ transfer: CurlTransfer) -> Bool {
        guard transfer.head.byteCount == 0 else { return true }
        let mayRepeat = sending.use.mayRepeat(sentBytes: number(CurlNumber.requestSize), isRefused: wasRefused)
        return mayRepeat || take(.fail(.lost), for: transfer)
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
