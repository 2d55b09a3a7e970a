internal import Foundation
internal import NeatlineSystem

/// A transport that uses Foundation's `URLSession`: the default on Apple platforms, and the fallback on Linux without
/// libcurl.
///
/// On Linux it uses only what works there: one session without cache, cookies and credentials, data tasks with a
/// delegate, no redirects, no suspending, each task cancelled once. Its ``capabilities`` do not contain what it does
/// not support. One limit matters for every program that communicates with unknown servers: with Swift 6.3.1 to 6.3.3
/// on Linux, a response with trailers, or one that ends within its head, terminates the process, and nothing above
/// Foundation can prevent that. `CurlTransport` has none of these limits.
///
/// A body stream is collected before it is sent: in memory up to one megabyte, otherwise in a temporary file.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
public final class URLSessionTransport: Transport, @unchecked Sendable {
    /// The settings of a transport.
    public struct Configuration: Sendable {
        /// The maximum number of connections to one host; further requests wait.
        public var maximumConnectionsPerHost: Int
        /// The `URLProtocol` classes that answer requests instead of the network.
        public var protocolClasses: [AnyClass]?

        /// Creates settings, with the default number of connections.
        ///
        /// - Parameters:
        ///   - maximumConnectionsPerHost: The maximum number of connections to one host.
        ///   - protocolClasses: The `URLProtocol` classes that answer requests instead of the network.
        public init(maximumConnectionsPerHost: Int = 64, protocolClasses: [AnyClass]? = nil) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.protocolClasses = protocolClasses
        }
    }

    /// The features that Foundation supports on this platform.
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

    /// Creates a transport. No connection is opened before the first request.
    ///
    /// - Parameter configuration: The settings.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        let foundation = URLSessionConfiguration.ephemeral
        foundation.urlCache = nil
        foundation.httpCookieStorage = nil
        foundation.httpShouldSetCookies = false
        foundation.urlCredentialStorage = nil
        foundation.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The exchange implements timeouts. On Linux, an infinite one terminates the process.
        foundation.timeoutIntervalForRequest = 86_400
        foundation.httpMaximumConnectionsPerHost = max(1, configuration.maximumConnectionsPerHost)
        if let classes = configuration.protocolClasses { foundation.protocolClasses = classes }
        events = URLSessionEvents()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: foundation, delegate: events, delegateQueue: queue)
    }

    deinit { invalidate() }

    /// Starts a request. A body stream is collected first.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Receives the events of the request, on a queue of the `URLSession`.
    /// - Returns: The running request.
    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        #if canImport(Darwin)
        if let channel = request.webSocket { return open(channel, request, receiver) }
        #endif
        let transfer = URLSessionTransfer(receiver: receiver, serverTrust: request.serverTrust)
        #if !canImport(Security)
        if let check = request.serverTrust {
            let reason = "Foundation cannot have servers evaluated on this platform"
            check.fail(.serverTrustEvaluationFailed(reason: .evaluationUnavailable(host: check.host, reason: reason)))
            transfer.complete(TransportError(.certificateUntrusted, reason))
            return transfer
        }
        #endif
        if let version = request.httpVersion, version != .automatic {
            transfer.complete(
                TransportError(
                    .unsupportedVersion, "URLSession chooses the HTTP version itself; \(version) was asked for"))
            return transfer
        }
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

    /// Refuses new requests; running ones continue.
    public func invalidate() {
        let isFirst = lock.withLock {
            defer { isInvalidated = true }
            return !isInvalidated
        }
        if isFirst { session.finishTasksAndInvalidate() }
    }

    private func begin(_ request: URLRequest, _ transfer: URLSessionTransfer) {
        // Creating a task on an invalidated session terminates the process on Linux, so creating and invalidating
        // exclude each other.
        let task = lock.withLock { isInvalidated ? nil : session.dataTask(with: request) }
        guard let task else {
            return transfer.complete(TransportError(.invalidated, "The transport was invalidated."))
        }
        events.add(transfer, for: task)
        transfer.begin(task)
    }

    #if canImport(Darwin)
    private func open(
        _ channel: WebSocketChannel, _ request: TransportRequest, _ receiver: any TransportReceiver
    ) -> any TransportTask {
        let webSocket = URLSessionWebSocket(channel, receiver: receiver, serverTrust: request.serverTrust)
        do {
            let foundation = URLSessionWebSocket.request(try URLSessionRequest.make(request))
            let task = lock.withLock { isInvalidated ? nil : session.webSocketTask(with: foundation) }
            guard let task else { throw TransportError(.invalidated, "The transport was invalidated.") }
            events.add(webSocket, for: task)
            webSocket.begin(task)
        } catch {
            webSocket.complete(error as? TransportError ?? TransportError(.other, "\(error)"))
        }
        return webSocket
    }
    #endif
}

#if canImport(Security)
extension URLSessionTransport: ServerTrustTransport {
    func evaluatingServers() -> (any Transport)? { URLSessionTransport(configuration: configuration) }
}
#endif
