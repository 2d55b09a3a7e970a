#if os(Linux)
internal import CNeatlineCurl
internal import Foundation
internal import NeatlineSystem

/// A libcurl that was loaded and is new enough.
///
/// Unchecked Sendable because the table of functions is never changed after initialization, and never freed.
final class CurlLibrary: @unchecked Sendable {
    /// The oldest supported version, 7.64.0, of February 2019. Features of later versions are used if they are
    /// available.
    static let oldestVersion: UInt32 = 0x074000

    /// The environment variable that names the library to load.
    static let nameVariable = "NEATLINE_LIBCURL"

    /// The environment, which may name the library and the proxies.
    static var variables: [String: String] {
        usable(ProcessInfo.processInfo.environment, hasMoreRights: hasMoreRights)
    }

    /// Whether the process has more rights than its caller, as a program with a set-user-ID bit has.
    static let hasMoreRights = neatline_process_has_more_rights() != 0

    /// Returns the variables that may be used: none in a process that has more rights than its caller, who has chosen them.
    static func usable(_ variables: [String: String], hasMoreRights: Bool) -> [String: String] {
        hasMoreRights ? [:] : variables
    }

    /// The default libcurl: the one that the environment names; or else the one that is statically linked, the system's, or
    /// the system's with GnuTLS. Or the error of finding one.
    static var system: Result<CurlLibrary, TransportError> {
        foundSystem.withLock { known in
            if let known { return .success(known) }
            let found = findSystem()
            known = try? found.get()
            return found
        }
    }

    /// The default libcurl, once it was found.
    private static let foundSystem = Locked<CurlLibrary?>(nil)

    private static func findSystem() -> Result<CurlLibrary, TransportError> {
        if let name = variables[nameVariable], !name.isEmpty { return opened(named: name) }
        let found = [nil, "libcurl.so.4", "libcurl-gnutls.so.4"].lazy.map(opened)
        return found.first { (try? $0.get()) != nil } ?? opened(named: "libcurl.so.4")
    }

    /// The libraries that were loaded, and the errors of those that cannot be used, by name. Locked during loading, because
    /// libcurl must not be initialized on two threads at once.
    private static let all = Locked<[String?: Result<CurlLibrary, TransportError>]>([:])

    let functions: OpaquePointer
    let version: String
    let features: Int32
    /// Whether a handle may be used for one request after another.
    let reusesHandles: Bool
    /// Decodes the bodies of responses.
    let decoders: CurlDecoders
    /// The OpenSSL that libcurl uses; `nil` if it uses another library.
    let openSSL: CurlOpenSSL?

    private init(functions: OpaquePointer, version: neatline_curl_version) {
        self.functions = functions
        self.version = String(cString: version.text)
        self.features = version.features
        reusesHandles = Self.reusesHandles(number: version.number)
        openSSL = CurlOpenSSL(of: functions)
        decoders = CurlDecoders(functions)
    }

    /// Returns the library with a name for the dynamic linker; loads and initializes it the first time.
    ///
    /// A library that cannot be opened is looked for again by the next call: the reason may be temporary, such as too many
    /// open files.
    ///
    /// - Parameter name: A path, or a name such as `libcurl.so.4`; `nil` for a statically linked one.
    static func opened(named name: String?) -> Result<CurlLibrary, TransportError> {
        all.withLock { all in
            if let known = all[name] { return known }
            return open(named: name).flatMap { functions in
                let library = initialized(functions, name: name ?? "libcurl")
                all[name] = library
                return library
            }
        }
    }

    private static func open(named name: String?) -> Result<OpaquePointer, TransportError> {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { problem in
            problem.initialize(repeating: 0)
            // SAFETY: the buffer has that many bytes, and the text in it ends with a zero byte.
            guard let functions = neatline_curl_open(name, problem.baseAddress, problem.count) else {
                return .failure(missing(name: name ?? "libcurl", reason: String(cString: Array(problem))))
            }
            return .success(functions)
        }
    }

    private static func initialized(
        _ functions: OpaquePointer, name: String
    ) -> Result<CurlLibrary, TransportError> {
        let version = neatline_curl_version(functions)
        // SAFETY: the text of libcurl's version ends with a zero byte and is constant.
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

    static func missing(name: String, reason: String) -> TransportError {
        TransportError(.unavailable, "\(name), 7.64.0 or newer, is needed and cannot be opened: \(reason)")
    }

    /// Returns whether handles of a version, such as 0x074000 for 7.64.0, may be reused.
    ///
    /// Since 7.83.0, a handle refers to the last header line, so that a line that begins with a space can be appended
    /// to it; before 8.1.0, it does so even after the line's memory was freed. The first line of the next response
    /// would then let a server access that memory.
    static func reusesHandles(number: UInt32) -> Bool { number < 0x075300 || number >= 0x080100 }

    /// Returns the problem of a version, such as 0x074000 for 7.64.0, or `nil`.
    static func tooOld(name: String, number: UInt32, text: String) -> TransportError? {
        guard number < oldestVersion else { return nil }
        return TransportError(.unavailable, "\(name) is version \(text); 7.64.0 or newer is needed")
    }

    /// Returns libcurl's description of a code.
    func text(of code: Int32) -> String {
        guard let text = neatline_curl_easy_strerror(functions, code) else { return "error \(code)" }
        // SAFETY: the text is constant and ends with a zero byte.
        return String(cString: text)
    }

    var capabilities: TransportCapabilities {
        var capabilities: TransportCapabilities = [
            .interimFields,
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
