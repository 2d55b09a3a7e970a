#if os(Linux)
internal import CNeatlineCurl

/// The current settings of a handle that differ between requests: comparing them is faster than setting them again.
struct CurlHandleSettings {
    var receiveBufferSize = 0
    var hasOwnMethod = false
    var isSecure: Bool?
    var usesFreshConnection = false
    var forbidsReuse = false
    var isVerbose = false
    /// Whether each connection is for one request.
    var alwaysForbidsReuse = false
    var weight = 16
    /// Whether the last request had a body or was a `HEAD` request.
    var isShaped = false
    /// How the server's certificate is evaluated.
    var trust: CurlTrustMode?
    var standardReceiveBufferSize = 0
    var standardHTTPVersion = CurlNumber.httpVersion2OverTLS
}

extension CurlHandle {
    @discardableResult
    func setLong(_ option: CurlOption, _ value: Int) -> Int32 {
        neatline_curl_easy_set_long(library.functions, easy, option.rawValue, value)
    }

    @discardableResult
    func setOffset(_ option: CurlOption, _ value: Int64) -> Int32 {
        neatline_curl_easy_set_offset(library.functions, easy, option.rawValue, value)
    }

    @discardableResult
    func setPointer(_ option: CurlOption, _ value: UnsafeRawPointer?) -> Int32 {
        neatline_curl_easy_set_pointer(library.functions, easy, option.rawValue, value)
    }

    @discardableResult
    func setText(_ option: CurlOption, _ value: String?) -> Int32 {
        guard let value else { return setPointer(option, nil) }
        // libcurl copies texts.
        return value.withCString { setPointer(option, $0) }
    }

    /// Applies the settings of a request, which must be alive until the transfer has ended.
    func apply(_ request: borrowing CurlRequest) -> Int32 {
        var result = setPointer(.url, request.layout.url)
        setPointer(.httpHeader, request.layout.headers)
        shape(request)
        setMethod(request)
        if settings.isSecure != request.layout.isSecure {
            settings.isSecure = request.layout.isSecure
            // Without TLS nothing is negotiated, so there is no reason to wait for a connection that can be shared.
            let version = settings.standardHTTPVersion
            let isNegotiated = version == CurlNumber.httpVersion2OverTLS
            result |= setLong(
                .httpVersion, isNegotiated && !request.layout.isSecure ? CurlNumber.httpVersion1_1 : version)
            if let failure = proxies.apply(to: self, isSecure: request.layout.isSecure) { result |= failure.code }
            setLong(.pipeWait, request.layout.isSecure || version == CurlNumber.httpVersion2PriorKnowledge ? 1 : 0)
        }
        let size = request.expectsLargeBody ? 524_288 : settings.standardReceiveBufferSize
        if settings.receiveBufferSize != size {
            settings.receiveBufferSize = size
            setLong(.buffersize, size)
        }
        if settings.weight != request.weight {
            settings.weight = request.weight
            setLong(.streamWeight, request.weight)
        }
        return result
    }

    /// Sets whether the next request uses a connection of its own.
    func useFreshConnection(_ isFresh: Bool) {
        guard settings.usesFreshConnection != isFresh else { return }
        settings.usesFreshConnection = isFresh
        setLong(.freshConnect, isFresh ? 1 : 0)
    }

    /// Sets whether the connection is closed after the request.
    func forbidReuse(_ isForbidden: Bool) {
        guard settings.forbidsReuse != isForbidden else { return }
        settings.forbidsReuse = isForbidden
        setLong(.forbidReuse, isForbidden ? 1 : 0)
    }

    private func shape(_ request: borrowing CurlRequest) {
        switch request.mode {
        case .none:
            if request.isHead {
                setLong(.noBody, 1)
                settings.isShaped = true
            }
        case .memory(let count):
            setLong(.post, 1)
            setOffset(.postFieldSize, Int64(count))
            setPointer(.postFields, request.layout.body)
            settings.isShaped = true
        case .pieces(let length):
            setLong(.upload, 1)
            setOffset(.uploadSize, length ?? -1)
            settings.isShaped = true
        }
    }

    private func setMethod(_ request: borrowing CurlRequest) {
        // With a body, libcurl's default method is another one.
        let needsOwn = !request.isGet || settings.isShaped
        guard needsOwn || settings.hasOwnMethod else { return }
        settings.hasOwnMethod = needsOwn
        setPointer(.customRequest, needsOwn ? request.layout.method : nil)
    }

    /// Resets the handle to a `GET` without a body. The next request sets everything else.
    func undo() {
        guard settings.isShaped else { return }
        settings.isShaped = false
        setPointer(.postFields, nil)
        setOffset(.postFieldSize, -1)
        setOffset(.uploadSize, -1)
        setLong(.httpGet, 1)
    }
}
#endif
