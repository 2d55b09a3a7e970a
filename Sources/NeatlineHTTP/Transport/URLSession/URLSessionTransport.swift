internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A transport over Foundation's `URLSession`: the default on Apple platforms, and on Linux the one that is left where
/// there is no libcurl.
///
/// On Linux it keeps to what was seen to work there: one session without cache, cookies and credentials, data tasks with
/// a delegate, no redirects, no suspending, each task cancelled once. What it cannot do its ``capabilities`` do not
/// claim. Of these, one matters for every program that talks to servers it does not know: with Swift 6.3.1 to 6.3.3 on
/// Linux, a response with trailers, or one that ends within its head, ends the process; nothing above Foundation can
/// prevent that. `CurlTransport` has none of these limits.
///
/// A body that is made while it is sent is put together before it is sent, in memory up to a megabyte and in a temporary
/// file beyond.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
public final class URLSessionTransport: Transport, @unchecked Sendable {
    /// How a transport is set up.
    public struct Configuration: Sendable {
        /// How many connections to one host there are at most; more requests wait.
        public var maximumConnectionsPerHost: Int
        /// Classes that answer requests in place of the network.
        public var protocolClasses: [AnyClass]?

        /// A set-up with these values.
        public init(maximumConnectionsPerHost: Int = 64, protocolClasses: [AnyClass]? = nil) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.protocolClasses = protocolClasses
        }
    }

    /// What Foundation can do on this platform.
    public let capabilities: TransportCapabilities = {
        #if canImport(FoundationNetworking)
        [.http2]
        #else
        [.http2, .ipv6Literals, .hostileServers, .serverTrust]
        #endif
    }()

    private let configuration: Configuration
    private let session: URLSession
    private let events: URLSessionEvents
    private let lock = Lock()
    private var isInvalidated = false

    /// Opens no connection before the first request.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        let foundation = URLSessionConfiguration.ephemeral
        foundation.urlCache = nil
        foundation.httpCookieStorage = nil
        foundation.httpShouldSetCookies = false
        foundation.urlCredentialStorage = nil
        foundation.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The exchange watches the time. On Linux an infinite one ends the process.
        foundation.timeoutIntervalForRequest = 86_400
        foundation.httpMaximumConnectionsPerHost = max(1, configuration.maximumConnectionsPerHost)
        if let classes = configuration.protocolClasses { foundation.protocolClasses = classes }
        events = URLSessionEvents()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: foundation, delegate: events, delegateQueue: queue)
    }

    deinit { invalidate() }

    /// Begins to move a request. A body that is made while it is sent is collected first.
    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let transfer = URLSessionTransfer(receiver: receiver, serverTrust: request.serverTrust)
        #if !canImport(Security)
        if let check = request.serverTrust {
            let reason = "Foundation cannot have servers evaluated on this platform"
            check.fail(.serverTrustEvaluationFailed(reason: .evaluationUnavailable(host: check.host, reason: reason)))
            transfer.complete(TransportError(.certificateUntrusted, reason))
            return transfer
        }
        #endif
        let foundation: URLRequest
        do {
            foundation = try URLSessionRequest.make(request)
        } catch {
            transfer.complete(error)
            return transfer
        }
        guard case .stream(let stream, let length) = request.body else {
            begin(foundation, transfer)
            return transfer
        }
        CollectedBody.collect(stream) { [self] result in
            switch result {
            case .success(let body) where length != nil && Int64(body.length) != length:
                let message = "The body has \(body.length) bytes, not \(length ?? 0)."
                transfer.complete(TransportError(.bodyStreamFailed, message))
            case .success(let body):
                var foundation = foundation
                body.put(into: &foundation)
                transfer.keep(body)
                begin(foundation, transfer)
            case .failure(let error):
                transfer.complete(error)
            }
        }
        return transfer
    }

    /// Refuses new requests; running ones go on.
    public func invalidate() {
        let isFirst = lock.withLock {
            defer { isInvalidated = true }
            return !isInvalidated
        }
        if isFirst { session.finishTasksAndInvalidate() }
    }

    private func begin(_ request: URLRequest, _ transfer: URLSessionTransfer) {
        // A task made on an invalidated session ends the process on Linux, so making one excludes invalidating.
        let task = lock.withLock { isInvalidated ? nil : session.dataTask(with: request) }
        guard let task else {
            return transfer.complete(TransportError(.invalidated, "The transport was invalidated."))
        }
        events.add(transfer, for: task)
        transfer.begin(task)
    }
}

#if canImport(Security)
extension URLSessionTransport: ServerTrustTransport {
    func evaluatingServers() -> (any Transport)? { URLSessionTransport(configuration: configuration) }
}
#endif
