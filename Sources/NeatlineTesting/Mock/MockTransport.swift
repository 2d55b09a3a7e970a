public import Foundation
public import NeatlineFoundation
internal import NeatlineSystem
public import NeatlineHTTP

/// A transport without a network, for tests of code that sends requests: it returns the responses that a test defines,
/// records the requests, and reports unexpected ones.
///
/// ```swift
/// let transport = MockTransport()
/// transport.on(.get, "https://example.com/users/:id") { request in
///     .json(#"{"id":\#(request.parameters["id"] ?? "0"),"name":"Ada"}"#)
/// }
/// let session = Session(transport: transport)
///
/// let user = try await session.request("https://example.com/users/7").serializingDecodable(User.self).value
///
/// #expect(transport.requests.map(\.summary) == ["GET https://example.com/users/7"])
/// try transport.verify()
/// ```
///
/// Redirects, cookies, retries and validation are implemented above a transport, so they are tested, too. All closures
/// and all events of responses run on one serial queue.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
public final class MockTransport: Transport, @unchecked Sendable {
    private struct Expectation {
        let method: String?
        let text: String
        let fits: @Sendable (MockRequest) -> [String: String]?
        let limit: Int
        var count = 0
        let handler: @Sendable (MockRequest) throws -> MockResponse
    }

    /// The features of the transport: all, unless a test sets others.
    public let capabilities: TransportCapabilities
    let queue = DispatchQueue(label: "MockTransport")
    private let lock = Lock()
    private var expectations: [Expectation] = []
    private var asked: [MockRequest] = []
    private var unexpected: [MockRequest] = []
    private var isInvalidated = false
    private let countWaiters = WaitList<Int>()

    /// Creates a transport without expectations.
    public init(
        capabilities: TransportCapabilities = [
            .backpressure, .phaseTimings, .http2, .bodyStreams, .ipv6Literals, .unixSockets, .proxies, .tlsSettings,
            .hostileServers,
        ]
    ) {
        self.capabilities = capabilities
    }

    // MARK: Expecting

    /// Expects requests with a method and a URL. The first expectation that matches and is not exhausted responds.
    ///
    /// - Parameters:
    ///   - method: The method; `nil` for all.
    ///   - pattern: A URL such as `https://example.com/users/:id?full=1`, or only a path (`/users/:id`) for any host. A
    ///     segment with a colon matches any one segment, whose value is in ``MockRequest/parameters``; a last segment
    ///     `*` matches the rest. The query's names and values must be among the request's, which may have others.
    ///   - times: The number of requests that the expectation responds to; further ones are left to later expectations.
    ///     `nil` for any number.
    ///   - handler: Returns the response. The request fails with a `TransportError` that it throws; another error
    ///     becomes one with the code `other` and its description. Called on the transport's queue.
    public func on(
        _ method: HTTPMethod?, _ pattern: String, times: Int? = nil,
        handler: @escaping @Sendable (MockRequest) throws -> MockResponse
    ) {
        let pattern = MockPattern(pattern)
        expect(
            Expectation(
                method: method?.rawValue, text: "\(method?.rawValue ?? "any method") \(pattern.text)",
                fits: { pattern.match($0.url) }, limit: times ?? .max, handler: handler))
    }

    /// Expects requests with a method and a URL, and returns the same response for each.
    ///
    /// - Parameters:
    ///   - method: The method; `nil` for all.
    ///   - pattern: The URL or path, as in the other function.
    ///   - times: The number of requests that the expectation responds to; `nil` for any number.
    ///   - response: The response to each request.
    public func on(_ method: HTTPMethod?, _ pattern: String, times: Int? = nil, respond response: MockResponse) {
        on(method, pattern, times: times) { _ in response }
    }

    /// Expects requests that a closure accepts.
    ///
    /// - Parameters:
    ///   - description: A description of the requests, for ``verify()``.
    ///   - times: The number of requests that the expectation responds to; `nil` for any number.
    ///   - predicate: Returns whether a request matches.
    ///   - handler: Returns the response. Called on the transport's queue.
    public func on(
        _ description: String, times: Int? = nil, where predicate: @escaping @Sendable (MockRequest) -> Bool,
        handler: @escaping @Sendable (MockRequest) throws -> MockResponse
    ) {
        expect(
            Expectation(
                method: nil, text: description, fits: { predicate($0) ? [:] : nil }, limit: times ?? .max,
                handler: handler))
    }

    private func expect(_ expectation: Expectation) { lock.withLock { expectations.append(expectation) } }

    // MARK: Looking back

    /// All requests, expected or not, in the order in which their bodies were complete.
    public var requests: [MockRequest] { lock.withLock { asked } }

    /// The requests that were not expected.
    public var unexpectedRequests: [MockRequest] { lock.withLock { unexpected } }

    /// Waits until `count` requests were made in total, or the task is cancelled.
    ///
    /// - Parameter count: The number of requests.
    public func waitForRequests(_ count: Int) async {
        await countWaiters.wait(current: { self.requests.count }, until: { $0 >= count })
    }

    /// Checks that all expected requests were made, as often as expected, and no others.
    ///
    /// - Throws: ``MockTransportError`` with the missing and the unexpected requests.
    public func verify() throws {
        let (missing, surplus) = lock.withLock {
            let missing = expectations.filter { $0.limit == .max ? $0.count == 0 : $0.count < $0.limit }.map {
                $0.limit == .max || $0.limit == 1 ? $0.text : "\($0.text) (\($0.count) of \($0.limit) times)"
            }
            return (missing, unexpected.map(\.summary))
        }
        if !missing.isEmpty || !surplus.isEmpty { throw MockTransportError(missing: missing, unexpected: surplus) }
    }

    // MARK: Transport

    /// Starts a request, to which the first matching expectation responds.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Receives the response.
    /// - Returns: The task of the request.
    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let task = MockTask(request: request, receiver: receiver, transport: self)
        task.begin(isRefused: lock.withLock { isInvalidated })
        return task
    }

    /// Makes the transport refuse new requests.
    public func invalidate() { lock.withLock { isInvalidated = true } }

    /// Returns the response to a request with a complete body.
    func respond(to request: MockRequest) throws -> MockResponse {
        let (found, request, expected, count) = lock.withLock {
            var request = request
            var found: (@Sendable (MockRequest) throws -> MockResponse)?
            for index in expectations.indices {
                let expectation = expectations[index]
                guard expectation.count < expectation.limit,
                    expectation.method == nil || expectation.method == request.method,
                    let parameters = expectation.fits(request)
                else { continue }
                request.parameters = parameters
                expectations[index].count += 1
                found = expectation.handler
                break
            }
            asked.append(request)
            if found == nil { unexpected.append(request) }
            return (found, request, expectations.map(\.text), asked.count)
        }
        countWaiters.changed(to: count)
        if let found { return try found(request) }
        let list = expected.isEmpty ? "nothing" : expected.joined(separator: ", ")
        throw TransportError(.other, "Nobody expected \(request.summary). Expected: \(list).")
    }
}

/// The error of expectations of a ``MockTransport`` that were not met.
public struct MockTransportError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// The expected requests that were not made, or not as often.
    public let missing: [String]
    /// The requests that were not expected.
    public let unexpected: [String]

    /// A description, for example `Not asked for: GET /users. Not expected: GET https://example.com/user.`
    public var description: String {
        var sentences: [String] = []
        if !missing.isEmpty { sentences.append("Not asked for: \(missing.joined(separator: ", ")).") }
        if !unexpected.isEmpty { sentences.append("Not expected: \(unexpected.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
    }
}

/// The URL pattern of an expectation.
struct MockPattern: Sendable {
    let text: String
    /// The scheme, host and port in lower case; `nil` for any.
    private let origin: String?
    private let path: RoutePattern
    private let query: [(name: String, value: String)]

    init(_ text: String) {
        self.text = text
        let target = LoopbackTarget(text)
        origin = Self.origin(text)
        path = RoutePattern(target.path)
        query = FormText.decode(target.query)
    }

    /// Returns the values of the named segments, or `nil` if the URL does not match.
    func match(_ url: URL) -> [String: String]? {
        let text = url.absoluteString
        let target = LoopbackTarget(text)
        if let origin, origin != Self.origin(text) { return nil }
        let found = FormText.decode(target.query)
        if !query.allSatisfy({ wanted in found.contains { $0 == wanted } }) { return nil }
        return path.match(target.path)
    }

    private static func origin(_ text: String) -> String? {
        guard !text.hasPrefix("/"), let scheme = text.range(of: "://") else { return nil }
        let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return text[..<end].lowercased()
    }
}

/// A request that a ``MockTransport`` has received.
public struct MockRequest: Sendable {
    /// The URL, as it would have been sent.
    public let url: URL
    /// The method, as it would have been sent: `GET`.
    public let method: String
    /// The header fields, as they would have been sent, without those that a transport adds.
    public let headers: HTTPHeaders
    /// The complete body; a body stream was read to its end.
    public let body: Data
    /// The requested HTTP version; `nil` for the transport's.
    public let httpVersion: HTTPVersion?
    /// The percent-decoded values of the named segments: `["id": "7"]` for `/users/:id`.
    public internal(set) var parameters: [String: String] = [:]

    /// The body as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The decoded names and values of the URL's query, in order; `+` is a space.
    public var query: [(name: String, value: String)] { FormText.decode(LoopbackTarget(url.absoluteString).query) }

    /// The method and URL, for example `POST https://example.com/users`.
    public var summary: String { "\(method) \(url.absoluteString)" }
}
