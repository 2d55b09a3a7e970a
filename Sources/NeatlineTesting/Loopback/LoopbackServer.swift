public import Foundation
public import NeatlineHTTP

/// An HTTP/1.1 server on this machine, for tests, examples and benchmarks: it responds with closures, records requests,
/// and can violate the protocol in any way that a test needs.
///
/// ```swift
/// let server = try LoopbackServer { request in .json(#"{"ok":true}"#) }
/// server.on(.get, "/users/:id") { request in .json(["id": request.parameters["id"] ?? ""]) }
///
/// let data = try await AF.request(server.url("/users/7")).serializingData().value
/// server.requests.last?.target  // "/users/7"
/// ```
///
/// It runs on one thread of its own. Closures are called on that thread and must return quickly; one that has to wait
/// returns `LoopbackResponse.awaiting` or ``LoopbackResponse/deferred(_:)``. Connections are kept alive, pipelined
/// requests are answered in order, and `Expect: 100-continue` is supported. TLS and HTTP/2 are not.
///
/// The server stops and closes all connections when it is deinitialized or ``stop()`` is called. A closure should refer
/// to its own server weakly.
public final class LoopbackServer: Sendable {
    /// The address of the server.
    public let address: LoopbackAddress
    /// The port; 0 for a Unix domain socket.
    public let port: Int
    /// The URL of the server: `http://127.0.0.1:40123/`, or `http://localhost/` for a Unix domain socket.
    public let url: URL
    private let loop: LoopbackLoop

    /// Creates a server and starts listening.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - logLimit: The maximum number of ``requests``; older ones are removed.
    ///   - bodyLimit: The maximum number of bytes of a request's body that are stored. The rest is read, counted and
    ///     discarded.
    ///   - handler: Responds to requests without a route. An error that it throws becomes a 500 response with its
    ///     description. Called on the server's thread.
    /// - Throws: ``LoopbackServerError`` if a socket cannot be opened.
    public init(
        on address: LoopbackAddress = .ipv4, logLimit: Int = 10_000, bodyLimit: Int = 64 << 20,
        handler: @escaping @Sendable (LoopbackRequest) throws -> LoopbackResponse = { _ in .status(404) }
    ) throws {
        self.address = address
        let (socket, port) = try Socket.listen(on: address)
        self.port = port
        let log = LoopbackLog(limit: logLimit)
        do {
            url = try Self.root(of: address, port: port)
            loop = try LoopbackLoop(
                listener: socket, log: log, bodyLimit: bodyLimit, routes: LoopbackRoutes(fallback: handler))
        } catch {
            Socket.close(socket)
            throw error
        }
        loop.begin()
    }

    deinit { stop() }

    /// Closes the socket and all connections. Waits until they are closed, unless it is called on the server's own
    /// thread.
    public func stop() {
        loop.stop()
        if case .unixSocket(let path) = address { Socket.removeFile(path) }
    }

    /// Adds a route: responds to requests with a method and a path.
    ///
    /// The first matching route responds. A route replaces an earlier one with the same method and pattern. A route for
    /// `GET` also responds to `HEAD`.
    ///
    /// - Parameters:
    ///   - method: The method, such as `.get` or `HTTPMethod(rawValue: "PURGE")`; `nil` for all.
    ///   - pattern: A path such as `/users/:id/posts`: a segment with a colon matches any one segment, whose value is
    ///     in ``LoopbackRequest/parameters``, and a last segment `*` matches the rest. The query is ignored.
    ///   - handler: Returns the response, like that of ``init(on:logLimit:bodyLimit:handler:)``. Called on the server's
    ///     thread.
    public func on(
        _ method: HTTPMethod?, _ pattern: String,
        handler: @escaping @Sendable (LoopbackRequest) throws -> LoopbackResponse
    ) {
        loop.changeRoutes { $0.add(method?.rawValue, pattern, handler) }
    }

    /// Sets a closure that is called with each request after its head, before its body. If it returns a response, the
    /// request is answered immediately, and its body is discarded; if it returns `nil`, the request is handled as
    /// usual.
    ///
    /// - Parameter handler: The closure, called on the server's thread; `nil` to remove it.
    public func onHead(_ handler: (@Sendable (LoopbackRequest) -> LoopbackResponse?)?) { loop.setHeadHandler(handler) }

    /// Sets a closure that is called with the number of each new connection, before anything is read. The steps that it
    /// returns are taken immediately, so the server can send first, or close the connection.
    ///
    /// - Parameter handler: The closure, called on the server's thread; `nil` to remove it.
    public func onConnection(_ handler: (@Sendable (Int) -> [LoopbackStep])?) { loop.setConnectionHandler(handler) }
}

extension LoopbackServer {
    /// Returns the URL of a percent-encoded path, which may have a query.
    ///
    /// - Parameter path: The path.
    /// - Returns: The URL; ``url`` if the path is not valid in a URL.
    public func url(_ path: String) -> URL {
        URL(string: path.hasPrefix("/") ? path : "/" + path, relativeTo: url)?.absoluteURL ?? url
    }

    private static func root(of address: LoopbackAddress, port: Int) throws -> URL {
        let text =
            switch address {
            case .ipv4: "http://127.0.0.1:\(port)/"
            case .ipv6: "http://[::1]:\(port)/"
            case .unixSocket: "http://localhost/"
            }
        guard let url = URL(string: text) else {
            throw LoopbackServerError(function: "URL", code: 0, message: "cannot write \(text)")
        }
        return url
    }

    /// The requests that were received completely, or answered by ``onHead(_:)``, in order.
    public var requests: [LoopbackRequest] { loop.log.requests }

    /// The number of requests, including those removed from ``requests``.
    public var requestCount: Int { loop.log.counts.requests }

    /// The number of connections that were accepted.
    public var connectionCount: Int { loop.log.counts.accepted }

    /// The number of open connections.
    public var openConnectionCount: Int { loop.log.counts.open }

    /// Removes all ``requests``. The counts do not change.
    public func clearRequests() { loop.log.clear() }

    /// Waits until `count` requests were received in total, or the task is cancelled.
    public func waitForRequests(_ count: Int) async { await loop.log.wait { $0.requests >= count } }

    /// Waits until `count` connections were accepted in total, or the task is cancelled.
    public func waitForConnections(_ count: Int) async { await loop.log.wait { $0.accepted >= count } }

    /// Waits until at most `count` connections are open, or the task is cancelled.
    public func waitForOpenConnections(atMost count: Int) async { await loop.log.wait { $0.open <= count } }
}
