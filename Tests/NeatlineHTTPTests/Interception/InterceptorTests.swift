import Foundation
import NeatlineSystem
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Problem: Error, Equatable {
    var name = "problem"
}

/// Adds a value to a header, which shows the order.
private struct Appending: RequestInterceptor {
    let text: String
    var decision = RetryResult.doNotRetry

    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        var urlRequest = urlRequest
        urlRequest.headers.update(name: "X-Order", value: (urlRequest.headers["X-Order"] ?? "") + text)
        completion(.success(urlRequest))
    }

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(decision)
    }
}

/// Adapters, retriers and interceptors by themselves.
@Suite(.ownThreads)
struct InterceptorTests {
    private let session = Session(transport: MockTransport())
    private let urlRequest = URLRequest(url: URL(filePath: "/"))

    private func adapted(_ adapter: any RequestAdapter) async throws -> URLRequest {
        try await withCheckedThrowingContinuation { continuation in
            adapter.adapt(urlRequest, for: session) { continuation.resume(with: $0) }
        }
    }

    private func adaptedWithState(_ adapter: any RequestAdapter, _ id: UUID = UUID()) async throws -> URLRequest {
        let state = RequestAdapterState(requestID: id, session: session)
        return try await withCheckedThrowingContinuation { continuation in
            adapter.adapt(urlRequest, using: state) { continuation.resume(with: $0) }
        }
    }

    private func decision(_ retrier: any RequestRetrier, _ error: any Error = Problem()) async -> RetryResult {
        let request = session.request(urlRequest)
        return await withCheckedContinuation { continuation in
            retrier.retry(request, for: session, dueTo: error) { continuation.resume(returning: $0) }
        }
    }

    private func isRetry(_ result: RetryResult) -> Bool { if case .retry = result { true } else { false } }
    private func isNoRetry(_ result: RetryResult) -> Bool { if case .doNotRetry = result { true } else { false } }

    // MARK: Closures

    @Test("An adapter asks its closure, in both ways")
    func anAdapterAsksItsClosureIn() async throws {
        let session = session
        let adapter = Adapter { request, given, completion in
            var request = request
            request.headers.update(name: "X-Same", value: "\(given === session)")
            completion(.success(request))
        }
        try await expectEqual(adapted(adapter).headers["X-Same"], "true")
        try await expectEqual(adaptedWithState(adapter).headers["X-Same"], "true")
        await expect(isNoRetry(decision(adapter)))
    }

    @Test("An adapter's error is its answer")
    func anAdapterSErrorIsIts() async {
        let adapter = Adapter { _, _, completion in completion(.failure(Problem())) }
        await #expect(throws: Problem()) { try await adapted(adapter) }
    }

    @Test("A retrier asks its closure, and adapts nothing")
    func aRetrierAsksItsClosureAnd() async throws {
        let retrier = Retrier { _, _, error, completion in completion(error is Problem ? .retry : .doNotRetry) }
        await expect(isRetry(decision(retrier)))
        await expect(isNoRetry(decision(retrier, URLError(.badURL))))
        try await expectEqual(adapted(retrier), urlRequest)
    }

    @Test("An interceptor does nothing unless it is told")
    func anInterceptorDoesNothingUnlessIt() async throws {
        struct Idle: RequestInterceptor {}
        try await expectEqual(adapted(Idle()), urlRequest)
        try await expectEqual(adaptedWithState(Idle()), urlRequest)
        await expect(isNoRetry(decision(Idle())))
    }

    @Test("All are found by their short names")
    func allAreFoundByTheirShort() async throws {
        let interceptors: [any RequestInterceptor] = [
            .adapter { request, _, completion in completion(.success(request)) },
            .retrier { _, _, _, completion in completion(.doNotRetry) },
            .interceptor(
                adapter: { request, _, completion in completion(.success(request)) },
                retrier: { _, _, _, completion in completion(.doNotRetry) }),
            .interceptor(adapters: [Appending(text: "a")], retriers: [], interceptors: [Appending(text: "b")]),
            .interceptor(adapter: Appending(text: "a"), retrier: Appending(text: "b")),
        ]
        expectEqual(interceptors.count, 5)
        try await expectEqual(adapted(interceptors[3]).headers["X-Order"], "ab")
    }

    // MARK: Many

    @Test("Adapters work one after the other, interceptors last")
    func adaptersWorkOneAfterTheOther() async throws {
        let interceptor = Interceptor(
            adapters: [Appending(text: "1"), Appending(text: "2")], interceptors: [Appending(text: "3")])
        try await expectEqual(adapted(interceptor).headers["X-Order"], "123")
        try await expectEqual(adaptedWithState(interceptor).headers["X-Order"], "123")
        expectEqual(interceptor.adapters.count, 3)
        expectEqual(interceptor.retriers.count, 1)
    }

    @Test("The first failure of an adapter ends the chain")
    func theFirstFailureOfAnAdapter() async {
        let interceptor = Interceptor(adapters: [
            Adapter { _, _, completion in completion(.failure(Problem())) },
            Adapter { _, _, completion in
                Issue.record("asked after a failure")
                completion(.failure(Problem(name: "second")))
            },
        ])
        await #expect(throws: Problem()) { try await adapted(interceptor) }
    }

    @Test("Nobody adapts and nobody retries")
    func nobodyAdaptsAndNobodyRetries() async throws {
        try await expectEqual(adapted(Interceptor()), urlRequest)
        await expect(isNoRetry(decision(Interceptor())))
    }

    @Test("The first retrier with a decision counts")
    func theFirstRetrierWithADecision() async {
        let interceptor = Interceptor(
            retriers: [Appending(text: "1"), Appending(text: "2", decision: .retryWithDelay(7))],
            interceptors: [Appending(text: "3", decision: .retry)])
        await expectEqual(decision(interceptor).delay, 7)
        let failing = Interceptor(retriers: [
            Appending(text: "1", decision: .doNotRetryWithError(Problem())), Appending(text: "2", decision: .retry),
        ])
        await expect(decision(failing).error as? Problem == Problem())
    }

    @Test("A state tells which request it is, through all adapters")
    func aStateTellsWhichRequestIt() async throws {
        struct Telling: RequestAdapter {
            func adapt(
                _ urlRequest: URLRequest, for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
            ) {
                Issue.record("asked without the state")
                completion(.success(urlRequest))
            }

            func adapt(
                _ urlRequest: URLRequest, using state: RequestAdapterState,
                completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
            ) {
                var urlRequest = urlRequest
                urlRequest.headers.update(name: "X-ID", value: state.requestID.uuidString)
                completion(.success(urlRequest))
            }
        }
        let id = UUID()
        try await expectEqual(adaptedWithState(Interceptor(adapters: [Telling()]), id).headers["X-ID"], id.uuidString)
        let request = session.request(urlRequest)
        expectEqual(RequestAdapterState(request: request, session: session).requestID, request.id)
    }

    @Test("A thousand adapters are no problem")
    func aThousandAdaptersAreNoProblem() async throws {
        let interceptor = Interceptor(adapters: (0..<1_000).map { _ in Appending(text: ".") })
        try await expectEqual(adapted(interceptor).headers["X-Order"]?.count, 1_000)
    }

    // MARK: Other forms

    @Test("Adapters and retriers may wait")
    func adaptersAndRetriersMayWait() async throws {
        struct Waiting: AsyncRequestInterceptor {
            func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
                await Task.yield()
                guard urlRequest.headers["X-Fail"] == nil else { throw Problem() }
                var urlRequest = urlRequest
                urlRequest.headers.update(name: "X-Async", value: "1")
                return urlRequest
            }

            func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
                await Task.yield()
                return .retryWithDelay(3)
            }
        }
        try await expectEqual(adapted(Waiting()).headers["X-Async"], "1")
        try await expectEqual(adaptedWithState(Waiting()).headers["X-Async"], "1")
        let failing = Interceptor(adapters: [
            Adapter { request, _, completion in
                var request = request
                request.headers.update(name: "X-Fail", value: "1")
                completion(.success(request))
            }, Waiting(),
        ])
        await #expect(throws: Problem()) { try await adapted(failing) }
        let retrier: any RequestRetrier = Waiting()
        await expectEqual(decision(retrier).delay, 3)
    }

    @Test("One side that waits is enough")
    func oneSideThatWaitsIsEnough() async throws {
        struct Adapting: AsyncRequestAdapter {
            func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest { throw Problem() }
        }
        struct Retrying: AsyncRequestRetrier {
            func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult { .retry }
        }
        struct Idle: AsyncRequestInterceptor {}
        await #expect(throws: Problem()) { try await adapted(Adapting()) }
        await expect(isRetry(decision(Retrying())))
        try await expectEqual(adapted(Idle() as any RequestAdapter), urlRequest)
        await expect(isNoRetry(decision(Idle() as any RequestRetrier)))
    }

    @Test("The seeds' synchronous forms are adapters and retriers")
    func theSeedsSynchronousFormsAreAdapters() async throws {
        struct TokenHandler: SynchronousRequestAdapter, BooleanRequestRetrier {
            var isWanted = true
            var delay = 1.0

            func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
                guard isWanted else { throw Problem() }
                var urlRequest = urlRequest
                urlRequest.setValue("Bearer 1234", forHTTPHeaderField: "Authorization")
                return urlRequest
            }

            func should(
                _ manager: Session, retry request: Request, with error: any Error,
                completion: @escaping RequestRetryCompletion
            ) {
                completion(isWanted, delay)
            }
        }
        try await expectEqual(adapted(TokenHandler()).headers["Authorization"], "Bearer 1234")
        await #expect(throws: Problem()) { try await adapted(TokenHandler(isWanted: false)) }
        await expectEqual(decision(TokenHandler()).delay, 1)
        await expect(isRetry(decision(TokenHandler(delay: 0))))
        await expect(isNoRetry(decision(TokenHandler(isWanted: false))))
    }

    @Test("Results say what they want")
    func resultsSayWhatTheyWant() {
        let results: [RetryResult] = [.retry, .retryWithDelay(2), .doNotRetry, .doNotRetryWithError(Problem())]
        expectEqual(results.map(\.retryRequired), [true, true, false, false])
        expectEqual(results.map(\.delay), [nil, 2, nil, nil])
        expectEqual(results.map { $0.error as? Problem }, [nil, nil, nil, Problem()])
    }
}

/// Interceptors around requests.
struct InterceptionTests {
    private let transport = MockTransport()

    private func response(
        _ session: Session, interceptor: (any RequestInterceptor)? = nil, method: HTTPMethod = .get
    ) async -> DataResponse<Data, AFError> {
        await session.request("https://example.com/", method: method, interceptor: interceptor)
            .validate().serializingData().response
    }

    @Test("Requests are sent as they are adapted, by the session's interceptor first")
    func requestsAreSentAsTheyAre() async {
        transport.on(.get, "/", respond: MockResponse(text: "ok"))
        let session = Session(interceptor: Appending(text: "s"), transport: transport)
        let response = await response(session, interceptor: Appending(text: "r"))
        expectEqual(response.value, Data("ok".utf8))
        expectEqual(transport.requests.map { $0.headers["X-Order"] }, ["sr"])
    }

    @Test("A failure to adapt is the request's, and goes to the retriers")
    func aFailureToAdaptIsThe() async {
        let asked = Locked<[String]>([])
        let interceptor = Interceptor(
            adaptHandler: { _, _, completion in completion(.failure(Problem())) },
            retryHandler: { request, _, error, completion in
                asked.withLock {
                    $0.append("\(request.retryCount) \(error.asAFError?.isRequestAdaptationError == true)")
                }
                completion(request.retryCount < 2 ? .retry : .doNotRetry)
            })
        let response = await response(Session(interceptor: interceptor, transport: transport))
        expect(response.error?.underlyingError as? Problem == Problem())
        // The last failure is asked about twice: as the request's, and as what the serializer makes of it.
        expectEqual(asked.withLock { $0 }, ["0 true", "1 true", "2 true", "2 true"])
        expect(transport.requests.isEmpty)
    }

    @Test("A policy retries until it works")
    func aPolicyRetriesUntilItWorks() async {
        transport.on(.get, "/", times: 1, respond: .status(503))
        transport.on(.get, "/", times: 1, respond: .failure(.connectionLost))
        transport.on(.get, "/", respond: MockResponse(text: "ok"))
        let policy = RetryPolicy(exponentialBackoffScale: 0)
        let response = await response(Session(interceptor: policy, transport: transport))
        expectEqual(response.value, Data("ok".utf8))
        expectEqual(transport.requests.count, 3)
    }

    @Test("A policy ends at its limit")
    func aPolicyEndsAtItsLimit() async {
        transport.on(.get, "/", respond: .status(503))
        let policy = RetryPolicy(retryLimit: 4, exponentialBackoffScale: 0)
        let response = await response(Session(interceptor: policy, transport: transport))
        expectEqual(response.error?.responseCode, 503)
        expectEqual(transport.requests.count, 5)
    }

    @Test("A policy does not repeat what may do harm")
    func aPolicyDoesNotRepeatWhat() async {
        transport.on(.post, "/", respond: .status(503))
        let policy = RetryPolicy(exponentialBackoffScale: 0)
        let response = await response(Session(transport: transport), interceptor: policy, method: .post)
        expectEqual(response.error?.responseCode, 503)
        expectEqual(transport.requests.count, 1)
    }

    @Test("A considerate policy does as the server says")
    func aConsideratePolicyDoesAsThe() async {
        transport.on(.get, "/", times: 1, respond: MockResponse(status: 429, headers: ["Retry-After": "0"], text: ""))
        transport.on(
            .get, "/", times: 1, respond: MockResponse(status: 429, headers: ["retry-after": "3600"], text: ""))
        transport.on(.get, "/", respond: MockResponse(text: "ok"))
        let policy = RetryPolicy(exponentialBackoffScale: 0, pacing: .considerate)
        let response = await response(Session(interceptor: policy, transport: transport))
        // The second answer asks for an hour, for which nobody waits.
        expectEqual(response.error?.responseCode, 429)
        expectEqual(transport.requests.count, 2)
    }

    @Test("A policy ends when its time is over")
    func aPolicyEndsWhenItsTime() async {
        transport.on(.get, "/", respond: .status(503))
        let policy = RetryPolicy(
            retryLimit: 100, exponentialBackoffScale: 1e-9, pacing: RetryPacing(totalBudget: 0.000_000_01))
        let response = await response(Session(interceptor: policy, transport: transport))
        expectEqual(response.error?.responseCode, 503)
        expect(transport.requests.count < 101)
    }

    @Test("The time of a policy begins with the first failure of each request, and goes on until its last one")
    func theTimeOfAPolicyGoesOn() async {
        let time = ManualTime()
        var settings = ExchangeSettings()
        settings.deadlines = time.makeDeadlines()
        settings.requestTimeout = .infinity
        settings.resourceTimeout = .infinity
        let core = SessionCore(
            transport: transport, settings: settings, rootQueue: DispatchQueue(label: "root"), requestQueue: nil,
            serializationQueue: nil, startsImmediately: true, interceptor: nil, redirectHandler: nil,
            cachedResponseHandler: nil, eventMonitor: CompositeEventMonitor(monitors: []), delegate: SessionDelegate())
        let session = Session(transport: transport)
        core.session = session
        let policy = RetryPolicy(
            retryLimit: 1000, exponentialBackoffScale: 0, pacing: RetryPacing(totalBudget: 10))
        // Seconds that pass until an attempt fails, after which it is the last one.
        for (seconds, count) in [(4.0, 4), (10, 3), (11, 2), (0.125, 82)] {
            let before = transport.requests.count
            transport.on(.get, "/\(count)") { _ in
                time.pass(seconds)
                return .status(503)
            }
            let request = DataRequest(
                core: core, convertible: URLRequest(url: URL(string: "https://example.com/\(count)")!), isQuick: true,
                interceptor: policy, shouldAutomaticallyResume: nil)
            await expectEqual(request.validate().serializingData().response.error?.responseCode, 503)
            expectEqual(transport.requests.count - before, count)
        }
    }

    @Test("An error that a retrier makes is the request's, with the first one inside")
    func anErrorThatARetrierMakes() async {
        transport.on(.get, "/", respond: .status(404))
        let retrier = Retrier { _, _, _, completion in completion(.doNotRetryWithError(Problem())) }
        let response = await response(Session(interceptor: retrier, transport: transport))
        guard case .requestRetryFailed(let retryError, let original) = response.error else {
            Issue.record("\(String(describing: response.error))")
            return
        }
        expect(retryError as? Problem == Problem())
        // The serializer's failure is the request's, about which the retrier was asked before.
        guard case .requestRetryFailed(_, let first) = original as? AFError else {
            Issue.record("\(original)")
            return
        }
        expectEqual(first.asAFError?.responseCode, 404)
    }
}
