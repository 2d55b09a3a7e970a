#if os(Linux)
internal import CNeatlineCurl

/// A libcurl that was opened and is new enough.
///
/// Unchecked Sendable, because the table of functions is never changed once it is filled, and never freed.
final class CurlLibrary: @unchecked Sendable {
    /// The oldest version that is used, 7.81.0, of January 2022.
    static let oldestVersion: UInt32 = 0x075100

    /// The system's libcurl, opened at the first call, or why there is none.
    static let system = opened(named: "libcurl.so.4")

    let functions: OpaquePointer
    let version: String
    let features: Int32
    /// Whether a handle may be used for one request after another.
    let reusesHandles: Bool
    /// The OpenSSL that makes its connections; nil if that is another library.
    let openSSL: CurlOpenSSL?

    private init(functions: OpaquePointer, version: neatline_curl_version) {
        self.functions = functions
        self.version = String(cString: version.text)
        self.features = version.features
        reusesHandles = Self.reusesHandles(number: version.number)
        openSSL = CurlOpenSSL(of: functions)
    }

    /// Opens the library that the dynamic linker finds under a name, and makes it ready.
    ///
    /// Not to be called on two threads at once with names of the same library.
    static func opened(named name: String) -> Result<CurlLibrary, TransportError> {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { problem in
            problem.initialize(repeating: 0)
            // SAFETY: the buffer has that many bytes, and what is written to it ends with a zero.
            guard let functions = neatline_curl_open(name, problem.baseAddress!, problem.count) else {
                return .failure(missing(name: name, reason: String(cString: problem.baseAddress!)))
            }
            let version = neatline_curl_version(functions)
            // SAFETY: libcurl's text of its version ends with a zero and is constant.
            if let error = tooOld(name: name, number: version.number, text: String(cString: version.text)) {
                return .failure(error)
            }
            let code = neatline_curl_global_init(functions)
            if code != CurlCode.ok {
                let message = "\(name) cannot be used: curl_global_init failed with \(code)"
                return .failure(TransportError(.unavailable, message, nativeCode: Int(code)))
            }
            return .success(CurlLibrary(functions: functions, version: version))
        }
    }

    static func missing(name: String, reason: String) -> TransportError {
        TransportError(.unavailable, "\(name), 7.81.0 or newer, is needed and cannot be opened: \(reason)")
    }

    /// Whether handles of a version, such as 0x075100 for 7.81.0, may be used again.
    ///
    /// From 7.83.0 on a handle remembers the last header line, so that one that begins with a space can be joined to it;
    /// before 8.1.0 it still remembers it when the line's memory is gone. The first line of the next response would then
    /// let a server reach into that memory.
    static func reusesHandles(number: UInt32) -> Bool { number < 0x075300 || number >= 0x080100 }

    /// What is wrong with a version, such as 0x075100 for 7.81.0, or nil.
    static func tooOld(name: String, number: UInt32, text: String) -> TransportError? {
        guard number < oldestVersion else { return nil }
        return TransportError(.unavailable, "\(name) is version \(text); 7.81.0 or newer is needed")
    }

    /// libcurl's name of a code.
    func text(of code: Int32) -> String {
        guard let text = neatline_curl_easy_strerror(functions, code) else { return "error \(code)" }
        // SAFETY: a constant text that ends with a zero.
        return String(cString: text)
    }

    var capabilities: TransportCapabilities {
        var capabilities: TransportCapabilities = [
            .backpressure, .phaseTimings, .bodyStreams, .proxies, .hostileServers, .batches,
        ]
        if features & CurlNumber.featureHTTP2 != 0 { capabilities.insert(.http2) }
        if features & CurlNumber.featureIPv6 != 0 { capabilities.insert(.ipv6Literals) }
        if features & CurlNumber.featureUnixSockets != 0 { capabilities.insert(.unixSockets) }
        if features & CurlNumber.featureSSL != 0 { capabilities.insert(.tlsSettings) }
        if openSSL != nil { capabilities.insert(.serverTrust) }
        return capabilities
    }
}
#endif
