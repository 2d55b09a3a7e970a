#if os(Linux)
internal import CNeatlineCurl
internal import Dispatch
internal import NeatlineFoundation

/// Moves requests with libcurl, the default on Linux.
///
/// libcurl 7.64 or newer is opened when the first transport is made; programs need nothing of it to be built. It is the one
/// that ``Configuration/libraryPath`` names, or the variable `NEATLINE_LIBCURL` of the environment; or else the one that the
/// program has linked statically, `libcurl.so.4`, or `libcurl-gnutls.so.4`. One thread
/// moves all requests of a transport; it begins with the first of them and ends when the transport is gone and its last
/// request is over. Connections are kept and used again.
///
/// ```swift
/// var configuration = CurlTransport.Configuration()
/// configuration.unixSocketPath = "/run/docker.sock"
/// let transport = try CurlTransport(configuration: configuration)
/// ```
public final class CurlTransport: Transport {
    /// What was given when the transport was made.
    public var configuration: Configuration { loop.environment.configuration }

    private let loop: CurlLoop
    /// Transports that were made from this one for sessions that have servers evaluated.
    private let evaluating = Locked<[WeakTransport]>([])

    private struct WeakTransport { weak var transport: CurlTransport? }

    /// The name and password for the proxy that requests for `http` URLs go to.
    var proxyLogin: ProxyLogin? { loop.environment.proxies.login }

    /// Makes a transport.
    ///
    /// - Throws: `TransportError.Code.unavailable` if there is no libcurl of version 7.64 or newer, or if it cannot do
    ///   what the configuration asks for.
    public convenience init(configuration: Configuration = Configuration()) throws {
        let library = configuration.libraryPath.map { CurlLibrary.opened(named: $0) } ?? CurlLibrary.system
        try self.init(library: library.get(), configuration: configuration)
    }

    /// - Parameter openSSL: Evaluates servers for the requests that have a check; nil for a transport that refuses these.
    init(
        library: CurlLibrary, configuration: Configuration, openSSL: CurlOpenSSL? = nil
    ) throws(TransportError) {
        loop = try CurlLoop(library: library, configuration: configuration, openSSL: openSSL)
    }

    deinit { loop.invalidate() }

    /// libcurl's version, such as `7.88.1`.
    public var libraryVersion: String { loop.library.version }

    /// What the libcurl that was found can do.
    public var capabilities: TransportCapabilities { loop.library.capabilities }

    /// Begins to move a request. What cannot be sent is refused without touching the network.
    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let refusal: TransportError
        do throws(TransportError) {
            try loop.environment.checkServerTrust(of: request)
            let transfer = try CurlTransfer(request, receiver: receiver, loop: loop)
            guard let error = loop.submit(transfer) else { return transfer }
            refusal = error
        } catch {
            refusal = error
        }
        // Not from within this call, whose caller may not be ready for it.
        DispatchQueue.global().async {
            var completion = TransportCompletion(error: refusal)
            completion.timings.start = neatline_clock_realtime()
            receiver.transportDidComplete(completion)
        }
        return CurlRefusedTask()
    }

    /// Ends idle connections and refuses new requests. The thread ends with the last running request.
    public func invalidate() {
        loop.invalidate()
        for kin in evaluating.withLock({ $0 }) { kin.transport?.invalidate() }
    }
}

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
