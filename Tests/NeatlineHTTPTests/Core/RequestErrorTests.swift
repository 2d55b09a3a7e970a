import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Requests that cannot succeed", .ownThreads, .hangLimit)
struct RequestErrorTests {
    let transport = MockTransport()

    init() { transport.on(nil, "https://example.com/*", respond: .json("{}")) }

    private func error(_ make: (Session) -> DataRequest) async -> AFError? {
        await make(Session.forTests(transport)).unserialized().error
    }

    @Test(
        "A URL without a scheme is an error that says so",
        arguments: [
            ("example.com/x", "https://example.com/x"), ("localhost:8080/x", "https://localhost:8080/x"),
            ("/x", nil), ("?a=b", nil), ("u:pw@example.com", nil),
        ])
    func missingScheme(text: String, suggestion: String?) async {
        let error = await Session.forTests(MockTransport()).request(text).serializingData().response.error
        expectEqual((error?.underlyingError as? URLError)?.code, .unsupportedURL)
        let words = error?.localizedDescription ?? ""
        if let suggestion {
            expect(words.hasSuffix("It has no scheme; did you mean \(suggestion)?"))
        } else {
            expect(!words.contains("did you mean") && !words.contains("pw"))
        }
        expect(words.contains("Only http and https URLs with a host can be requested."))
    }

    @Test("A host longer than a domain name is refused, also where a redirect leads to it", arguments: [255, 256])
    func longHost(length: Int) async throws {
        let url = "https://\(String(String(repeating: "a.", count: 128).prefix(length)))/"
        transport.on(nil, url, respond: .json("{}"))
        transport.on(nil, "https://leads.example/", respond: .redirect(to: url))
        let direct = await error { $0.request(url).validate() }
        let redirected = await error { $0.request("https://leads.example/").validate() }
        if length == 255 {
            expect(direct == nil && redirected == nil)
        } else {
            for error in [direct, redirected] {
                expectEqual((error?.underlyingError as? URLError)?.code, .unsupportedURL)
                expectEqual(error?.localizedDescription.contains("longer than 255 bytes"), true)
            }
        }
    }

    @Test("A text that is no URL fails with invalidURL, told to the handler")
    func invalidURL() async {
        let empty = await error { $0.request("") }
        expectEqual(empty?.isInvalidURLError, true)
        expect(empty?.urlConvertible as? String == "")
        var components = URLComponents()
        components.host = "example.com"
        components.path = "no-slash"
        let broken = components
        await expectEqual(error { $0.request(broken) }?.isInvalidURLError, true)
        expect(transport.requests.isEmpty)
    }

    @Test("What a convertible, a modifier or an encoding throws is told to the handler")
    func creationErrors() async {
        struct Failing: URLRequestConvertible {
            func asURLRequest() throws -> URLRequest { throw TestError(1) }
        }
        guard case .createURLRequestFailed(let thrown)? = await error({ $0.request(Failing()) }) else {
            Issue.record("another error")
            return
        }
        expect(thrown as? TestError == TestError(1))
        guard
            case .createURLRequestFailed(let modified)? = await error({ session in
                session.request("https://example.com/", requestModifier: { _ in throw TestError(2) })
            })
        else {
            Issue.record("another error")
            return
        }
        expect(modified as? TestError == TestError(2))
    }

    @Test("A GET with a body is not sent, also if an adapter made it")
    func bodyInGET() async {
        var request = try! URLRequest(url: "https://example.com/", method: .get)
        request.httpBody = Data("body".utf8)
        let sent = request
        guard case .urlRequestValidationFailed(.bodyDataInGETRequest(let data))? = await error({ $0.request(sent) })
        else {
            Issue.record("another error")
            return
        }
        expectEqual(data, Data("body".utf8))
        let adapter = Adapter { request, _, completion in
            var request = request
            request.httpBody = Data("adapted".utf8)
            completion(.success(request))
        }
        let adapted = await error { $0.request("https://example.com/", interceptor: adapter) }
        guard case .requestAdaptationFailed(let inner)? = adapted else {
            Issue.record("another error: \(String(describing: adapted))")
            return
        }
        expectEqual((inner as? AFError)?.errorDescription?.contains("GET"), true)
        expect(transport.requests.isEmpty)
    }

    @Test("A transport's failure is a URLError in sessionTaskFailed")
    func transportErrors() async {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .failure(.cannotConnect))
        let response = await Session.forTests(transport).request("https://example.com/").unserialized()
        expectEqual(response.error?.isSessionTaskError, true)
        expectEqual((response.error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
        expect(response.response == nil && response.data == nil)
        expect(response.metrics != nil)
    }

    @Test("Requests of a session that is dropped fail with sessionDeinitialized, also those made ready later")
    func droppedSession() async {
        let gate = TestGate()
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .script([.waitUntil(gate), .head(200)]))
        var session: Session? = Session(transport: transport)
        let running = session!.request("https://example.com/")
        let unused = session!.request("https://example.com/")
        let errors = EventLog<AFError?>()
        running.response(queue: .global()) { errors.append($0.error) }
        await gate.reached()
        weak let weakly = session
        session = nil
        await errors.wait(count: 1)
        expect(weakly == nil)
        expectEqual(errors.all[0]?.isSessionDeinitializedError, true)
        expect(running.isFinished)
        await expectEqual(unused.unserialized().error?.isSessionDeinitializedError, true)
        gate.open()
    }

    @Test("Headers with line breaks, and hosts that are none, end in one typed error over the network, too")
    func overTheNetwork() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on(.get, "/*") { _ in .status(200) }
        let session = Session()
        let injected = session.request(server.url("/"), headers: ["X-A": "b\r\nX-Evil: 1"])
        let response = await injected.unserialized()
        expectEqual(response.error?.isSessionTaskError, true)
        let cause = (response.error?.underlyingError as? URLError)?.userInfo[NSUnderlyingErrorKey] as? TransportError
        expectEqual(cause?.code, .invalidRequest)
        expectEqual(cause?.message.contains("X-A"), true)
        let framed = await session.request(server.url("/"), method: .post, headers: ["Content-Length": "5"])
            .unserialized()
        expectEqual(framed.error.map { "\($0)" }?.contains("Content-Length is 5, but the body's is 0"), true)
        expectEqual(server.requestCount, 0)
        let nowhere = await session.request("http://127.0.0.1:1/").unserialized()
        expectEqual((nowhere.error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
        let strange = await session.request("gopher://example.com/").unserialized()
        expectEqual((strange.error?.underlyingError as? URLError)?.code, .unsupportedURL)
    }
}

@Suite("Lifetimes", .ownThreads, .hangLimit)
struct LifetimeTests {
    let transport = MockTransport()

    init() { transport.on(nil, "https://example.com/*", respond: .json("{}")) }

    @Test("A request is freed when its handlers were served, one that was never started when it is dropped")
    func requests() async {
        let session = Session(transport: transport)
        weak var finished: DataRequest?
        weak var unused: DataRequest?
        weak var awaited: DataRequest?
        do {
            let request = session.request("https://example.com/").validate()
            finished = request
            _ = await request.unserialized()
            unused = session.request("https://example.com/")
            let other = session.request("https://example.com/")
            awaited = other
            _ = await other.serializingData().response
        }
        // The session lets go after the handler was called.
        expect(await eventually { session.activeRequestCount == 0 })
        expect(await eventually { finished == nil && awaited == nil })
        expect(unused == nil)
    }

    @Test("A request that is cancelled after it was told to start and before it enters its session is not kept by it")
    func cancelledAtTheDoor() async {
        /// Is asked for its queue before each event, by the thread that starts the request.
        final class Canceller: EventMonitor, @unchecked Sendable {
            var request: Request?
            var queue: DispatchQueue {
                request?.cancel()
                return .global()
            }
        }
        let canceller = Canceller()
        let session = Session(startRequestsImmediately: false, eventMonitors: [canceller], transport: transport)
        let request = session.request("https://example.com/")
        canceller.request = request
        request.resume()
        canceller.request = nil
        expect(request.isCancelled)
        expectEqual(session.activeRequestCount, 0)
    }

    @Test("A session keeps the requests that run, and nothing keeps the session")
    func sessions() async {
        let gate = TestGate()
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .script([.waitUntil(gate), .head(200)]))
        weak var session: Session?
        do {
            let strong = Session(transport: transport)
            session = strong
            let ended = EventLog<Bool>()
            strong.request("https://example.com/").response(queue: .global()) { ended.append($0.error == nil) }
            await gate.reached()
            gate.open()
            await ended.wait(count: 1)
            expectEqual(ended.all, [true], "Nobody but the session kept the request")
        }
        // Whoever called the handler has yet to let go. Were the session kept, this would last until the time limit.
        expect(await eventually { session == nil })
    }
}
