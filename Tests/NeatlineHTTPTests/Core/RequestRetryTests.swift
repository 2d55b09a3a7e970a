import Dispatch
import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Adapting, validating and retrying", .ownThreads, .hangLimit)
struct RequestRetryTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    private func marking(_ mark: String) -> Adapter {
        Adapter { request, _, completion in
            var request = request
            request.setValue((request.value(forHTTPHeaderField: "X-Marks") ?? "") + mark, forHTTPHeaderField: "X-Marks")
            completion(.success(request))
        }
    }

    private func retrying(_ log: EventLog<String>, _ name: String, _ result: RetryResult) -> Retrier {
        Retrier { request, _, error, completion in
            log.append("\(name) \(request.retryCount)")
            completion(request.retryCount < 2 ? result : .doNotRetry)
        }
    }

    @Test("Adapters come in order: the session's, the request's, those added to it; again for each attempt")
    func adapterOrder() async {
        transport.on(.get, url, times: 1, respond: .failure(.connectionLost))
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(interceptor: marking("s"), transport: transport)
        let request = session.request(url, interceptor: marking("r"))
            .adapt(using: marking("1")).interceptor(marking("2"))
            .adapt { request, _, completion in
                var request = request
                request.setValue(
                    (request.value(forHTTPHeaderField: "X-Marks") ?? "") + "3", forHTTPHeaderField: "X-Marks")
                completion(.success(request))
            }
            .retry { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry) }
        expect(await request.unserialized().error == nil)
        expectEqual(transport.requests.map { $0.headers["X-Marks"] }, ["sr123", "sr123"])
        expect(request.requests.count == 4 && request.tasks.count == 2 && request.allMetrics.count == 2)
        expect(request.firstRequest?.value(forHTTPHeaderField: "X-Marks") == nil)
        expectEqual(request.lastRequest?.value(forHTTPHeaderField: "X-Marks"), "sr123")
        expectEqual(request.retryCount, 1)
    }

    @Test("Retriers are asked in the same order, until one decides")
    func retrierOrder() async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let log = EventLog<String>()
        let session = Session(interceptor: retrying(log, "session", .doNotRetry), transport: transport)
        let request = session.request(url, interceptor: retrying(log, "request", .doNotRetry))
            .retry(using: retrying(log, "added", .retry)).retry(using: retrying(log, "last", .retry))
        await expectEqual(request.unserialized().error?.isSessionTaskError, true)
        let expected: [String] = [
            "session 0", "request 0", "added 0", "session 1", "request 1", "added 1", "session 2", "request 2",
            "added 2", "last 2",
        ]
        expectEqual(log.all, expected)
        expectEqual(transport.requests.count, 3)
    }

    @Test("An adapter's failure goes to the retriers")
    func adapterFailure() async {
        transport.on(.get, url, respond: .json("{}"))
        let failing = Interceptor(
            adaptHandler: { request, _, completion in completion(.failure(TestError(3))) },
            retryHandler: { request, _, error, completion in
                expectEqual(error.asAFError?.isRequestAdaptationError, true)
                completion(request.retryCount < 2 ? .retryWithDelay(0.001) : .doNotRetry)
            })
        let request = Session.forTests(transport).request(url, interceptor: failing)
        let response = await request.unserialized()
        expect(response.error?.underlyingError as? TestError == TestError(3))
        expectEqual(request.retryCount, 2)
        expect(transport.requests.isEmpty)
    }

    @Test("A retry sends the body again, forgets what came, and completes once")
    func replay() async {
        transport.on(
            .post, url, times: 2,
            respond: .script([.head(200, headers: ["Content-Length": "9"]), .bytes("lost"), .failure(.bodyIncomplete)]))
        transport.on(.post, url, respond: .script([.head(201), .bytes("kept")]))
        let session = Session(transport: transport)
        let responses = EventLog<AFDataResponse<Data?>>()
        let progress = EventLog<Int64>()
        let queue = DispatchQueue(label: "progress")
        let request = session.request(
            url, method: .post, parameters: ["a": "b"],
            interceptor: Retrier { request, _, _, completion in
                completion(request.retryCount < 3 ? .retry : .doNotRetry)
            }
        ).downloadProgress(queue: queue) { progress.append($0.completedUnitCount) }
        expectEqual(request.downloadProgress.completedUnitCount, 0)
        request.response(queue: .global()) { responses.append($0) }
        await responses.wait(count: 1)
        queue.sync {}
        expectEqual(responses.all.map(\.data), [Data("kept".utf8)])
        expectEqual(responses.all[0].response?.statusCode, 201)
        expectEqual(transport.requests.map(\.text), ["a=b", "a=b", "a=b"])
        expect(progress.all.allSatisfy { $0 == 4 })
        expectEqual(request.downloadProgress.completedUnitCount, 4)
        expect(request.error == nil)
    }

    @Test("A retrier's own error ends the request with requestRetryFailed")
    func retryError() async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let retrier = Retrier { _, _, _, completion in completion(.doNotRetryWithError(TestError(4))) }
        let response = await Session.forTests(transport).request(url, interceptor: retrier).unserialized()
        guard case .requestRetryFailed(let retryError, let original)? = response.error else {
            Issue.record("another error")
            return
        }
        expect(retryError as? TestError == TestError(4))
        expectEqual((original as? AFError)?.isSessionTaskError, true)
    }

    @Test(
        "A serializer's error goes to the retriers, once for each serializer; the response is read again after a retry")
    func serializerErrors() async {
        transport.on(.get, url, times: 1, respond: .script([.head(200), .bytes("no json")]))
        transport.on(.get, url, respond: .json("[1]"))
        // All handlers are there before the first one reads.
        let session = Session(startRequestsImmediately: false, transport: transport)
        let asked = EventLog<Bool>()
        let values = EventLog<String>()
        let queue = DispatchQueue(label: "handlers")
        session.request(
            url,
            interceptor: Retrier { request, _, error, completion in
                asked.append(error.asAFError?.isResponseSerializationError == true)
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
            }
        )
        .responseString(queue: queue) { values.append($0.value ?? "-") }
        .responseDecodable(of: [Int].self, queue: queue) { values.append("\($0.value ?? [])") }
        .responseDecodable(of: [String].self, queue: queue) {
            values.append("\($0.error?.isResponseSerializationError == true)")
        }
        .resume()
        await values.wait(count: 3)
        expectEqual(values.all, ["[1]", "[1]", "true"])
        expectEqual(asked.all, [true, true])
    }

    @Test("Awaited values are retried as well")
    func awaited() async throws {
        transport.on(.get, url, times: 1, respond: .json("broken"))
        transport.on(.get, url, respond: .json("[1]"))
        let session = Session(
            interceptor: Retrier { request, _, _, completion in
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
            }, transport: transport)
        try await expectEqual(session.request(url).serializingDecodable([Int].self).value, [1])
    }

    @Test("A retrier has returned before what it has decided happens", arguments: [true, false])
    func decisionsAreCarriedOutLater(isUpload: Bool) async {
        transport.on(nil, url, respond: .failure(.connectionLost))
        let seen = EventLog<[Int]>()
        let rootQueue = DispatchQueue(label: "root")
        let session = Session(
            rootQueue: rootQueue,
            interceptor: Retrier { request, _, _, completion in
                let before = [request.retryCount, request.tasks.count]
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
                // If anything happened at once, it would be seen here.
                seen.append(before)
                seen.append([request.retryCount, request.tasks.count])
            }, transport: transport)
        let request = isUpload ? session.upload(Data("x".utf8), to: url) : session.request(url)
        await expectEqual(request.unserialized().error?.isSessionTaskError, true)
        await seen.wait(count: 4)
        expectEqual(seen.all, [[0, 1], [0, 1], [1, 2], [1, 2]])
    }

    @Test("Of a long history the first and the last hundred are kept, and nothing leaks")
    func history() async throws {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let limit = RequestState.historyLimit
        let monitor = ClosureEventMonitor()
        weak var gone: DataRequest?
        do {
            let session = Session(
                interceptor: Interceptor(
                    adapters: [marking("x")],
                    retriers: [
                        Retrier { request, _, _, completion in
                            completion(request.retryCount < 2 * limit ? .retry : .doNotRetry)
                        }
                    ]), eventMonitors: [monitor], transport: transport)
            let request = session.request(url)
            gone = request
            await expectEqual(request.unserialized().error?.isSessionTaskError, true)
            expectEqual(request.retryCount, 2 * limit)
            expectEqual(transport.requests.count, 2 * limit + 1)
            expect(request.tasks.count == limit + 1 && request.allMetrics.count == limit + 1)
            expect(request.requests.count == limit + 1 && request.performedRequests.count == limit + 1)
            expect(request.firstRequest?.value(forHTTPHeaderField: "X-Marks") == nil)
            expectEqual(request.lastRequest?.value(forHTTPHeaderField: "X-Marks"), "x")
            expect(request.firstTask === request.tasks.first && request.lastTask === request.tasks.last)
        }
        expect(await eventually { gone == nil })
    }

    @Test("A retrier that answers twice is heard once; one that never answers is not waited for after cancel()")
    func oddRetriers() async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let session = Session(transport: transport)
        let twice = session.request(
            url,
            interceptor: Retrier { request, _, _, completion in
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
                completion(.doNotRetryWithError(TestError()))
            })
        await expectEqual(twice.unserialized().error?.isSessionTaskError, true)
        expectEqual(twice.retryCount, 1)

        let asked = EventLog<Int>()
        let silent = session.request(url, interceptor: Retrier { _, _, _, _ in asked.append(1) })
        async let response = silent.unserialized()
        await asked.wait(count: 1)
        silent.cancel()
        await expectEqual(response.error?.isSessionTaskError, true, "What it failed with before stays")
        expect(silent.isCancelled)
    }

    @Test("A request that waits for its retry, or for its adapter, can be cancelled")
    func cancelWhileWaiting() async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let session = Session(transport: transport)
        let asked = EventLog<Int>()
        let delayed = session.request(
            url,
            interceptor: Retrier { _, _, _, completion in
                completion(.retryWithDelay(.infinity))
                asked.append(1)
            })
        async let first = delayed.unserialized()
        await asked.wait(count: 1)
        delayed.cancel()
        expect(await first.error != nil)

        let stuck = session.request(url, interceptor: Adapter { _, _, _ in asked.append(2) })
        async let second = stuck.unserialized()
        await asked.wait(count: 2)
        stuck.cancel()
        await expectEqual(second.error?.isExplicitlyCancelledError, true)
        expectEqual(transport.requests.count, 1)
    }

    @Test("Cancelled requests are never retried")
    func cancelled() async {
        transport.on(.get, url, respond: .never)
        let asked = EventLog<Int>()
        let session = Session(
            interceptor: Retrier { _, _, _, completion in
                asked.append(1)
                completion(.retry)
            }, transport: transport)
        let request = session.request(url)
        async let response = request.serializingData().response
        await transport.waitForRequests(1)
        request.cancel()
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
        expectEqual(asked.count, 0)
    }
}

@Suite("Validation of data requests", .ownThreads, .hangLimit)
struct DataRequestValidationTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    @Test("Nothing is validated unless asked for; then the status and the type are")
    func automatic() async {
        transport.on(
            .get, url, times: 2,
            respond: .script([.head(404, headers: ["Content-Type": "text/plain"]), .bytes("gone")]))
        transport.on(
            .get, url, respond: .script([.head(200, headers: ["Content-Type": "text/plain"]), .bytes("text")]))
        let session = Session(transport: transport)
        expect(await session.request(url).unserialized().error == nil)
        let invalid = await session.request(url).validate().unserialized()
        expectEqual(invalid.error?.responseCode, 404)
        expectEqual(invalid.data, Data("gone".utf8), "The server's own words are kept")
        let type = await session.request(url, headers: ["Accept": "application/json"]).validate().unserialized()
        expectEqual(type.error?.responseContentType, "text/plain")
        expect(await session.request(url).validate(contentType: ["text/*"]).unserialized().error == nil)
        await expectEqual(session.request(url).validate(statusCode: [Int]()).unserialized().error?.responseCode, 200)
    }

    @Test("Validators run in order until one fails, before retriers and serializers, off the transport's thread")
    func order() async {
        transport.on(.get, url, respond: .json("{}"))
        let log = EventLog<String>()
        let session = Session(
            interceptor: Retrier { _, _, error, completion in
                log.append("retrier")
                completion(.doNotRetry)
            }, transport: transport)
        let response = await session.request(url)
            .validate { _, _, _ in
                log.append("first")
                return .success(())
            }
            .validate { request, response, data in
                log.append("second \(request?.url != nil) \(response.statusCode) \(data?.count ?? 0)")
                return .failure(TestError(5))
            }
            .validate { _, _, _ in
                log.append("never")
                return .success(())
            }.serializingString().response
        expectEqual(response.error?.isResponseValidationError, true)
        expect(response.error?.underlyingError as? TestError == TestError(5))
        expectEqual(log.all, ["first", "second true 200 2", "retrier", "retrier"], "The second time by the serializer")
    }

    @Test("An AFError of a validator stays what it is")
    func ownErrors() async {
        transport.on(.get, url, respond: .json("{}"))
        let response = await Session.forTests(transport).request(url)
            .validate { _, _, _ in .failure(AFError.explicitlyCancelled) }.unserialized()
        expectEqual(response.error?.isExplicitlyCancelledError, true)
    }
}

/// What is left of requests that nobody waits for.
@Suite("Requests whose interceptors take their time", .ownThreads, .hangLimit)
struct RequestInterceptionEndTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    /// Tells when it is gone, and with it the request that it is for.
    private final class LastingRetrier: RequestInterceptor, Sendable {
        let gone: EventLog<String>
        let asked: EventLog<String>

        init(gone: EventLog<String>, asked: EventLog<String>) {
            self.gone = gone
            self.asked = asked
        }

        deinit { gone.append("gone") }

        func retry(
            _ request: Request, for session: Session, dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            completion(.retryWithDelay(7 * 24 * 3600))
            asked.append("asked")
        }
    }

    @Test("A request that was cancelled while it waited for its retry is not kept until then")
    func cancelledWhileWaiting() async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let session = Session(transport: transport)
        let (gone, asked) = (EventLog<String>(), EventLog<String>())
        do {
            let request = session.request(url, interceptor: LastingRetrier(gone: gone, asked: asked))
            async let response = request.unserialized()
            await asked.wait(count: 1)
            request.cancel()
            expect(await response.error != nil)
        }
        await gone.wait(count: 1)
    }

    @Test("A request that waits for its retry ends with its session, and is not kept either")
    func sessionEnds() async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let (gone, asked) = (EventLog<String>(), EventLog<String>())
        var session: Session? = Session(transport: transport)
        let ended = EventLog<AFError?>()
        session?.request(url, interceptor: LastingRetrier(gone: gone, asked: asked))
            .response(queue: .global()) { ended.append($0.error) }
        await asked.wait(count: 1)
        session = nil
        await ended.wait(count: 1)
        expect(ended.all[0] != nil)
        await gone.wait(count: 1)
    }

    private struct EndlessInterceptor: AsyncRequestInterceptor {
        let adapts: Bool
        let events: EventLog<String>

        private func wait() async {
            events.append("asked")
            while !Task.isCancelled { await Task.yield() }
            events.append("cancelled")
        }

        func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
            if adapts { await wait() }
            return urlRequest
        }

        func retry(_ request: Request, for session: Session, dueTo error: any Error) async -> RetryResult {
            await wait()
            return .retry
        }
    }

    private struct EndlessAdapter: AsyncRequestAdapter {
        let interceptor: EndlessInterceptor

        func adapt(_ urlRequest: URLRequest, for session: Session) async throws -> URLRequest {
            try await interceptor.adapt(urlRequest, for: session)
        }
    }

    @Test(
        "Asynchronous adapters and retriers are cancelled with their request",
        arguments: ["adapter", "both", "retrier"])
    func asynchronous(kind: String) async {
        transport.on(.get, url, respond: .failure(.connectionLost))
        let session = Session(transport: transport)
        let events = EventLog<String>()
        let interceptor = EndlessInterceptor(adapts: kind != "retrier", events: events)
        let request = session.request(url, interceptor: kind == "adapter" ? nil : interceptor)
        if kind == "adapter" { request.adapt(using: EndlessAdapter(interceptor: interceptor)) }
        async let response = request.unserialized()
        await events.wait(count: 1)
        request.cancel()
        await events.wait(count: 2)
        expectEqual(events.all, ["asked", "cancelled"])
        expect(await response.error != nil)
    }

    @Test("Asynchronous adapters are cancelled with their request's session")
    func asynchronousSession() async {
        let events = EventLog<String>()
        var session: Session? = Session(transport: transport)
        let ended = EventLog<AFError?>()
        session?.request(url, interceptor: EndlessInterceptor(adapts: true, events: events))
            .response(queue: .global()) { ended.append($0.error) }
        await events.wait(count: 1)
        session?.cancelAllRequests(completingOnQueue: .global())
        session = nil
        await events.wait(count: 2)
        await ended.wait(count: 1)
        expect(ended.all[0] != nil)
    }

    /// Statuses that a program looks up itself.
    private struct OwnStatuses: Sequence, Sendable {
        let onAsking: @Sendable () -> Void

        func makeIterator() -> IndexingIterator<Range<Int>> {
            onAsking()
            return (200..<300).makeIterator()
        }
    }

    @Test("A sequence of the program's own is not asked on the transport's thread")
    func ownStatuses() async {
        let threads = EventLog<UInt>()
        let transport = ScriptedTransport()
        // A session with monitors runs all validators elsewhere.
        let session = Session(eventMonitors: [], transport: transport)
        let request = session.request(url)
            .validate(statusCode: OwnStatuses { threads.append(UInt(bitPattern: pthread_self().hashValue)) })
        async let response = request.unserialized()
        while transport.hops.isEmpty { await Task.yield() }
        // It lives until the test ends, so no other thread has its identifier.
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            threads.append(UInt(bitPattern: pthread_self().hashValue))
            transport.hops[0].respond(200)
            isOver.wait()
        }
        expect(await response.error == nil)
        expect(threads.count == 2 && threads.all.first != threads.all.last)
        isOver.signal()
    }
}
