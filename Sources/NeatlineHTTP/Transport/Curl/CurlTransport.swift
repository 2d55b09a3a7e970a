#if os(Linux)
internal import CNeatlineCurl
internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// A transport that uses libcurl, the default on Linux.
///
/// libcurl 7.64 or newer is loaded when the first transport is created; it is not needed at build time. It is the
/// library that ``Configuration/libraryPath`` or the environment variable `NEATLINE_LIBCURL` names; or else the one
/// that is statically linked, `libcurl.so.4`, or `libcurl-gnutls.so.4`.
///
/// One thread handles all requests of a transport. It starts with the first request, and ends when the transport was
/// deinitialized and its last request has completed. Connections are kept and reused.
///
/// ```swift
/// var configuration = CurlTransport.Configuration()
/// configuration.unixSocketPath = "/run/docker.sock"
/// let transport = try CurlTransport(configuration: configuration)
/// let session = Session(transport: transport)
/// ```
public final class CurlTransport: Transport {
    /// The configuration that the transport was created with.
    public var configuration: Configuration { loop.environment.configuration }

    private let loop: CurlLoop
    /// The transports that were created from this one for sessions with a `ServerTrustManager`.
    private let evaluating = Locked<[WeakTransport]>([])

    /// The transports for the versions of requests that differ from the configuration's, or the errors of creating them.
    private let versions = Locked<[HTTPVersion: Result<CurlTransport, TransportError>]>([:])
    /// Evaluates servers for the requests that have a check.
    private let openSSL: CurlOpenSSL?

    private struct WeakTransport { weak var transport: CurlTransport? }

    /// The credentials for the proxy of requests to `http` URLs.
    var proxyLogin: ProxyLogin? { loop.environment.proxies.login }

    /// Creates a transport, which loads libcurl if the process has not yet.
    ///
    /// - Parameter configuration: The configuration.
    /// - Throws: `TransportError` with the code `.unavailable` if there is no libcurl 7.64 or newer, or it does not
    ///   support the configuration.
    public convenience init(configuration: Configuration = Configuration()) throws {
        let library = configuration.libraryPath.map { CurlLibrary.opened(named: $0) } ?? CurlLibrary.system
        try self.init(library: library.get(), configuration: configuration)
    }

    /// Creates a transport.
    ///
    /// - Parameter openSSL: Evaluates servers for the requests that have a check; `nil` to refuse these requests.
    init(
        library: CurlLibrary, configuration: Configuration, openSSL: CurlOpenSSL? = nil
    ) throws(TransportError) {
        self.openSSL = openSSL
        loop = try CurlLoop(library: library, configuration: configuration, openSSL: openSSL)
    }

    deinit { loop.invalidate() }

    /// The version of libcurl, such as `7.88.1`.
    public var libraryVersion: String { loop.library.version }

    /// The features of the libcurl that was loaded.
    public var capabilities: TransportCapabilities { loop.library.capabilities }

    /// Starts a request. A request that cannot be sent fails without network access.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Receives the events of the request, on the transport's thread.
    /// - Returns: The running request.
    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let refusal: TransportError
        do throws(TransportError) {
            // libcurl can send trailers only with HTTP/1.1.
            let version = request.trailers == nil ? request.httpVersion : .http1_1
            if let version, version != configuration.httpVersion {
                return try transport(for: version).get().start(request, receiver: receiver)
            }
            if configuration.httpVersion == .http3, request.url.scheme?.isFieldName("https") != true {
                throw TransportError(.unsupportedVersion, "HTTP/3 needs a URL with the scheme https")
            }
            try loop.environment.checkServerTrust(of: request)
            let transfer = try CurlTransfer(request, receiver: receiver, loop: loop)
            guard let error = loop.submit(transfer) else { return transfer }
            refusal = error
        } catch {
            refusal = error
        }
        // Not called from within this function, whose caller may not be ready for it.
        DispatchQueue.global().async {
            var completion = TransportCompletion(error: refusal)
            completion.timings.start = neatline_clock_realtime()
            receiver.transportDidComplete(completion)
        }
        return CurlRefusedTask()
    }

    /// Returns the transport for another HTTP version than the configuration's.
    private func transport(for version: HTTPVersion) -> Result<CurlTransport, TransportError> {
        var configuration = configuration
        configuration.httpVersion = version
        let result = versions.withLock { versions in
            let result =
                versions[version]
                ?? Result { () throws(TransportError) in
                    do throws(TransportError) {
                        return try CurlTransport(
                            library: loop.library, configuration: configuration, openSSL: openSSL)
                    } catch {
                        throw error.code == .unavailable ? TransportError(.unsupportedVersion, error.message) : error
                    }
                }
            versions[version] = result
            return result
        }
        if loop.isInvalid { try? result.get().invalidate() }
        return result
    }

    /// Closes idle connections and refuses new requests. The thread ends with the last running request.
    public func invalidate() {
        loop.invalidate()
        for kin in versions.withLock({ $0.values.compactMap { try? $0.get() } }) { kin.invalidate() }
        for kin in evaluating.withLock({ $0 }) { kin.transport?.invalidate() }
    }
}

extension CurlTransport: WebSocketTransport {}

extension CurlTransport: ServerTrustTransport {
    func evaluatingServers() -> (any Transport)? {
        guard let openSSL = loop.library.openSSL,
            let transport = try? CurlTransport(
                library: loop.library, configuration: configuration, openSSL: openSSL)
        else { return nil }
        evaluating.withLock { all in
            all.removeAll { $0.transport == nil }
            all.append(WeakTransport(transport: transport))
        }
        if loop.isInvalid { transport.invalidate() }
        return transport
    }
}
#endif
