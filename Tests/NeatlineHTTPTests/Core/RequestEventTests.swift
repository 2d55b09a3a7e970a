import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineSystem
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Notes the names of the events of requests, in order.
private final class Recorder: EventMonitor, @unchecked Sendable {
    let queue = DispatchQueue(label: "recorder")
    let log = EventLog<String>()

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        log.append("didFinishCollecting")
    }
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.append("didCompleteWithError")
    }
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        log.append("didReceiveResponse")
    }
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        log.append("didReceiveData")
    }
    func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        log.append("didCreateInitialURLRequest")
    }
    func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        log.append("didFailToCreateURLRequest")
    }
    func request(_ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest) {
        log.append("didAdaptInitialRequest")
    }
    func request(_ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError) {
        log.append("didFailToAdaptURLRequest")
    }
    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) { log.append("didCreateURLRequest") }
    func request(_ request: Request, didCreateTask task: URLSessionTask) { log.append("didCreateTask") }
    func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) { log.append("didGatherMetrics") }
    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        log.append("didCompleteTask")
    }
    func requestIsRetrying(_ request: Request) { log.append("isRetrying") }
    func requestDidFinish(_ request: Request) { log.append("didFinish") }
    func requestDidResume(_ request: Request) { log.append("didResume") }
    func request(_ request: Request, didResumeTask task: URLSessionTask) { log.append("didResumeTask") }
    func requestDidSuspend(_ request: Request) { log.append("didSuspend") }
    func request(_ request: Request, didSuspendTask task: URLSessionTask) { log.append("didSuspendTask") }
    func requestDidCancel(_ request: Request) { log.append("didCancel") }
    func request(_ request: Request, didCancelTask task: URLSessionTask) { log.append("didCancelTask") }
    func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Result<Void, any Error>
    ) {
        log.append("didValidate")
    }
    func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        log.append("didParseUnserialized")
    }
    func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        log.append("didParse")
    }
}

@Suite("Events of requests", .ownThreads, .hangLimit)
struct RequestEventTests {
    let transport = MockTransport()
    let url = "https://example.com/"
    private let recorder = Recorder()

    private func session(_ interceptor: (any RequestInterceptor)? = nil, starts: Bool = true) -> Session {
        Session(
            startRequestsImmediately: starts, interceptor: interceptor, eventMonitors: [recorder],
            transport: transport)
    }

    private func expectEvents(_ events: [String]..., sourceLocation: SourceLocation = #_sourceLocation) {
        expectEqual(recorder.log.all, Array(events.joined()), sourceLocation: sourceLocation)
    }

    private static let success: [String] = [
        "didCreateInitialURLRequest", "didCreateURLRequest", "didCreateTask", "didResumeTask", "didReceiveResponse",
        "didReceiveData", "didFinishCollecting", "didGatherMetrics", "didCompleteWithError",
    ]

    @Test("A data request that succeeds tells of its whole life, in order")
    func success() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = session()
        _ = await session.request(url).validate().serializingData().response
        await recorder.log.wait { $0.contains("didParse") && $0.contains("didFinish") }
        expectEvents(
            ["didResume"], Self.success, ["didValidate", "didValidate", "didCompleteTask", "didFinish", "didParse"])
    }

    @Test("Adapting, failing and retrying are told for each attempt")
    func retry() async {
        transport.on(.get, url, times: 1, respond: .failure(.connectionLost))
        transport.on(.get, url, respond: .json("{}"))
        let interceptor = Interceptor(
            adaptHandler: { request, _, completion in completion(.success(request)) },
            retryHandler: { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry) })
        let session = session(interceptor)
        session.request(url).response(queue: .global()) { _ in }
        await recorder.log.wait { $0.contains("didParseUnserialized") && $0.contains("didFinish") }
        let made = [
            "didCreateInitialURLRequest", "didAdaptInitialRequest", "didCreateURLRequest", "didCreateTask",
            "didResumeTask",
        ]
        expectEvents(
            ["didResume"], made,
            ["didFinishCollecting", "didGatherMetrics", "didCompleteWithError", "didCompleteTask", "isRetrying"], made,
            Array(Self.success.suffix(5)), ["didCompleteTask", "didFinish", "didParseUnserialized"])
    }

    /// Completes each response before `start(_:receiver:)` returns.
    private final class ImmediateTransport: Transport {
        let capabilities: TransportCapabilities = []

        private final class Ended: TransportTask {
            func cancel() {}
            func pause() {}
            func resume() {}
        }

        func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
            receiver.transportDidReceive(
                TransportResponseHead(status: 200, lines: Array("Content-Length: 1\r\n\r\n".utf8)))
            receiver.transportDidReceive([0x61].span.bytes)
            receiver.transportDidComplete(TransportCompletion())
            return Ended()
        }

        func invalidate() {}
    }

    @Test("Events come in their order, also if the response is complete before the task has started")
    func immediateResponse() async {
        let session = Session(eventMonitors: [recorder], transport: ImmediateTransport())
        session.request(url).response(queue: .global()) { _ in }
        await recorder.log.wait { $0.contains("didFinish") && $0.contains("didParseUnserialized") }
        expectEvents(["didResume"], Self.success, ["didCompleteTask", "didFinish", "didParseUnserialized"])
    }

    /// Lets the thread that tells it of a cancellation wait.
    private final class DelayingMonitor: EventMonitor, @unchecked Sendable {
        let isTold = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let delaysNext = Locked(false)
        private let own = DispatchQueue(label: "delaying")

        var queue: DispatchQueue {
            let delays = delaysNext.withLock { delays in
                defer { delays = false }
                return delays
            }
            if delays {
                isTold.signal()
                mayGoOn.wait()
            }
            return own
        }
    }

    @Test("A cancellation is told before the end with its error, also if the response is complete at the same time")
    func cancelAtEnd() async {
        let (transport, monitor) = (ScriptedTransport(), DelayingMonitor())
        let session = Session(eventMonitors: [monitor, recorder], transport: transport)
        let request = session.request(url)
        request.response(queue: .global()) { _ in }
        await recorder.log.wait { $0.contains("didResumeTask") }
        expect(await eventually { !transport.hops.isEmpty })
        monitor.delaysNext.withLock { $0 = true }
        Thread.detachNewThread { request.cancel() }
        monitor.isTold.wait()
        transport.hops.first?.respond(200, body: "a")
        monitor.mayGoOn.signal()
        await recorder.log.wait { $0.contains("didFinish") && $0.contains("didParseUnserialized") }
        expectEqual(request.error?.isExplicitlyCancelledError, true)
        expectEvents(
            ["didResume"], Array(Self.success.prefix(6)), ["didCancel", "didCancelTask"], Array(Self.success.suffix(3)),
            ["didCompleteTask", "didFinish", "didParseUnserialized"])
    }

    @Test("What cannot be made or adapted is told as that")
    func creationFailures() async {
        let failing = Adapter { _, _, completion in completion(.failure(TestError())) }
        let session = session()
        _ = await session.request("").unserialized()
        await recorder.log.wait { $0.contains("didParseUnserialized") }
        let failed = ["didResume", "didFailToCreateURLRequest", "didFinish", "didParseUnserialized"]
        expectEvents(failed)
        _ = await session.request(url, interceptor: failing).unserialized()
        await recorder.log.wait { $0.filter { $0 == "didParseUnserialized" }.count == 2 }
        expectEvents(
            failed,
            [
                "didResume", "didCreateInitialURLRequest", "didFailToAdaptURLRequest", "didFinish",
                "didParseUnserialized",
            ])
    }

    @Test("Cancelling, suspending and resuming are told once, however often they are asked for")
    func steering() async {
        transport.on(.get, url, respond: .never)
        let session = session(starts: false)
        let request = session.request(url)
        for _ in 0..<3 { request.resume() }
        await transport.waitForRequests(1)
        for _ in 0..<3 { request.suspend() }
        for _ in 0..<3 { request.resume() }
        for _ in 0..<3 { request.cancel() }
        await recorder.log.wait { $0.contains("didFinish") }
        expectEvents(
            ["didResume"], Array(Self.success.prefix(4)),
            ["didSuspend", "didSuspendTask", "didResume", "didResumeTask", "didCancel", "didCancelTask"],
            Array(Self.success.suffix(3)), ["didCompleteTask", "didFinish"])
    }

    @Test("A request cancelled before it started is told to have had no task")
    func cancelBeforeStart() async {
        let session = session(starts: false)
        session.request(url).cancel().resume()
        await recorder.log.wait { $0.contains("didFinish") }
        expectEvents(["didCancel", "didFinish"])
    }

    @Test("A task cancelled before it started is told to have ended, and measured")
    func cancelBeforeTaskStarts() async {
        let session = session(starts: false)
        let request = session.request(url)
        request.response(queue: .global()) { _ in }
        await recorder.log.wait { $0.contains("didCreateTask") }
        request.cancel()
        await recorder.log.wait { $0.contains("didFinish") && $0.contains("didParseUnserialized") }
        expectEvents(
            Array(Self.success.prefix(3)), ["didCancel", "didCancelTask"], Array(Self.success.suffix(3)),
            ["didCompleteTask", "didFinish", "didParseUnserialized"])
        expect(request.metrics != nil && request.task?.state == .completed)
    }

    @Test("A monitor of a single request hears of that request only")
    func monitorOfRequest() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(transport: transport)
        let request = session.request(url).eventMonitor(recorder)
        _ = await session.request(url).unserialized()
        expectEqual(recorder.log.count, 0)
        _ = await request.unserialized()
        await recorder.log.wait { $0.contains("didFinish") && $0.contains("didParseUnserialized") }
        let ofTasks = Set(["didReceiveResponse", "didReceiveData", "didFinishCollecting", "didCompleteWithError"])
        expectEvents(
            ["didResume"], Self.success.filter { !ofTasks.contains($0) },
            ["didCompleteTask", "didFinish", "didParseUnserialized"])
    }

    @Test("Notifications are posted for those who observe them")
    func notifications() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(transport: transport)
        let request = session.request(url)
        let seen = EventLog<String>()
        let names = [
            Request.didResumeNotification, Request.didResumeTaskNotification, Request.didCompleteTaskNotification,
            Request.didFinishNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: request, queue: nil) { notification in
                seen.append("\(notification.request === request)")
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        _ = await request.unserialized()
        await seen.wait(count: 4)
        expectEqual(seen.all, Array(repeating: "true", count: 4))
    }
}
