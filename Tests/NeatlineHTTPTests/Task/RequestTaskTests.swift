import Dispatch
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Tasks of requests", .ownThreads, .hangLimit)
struct RequestTaskTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    private func isCancelled(_ error: AFError?) -> Bool {
        guard case .sessionTaskFailed(let error) = error else { return false }
        return (error as? URLError)?.code == .cancelled
    }

    @Test("A task shows its attempt: requests, response, counts, state")
    func members() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on(.get, "/a") { _ in .redirect(to: "/b") }
        server.on(.get, "/b") { _ in LoopbackResponse(status: 201, body: Array("abc".utf8)) }
        let session = Session()
        let request = session.request(server.url("/a"))
        _ = await request.unserialized()
        let task = try #require(request.task)
        expect(task is URLSessionDataTask && !(task is URLSessionUploadTask))
        expect(task.taskIdentifier == 1 && task.state == .completed && task.error == nil)
        expect(task.originalRequest?.url?.path == "/a" && task.currentRequest?.url?.path == "/b")
        expectEqual((task.response as? HTTPURLResponse)?.statusCode, 201)
        expect(task.countOfBytesReceived == 3 && task.countOfBytesExpectedToReceive == 3)
        expect(task.countOfBytesSent == 0 && task.countOfBytesExpectedToSend == 0)
        expect(task.progress.completedUnitCount == 3 && task.progress.fractionCompleted == 1)
        expectEqual(task.description, "Task 1: GET \(server.url("/b")) (completed)")
        expect(request.tasks == [task] && request.firstTask === task && request.lastTask === task)
        expect(session.request(server.url("/a")).task == nil)
    }

    @Test("What is set of a task stays, and is its own")
    func settings() async throws {
        transport.on(.get, url, times: 1, respond: .failure(.connectionLost))
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(interceptor: ConnectionLostRetryPolicy(), transport: transport)
        let request = session.request(url)
        let created = EventLog<URLSessionTask>()
        request.onURLSessionTaskCreation(on: .global()) { task in
            task.priority = created.count == 0 ? URLSessionTask.highPriority : URLSessionTask.lowPriority
            task.taskDescription = "\(created.count)"
            created.append(task)
        }
        _ = await request.unserialized()
        await created.wait(count: 2)
        expectEqual(request.tasks.map(\.priority), [URLSessionTask.highPriority, URLSessionTask.lowPriority])
        expectEqual(request.tasks.map(\.taskDescription), ["0", "1"])
        expect(request.tasks == created.all && Set(request.tasks.map(\.taskIdentifier)).count == 2)
    }

    @Test("Each kind of request has tasks of the class that URLSession has for it")
    func kinds() async {
        transport.on(.get, url, respond: .json("{}"))
        transport.on(.post, url, respond: .json("{}"))
        let session = Session(transport: transport)
        let upload = session.upload(Data("abc".utf8), to: url)
        _ = await upload.unserialized()
        expect(upload.task is URLSessionUploadTask)
        expect(upload.task?.countOfBytesSent == 3 && upload.task?.countOfBytesExpectedToSend == 3)
        expectEqual(upload.task?.progress.completedUnitCount, 3)
        let download = session.download(url)
        if let file = await download.unserialized().fileURL { try? FileManager.default.removeItem(at: file) }
        expect(download.task is URLSessionDownloadTask)
        let stream = session.streamRequest(url)
        for await _ in stream.streamTask().streamingData() {}
        expect(stream.task is URLSessionDataTask)
    }

    @Test("cancel() of a task ends the attempt with URLError.cancelled, not the request; retriers are asked")
    func cancel() async {
        let gates = [TestGate(), TestGate()]
        for gate in gates {
            transport.on(.get, url, times: 1, respond: .script([.head(200), .waitUntil(gate)]))
        }
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(transport: transport)
        let request = session.request(url)
        async let response = request.unserialized()
        await gates[0].reached()
        request.task?.cancel()
        request.task?.cancel()
        expect(isCancelled(await response.error))
        expect(request.isFinished && !request.isCancelled && request.task?.state == .completed)

        let retried = session.request(url).retry { request, _, _, completion in
            completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        async let second = retried.unserialized()
        await gates[1].reached()
        retried.task?.cancel()
        expect(await second.error == nil)
        expectEqual(retried.retryCount, 1)
        retried.task?.cancel()
        retried.firstTask?.resume()
        expect(retried.isFinished)
    }

    @Test("cancel() of a task that was not started ends its request; resume() starts it")
    func unstarted() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(startRequestsImmediately: false, transport: transport)
        let ends = EventLog<AFError?>()
        let cancelled = session.request(url)
        cancelled.response(queue: .global()) { ends.append($0.error) }
        expect(await eventually { cancelled.task != nil })
        expectEqual(cancelled.task?.state, .suspended)
        cancelled.task?.cancel()
        await ends.wait(count: 1)
        expect(isCancelled(ends.all[0]) && cancelled.isFinished && cancelled.metrics != nil)
        expect(transport.requests.isEmpty)

        let resumed = session.request(url)
        resumed.response(queue: .global()) { ends.append($0.error) }
        expect(await eventually { resumed.task != nil })
        resumed.task?.resume()
        await ends.wait(count: 2)
        expect(ends.all[1] == nil && transport.requests.count == 1)
    }

    @Test("suspend() of a task holds the body back until its resume()")
    func suspend() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let gate = TestGate()
        server.on(.get, "/") { _ in
            .script([.head(200, headers: ["Content-Length": "2"]), .send("a"), .waitUntil(gate), .send("b")])
        }
        let session = Session()
        let request = session.request(server.url("/"))
        let response = Task { await request.unserialized() }
        await gate.reached()
        expect(await eventually { request.task?.countOfBytesReceived == 1 })
        request.task?.suspend()
        expect(request.task?.state == .suspended && request.isResumed)
        gate.open()
        // Nothing can show that nothing comes; the other request comes after it on the same loop.
        server.on(.get, "/other") { _ in .status(200) }
        _ = await session.request(server.url("/other")).unserialized()
        expect(request.task?.countOfBytesReceived == 1 && !request.isFinished)
        request.task?.resume()
        await expectEqual(response.value.data, Data("ab".utf8))
    }

    @Test("A task keeps its request, but not the other way round")
    func lifetimes() async throws {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(eventMonitors: [ClosureEventMonitor(queue: .global())], transport: transport)
        weak var request: DataRequest?
        weak var task: URLSessionTask?
        var held: URLSessionTask?
        do {
            let strong = session.request(url)
            _ = await strong.unserialized()
            request = strong
            held = strong.task
            task = held
        }
        expect(held?.originalRequest?.url?.host == "example.com" && request != nil)
        held = nil
        expect(await eventually { request == nil && task == nil })
    }

    @Test("Monitors are told of the request's own tasks, and of the session's URLSession")
    func monitors() async throws {
        final class Monitor: EventMonitor, @unchecked Sendable {
            let queue = DispatchQueue(label: "tasks")
            let tasks = EventLog<URLSessionTask>()
            let sessions = EventLog<URLSession>()

            func request(_ request: Request, didCreateTask task: URLSessionTask) { tasks.append(task) }
            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                tasks.append(dataTask)
                sessions.append(session)
            }
            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                tasks.append(task)
                sessions.append(session)
            }
        }
        transport.on(.get, url, respond: .json("{}"))
        let monitor = Monitor()
        let session = Session(eventMonitors: [monitor], transport: transport)
        let request = session.request(url)
        _ = await request.unserialized()
        await monitor.tasks.wait(count: 3)
        await monitor.sessions.wait(count: 2)
        let task = try #require(request.task)
        expect(monitor.tasks.all.allSatisfy { $0 === task })
        expect(monitor.sessions.all.allSatisfy { $0 === session.session } && monitor.sessions.count == 2)
    }

    @Test("A request without anybody who asks makes no task")
    func noTask() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(eventMonitors: [], transport: transport)
        let request = session.request(url)
        _ = await request.validate().unserialized()
        expect(request.mutableState.withLock { $0.attempt?.madeTask } == nil)
    }

    @Test("A download's task leaves resume data as the request does")
    func resumeData() async {
        let gate = TestGate()
        transport.on(.get, url, respond: .script([.head(200), .waitUntil(gate)]))
        let session = Session(transport: transport)
        let request = session.download(url)
        async let response = request.unserialized()
        await gate.reached()
        let told = EventLog<Bool>()
        (request.task as? URLSessionDownloadTask)?.cancel(byProducingResumeData: { told.append($0 == nil) })
        await expectEqual(response.error?.isExplicitlyCancelledError, true)
        await told.wait(count: 1)
        expectEqual(told.all, [true])
    }
}
