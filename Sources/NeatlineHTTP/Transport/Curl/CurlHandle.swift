#if os(Linux)
internal import CNeatlineCurl

/// An easy handle of libcurl, which is reused for several requests.
///
/// It is used only on the event loop's thread. libcurl stores its address for callbacks, and the loop retains it as
/// long as libcurl uses it.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    let library: CurlLibrary
    private let headLimit: Int
    let proxies: CurlProxies
    /// Evaluates servers; `nil` if requests with a check are refused.
    let openSSL: CurlOpenSSL?
    /// Whether certificates are verified if there is no check.
    let verifiesCertificates: Bool
    /// libcurl's message for an error, terminated by a zero byte.
    private let errorText: UnsafeMutablePointer<CChar>
    /// Opens the sockets of the handle.
    let socketOpener: UnsafeMutablePointer<neatline_curl_socket_opener>

    private(set) var transfer: CurlTransfer?
    /// The error with which a callback has ended the transfer.
    private(set) var failure: TransportError?
    /// Whether a callback has ended the transfer because the response is complete.
    private(set) var endedEarly = false
    /// Whether libcurl holds body bytes back until it is resumed.
    private var isReceivingPaused = false
    /// Whether libcurl waits for bytes of the request's body.
    private var isSendingPaused = false

    var settings = CurlHandleSettings()
    var sending = CurlSending()
    /// Whether a body with a truncated content coding is accepted.
    let allowsTruncatedContent: Bool

    /// - Throws: `TransportError` if this libcurl does not support the configuration.
    init(library: CurlLibrary, environment: CurlEnvironment) throws(TransportError) {
        guard let easy = neatline_curl_easy_init(library.functions) else {
            throw TransportError(.other, "curl_easy_init failed")
        }
        self.easy = easy
        self.library = library
        headLimit = environment.configuration.maximumHeadSize
        proxies = environment.proxies
        openSSL = environment.openSSL
        verifiesCertificates = environment.configuration.tls.verifiesCertificates
        allowsTruncatedContent = environment.configuration.allowsTruncatedContent
        // SAFETY: the buffer has CURL_ERROR_SIZE bytes, the maximum that libcurl writes, and is freed after the handle.
        errorText = .allocate(capacity: 256)
        errorText.initialize(repeating: 0, count: 256)
        // SAFETY: it is freed after the handle.
        socketOpener = .allocate(capacity: 1)
        socketOpener.initialize(to: neatline_curl_socket_opener())
        try environment.apply(to: self)
        setCallbacks()
        watchRequests()
    }

    deinit {
        neatline_curl_easy_cleanup(library.functions, easy)
        errorText.deallocate()
        socketOpener.deallocate()
    }

    var errorMessage: String {
        // SAFETY: libcurl terminates the text with a zero byte, and the buffer was zeroed.
        errorText.pointee == 0 ? "" : String(cString: errorText)
    }

    /// Prepares the handle for being added to the multi handle.
    func begin(_ transfer: CurlTransfer) -> Int32 {
        self.transfer = transfer
        transfer.handle = self
        failure = nil
        endedEarly = false
        isReceivingPaused = false
        isSendingPaused = false
        errorText.pointee = 0
        socketOpener.pointee.error = 0
        chooseConnections(for: transfer)
        return apply(transfer.request) | apply(transfer.serverTrust)
    }

    /// Ends the transfer with this error, from within a callback.
    func fail(_ error: TransportError) { failure = error }

    /// Detaches the handle from its transfer.
    func end() {
        transfer?.handle = nil
        transfer = nil
        failure = nil
        undo()
    }

    /// Resumes the body bytes that were held back.
    func resumeReceiving() {
        guard isReceivingPaused else { return }
        isReceivingPaused = false
        unpause()
    }

    /// Resumes reading the request's body.
    func resumeSending() {
        guard isSendingPaused else { return }
        isSendingPaused = false
        unpause()
    }

    private func unpause() {
        // libcurl may call back from within this call, and may be paused again.
        let pausedBefore = isSendingPaused ? CurlNumber.pauseSending : CurlNumber.pauseNothing
        let paused = isReceivingPaused ? pausedBefore | CurlNumber.pauseReceiving : pausedBefore
        _ = neatline_curl_easy_pause(library.functions, easy, paused)
    }

    // MARK: Callbacks

    private func setCallbacks() {
        let functions = library.functions
        let this = Unmanaged.passUnretained(self).toOpaque()
        setPointer(.errorBuffer, errorText)
        setPointer(.privateData, this)
        setPointer(.headerData, this)
        setPointer(.writeData, this)
        setPointer(.readData, this)
        setPointer(.seekData, this)
        watchSurplus()
        watchTrailers()
        // SAFETY (all four): the context is this handle, which is alive while its transfer runs, and the bytes are
        // valid during the call.
        _ = neatline_curl_easy_set_transfer_callback(functions, easy, CurlOption.headerFunction.rawValue) {
            bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlHandle.with(context) { handle, transfer in handle.takeHeader(line, of: transfer) } ?? -1
        }
        _ = neatline_curl_easy_set_transfer_callback(functions, easy, CurlOption.writeFunction.rawValue) {
            bytes, size, count, context in
            let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlHandle.with(context) { handle, transfer in handle.takeBody(bytes, of: transfer) } ?? -1
        }
        _ = neatline_curl_easy_set_transfer_callback(functions, easy, CurlOption.readFunction.rawValue) {
            bytes, size, count, context in
            let memory = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return CurlHandle.with(context) { handle, transfer in handle.giveBody(memory, of: transfer) }
                ?? CurlNumber.readAbort
        }
        _ = neatline_curl_easy_set_seek_callback(functions, easy, CurlOption.seekFunction.rawValue) {
            context, offset, origin in
            CurlHandle.with(context) { handle, transfer in
                handle.rewindBody(of: transfer, offset: offset, origin: origin)
            } ?? CurlNumber.seekFailed
        }
    }

    static func at(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        Unmanaged<CurlHandle>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Calls `body` with the handle in the context and its transfer; returns `nil` if that was cancelled.
    ///
    /// The references are not counted, because this is called for each line of a head.
    @inline(__always)
    static func with<Answer>(
        _ context: UnsafeMutableRawPointer?, _ body: (CurlHandle, CurlTransfer) -> Answer
    ) -> Answer? {
        // SAFETY: the handle is alive while it has a transfer, and retains the transfer until the callback returns.
        Unmanaged<CurlHandle>.fromOpaque(context!)._withUnsafeGuaranteedRef { handle in
            handle.transfer.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef { transfer in
                transfer.isCancelled ? nil : body(handle, transfer)
            }
        }
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer, of transfer: CurlTransfer) -> Int {
        let isFirst = transfer.head.isAtStart
        let step = transfer.head.add(line, limit: headLimit)
        if isFirst, !mayTakeHead(of: transfer) { return -1 }
        switch step {
        case .goOn:
            transfer.noteHeadBytes()
            return line.count
        case .hints(let head):
            transfer.noteHeadBytes()
            transfer.receiver?.transportDidReceive(hints: head)
            return line.count
        case .complete(let head):
            guard mayUseResponse(status: head.status, to: transfer) else { return -1 }
            if transfer.head.hasContentCoding, transfer.request.decodesContent, !transfer.request.isHead {
                transfer.content = library.decoders.content(of: head)
                if case .refused(let error) = transfer.content {
                    failure = error
                    return -1
                }
            }
            reportSent(of: transfer)
            transfer.receiver?.transportDidReceive(head)
            // After an error libcurl sends no more of the body, but continues to wait for it if it was waiting.
            if isSendingPaused { transfer.bodyIsReady() }
            // libcurl treats a request with a body as a POST, and would wait for the body of the response.
            endedEarly = transfer.request.isHead && transfer.request.hasBody || ends(with: 0, of: transfer)
            return endedEarly ? -1 : line.count
        case .failed(let error):
            failure = error
            return -1
        }
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer, of transfer: CurlTransfer) -> Int {
        guard transfer.head.isComplete else {
            failure = TransportError(
                .invalidResponse, "a body was received before the head of the response was complete")
            return -1
        }
        if transfer.isPaused {
            isReceivingPaused = true
            return CurlNumber.writePause
        }
        switch transfer.content {
        case .plain:
            transfer.receive(bytes.bytes)
            return taken(bytes.count, of: transfer)
        case .coded(let decoder):
            switch decoder.decode(bytes, for: transfer) {
            case .taken: return taken(bytes.count, of: transfer)
            case .paused:
                isReceivingPaused = true
                return CurlNumber.writePause
            case .cancelled: return -1
            case .failed(let error):
                failure = error
                return -1
            }
        case .refused(let error):
            failure = error
            return -1
        }
    }

    private func taken(_ count: Int, of transfer: CurlTransfer) -> Int {
        endedEarly = ends(with: count, of: transfer)
        return endedEarly ? -1 : count
    }

    private func giveBody(_ memory: UnsafeMutableRawBufferPointer, of transfer: CurlTransfer) -> Int {
        // libcurl reads again when the bytes that it had were sent.
        transfer.reportSent(transfer.body.handedBytes)
        if transfer.isPaused {
            isSendingPaused = true
            return CurlNumber.readPause
        }
        switch transfer.body.read(into: memory) {
        case .bytes(let count):
            return count
        case .pending:
            isSendingPaused = true
            return CurlNumber.readPause
        case .failed(let error):
            failure = error
            return CurlNumber.readAbort
        }
    }

    private func rewindBody(of transfer: CurlTransfer, offset: Int64, origin: Int32) -> Int32 {
        guard offset == 0, origin == 0, mayRewind(transfer) else { return CurlNumber.seekFailed }
        do {
            try transfer.body.rewind()
            transfer.forgetSent()
            return CurlNumber.seekDone
        } catch {
            failure = error
            return CurlNumber.seekFailed
        }
    }

    /// Reports how many bytes of the body were sent.
    func reportSent(of transfer: CurlTransfer) {
        switch transfer.request.mode {
        case .none: break
        case .memory(let count): if count > 0 { transfer.reportSent(min(figures().body_sent, Int64(count))) }
        // Chunked coding adds bytes that are not part of the body.
        case .pieces: transfer.reportSent(min(figures().body_sent, transfer.body.handedBytes))
        }
    }

    func figures() -> neatline_curl_figures {
        var figures = neatline_curl_figures()
        neatline_curl_easy_figures(library.functions, easy, &figures)
        return figures
    }
}
#endif
