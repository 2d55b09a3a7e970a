public import Foundation
public import NeatlineFoundation
internal import NeatlineSystem
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
/// It runs on one separate thread. Closures are called on that thread and must return quickly; one that has to wait
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
    /// - Throws: ``LoopbackServerError`` if a socket cannot be opened, or the system has no thread.
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
        try loop.begin()
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
        loop.addRoute(method?.rawValue, pattern, handler)
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
        URL(string: url.absoluteString.dropLast() + (path.hasPrefix("/") ? path : "/" + path)) ?? url
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

/// The routes of a server.
struct LoopbackRoutes: Sendable {
    typealias Handler = @Sendable (LoopbackRequest) throws -> LoopbackResponse

    private struct Route: Sendable {
        let method: String?
        let pattern: RoutePattern
        let handler: Handler
    }

    private var routes: [Route] = []
    let fallback: Handler

    init(fallback: @escaping Handler) { self.fallback = fallback }

    /// Adds a route, which replaces an earlier one with the same method and pattern.
    mutating func add(_ method: String?, _ pattern: String, _ handler: @escaping Handler) {
        let route = Route(method: method, pattern: RoutePattern(pattern), handler: handler)
        if let index = routes.firstIndex(where: { $0.method == method && $0.pattern == route.pattern }) {
            routes[index] = route
        } else {
            routes.append(route)
        }
    }

    /// Returns the response of the first matching route; 405 if only the method does not match.
    func answer(_ request: LoopbackRequest) throws -> LoopbackResponse {
        if routes.isEmpty { return try fallback(request) }
        let path = LoopbackTarget(request.target).path
        var allowed: [String] = []
        for route in routes {
            guard let parameters = route.pattern.match(path) else { continue }
            guard
                route.method == nil || route.method == request.method
                    || (route.method == "GET" && request.method == "HEAD")
            else {
                allowed.append(route.method ?? "")
                continue
            }
            var request = request
            request.parameters = parameters
            return try route.handler(request)
        }
        if allowed.isEmpty { return try fallback(request) }
        return LoopbackResponse(status: 405, headers: ["Allow": allowed.joined(separator: ", ")])
    }
}

/// A path pattern with named segments: `/users/:id/posts`, `/files/*`.
struct RoutePattern: Sendable, Hashable {
    private let segments: [Substring]
    private let hasRest: Bool

    init(_ path: some StringProtocol) {
        var segments = Self.segments(Substring(path))
        hasRest = segments.last == "*"
        if hasRest { segments.removeLast() }
        self.segments = segments
    }

    /// Returns the percent-decoded values of the named segments, or `nil` if the path does not match.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the path.
    func match(_ path: Substring) -> [String: String]? {
        let path = Self.segments(path)
        guard hasRest ? path.count >= segments.count : path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, found) in zip(segments, path) {
            if expected.hasPrefix(":") {
                parameters[String(expected.dropFirst())] = FormText.percentDecoded(found)
            } else if expected != found {
                return nil
            }
        }
        return parameters
    }

    private static func segments(_ path: Substring) -> [Substring] {
        (path.hasPrefix("/") ? path.dropFirst() : path).split(separator: "/", omittingEmptySubsequences: false)
    }
}

/// The address of a ``LoopbackServer``. None of these can be reached from another machine.
public enum LoopbackAddress: Sendable, Hashable {
    /// `127.0.0.1`, on a port that the system chooses.
    case ipv4
    /// `::1`, on a port that the system chooses.
    case ipv6
    /// A Unix domain socket at a path of at most about 100 bytes, which is removed when the server stops.
    case unixSocket(path: String)
}

/// The error of a ``LoopbackServer`` that could not start.
public struct LoopbackServerError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// The system call that failed, such as `bind`.
    public let function: String
    /// The value of `errno`, such as `EADDRINUSE`.
    public let code: Int32
    /// The system's message for the value.
    public let message: String

    /// A description, for example `bind: Address already in use (98)`.
    public var description: String { "\(function): \(message) (\(code))" }
}

/// The requests of a server, and its counts.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class LoopbackLog: @unchecked Sendable {
    struct Counts: Sendable {
        var requests = 0
        var accepted = 0
        var open = 0
    }

    private let lock = Lock()
    private let limit: Int
    /// The newest requests, as a ring buffer when the limit is reached: the oldest is at `oldest`.
    private var entries: [LoopbackRequest] = []
    private var oldest = 0
    private var current = Counts()
    private var waiterCount = 0
    private let waiters = WaitList<Counts>()

    init(limit: Int) { self.limit = max(0, limit) }

    var counts: Counts { lock.withLock { current } }

    var requests: [LoopbackRequest] {
        lock.withLock { Array(entries[oldest...] + entries[..<oldest]) }
    }

    func clear() {
        lock.withLock {
            entries = []
            oldest = 0
        }
    }

    func add(_ request: LoopbackRequest) {
        change {
            $0.requests += 1
            if entries.count < limit {
                entries.append(request)
            } else if limit > 0 {
                entries[oldest] = request
                oldest = (oldest + 1) % limit
            }
        }
    }

    func accepted() {
        change {
            $0.accepted += 1
            $0.open += 1
        }
    }

    func closed() { change { $0.open -= 1 } }

    func wait(until isSatisfied: @escaping @Sendable (Counts) -> Bool) async {
        lock.withLock { waiterCount += 1 }
        await waiters.wait(current: { self.counts }, until: isSatisfied)
        lock.withLock { waiterCount -= 1 }
    }

    private func change(_ body: (inout Counts) -> Void) {
        let (counts, isAwaited) = lock.withLock {
            body(&current)
            return (current, waiterCount > 0)
        }
        if isAwaited { waiters.changed(to: counts) }
    }
}
