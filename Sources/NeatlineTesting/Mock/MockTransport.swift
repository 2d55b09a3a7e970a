internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP

/// A transport without a network, for tests of code that makes requests: it answers what a test expects, keeps what it
/// was asked, and says clearly what nobody expected.
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
/// Redirects, cookies, retries and validation are made above a transport, so they are tested, too. All closures and all
/// that is told of responses run on one queue.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
public final class MockTransport: Transport, @unchecked Sendable {
    private struct Expectation {
        let method: String?
        let text: String
        let fits: @Sendable (MockRequest) -> [String: String]?
        let limit: Int
        var count = 0
        let handler: @Sendable (MockRequest) throws -> MockResponse
    }

    /// What requests may ask of it: anything, unless a test says otherwise.
    public let capabilities: TransportCapabilities
    let queue = DispatchQueue(label: "MockTransport")
    private let lock = Lock()
    private var expectations: [Expectation] = []
    private var asked: [MockRequest] = []
    private var unexpected: [MockRequest] = []
    private var isInvalidated = false
    private let countWaiters = WaitList<Int>()

    /// A transport that expects nothing yet.
    public init(
        capabilities: TransportCapabilities = [
            .backpressure, .phaseTimings, .http2, .bodyStreams, .ipv6Literals, .unixSockets, .proxies, .tlsSettings,
            .hostileServers,
        ]
    ) {
        self.capabilities = capabilities
    }

    // MARK: Expecting

    /// Expects requests whose method and URL fit. The first expectation that fits and is not used up answers.
    ///
    /// - Parameters:
    ///   - method: The method, or nil for all.
    ///   - pattern: A URL such as `https://example.com/users/:id?full=1`, or only a path (`/users/:id`) for any host. A
    ///     segment with a colon fits any one segment, whose value is in ``MockRequest/parameters``; a last segment `*`
    ///     fits whatever follows. A query's names and values must be among the request's; others may be, too.
    ///   - times: How many requests it answers; the next ones are left to later expectations. Nil is any number.
    ///   - handler: Makes the response. A `TransportError` that it throws is what the request fails with; another error
    ///     becomes one of code `other` with its description.
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

    /// Expects requests whose method and URL fit, and gives each the same response.
    public func on(_ method: HTTPMethod?, _ pattern: String, times: Int? = nil, respond response: MockResponse) {
        on(method, pattern, times: times) { _ in response }
    }

    /// Expects requests that a closure chooses.
    ///
    /// - Parameters:
    ///   - description: What is expected, for ``verify()``.
    ///   - times: How many requests it answers. Nil is any number.
    ///   - predicate: Whether a request is meant.
    ///   - handler: Makes the response.
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

    /// What was asked for, expected or not, in the order in which the bodies were whole.
    public var requests: [MockRequest] { lock.withLock { asked } }

    /// What was asked for and nobody expected.
    public var unexpectedRequests: [MockRequest] { lock.withLock { unexpected } }

    /// Returns when `count` requests were made in all, or the task is cancelled.
    public func waitForRequests(_ count: Int) async {
        await countWaiters.wait(current: { self.requests.count }, until: { $0 >= count })
    }

    /// Checks that all that was expected was asked for, as often as was said, and nothing else.
    ///
    /// - Throws: ``MockTransportError`` that lists what is missing and what nobody expected.
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

    /// Begins to move a request.
    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let task = MockTask(request: request, receiver: receiver, transport: self)
        task.begin(isRefused: lock.withLock { isInvalidated })
        return task
    }

    /// Refuses new requests.
    public func invalidate() { lock.withLock { isInvalidated = true } }

    /// The response to a request whose body is whole.
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

/// What was not as a test of a ``MockTransport`` expected.
public struct MockTransportError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// What was expected and not asked for, or not as often.
    public let missing: [String]
    /// What was asked for and not expected.
    public let unexpected: [String]

    /// For example `Not asked for: GET /users. Not expected: GET https://example.com/user.`
    public var description: String {
        var sentences: [String] = []
        if !missing.isEmpty { sentences.append("Not asked for: \(missing.joined(separator: ", ")).") }
        if !unexpected.isEmpty { sentences.append("Not expected: \(unexpected.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
    }
}
