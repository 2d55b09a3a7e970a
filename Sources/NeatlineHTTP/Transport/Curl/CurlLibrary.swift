#if os(Linux)
internal import CNeatlineCurl
internal import Foundation
internal import NeatlineFoundation

/// A libcurl that was opened and is new enough.
///
/// Unchecked Sendable, because the table of functions is never changed once it is filled, and never freed.
final class CurlLibrary: @unchecked Sendable {
    /// The oldest version that is used, 7.64.0, of February 2019. What later ones brought is used where it is there.
    static let oldestVersion: UInt32 = 0x074000

    /// The variable of the environment that names the library to open.
    static let nameVariable = "NEATLINE_LIBCURL"

    /// The libcurl that is used where none is named, found at the first call: the one that the environment names; or else one
    /// that the program has linked statically, the system's, the system's with GnuTLS. Or why there is none.
    static let system: Result<CurlLibrary, TransportError> = {
        if let name = ProcessInfo.processInfo.environment[nameVariable], !name.isEmpty { return opened(named: name) }
        let found = [nil, "libcurl.so.4", "libcurl-gnutls.so.4"].lazy.map(opened)
        return found.first { (try? $0.get()) != nil } ?? opened(named: "libcurl.so.4")
    }()

    /// Those that were opened, and why others could not be, by their names; held while one is opened, because libcurl must
    /// not be made ready on two threads at once.
    private static let all = Locked<[String?: Result<CurlLibrary, TransportError>]>([:])

    let functions: OpaquePointer
    let version: String
    let features: Int32
    /// Whether a handle may be used for one request after another.
    let reusesHandles: Bool
    /// What decodes the bodies of responses.
    let decoders: CurlDecoders
    /// The OpenSSL that makes its connections; nil if that is another library.
    let openSSL: CurlOpenSSL?

    private init(functions: OpaquePointer, version: neatline_curl_version) {
        self.functions = functions
        self.version = String(cString: version.text)
        self.features = version.features
        reusesHandles = Self.reusesHandles(number: version.number)
        openSSL = CurlOpenSSL(of: functions)
        decoders = CurlDecoders(functions)
    }

    /// Opens the library that the dynamic linker finds under a name, the first time, and makes it ready.
    ///
    /// - Parameter name: A path, or a name such as `libcurl.so.4`; nil for what is linked statically.
    static func opened(named name: String?) -> Result<CurlLibrary, TransportError> {
        all.withLock { all in
            let library = all[name] ?? open(named: name)
            all[name] = library
            return library
        }
    }

    private static func open(named name: String?) -> Result<CurlLibrary, TransportError> {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { problem in
            problem.initialize(repeating: 0)
            // SAFETY: the buffer has that many bytes, and what is written to it ends with a zero.
            guard let functions = neatline_curl_open(name, problem.baseAddress, problem.count) else {
                return .failure(missing(name: name ?? "libcurl", reason: String(cString: Array(problem))))
            }
            let version = neatline_curl_version(functions)
            // SAFETY: libcurl's text of its version ends with a zero and is constant.
            if let error = tooOld(name: name ?? "libcurl", number: version.number, text: String(cString: version.text))
            {
                return .failure(error)
            }
            let code = neatline_curl_global_init(functions)
            if code != CurlCode.ok {
                let message = "\(name ?? "libcurl") cannot be used: curl_global_init failed with \(code)"
                return .failure(TransportError(.unavailable, message, nativeCode: Int(code)))
            }
            return .success(CurlLibrary(functions: functions, version: version))
        }
    }

    static func missing(name: String, reason: String) -> TransportError {
        TransportError(.unavailable, "\(name), 7.64.0 or newer, is needed and cannot be opened: \(reason)")
    }

    /// Whether handles of a version, such as 0x074000 for 7.64.0, may be used again.
    ///
    /// From 7.83.0 on a handle remembers the last header line, so that one that begins with a space can be joined to it;
    /// before 8.1.0 it still remembers it when the line's memory is gone. The first line of the next response would then
    /// let a server reach into that memory.
    static func reusesHandles(number: UInt32) -> Bool { number < 0x075300 || number >= 0x080100 }

    /// What is wrong with a version, such as 0x074000 for 7.64.0, or nil.
    static func tooOld(name: String, number: UInt32, text: String) -> TransportError? {
        guard number < oldestVersion else { return nil }
        return TransportError(.unavailable, "\(name) is version \(text); 7.64.0 or newer is needed")
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
