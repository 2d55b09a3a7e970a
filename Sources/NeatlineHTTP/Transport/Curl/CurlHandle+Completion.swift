#if os(Linux)
internal import CNeatlineCurl
internal import NeatlineSystem

// The end of a transfer: its error, and its timings.

extension CurlHandle {
    /// Returns the error of a transfer that has ended; `nil` if its response is complete.
    func error(code: Int32) -> TransportError? {
        if let failure { return failure }
        if endedEarly { return truncation }
        if transfer?.isCancelled == true && code != CurlCode.ok { return TransportError(.cancelled, "cancelled") }
        let hasHead = transfer?.head.isComplete == true
        guard code != CurlCode.ok else {
            if hasHead { return truncation }
            return transfer?.head.hasSwitchedProtocols == true
                ? TransportError(.invalidResponse, "the server switched protocols without being asked to")
                : TransportError(.connectionLost, "the connection ended before the head of the response was complete")
        }
        var message = errorMessage
        if hasGivenUp, let starts = transfer?.freshStarts, starts > 0 {
            message += ", in the last of \(starts + 1) series of attempts"
        }
        if code == CurlCode.http2Stream, hasHead, isClosedByResponse(message),
            let length = transfer?.head.contentLength, figures().body_received >= length
        {
            return truncation
        }
        if code == CurlCode.sslInvalidCertificateStatus { transfer?.serverTrust?.failStatus(message) }
        let text =
            CurlCode.limit(of: code, hasHead: hasHead) ?? CurlCode.rejection(of: code, message: message)
            ?? (message.isEmpty ? library.text(of: code) : message)
        return TransportError(
            CurlCode.meaning(of: code, message: message, hasHead: hasHead, connectStatus: connectStatus),
            withShortage(text, code: code), nativeCode: Int(code))
    }

    /// Returns a message with the error because of which the process could open no descriptor for the transfer, if that is so.
    private func withShortage(_ text: String, code: Int32) -> String {
        guard code == CurlCode.cannotConnect else {
            return figures().request_size == 0 ? CurlLoop.withShortage(text) : text
        }
        // Another thread may have opened or closed a descriptor since the socket was to be opened.
        let error = SystemError(code: socketOpener.pointee.error)
        return error.isExhaustion ? "\(text) (\(error))" : text
    }

    /// Returns the error of a connection that was to be opened, or was open, for a WebSocket.
    func connectError(code: Int32) -> TransportError? {
        if let failure { return failure }
        guard code != CurlCode.ok else { return nil }
        if transfer?.isCancelled == true { return TransportError(.cancelled, "cancelled") }
        return error(code: code)
    }

    /// Whether libcurl has failed to send the rest of a request's body over HTTP/2 because the stream was closed: the
    /// server has responded without it and does not need it (RFC 9113, section 8.1). libcurl 7 has no message then, but
    /// has one if the server has reset the stream.
    private func isClosedByResponse(_ message: String) -> Bool {
        message.isEmpty || message.hasSuffix("reset by curl (error 0x5 STREAM_CLOSED)")
    }

    /// Returns the error of a complete body whose content coding is truncated.
    private var truncation: TransportError? {
        guard case .coded(let decoder) = transfer?.content, decoder.isTruncated, !allowsTruncatedContent else {
            return nil
        }
        return TransportError(.cannotDecodeContent, "the body ends before its content coding, \(decoder.coding), does")
    }

    /// Whether the connect timeout has expired while the transfer was only waiting for one of the allowed connections.
    ///
    /// Versions 8 of libcurl count that as connecting. Their messages differ while a name is resolved or a connection
    /// is made.
    func timedOutInQueue(code: Int32) -> Bool {
        guard code == CurlCode.operationTimedOut, transfer?.isCancelled == false else { return false }
        return errorMessage.hasPrefix("Operation timed out") && figures().lookup == 0
    }

    private var connectStatus: Int {
        var status = 0
        _ = neatline_curl_easy_get_long(library.functions, easy, CurlNumber.connectStatus, &status)
        return status
    }

    /// The timing of the transfer.
    func timings(of transfer: CurlTransfer) -> TransportTimings {
        let figures = figures()
        var timings = TransportTimings()
        timings.end = neatline_clock_monotonic() - transfer.submittedAt
        timings.start = neatline_clock_realtime() - timings.end
        // libcurl measures from the time at which the loop has started the transfer.
        let offset = max(0, timings.end - figures.total * 1000)
        func time(_ microseconds: Int64) -> Int64? {
            microseconds > 0 ? min(timings.end, offset + microseconds * 1000) : nil
        }
        timings.isReusedConnection = figures.new_connections == 0 && figures.remote_port > 0
        if !timings.isReusedConnection {
            timings.lookupEnd = time(figures.lookup)
            timings.connectEnd = time(figures.connect)
            timings.secureConnectionEnd = time(figures.secure)
        }
        timings.requestStart = time(figures.pretransfer)
        timings.responseStart = time(figures.first_byte)
        switch figures.http_version {
        case 1: timings.protocolVersion = .http1_0
        case 2: timings.protocolVersion = .http1_1
        case 3: timings.protocolVersion = .http2
        case 30: timings.protocolVersion = .http3
        default: break
        }
        timings.isProxyConnection = figures.used_proxy > 0 || figures.connect_status > 0
        // libcurl does not report this before 8.7; the port is an approximation.
        if figures.used_proxy < 0, proxies.ports.contains(Int(figures.remote_port)) { timings.isProxyConnection = true }
        let sent: Int64
        switch transfer.request.mode {
        case .none: sent = 0
        case .memory(let count): sent = min(figures.body_sent, Int64(count))
        case .pieces: sent = min(figures.body_sent, transfer.body.handedBytes)
        }
        timings.bodyBytesSent = sent
        timings.headerBytesSent = Int64(figures.request_size)
        timings.headerBytesReceived = Int64(figures.header_size)
        timings.bodyBytesReceived = figures.body_received
        if figures.local_port > 0, let address = figures.local_address {
            // SAFETY (both): libcurl's texts end with a zero byte and are valid until the handle is used again.
            timings.localAddress = String(cString: address)
            timings.localPort = figures.local_port
        }
        if figures.remote_port > 0, let address = figures.remote_address {
            timings.remoteAddress = String(cString: address)
            timings.remotePort = figures.remote_port
        }
        return timings
    }
}
#endif
