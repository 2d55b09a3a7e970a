public import Foundation
public import NeatlineHTTP

/// An HTTP/1.1 server on this machine, for tests, examples and benchmarks: it answers as a closure says, keeps what it
/// was asked, and breaks any rule of the protocol that a test wants to see broken.
///
/// ```swift
/// let server = try LoopbackServer { request in .json(#"{"ok":true}"#) }
/// server.on(.get, "/users/:id") { request in .json(["id": request.parameters["id"] ?? ""]) }
///
/// let data = try await AF.request(server.url("/users/7")).serializingData().value
/// server.requests.last?.target  // "/users/7"
/// ```
///
/// It runs on one thread of its own, which waits while there is nothing to do. The closures are called on that thread
/// and must return soon; one that has to wait answers with `LoopbackResponse.awaiting` or
/// ``LoopbackResponse/deferred(_:)``. Connections are kept alive, requests that are sent ahead are answered in their
/// order, and `Expect: 100-continue` is honoured. It serves plain text only: no TLS, no HTTP/2.
///
/// The server stops, and closes whatever it has open, when the last reference to it goes or ``stop()`` is called. A
/// closure that refers to its own server should do so weakly.
public final class LoopbackServer: Sendable {
    /// Where it listens.
    public let address: LoopbackAddress
    /// The port, or 0 for a socket in the file system.
    public let port: Int
    /// Where to ask: `http://127.0.0.1:40123/`. For a socket in the file system it is `http://localhost/`.
    public let url: URL
    private let loop: LoopbackLoop

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - address: Where.
    ///   - logLimit: How many requests ``requests`` keeps, with their bodies; older ones are let go.
    ///   - bodyLimit: How many bytes of a request's body are kept. The rest is read, counted and let go.
    ///   - handler: Answers what no route answers. An error it throws becomes a response 500 with its description.
    /// - Throws: ``LoopbackServerError`` if the system gives no socket.
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

    /// Closes the socket and all connections. Returns when that is done; on the server's own thread, at once.
    public func stop() {
        loop.stop()
        if case .unixSocket(let path) = address { Socket.removeFile(path) }
    }

    /// Answers requests whose method and path fit.
    ///
    /// The first route that fits answers; one with the same method and pattern as an earlier one replaces it. A route
    /// for `GET` answers `HEAD`, too.
    ///
    /// - Parameters:
    ///   - method: The method, such as `.get` or `HTTPMethod(rawValue: "PURGE")`, or nil for all.
    ///   - pattern: A path such as `/users/:id/posts`: a segment with a colon fits any one segment, whose value is in
    ///     ``LoopbackRequest/parameters``, and a last segment `*` fits whatever follows. The query does not count.
    ///   - handler: Makes the response, as that of ``init(on:logLimit:bodyLimit:handler:)``.
    public func on(
        _ method: HTTPMethod?, _ pattern: String,
        handler: @escaping @Sendable (LoopbackRequest) throws -> LoopbackResponse
    ) {
        loop.changeRoutes { $0.add(method?.rawValue, pattern, handler) }
    }

    /// Looks at each request when its head has come, before its body: with a response, the request is answered at
    /// once, and what comes of the body is let go; with nil, all goes on as usual.
    public func onHead(_ handler: (@Sendable (LoopbackRequest) -> LoopbackResponse?)?) { loop.setHeadHandler(handler) }

    /// Looks at each new connection, by its number, before anything is read: steps are run at once. So a server can
    /// speak first, or close at once.
    public func onConnection(_ handler: (@Sendable (Int) -> [LoopbackStep])?) { loop.setConnectionHandler(handler) }
}

extension LoopbackServer {
    /// Where to ask for a path, which may have a query and must be percent-encoded.
    ///
    /// A text that cannot stand in a URL gives ``url``.
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

    /// The requests that came whole, or were answered by ``onHead(_:)``, in their order.
    public var requests: [LoopbackRequest] { loop.log.requests }

    /// How many requests came, whether the log still has them or not.
    public var requestCount: Int { loop.log.counts.requests }

    /// How many connections were accepted so far.
    public var connectionCount: Int { loop.log.counts.accepted }

    /// How many connections are open.
    public var openConnectionCount: Int { loop.log.counts.open }

    /// Empties ``requests``. The counts stay.
    public func clearRequests() { loop.log.clear() }

    /// Returns when `count` requests came in all, or the task is cancelled.
    public func waitForRequests(_ count: Int) async { await loop.log.wait { $0.requests >= count } }

    /// Returns when `count` connections were accepted in all, or the task is cancelled.
    public func waitForConnections(_ count: Int) async { await loop.log.wait { $0.accepted >= count } }

    /// Returns when no more than `count` connections are open, or the task is cancelled.
    public func waitForOpenConnections(atMost count: Int) async { await loop.log.wait { $0.open <= count } }
}
