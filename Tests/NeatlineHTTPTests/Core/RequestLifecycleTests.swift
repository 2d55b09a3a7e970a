import Dispatch
import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Requests' lives", .ownThreads, .hangLimit)
struct RequestLifecycleTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    init() { transport.on(nil, "https://example.com/*", respond: .json(#"{"a": 1}"#)) }

    @Test("A request starts with its first handler, and is finished when the handler was served")
    func automaticStart() async throws {
        let session = Session(transport: transport)
        let request = session.request(url)
        expect(request.state == .initialized && request.isInitialized)
        expect(request.request == nil && request.task == nil && request.response == nil && request.metrics == nil)
        expectEqual(request.description, "No request created yet.")
        let response = await request.unserialized()
        expectEqual(response.data, Data(#"{"a": 1}"#.utf8))
        expectEqual(response.response?.statusCode, 200)
        expect(request.isFinished)
        expectEqual(request.description, "GET https://example.com/ (200)")
        expect(request.requests.count == 1 && request.performedRequests.count == 1)
        expectEqual(request.tasks.map(\.state), [.completed])
        expect(request.error == nil && request.retryCount == 0)
        expect(response.metrics != nil && request.allMetrics.count == 1)
        expectEqual(transport.requests.count, 1)
    }

    @Test(
        "Whether the first handler starts a request is the session's to say, and each request's",
        arguments: [true, false])
    func manualStart(perRequest: Bool) async {
        let session = Session(startRequestsImmediately: perRequest, transport: transport)
        let request = session.request(url, shouldAutomaticallyResume: perRequest ? false : nil)
        let responses = EventLog<Int>()
        request.response(queue: .global()) { _ in responses.append(1) }
        expectEqual(request.state, .initialized)
        expect(request.request != nil, "It is made ready, though")
        expect(transport.requests.isEmpty)
        request.resume()
        await responses.wait(count: 1)

        let other = session.request(url, shouldAutomaticallyResume: true)
        _ = await other.unserialized()
        expectEqual(transport.requests.count, 2)
    }

    @Test("A lazy session makes a request when the first handler comes, or with resume(); an eager one at once")
    func setup() async {
        let source = CountingSource()
        let lazy = Session(requestSetup: .lazy, transport: transport)
        let request = lazy.request(source)
        lazy.requestQueue.sync {}
        expectEqual(source.count, 0)
        _ = await request.unserialized()
        expectEqual(source.count, 1)

        let resumed = lazy.request(source)
        resumed.resume()
        _ = await resumed.unserialized()
        expectEqual(source.count, 2)

        let eager = Session(requestSetup: .eager, transport: transport)
        let early = eager.request(source)
        eager.requestQueue.sync {}
        expectEqual(source.count, 3)
        expect(early.isInitialized)
        expectEqual(early.tasks.map(\.state), [.suspended])
        early.cancel()
        await expectEqual(early.unserialized().error?.isExplicitlyCancelledError, true)
        expectEqual(transport.requests.count, 2)
    }

    @Test("A request that is cancelled before it starts asks nothing, and fails for handlers added before and after")
    func cancelBeforeStart() async {
        let session = Session(startRequestsImmediately: false, transport: transport)
        let request = session.request(url)
        let errors = EventLog<AFError?>()
        request.response(queue: .global()) { errors.append($0.error) }
        request.cancel().cancel().resume()
        await errors.wait(count: 1)
        await expectEqual(request.unserialized().error?.isExplicitlyCancelledError, true)
        expectEqual(errors.all.map { $0?.isExplicitlyCancelledError }, [true])
        expect(request.isCancelled)
        expect(transport.requests.isEmpty)
    }

    @Test("A running request that is cancelled ends with explicitlyCancelled")
    func cancelWhileRunning() async {
        let gate = TestGate()
        let transport = MockTransport()
        transport.on(.get, url, respond: .script([.head(200), .bytes("half"), .waitUntil(gate), .bytes("whole")]))
        let session = Session(transport: transport)
        let request = session.request(url)
        async let response = request.unserialized()
        await gate.reached()
        expectEqual(request.task?.state, .running)
        request.cancel()
        expect(request.isCancelled)
        let (error, data) = await (response.error, response.data)
        expectEqual(error?.isExplicitlyCancelledError, true)
        expectEqual(data, Data("half".utf8))
        expect(request.isCancelled)
    }

    @Test("Suspending holds the body back until resume()")
    func suspension() async {
        let gate = TestGate()
        let transport = MockTransport()
        transport.on(.get, url, respond: .script([.head(200), .bytes("a"), .waitUntil(gate), .bytes("b")]))
        let session = Session(transport: transport)
        let request = session.request(url)
        async let response = request.unserialized()
        await gate.reached()
        request.suspend()
        expect(request.isSuspended)
        gate.open()
        request.resume()
        await expectEqual(response.data, Data("ab".utf8))

        let unstarted = session.request(url).suspend()
        expect(unstarted.isSuspended)
        expect(await unstarted.unserialized().error == nil, "A handler resumes it")
    }

    @Test("Handlers are served in their order, when each has read the response; late ones at once")
    func chaining() async {
        let session = Session(transport: transport)
        let order = EventLog<String>()
        let queue = DispatchQueue(label: "handlers")
        let request = session.request(url)
            .responseString(queue: queue) { order.append($0.value ?? "-") }
            .response(queue: queue) { order.append("\($0.data?.count ?? 0)") }
            .responseData(queue: queue) { order.append("\($0.value?.count ?? 0)") }
        await order.wait(count: 3)
        expectEqual(order.all, [#"{"a": 1}"#, "8", "8"])
        request.responseString(queue: queue) { order.append("late " + ($0.value ?? "-")) }
        await order.wait(count: 4)
        expectEqual(order.all.last, #"late {"a": 1}"#)
        expectEqual(transport.requests.count, 1)
    }

    @Test("Ten thousand handlers are served without a deep stack")
    func manyHandlers() async {
        let session = Session(startRequestsImmediately: false, transport: transport)
        let request = session.request(url)
        let served = EventLog<Int>()
        let queue = DispatchQueue(label: "handlers")
        for number in 0..<10_000 { request.response(queue: queue) { _ in served.append(number) } }
        request.resume()
        await served.wait(count: 10_000)
        expectEqual(served.all, Array(0..<10_000))
    }

    @Test("A handler may steer its request, add handlers to it, and block without keeping others waiting")
    func handlersThatCallBack() async {
        let session = Session(transport: transport)
        let calls = EventLog<String>()
        let blocked = DispatchSemaphore(value: 0)
        let request = session.request(url)
        request.response(queue: .global()) { [unowned request] response in
            request.cancel().resume().suspend()
            request.response(queue: .global()) { calls.append("inner \($0.error == nil)") }
            calls.append("outer")
        }
        await calls.wait(count: 2)
        expectEqual(Set(calls.all), ["outer", "inner true"])

        session.request(url).response(queue: DispatchQueue(label: "blocked")) { _ in
            blocked.wait()
            calls.append("unblocked")
        }
        _ = await session.request(url).unserialized()
        blocked.signal()
        await calls.wait(count: 3)
    }

    @Test("A serializer that blocks keeps no other request waiting")
    func blockingSerializer() async {
        struct Blocking: DataResponseSerializerProtocol {
            let semaphore: DispatchSemaphore
            func serialize(
                request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
            ) throws -> Int {
                semaphore.wait()
                return 1
            }
        }
        let session = Session(transport: transport)
        let semaphore = DispatchSemaphore(value: 0)
        let calls = EventLog<Int>()
        session.request(url).response(queue: .global(), responseSerializer: Blocking(semaphore: semaphore)) {
            calls.append($0.value ?? 0)
        }
        let other = EventLog<String?>()
        session.request(url).responseString(queue: .global()) { other.append($0.value) }
        await other.wait(count: 1)
        expectEqual(calls.count, 0)
        semaphore.signal()
        await calls.wait(count: 1)
    }

    @Test("Progress reaches 1, and its closures see it grow")
    func progress() async {
        let transport = MockTransport()
        transport.on(
            .post, url,
            respond: .script([.head(200, headers: ["Content-Length": "4"]), .bytes("ab"), .bytes("cd")]))
        let session = Session(transport: transport)
        let queue = DispatchQueue(label: "progress")
        let downloads = EventLog<Double>()
        let uploads = EventLog<Double>()
        var sent = try! URLRequest(url: url, method: .post)
        sent.httpBody = Data("12345".utf8)
        let request = session.request(sent)
            .downloadProgress(queue: queue) { downloads.append($0.fractionCompleted) }
            .uploadProgress(queue: queue) { uploads.append($0.fractionCompleted) }
        _ = await request.unserialized()
        await downloads.wait(count: 2)
        expectEqual(downloads.all, [0.5, 1])
        expectEqual(uploads.all, [1])
        expectEqual(request.downloadProgress.fractionCompleted, 1)
        expectEqual(request.uploadProgress.totalUnitCount, 5)
    }

    @Test("Hooks get each URLRequest and each task, also when they are set late; the last one that is set counts")
    func hooks() async {
        let session = Session(transport: transport)
        let calls = EventLog<String>()
        let queue = DispatchQueue(label: "hooks")
        let request = session.request(url)
            .onURLRequestCreation(on: queue) { _ in calls.append("never") }
            .onURLRequestCreation(on: queue) { calls.append("request \($0.url!.absoluteString)") }
            .onURLSessionTaskCreation(on: queue) { calls.append("task \($0.originalRequest!.httpMethod!)") }
            .cURLDescription(on: queue) { calls.append("curl \($0.hasPrefix("$ curl"))") }
        _ = await request.unserialized()
        queue.sync {}
        expectEqual(calls.all.sorted(), ["curl true", "request https://example.com/", "task GET"])
        request.onURLRequestCreation(on: queue) { _ in calls.append("late request") }
        request.onURLSessionTaskCreation(on: queue) { _ in calls.append("late task") }
        request.cURLDescription(on: queue) { _ in calls.append("late curl") }
        queue.sync {}
        expectEqual(calls.all.suffix(3), ["late request", "late task", "late curl"])
    }

    @Test("A request that is cancelled before it is complete calls closures for its curl command, too")
    func commandOfCancelledRequest() async {
        let calls = EventLog<String>()
        let adapting = EventLog<Bool>()
        let session = Session(transport: transport)
        let queue = DispatchQueue(label: "hooks")
        session.request(url).cURLDescription(on: queue) { calls.append($0) }.cancel()
        queue.sync {}
        expectEqual(calls.all, ["$ curl command could not be created"])
        let request = session.request(url, interceptor: Adapter { _, _, _ in adapting.append(true) })
            .cURLDescription(on: queue) { calls.append($0) }
            .resume()
        await adapting.wait(count: 1)
        request.cancel()
        queue.sync {}
        expect(calls.count == 2 && calls.all.last?.contains("https://example.com/") == true)
    }

    @Test("The head of a response can be refused before its body comes, or let through")
    func headHooks() async {
        let transport = MockTransport()
        transport.on(.get, url, respond: .script([.head(201), .bytes("body")]))
        let session = Session(transport: transport)
        let refused = await session.request(url)
            .onHTTPResponse(on: .global()) {
                (_, completionHandler: @escaping @Sendable (Request.ResponseDisposition) -> Void) in
                completionHandler(.cancel)
                completionHandler(.allow)
            }.unserialized()
        expectEqual(refused.error?.isExplicitlyCancelledError, true)
        expect(refused.data == nil)
        expectEqual(refused.response?.statusCode, 201)

        // The body comes when it has been refused, and before the transport has heard of that.
        let refusal = DispatchSemaphore(value: 0)
        transport.on(
            .post, url, respond: .script([.head(201), .bytes("bo"), .perform { refusal.wait() }, .bytes("dy")]))
        let late = await session.request(url, method: .post)
            .onHTTPResponse(on: .global()) {
                (_, completionHandler: @escaping @Sendable (Request.ResponseDisposition) -> Void) in
                completionHandler(.cancel)
                refusal.signal()
            }.unserialized()
        expectEqual(late.error?.isExplicitlyCancelledError, true)
        expect(late.data == nil)

        let statuses = EventLog<Int>()
        let allowed = await session.request(url)
            .onHTTPResponse(on: .global()) { statuses.append($0.statusCode) }.unserialized()
        expectEqual(allowed.data, Data("body".utf8))
        expectEqual(statuses.all, [201])

        let kept = EventLog<@Sendable (Request.ResponseDisposition) -> Void>()
        let undecided = session.request(url)
            .onHTTPResponse(on: .global()) {
                (_: HTTPURLResponse, decide: @escaping @Sendable (Request.ResponseDisposition) -> Void) in
                kept.append(decide)
                statuses.append(0)
            }
        async let response = undecided.unserialized()
        await statuses.wait(count: 2)
        undecided.cancel()
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
    }

    @Test("A hook that never decides leaves no request unfinished")
    func undecidedHooks() async {
        typealias Decide = @Sendable (Request.ResponseDisposition) -> Void
        let transport = MockTransport()
        transport.on(.get, url, respond: .script([.head(201), .bytes("body")]))
        let session = Session(transport: transport)
        // What releases its completion handler allows the body.
        let dropped = await session.request(url)
            .onHTTPResponse(on: .global()) { (_: HTTPURLResponse, _: @escaping Decide) in }.unserialized()
        expectEqual(dropped.data, Data("body".utf8))

        // A failure does not wait for the decision, and a decision about an attempt is none about the next one.
        let kept = EventLog<Decide>()
        transport.on(.post, url, times: 1, respond: .script([.head(201), .failure(.connectionLost)]))
        transport.on(.post, url, respond: .script([.head(201), .bytes("body")]))
        let request = session.request(
            url, method: .post,
            interceptor: Retrier { request, _, _, completion in
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
            }
        ).onHTTPResponse(on: .global()) { (_: HTTPURLResponse, decide: @escaping Decide) in kept.append(decide) }
        async let response = request.unserialized()
        await kept.wait(count: 2)
        kept.all[0](.allow)
        expectEqual(request.mutableState.withLock { $0.attempt?.isHeld }, true)
        kept.all[1](.allow)
        await expectEqual(response.data, Data("body".utf8))
    }
}
